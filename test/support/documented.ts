import { operatorDocument } from '../../src/http/admin.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { send } from './deployment.ts';
import { fixtureLimits } from './fixture-family.ts';

interface DocumentedOperation {
  method: string;
  path: RegExp;
  statuses: ReadonlySet<string>;
}

function* operationsOf(paths: Record<string, Record<string, unknown>>) {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { responses } = operation as { responses: object };
      const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
      yield {
        method: method.toUpperCase(),
        path: new RegExp(`^${pattern}$`),
        isNamed: !path.includes('{'),
        statuses: new Set(Object.keys(responses)),
      };
    }
}

let operations: readonly DocumentedOperation[] | undefined;

/** Those whose path has no parameter come first, as a router prefers them. */
const documentedOperations = (): readonly DocumentedOperation[] =>
  (operations ??= [openApiDocument(families, fixtureLimits), operatorDocument()]
    .flatMap(({ paths }) => [...operationsOf(paths)])
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed)));

/**
 * Sends one request to the service. @param address path with its query
 * @throws for a status that the documents of the interface do not have
 */
export async function sendDocumented(address: string, init: RequestInit): Promise<Response> {
  const response = await send(address, init);
  const path = address.replace(/\?.*$/, '');
  const method = init.method ?? 'GET';
  const operation = documentedOperations().find(
    (each) => each.method === method && each.path.test(path),
  );
  if (!operation || operation.statuses.has(String(response.status))) return response;
  throw new Error(`The document of the interface has no ${response.status} of ${method} ${path}.`);
}
