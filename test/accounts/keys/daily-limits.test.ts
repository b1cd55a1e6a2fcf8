import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageCounters } from '../../../src/accounts/ledger/usage.ts';
import type { KeyRecord } from '../../../src/lookup/account/account.ts';
import { tool } from '../../agents/support.ts';
import { call, createOrganization, limitKey, operate } from '../../support/api.ts';
import { refusal } from '../../support/refusal.ts';
import { DAY, keyHash, paidAccount, START, setNow, type TestAccount } from '../ledger/support.ts';

const numberOf = (n: number) => ({ phone_number: `+1650253000${n}` });
const midnight = () =>
  `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

it('refuses a key above its daily limit on every way in, until midnight, and not what is free', async () => {
  const organization = await createOrganization();
  const { owner, teammate } = organization;
  const look = (n: number, token = owner) =>
    call('POST', '/v1/phone', { token, body: numberOf(n) });
  const { credits_used: price } = (await look(0)).body.data.metadata;
  expect(price).toBeGreaterThan(0);
  await limitKey(organization, 2 * price);
  expect((await look(1)).status).toBe(200);

  const refused = await look(2);
  const limits = { credits_per_day: 2 * price, credits_left: 0, credits_required: price };
  const details = { ...limits, resets_at: midnight() };
  expect([refused.status, refused.body]).toEqual([
    429,
    refusal('RATE_LIMIT_EXCEEDED', { details }),
  ]);
  expect(refused.body.error.message).toContain(midnight());
  const { headers } = refused;
  const seconds = Number(headers.get('Retry-After'));
  expect(Math.abs(Date.parse(midnight()) - Date.now() - 1_000 * seconds)).toBeLessThan(60_000);
  expect(headers.get('X-RateLimit-Limit')).toBe(String(2 * price));
  expect(headers.get('X-RateLimit-Remaining')).toBe('0');
  expect(headers.get('X-RateLimit-Reset')).toBe(String(Date.parse(midnight()) / 1_000));

  expect((await look(1)).body.data.metadata).toMatchObject({ credits_used: 0 });
  const requests = [2, 1].map((n) => ({ type: 'phone', ...numberOf(n) }));
  const batch = await call('POST', '/v1/batch', { token: owner, body: { requests } });
  expect(batch.body.data.results).toMatchObject([
    { status: 429, ...refusal('RATE_LIMIT_EXCEEDED') },
    { status: 200, data: { metadata: { credits_used: 0 } } },
  ]);
  const window = await look(1, teammate);
  const limitOf = (reply: { headers: Headers }) => reply.headers.get('X-RateLimit-Limit');
  expect(limitOf(batch)).toBe(limitOf(window));
  const alone = { requests: [{ type: 'phone', ...numberOf(2) }] };
  const none = await call('POST', '/v1/batch', { token: owner, body: alone });
  expect([none.body.data.succeeded, limitOf(none)]).toEqual([0, limitOf(window)]);
  const body = { type: 'phone_validation', inputs: [numberOf(3).phone_number] };
  const dryRun = async (token: string) =>
    (await call('POST', '/v1/bulk/jobs', { token, body: { ...body, dry_run: true } })).body.data;
  const { credits_required: _, ...today } = details;
  expect(await dryRun(owner)).toMatchObject({ daily_limit: today, is_affordable: false });
  expect(await dryRun(teammate)).toMatchObject({ daily_limit: null, is_affordable: true });
  const job = await call('POST', '/v1/bulk/jobs', { token: owner, body });
  expect([job.status, job.body]).toEqual([429, refusal('RATE_LIMIT_EXCEEDED', { details })]);
  expect(job.headers.get('X-RateLimit-Limit')).toBe(String(2 * price));
  const list = { type: 'phone_validation', inputs: [numberOf(3).phone_number] };
  for (const [name, args] of [
    ['validate_phone', numberOf(2)],
    ['bulk_verify', list],
  ] as const) {
    const { reply, result, said } = await tool(name, args, { token: owner });
    const { code, retry_after_seconds: wait } = said.error;
    expect([result.isError, code]).toEqual([true, 'RATE_LIMIT_EXCEEDED']);
    expect(Math.abs(Date.parse(midnight()) - Date.now() - 1_000 * wait)).toBeLessThan(60_000);
    const reset = reply.headers.get('X-RateLimit-Reset');
    expect([limitOf(reply), reset]).toEqual([limitOf(job), headers.get('X-RateLimit-Reset')]);
  }
  expect((await look(2, teammate)).status).toBe(200);
});

it('is shared by a key and what it is rolled into, however often', async () => {
  const organization = await createOrganization();
  const { owner, ownerKeyId } = organization;
  const look = (n: number, token: string) =>
    call('POST', '/v1/phone', { token, body: numberOf(n) });
  const { credits_used: price } = (await look(0, owner)).body.data.metadata;
  await limitKey(organization, 3 * price);
  const roll = (id: string) => operate('POST', `/api-keys/${id}/roll`, { overlap_hours: 1 });
  const second = await roll(ownerKeyId);
  expect((await look(1, second.key)).status).toBe(200);
  const third = await roll(second.id);
  expect((await look(2, owner)).status).toBe(200);
  for (const token of [owner, second.key, third.key])
    expect((await look(3, token)).body).toMatchObject(refusal('RATE_LIMIT_EXCEEDED'));
});

describe('a hold of a monitor or job, which knows its key by the id,', () => {
  let holds = 0;
  /** A hold of ann's key, or of one more. */
  const holdOf = (account: TestAccount, amount: number, keyId = 'key-ann') =>
    account.open().hold({
      ...{ id: `run-${++holds}`, amount, userId: 'ann', keyId, lifetimeMs: DAY, note: null },
    });
  const roll = async (account: TestAccount, keyId: string, into: string, limit?: number) => {
    const made = { id: into, hash: keyHash(into), last4: 'last', createdAt: Date.now() };
    await account.open().rollKey(keyId, { ...made, secretVersion: null, oldEndsAt: 0 }, null);
    if (limit !== undefined) await account.open().changeKey(into, { creditsPerDay: limit }, null);
  };
  const refused = { ok: false, reason: 'daily_limit' };

  beforeEach(() => void vi.setSystemTime(START));
  afterEach(() => void vi.useRealTimers());

  it('counts against the last of those it was rolled into, together with what they spent', async () => {
    const account = await paidAccount(1_000, { ann: 5 });
    expect(await holdOf(account, 20)).toMatchObject(refused);
    await roll(account, 'key-ann', 'key-2', 30);
    expect(await holdOf(account, 20)).toMatchObject({ ok: true });
    expect(await holdOf(account, 20)).toMatchObject({ ...refused, limit: 30, left: 10 });
    await roll(account, 'key-2', 'key-3', 50);
    expect(await holdOf(account, 20)).toMatchObject({ ok: true });
    expect(await holdOf(account, 20)).toMatchObject({ ...refused, limit: 50, left: 10 });
    expect(await account.open().balance('key-ann')).toMatchObject({ daily: { left: 10 } });
  });

  it('counts against none once all of them have ended', async () => {
    const account = await paidAccount(1_000, { ann: 5 });
    await roll(account, 'key-ann', 'key-2');
    expect(await holdOf(account, 20)).toMatchObject(refused);
    await account.open().changeKey('key-2', { revoked: true }, null);
    expect(await holdOf(account, 20)).toMatchObject({ ok: true });
    expect(await account.open().balance('key-ann')).toMatchObject({ daily: null });
  });

  it('finds its successor through a thousand keys, and no more are kept', async () => {
    const account = await paidAccount(1_000, { ann: 5 });
    const perDay = 90;
    for (let n = 0; n < 1_100; n++) {
      setNow(START + Math.floor(n / perDay) * DAY);
      await roll(account, n === 0 ? 'key-ann' : `key-${n}`, `key-${n + 1}`);
    }
    setNow(START + 90 * DAY);
    const view = await account.open().view();
    const bob = view!.keys.find(({ id }) => id === 'key-bob') as KeyRecord;
    await account.open().addKey(bob);
    await account.open().grant({ id: 'pack', amount: 100, note: null });
    const { keys } = (await account.open().view())!;
    const ids = keys.map(({ id }) => id).filter((id) => id !== 'key-bob');
    expect(ids).toHaveLength(1_000);
    expect(ids).toContain('key-101');
    expect(await holdOf(account, 20, 'key-101')).toMatchObject(refused);
  });

  it('finds its successor months after the key has ended', async () => {
    const account = await paidAccount(1_000, { ann: 5 });
    await roll(account, 'key-ann', 'key-2');
    setNow(START + 28 * DAY);
    await roll(account, 'key-2', 'key-3');
    setNow(START + 90 * DAY);
    const view = await account.open().view();
    const bob = view!.keys.find(({ id }) => id === 'key-bob') as KeyRecord;
    await account.open().addKey(bob);
    await account.open().grant({ id: 'pack', amount: 100, note: null });
    expect(await holdOf(account, 20)).toMatchObject(refused);
    await account.open().changeKey('key-3', { revoked: true }, null);
    setNow(START + 121 * DAY);
    await account.open().addKey(bob);
    expect((await account.open().view())!.keys.map(({ id }) => id)).toEqual(['key-bob']);
    expect(await holdOf(account, 20)).toMatchObject({ ok: true });
  });
});

it('lets no more than the limit through of calls that come at once', async () => {
  const organization = await createOrganization();
  const { owner } = organization;
  const look = (n: number) => call('POST', '/v1/phone', { token: owner, body: numberOf(n) });
  const { credits_used: price } = (await look(0)).body.data.metadata;
  await limitKey(organization, 4 * price);
  const replies = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(look));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
});

it('counts on what was handed over to be written, before it is', () => {
  const disk = { usage: () => null, keyUsage: () => null, creditsOn: () => [] };
  const counters = new UsageCounters(disk);
  const at = Date.UTC(2030, 0, 10);
  counters.count(at, 'phone', 'key', { lookups: 1, credits: 5 });
  counters.takeChanged();
  counters.count(at, 'phone', 'key', { lookups: 1, credits: 2 });
  expect(counters.spentOn('2030-01-10', 'key')).toBe(7);
  expect(counters.takeChanged().days).toMatchObject([{ lookups: 2, credits: 7 }]);
});
