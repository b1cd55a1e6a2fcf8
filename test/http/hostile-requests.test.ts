import { beforeAll, describe, expect, it } from 'vitest';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { sendDocumented } from '../support/documented.ts';
import { refusal } from '../support/refusal.ts';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization();
});

const NUMBER = '{"phone_number":"+16502530000"}';
const JSON_TYPE = 'application/json';

interface Sent {
  method?: string;
  path?: string;
  body?: BodyInit | null;
  type?: string | null;
}

async function ask({ method = 'POST', path = '/v1/phone', body = NUMBER, type = JSON_TYPE }: Sent) {
  const headers: Record<string, string> = { Authorization: `Bearer ${organization.owner}` };
  if (type !== null) headers['Content-Type'] = type;
  const init = { method, headers, ...(body !== null && { body }), duplex: 'half' };
  const response = await sendDocumented(path, init as RequestInit);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

const balance = async (): Promise<number> =>
  (await call('GET', '/v1/account', { token: organization.owner })).body.data.tokens
    .total_available;

const streamed = (text: string) => new Blob([text]).stream();
const bytes = (...values: number[]) => new Uint8Array(values);

describe('a lookup that is asked in an odd way', () => {
  it.each<[string, Sent, number, string]>([
    ['no content type', { body: bytes(123, 125), type: null }, 400, 'INVALID_REQUEST'],
    ['a form', { type: 'application/x-www-form-urlencoded' }, 400, 'INVALID_REQUEST'],
    ['JSON by another name', { type: 'application/vnd.api+json' }, 400, 'INVALID_REQUEST'],
    ['two types', { type: 'application/json, text/plain' }, 400, 'INVALID_REQUEST'],
    ['no body', { body: null }, 400, 'INVALID_REQUEST'],
    ['a stream that ends early', { body: streamed(NUMBER.slice(0, 9)) }, 400, 'INVALID_REQUEST'],
    ['UTF-16', { body: bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0) }, 400, 'INVALID_REQUEST'],
    ['a slash at the end', { path: '/v1/phone/' }, 404, 'NOT_FOUND'],
    ['capitals in the path', { path: '/v1/PHONE' }, 404, 'NOT_FOUND'],
    ['two slashes', { path: '/v1//phone' }, 404, 'NOT_FOUND'],
    ['PUT', { method: 'PUT' }, 405, 'INVALID_REQUEST'],
    ['OPTIONS', { method: 'OPTIONS', body: null, type: null }, 405, 'INVALID_REQUEST'],
    ['a list', { body: `[${NUMBER}]` }, 400, 'INVALID_REQUEST'],
    ['a text', { body: '"+16502530000"' }, 400, 'INVALID_REQUEST'],
    ['a near miss', { body: '{"phone_nummer":"+16502530000"}' }, 400, 'MISSING_FIELD'],
  ])('%s is refused, and nothing is charged', async (_, sent, status, code) => {
    const before = await balance();
    const reply = await ask(sent);
    expect([reply.status, reply.body]).toEqual([status, refusal(code)]);
    expect(reply.headers.get('X-Request-Id')).toBe(reply.body.error.request_id);
    expect(await balance()).toBe(before);
  });

  it('HEAD is refused without a body', async () => {
    const reply = await ask({ method: 'HEAD', body: null, type: null });
    expect([reply.status, reply.body, reply.headers.get('Allow')]).toEqual([405, '', 'POST']);
  });

  it.each<[string, Sent]>([
    ['a BOM before the body', { body: `\ufeff${NUMBER}` }],
    ['parameters of the type', { type: 'Application/JSON ; charset="utf-8"' }],
    ['a stream without a length', { body: streamed(NUMBER) }],
    ['a key that comes twice', { body: '{"phone_number":"x","phone_number":"+16502530000"}' }],
    ['an unknown field', { body: '{"phone_number":"+16502530000","colour":{"a":[null]}}' }],
    ['__proto__', { body: '{"__proto__":{"country":"XX"},"phone_number":"+16502530000"}' }],
  ])('%s changes nothing', async (_, sent) => {
    const reply = await ask(sent);
    expect([reply.status, reply.body.data?.request.input]).toEqual([200, '+16502530000']);
  });
});
