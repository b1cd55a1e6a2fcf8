import { expect, it } from 'vitest';
import { openApiProblems } from '../../scripts/openapi-problems.ts';
import { VERBS } from '../../scripts/operator/verbs.ts';
import { WINDOWS } from '../../src/accounts/keys/access-check.ts';
import { operatorDocument } from '../../src/http/admin.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { fixtureFamilies } from '../support/fixture-family.ts';

it('passes an independent linter, with the products of the registry and with hostile texts', async () => {
  expect(await openApiProblems(openApiDocument(families, WINDOWS))).toEqual([]);
  // What jobs were recorded with are products of the registry.
  const ofOthers = /~1bulk~1jobs\/get\/.*\/jobs\/\d+\/type: /;
  const problems = await openApiProblems(openApiDocument(fixtureFamilies, WINDOWS));
  expect(problems.filter((problem) => !ofOthers.test(problem))).toEqual([]);
});

it('passes it with the routes of the operator', async () => {
  expect(await openApiProblems(operatorDocument('https://api.test'))).toEqual([]);
});

it('is linted in earnest: a missing reference, a wrong example and an unused component are found', async () => {
  const document = openApiDocument(fixtureFamilies, WINDOWS);
  const schemas = structuredClone(document.components.schemas) as Record<
    string,
    { properties: Record<string, unknown> }
  >;
  schemas.Unused = { properties: {} };
  schemas.WordLengthClassification!.properties.length = { type: 'string' };
  schemas.WordLengthInsights!.properties.port = { $ref: '#/components/schemas/Nowhere' };
  const problems = (
    await openApiProblems({ ...document, components: { ...document.components, schemas } })
  ).join('\n');
  expect(problems).toContain('no-unused-components');
  expect(problems).toContain('no-unresolved-refs');
  expect(problems).toContain('no-invalid-media-type-examples');
});

it('describes every path that the command line of the operator asks', async () => {
  const { paths } = operatorDocument();
  const requests = await Promise.all(
    Object.values(VERBS).map((verb) => verb.request(verb.args, { email: 'jane@example.com' })),
  );
  const asked = requests.flatMap((request) => ('text' in request ? [] : [request]));
  expect(asked.length).toBeGreaterThan(20);
  const unknown = asked.filter(({ method, path }) => {
    const [pathname = ''] = `/admin${path}`.split('?');
    return !Object.entries(paths).some(
      ([described, operations]) =>
        method.toLowerCase() in operations &&
        new RegExp(`^${described.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
  });
  expect(unknown).toEqual([]);
});
