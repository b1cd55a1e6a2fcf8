import { beforeAll, expect, it } from 'vitest';
import { sandboxBody } from '../../src/lookup/body.ts';
import { products } from '../../src/products/index.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';

let made: TestOrganization;
beforeAll(async () => {
  made = await createOrganization();
});

/** A body with every name in snake case; in `request` of an answer nothing is renamed. */
function inSnakeCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(field),
    ]),
  );
}

const camelCased = products.filter(({ example }) =>
  /"\w*[a-z][A-Z]\w*":/.test(JSON.stringify(example)),
);
const bodies = camelCased.flatMap((product) => {
  const [first] = product.sandbox;
  return first ? [[product.path, sandboxBody(product, first)] as const] : [];
});

it('finds products whose fields are in camel case', () => {
  expect(bodies.length).toBeGreaterThan(2);
});

it.each(bodies)('takes the fields of %s in snake case too', async (path, example) => {
  const ask = (body: unknown) => call('POST', `/v1${path}`, { token: made.sandbox, body });
  const [declared, snake] = [await ask(example), await ask(inSnakeCase(example))];
  expect(declared.body).toMatchObject({ success: true });
  expect(snake.body).toMatchObject({ success: true });
  expect(snake.body.data.request.input).toBe(declared.body.data.request.input);
  expect(snake.body.data.classification).toEqual(declared.body.data.classification);
  const batch = await call('POST', '/v1/batch', {
    token: made.sandbox,
    body: { requests: [{ type: path.slice(1), ...(inSnakeCase(example) as object) }] },
  });
  expect(batch.body.data.results[0]).toMatchObject({ success: true });
});

it('takes the declared name where both are sent, and still refuses a misspelt one', async () => {
  const ask = (body: Record<string, unknown>) =>
    call('POST', '/v1/email-enrichment', { token: made.sandbox, body });
  const ada = { domain: 'example.com', firstName: 'Ada', last_name: 'Example' };
  const both = await ask({ ...ada, first_name: 'Ben' });
  const own = await ask(ada);
  expect(both.body.data.request.input).toBe(own.body.data.request.input);
  expect(both.body.data.insights).toEqual(own.body.data.insights);
  expect((await ask({ ...ada, frist_name: 'Ada', firstName: undefined })).body.error).toMatchObject(
    {
      param: 'firstName',
      code: 'MISSING_FIELD',
    },
  );
});
