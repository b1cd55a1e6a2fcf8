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

it.each(['webhook', 'callback', 'callback_url', 'notify_url'])(
  'a receiver that is sent as %s is named, not ignored',
  async (field) => {
    const where = { [field]: 'https://example.com/hook' };
    const job = { type: 'phone_validation', inputs: ['+14155550100'], ...where };
    const numbers = [{ phone_number: '+14155550100' }];
    const monitor = { name: 'Customers', frequency: 'daily', numbers, ...where };
    for (const [path, body] of [
      ['/v1/bulk/jobs', job],
      ['/v1/number-monitors', monitor],
    ] as const) {
      const { status, body: answer } = await call('POST', path, { token: made.sandbox, body });
      expect({ path, status, code: answer.error?.code, param: answer.error?.param }).toEqual({
        path,
        status: 400,
        code: 'INVALID_REQUEST',
        param: field,
      });
      expect(answer.error.message).toContain('webhook_url');
    }
  },
);

it('a spam check that is sent as spam_check is named, not left out', async () => {
  const numbers = [{ phone_number: '+14155550100' }];
  const body = { name: 'Customers', frequency: 'daily', numbers, spam_check: true };
  const { body: answer } = await call('POST', '/v1/number-monitors', { token: made.sandbox, body });
  expect(answer.error).toMatchObject({ code: 'INVALID_REQUEST', param: 'spam_check' });
  expect(answer.error.message).toContain('include_spam_check');
});

it.each([
  ['country_code', 'DE', 'country'],
  ['webhook', 'https://example.com/hook', 'webhook_url'],
])(
  'a list that is sent with %s is refused, as JSON and as a file',
  async (field, value, declared) => {
    const body = { type: 'phone_validation', inputs: ['030 901820'], [field]: value };
    const json = await call('POST', '/v1/bulk/jobs', { token: made.sandbox, body });
    expect(json.body.error).toMatchObject({ code: 'INVALID_REQUEST', param: field });
    expect(json.body.error.message).toContain(declared);
    const query = new URLSearchParams({ type: 'phone_validation', [field]: value });
    const file = await call('POST', `/v1/bulk/jobs?${query}`, {
      token: made.sandbox,
      body: 'phone\n030 901820\n',
      headers: { 'Content-Type': 'text/csv' },
    });
    expect(file.body.error).toMatchObject({ code: 'INVALID_REQUEST', param: field });
  },
);
