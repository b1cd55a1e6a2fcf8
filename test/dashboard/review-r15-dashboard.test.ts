import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { MAX_USAGE_ROWS } from '../../src/accounts/ledger/store-history.ts';
import { accountAlerts } from '../../src/dashboard/home/home.tsx';
import { type Person, signedUp } from './person.ts';

let _ada: Person;
beforeAll(async () => {
  _ada = await signedUp();
});

const now = Date.UTC(2026, 0, 15);

/** Pages of what needs attention of an account that is well but for these. */
const alertsOf = (keys: object[], deliveries: object[]): string[] => {
  const subscription = {
    ...{ plan: 'starter', status: 'active', creditsPerMonth: 1_000 },
    ...{ periodStart: now - 1, periodEnd: now + 1e9, trialEnd: null },
  };
  const statement = { totalAvailable: 500, subscription: { total: 1_000, used: 0 } };
  const view = { subscription, keys, creditWatch: { topUpFailure: null }, statement };
  return accountAlerts({
    ...{ view: view as never, deliveries: deliveries as never, monitors: [], now },
  }).map(({ path }) => path);
};

it('a key that was rolled and has ended as planned needs no attention', () => {
  const key = { name: 'k', last4: 'abcd', revokedAt: null, expiresAt: now - 86_400_000 };
  expect(alertsOf([{ ...key, successorId: 'key_2' }], [])).toEqual([]);
});

it('an event that one receiver got and another did not needs attention', () => {
  const event = { eventId: 'job_1:end', createdAt: now - 1 };
  const delivered = { ...event, endpointId: 'we_1', status: 'delivered' };
  const failed = { ...event, endpointId: 'we_2', status: 'failed' };
  expect(alertsOf([], [delivered, failed])).toEqual(['/app/deliveries']);
});

it('a file of use has every day that it is named after, or says that it has not', async () => {
  const eve = await signedUp();
  const [first, last] = ['2026-01-01', '2026-01-02'];
  // Of the earlier day one row, of the later as many as are read at a time.
  const rows = Array.from({ length: MAX_USAGE_ROWS }, (_, at) => [last, `key_${at}`]);
  await env.DB.prepare(
    `INSERT INTO usage (organization_id, day, product, key_id, lookups, credits)
     SELECT ?, value ->> 0, 'phone', value ->> 1, 1, 1 FROM json_each(?)`,
  )
    .bind(eve.organizationId, JSON.stringify([[first, 'key_first'], ...rows]))
    .run();
  const file = await eve.open(`/app/usage.csv?from=${first}&to=${last}`);
  const isWhole = file.text.includes(`\n${first},`);
  expect(isWhole || file.status !== 200 || /left out/.test(file.text)).toBe(true);
});
