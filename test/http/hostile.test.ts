import { beforeAll, describe, expect, it } from 'vitest';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { seedRecords } from '../support/seed-records.ts';

let made: TestOrganization;
beforeAll(async () => {
  await seedRecords();
  made = await createOrganization({ credits: 100 });
});

const read = (path: string) => call('GET', path, { token: made.owner });
const at = Date.now();
const ID = crypto.randomUUID();

/** Listings, each with a cursor it could have given. */
const LISTINGS = [
  ['/v1/bulk/jobs', `${at}.job_${ID}`],
  ['/v1/number-monitors', `${at}.mon_${ID}`],
  ['/v1/webhook-endpoints', `${at}.we_${ID}`],
  ['/v1/webhook-deliveries', `${at}.${ID}`],
  ['/v1/requests', `${at}.6`],
  ['/v1/events', '7'],
] as const;

describe('the query of a listing', () => {
  it.each(LISTINGS)('of %s takes its own cursors alone', async (path) => {
    for (const [other, cursor] of LISTINGS) {
      const { status, body } = await read(`${path}?cursor=${cursor}`);
      if (other === path) expect(status, `${path} ${cursor}`).toBe(200);
      else
        expect(body, `${path} ${cursor}`).toMatchObject(
          refusal('INVALID_INPUT', { param: 'cursor' }),
        );
    }
  });

  it.each(LISTINGS)('of %s counts in digits', async (path) => {
    for (const limit of ['0x10', '1e1', '%205', '+5', '0b11', '5.0', 'Infinity']) {
      const { body } = await read(`${path}?limit=${limit}`);
      expect(body, limit).toMatchObject(refusal('INVALID_REQUEST', { param: 'limit' }));
    }
    expect((await read(`${path}?limit=05`)).body.data.pagination.limit).toBe(5);
  });

  it.each([
    ...LISTINGS.map(([path]) => [path, 'cursor'] as const),
    ...['limit', 'since', 'until', 'product', 'status', 'code', 'key_id', 'request_id'].map(
      (param) => ['/v1/requests', param] as const,
    ),
    ['/v1/events', 'since'],
  ] as const)('of %s has no empty %s', async (path, param) => {
    const message = `${param}: is empty; leave it out instead`;
    const { body } = await read(`${path}?${param}=`);
    expect(body).toMatchObject(refusal('INVALID_INPUT', { message, param }));
  });

  it.each(LISTINGS)('of %s has no parameter that is nearly one', async (path) => {
    const { body } = await read(`${path}?lmit=5`);
    expect(body).toMatchObject(
      refusal('INVALID_REQUEST', {
        message: '"lmit" is not a parameter; did you mean "limit"?',
        param: 'lmit',
      }),
    );
    expect((await read(`${path}?unknown=5`)).status).toBe(200);
  });
});

it.each([
  ['/v1/social-search', { platform: 'bluesky', query: '?' }],
  ['/v1/batch', { requests: [{ type: 'email', email: '?' }] }],
  ['/v1/number-monitors', { name: '?', frequency: 'daily', numbers: [] }],
  ['/v1/bulk/jobs?dry_run=true', { type: 'email_validation', inputs: ['?'] }],
])('refuses a body that is not UTF-8: %s', async (path, sent) => {
  const [before, after] = JSON.stringify(sent).split('?') as [string, string];
  for (const body of [`${before}\xe9${after}`, `${before}${after}\xff`])
    for (const headers of [{}, { 'Content-Encoding': 'gzip' }]) {
      const bytes = Uint8Array.from(body, (character) => character.charCodeAt(0));
      const isPacked = 'Content-Encoding' in headers;
      const stream = new Blob([bytes]).stream();
      const packed = new Response(stream.pipeThrough(new CompressionStream('gzip')));
      const reply = await send(path, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${made.owner}`, 'Content-Type': 'application/json' },
          ...headers,
        },
        body: isPacked ? await packed.arrayBuffer() : bytes,
      });
      expect([reply.status, await reply.json()]).toEqual([400, refusal('INVALID_REQUEST')]);
    }
});

it.each([null, '+16502530000', 5, [[]]])(
  'says of a member that is %j that it is no object',
  async (value) => {
    const body = { name: 'm', frequency: 'daily', numbers: [value] };
    const answer = await call('POST', '/v1/number-monitors', { token: made.owner, body });
    expect(answer.body).toMatchObject(
      refusal('INVALID_REQUEST', {
        message: 'numbers: row 1: must be an object with "phone_number"',
      }),
    );
  },
);
