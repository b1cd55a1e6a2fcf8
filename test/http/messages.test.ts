import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { issueMessage } from '../../src/lib/issues.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization();
});

const phone = (body: unknown) => call('POST', '/v1/phone', { token: organization.owner, body });

describe('a refusal', () => {
  it('names the field, the page about its code, and the request', async () => {
    const { body, headers } = await phone({});
    expect(body).toEqual({
      success: false,
      error: {
        message: 'phone_number: is required',
        code: 'MISSING_FIELD',
        type: 'api_error',
        param: 'phone_number',
        doc_url: 'https://api.test/docs/errors#MISSING_FIELD',
        request_id: headers.get('X-Request-Id'),
      },
    });
  });

  it('leads to where credits are bought, where they are missing', async () => {
    const { status, body } = await call('POST', '/v1/email', {
      token: organization.sandbox,
      body: { email: 'broke@example.com' },
    });
    expect(status).toBe(402);
    expect(body.error.details).toEqual({ billing_url: 'https://api.test/app/billing' });
  });

  it('names a parameter of a lookup that is nearly one', async () => {
    const { status, body } = await call('POST', '/v1/phone?bypas_cache=true', {
      token: organization.owner,
      body: { phone_number: '+14155552671' },
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'INVALID_REQUEST', param: 'bypas_cache' });
    expect(body.error.message).toContain('did you mean "bypass_cache"?');
  });

  it('has no param where no field is wrong', async () => {
    const { body } = await call('POST', '/v1/phone', { body: {} });
    expect(body.error).not.toHaveProperty('param');
    expect((await phone('{not json')).body.error).not.toHaveProperty('param');
  });

  it.each([
    ['/v1/phone', { phone: '+14155552671' }, 'phone_number', 'phone'],
    ['/v1/phone-append', { input: { firstname: 'Ada' } }, 'input.firstName', 'firstname'],
    ['/v1/bulk/jobs', { type: 'ip_lookup', input: ['8.8.8.8'] }, 'inputs', 'input'],
    ['/v1/webhook-endpoints', { webhook_url: 'https://example.com/' }, 'url', null],
    ['/v1/webhook-endpoints', { URL: 'https://example.com/' }, 'url', 'URL'],
  ])('of %s tells which name a missing field was sent under', async (path, body, param, sent) => {
    const { error } = (await call('POST', path, { token: organization.owner, body })).body;
    expect(error).toMatchObject({ code: 'MISSING_FIELD', param });
    expect(error.message).toBe(
      sent
        ? `${param}: is required; \`${sent}\` looks like a misspelling of it`
        : `${param}: is required`,
    );
  });
});

describe('a mistake of a newcomer is named', () => {
  it('fields sent beside the object that they belong in', async () => {
    const body = { first_name: 'Ada', lastName: 'Example', zip: '10001' };
    const { error } = (await call('POST', '/v1/phone-append', { token: organization.owner, body }))
      .body;
    expect(error).toMatchObject({
      ...{ code: 'MISSING_FIELD', param: 'input' },
      message: 'input: is required; `first_name` belongs in it',
    });
  });

  it.each([
    ['/v1/phones', '/v1/phone'],
    ['/v1/domain_age', '/v1/domain-age'],
    ['/v1/phone/', '/v1/phone'],
    ['/v1/bulk/job', '/v1/bulk/jobs'],
    ['/v1/xyzzy', 'GET /v1/products'],
    ['/v1/', 'GET /v1/products'],
    ['/phone', 'use /v1/phone'],
    ['/v2/domain-age', 'use /v1/domain-age'],
    ['//v1/bulk/jobs/', 'use /v1/bulk/jobs'],
  ])('a path: %s', async (path, nearest) => {
    const { status, body } = await call('POST', path, { token: organization.owner, body: {} });
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.message).toContain(`${nearest}`);
  });

  it('an address, to a browser as a page', async () => {
    const ask = (Accept: string) => send('/nothing', { headers: { Accept } });
    const page = await ask('text/html');
    expect([page.status, page.headers.get('Content-Type')]).toEqual([
      404,
      'text/html; charset=UTF-8',
    ]);
    expect(await page.text()).toContain('href="/docs"');
    expect((await ask('*/*')).headers.get('Content-Type')).toContain('application/json');
  });

  it('an address, by a reply that a cache keeps apart for browsers and programs', async () => {
    for (const Accept of ['text/html', 'application/json']) {
      const reply = await send('/nothing', { headers: { Accept } });
      expect([reply.status, reply.headers.get('Vary')], Accept).toEqual([404, 'Accept']);
    }
  });

  it.each([
    ['{not json', 1, 2],
    ['{"a": 1,\n "b": }', 2, 7],
    ['{"a":"x"', 1, 9],
    ['{"a":1}}', 1, 8],
    ['[1,\n2,\n,3]', 3, 1],
    ["{'a': 1}", 1, 2],
    ['{"a":1,}', 1, 8],
    ['', 1, 1],
    ['{"a":"tab\there"}', 1, 6],
  ])('JSON: %j at line %i, column %i', async (text, line, column) => {
    const { body } = await phone(text);
    expect(body.error.code).toBe('INVALID_REQUEST');
    expect(body.error.message).toBe(`The body is not valid JSON: line ${line}, column ${column}.`);
  });

  it('a key in the wrong place or form', async () => {
    const key = organization.owner;
    const ask = async (path: string, headers: Record<string, string>) => {
      const { status, body } = await call('POST', path, { body: {}, headers });
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(JSON.stringify(body)).not.toContain(key.slice(0, 20));
      return body.error.message;
    };
    expect(await ask('/v1/phone', { 'X-API-Key': key })).toContain('X-API-Key');
    expect(await ask(`/v1/phone?api_key=${key}`, {})).toContain('was sent in the URL');
    expect(await ask('/v1/phone', { Authorization: `Bearer "${key}"` })).toContain('quotation');
    expect(await ask('/v1/phone', { Authorization: `Bearer ${key.slice(0, 40)}` })).toContain(
      'copy the whole key',
    );
    for (const text of ['$API_KEY', '%API_KEY%', '<API key>', '{{api_key}}', 'YOUR_API_KEY'])
      expect(await ask('/v1/phone', { Authorization: `Bearer ${text}` })).toContain('placeholder');
  });
});

/** Words of zod's own messages. */
const LIBRARY = /invalid input|invalid option|expected|received|too (?:big|small)|unrecognized/i;

describe('no message is a library’s', () => {
  it.each([
    ['POST', '/v1/phone', { phone_number: '+14155552671', bypass_cache: 'yes' }],
    ['POST', '/v1/bulk/jobs', { type: 7, inputs: ['x'] }],
    ['POST', '/v1/bulk/jobs', { type: 'ip_lookup', inputs: ['x'], webhook_url: [] }],
    ['GET', '/v1/bulk/jobs?limit=many', undefined],
    ['GET', '/v1/bulk/jobs?limit=0', undefined],
    ['GET', '/v1/bulk/jobs/x/results?offset=-1', undefined],
    ['GET', '/v1/webhook-deliveries?limit=1.5', undefined],
    ['POST', '/v1/webhook-test', { url: 5 }],
    ['POST', '/v1/webhook-test', { webhook_url: 5 }],
  ])('%s %s %j', async (method, path, body) => {
    const { status, body: answer } = await call(method, path, { token: organization.owner, body });
    expect(status).toBe(400);
    expect(answer.error.message).not.toMatch(LIBRARY);
    expect(answer.error.message).toMatch(/^\w+: must be /);
  });

  it.each([
    ['POST', '/admin/organizations', { name: 'x'.repeat(201), owner_email: 'a@example.com' }],
    ['POST', '/admin/organizations', { name: 'x', owner_email: 'nobody' }],
    ['POST', '/admin/organizations', { name: 'x', owner_email: 'a@example.com', region: 'moon' }],
    ['GET', '/admin/organizations?limit=x', undefined],
    ['PUT', '/admin/records/litigators?mode=maybe', 'phone_number\n'],
  ])('%s %s %j', async (method, path, body) => {
    const { status, body: answer } = await call(method, path, { token: 'admin_test', body });
    expect(status).toBe(400);
    expect(answer.error.message).not.toMatch(LIBRARY);
    expect(answer.error.message).toMatch(/^\w+: must /);
  });

  it('whatever a schema may say', () => {
    const schemas: [z.ZodType, unknown, string][] = [
      [z.string().min(3), 'ab', 'must have at least 3 characters'],
      [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
      [z.int(), 1.5, 'must be a whole number'],
      [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
      [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
      [z.literal(true), 1, 'must be true'],
      [z.url(), 'x', 'must be a URL'],
      [z.string().regex(/^a$/), 'b', 'must be in the documented format'],
      [z.union([z.string(), z.int()]), true, 'cannot be used'],
      [z.string(), undefined, 'is required'],
      [z.string().refine(() => false, 'must rhyme'), 'x', 'must rhyme'],
    ];
    expect(z.config().localeError).toBe(issueMessage);
    for (const [schema, value, message] of schemas)
      expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
  });
});
