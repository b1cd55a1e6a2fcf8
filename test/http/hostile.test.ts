import { beforeAll, describe, expect, it } from 'vitest';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
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
