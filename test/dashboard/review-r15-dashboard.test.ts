import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { MAX_USAGE_ROWS } from '../../src/accounts/ledger/store-history.ts';
import { signedUp } from './person.ts';

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
