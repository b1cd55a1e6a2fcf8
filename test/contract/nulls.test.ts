import { beforeAll, expect, it } from 'vitest';
import { BYPASS_NAMES, inputFields, sandboxBody } from '../../src/lookup/body.ts';
import type { SandboxCase } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization({ paid: false });
});

/** The body with null in every optional field that it leaves out, nested ones too. */
function withNulls(body: Record<string, unknown>, names: readonly string[]) {
  const filled = structuredClone(body);
  for (const name of names) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let parent = filled;
    for (const step of steps) {
      parent[step] ??= {};
      parent = parent[step] as Record<string, unknown>;
    }
    parent[last] ??= null;
  }
  return filled;
}

it.each(products)('$path takes null for a field that is left out', async (product) => {
  const body = sandboxBody(product, product.sandbox[0] as SandboxCase<unknown>);
  const optional = inputFields(product).filter(({ required }) => !required);
  const names = [...optional.map(({ name }) => name), ...BYPASS_NAMES];
  const ask = (sent: unknown) =>
    call('POST', `/v1${product.path}`, { token: organization.sandbox, body: sent });
  const [plain, filled] = [await ask(body), await ask(withNulls(body, names))];
  expect(filled.status, JSON.stringify(filled.body)).toBe(200);
  const answerOf = ({ body: { data } }: typeof plain) => [data.classification, data.request.input];
  expect(answerOf(filled)).toEqual(answerOf(plain));
});
