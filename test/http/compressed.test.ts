import { beforeAll, expect, it } from 'vitest';
import { call, createOrganization, type Reply, type TestOrganization } from '../support/api.ts';
import { sendDocumented } from '../support/documented.ts';
import { refusal } from '../support/refusal.ts';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await createOrganization();
});

const gzipped = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

async function post(path: string, body: BodyInit, encoding: string): Promise<Reply> {
  const headers = {
    Authorization: `Bearer ${organization.owner}`,
    'Content-Type': 'application/json',
    'Content-Encoding': encoding,
  };
  const response = await sendDocumented(path, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

const NUMBER = JSON.stringify({ phone_number: '+16502530000' });

it.each(['gzip', 'GZIP', 'x-gzip'])('reads a body that is %s', async (encoding) => {
  const reply = await post('/v1/phone', await gzipped(NUMBER), encoding);
  expect([reply.status, reply.body.data?.request.input]).toEqual([200, '+16502530000']);
});

it('drops a byte order mark from what is gzip', async () => {
  const reply = await post('/v1/phone', await gzipped(`\ufeff${NUMBER}`), 'gzip');
  expect([reply.status, reply.body.data?.request.input]).toEqual([200, '+16502530000']);
});

it('reads the rows of a job that are gzip', async () => {
  const job = { type: 'phone_validation', inputs: ['+16502530000', '+16502530001'] };
  const reply = await post('/v1/bulk/jobs', await gzipped(JSON.stringify(job)), 'gzip');
  expect([reply.status, reply.body.success]).toEqual([201, true]);
});

const spent = async () =>
  (await call('GET', '/v1/account', { token: organization.owner })).body.data.tokens
    .total_available;

it.each([
  ['an encoding it does not know', NUMBER, 'br', 415],
  ['two of them', NUMBER, 'gzip, gzip', 415],
  ['what is no gzip', NUMBER, 'gzip', 400],
])('refuses %s, and charges nothing', async (_, body, encoding, status) => {
  const before = await spent();
  const reply = await post('/v1/phone', body, encoding);
  expect([reply.status, reply.body]).toEqual([status, refusal('INVALID_REQUEST')]);
  if (status === 415) expect(reply.headers.get('Accept-Encoding')).toBe('gzip');
  expect(await spent()).toBe(before);
});

it('refuses a body that is cut short', async () => {
  const whole = await gzipped(NUMBER);
  const reply = await post('/v1/phone', whole.slice(0, whole.byteLength - 9), 'gzip');
  expect([reply.status, reply.body]).toEqual([400, refusal('INVALID_REQUEST')]);
});

/** Members one behind the other, as `cat a.gz b.gz` writes them. */
const joined = (...members: (ArrayBuffer | Uint8Array<ArrayBuffer>)[]) =>
  new Blob(members).arrayBuffer();

it('reads every member of a body, and of a list', async () => {
  const half = NUMBER.length / 2;
  const members = [NUMBER.slice(0, half), '', NUMBER.slice(half)].map(gzipped);
  const reply = await post('/v1/phone', await joined(...(await Promise.all(members))), 'gzip');
  expect([reply.status, reply.body.data?.request.input]).toEqual([200, '+16502530000']);
  const lines = (from: number) =>
    gzipped(Array.from({ length: 5_000 }, (_, at) => `+1650253${from + at}\n`).join(''));
  const response = await sendDocumented('/v1/bulk/jobs?type=phone_validation&dry_run=1', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${organization.owner}`,
      'Content-Type': 'text/csv',
      'Content-Encoding': 'gzip',
    },
    body: await joined(await lines(1_000), await lines(6_000 - 1_000)),
  });
  expect((await response.json<Reply['body']>()).data).toMatchObject({ total: 10_000 });
});

it.each([
  ['a second member that is cut short', async () => (await gzipped(' ')).slice(0, 12)],
  ['what is no member behind the first', async () => new Uint8Array([1, 2, 3])],
  [
    'zeros and a member behind the first',
    async () => joined(new Uint8Array(3), await gzipped(' ')),
  ],
])('refuses %s', async (_, second) => {
  const body = await joined(await gzipped(NUMBER), await second());
  const reply = await post('/v1/phone', body, 'gzip');
  expect([reply.status, reply.body]).toEqual([400, refusal('INVALID_REQUEST')]);
});

it('refuses members that inflate past the limit of a body together', async () => {
  const spaces = await gzipped(' '.repeat(600_000));
  const reply = await post('/v1/phone', await joined(spaces, spaces), 'gzip');
  expect(reply.body.error.message).toContain('1048576 bytes');
});

it('refuses what inflates past the limit of a body', async () => {
  const bomb = await gzipped(`{"phone_number":"${' '.repeat(50_000_000)}"}`);
  expect(bomb.byteLength).toBeLessThan(100_000);
  const reply = await post('/v1/phone', bomb, 'gzip');
  expect([reply.status, reply.body]).toEqual([400, refusal('INVALID_REQUEST')]);
  expect(reply.body.error.message).toContain('1048576 bytes');
});
