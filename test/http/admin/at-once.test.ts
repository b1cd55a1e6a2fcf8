import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { call, createOrganization, operate } from '../../support/api.ts';

const status = async (token: string): Promise<number> =>
  (await call('GET', '/v1/account', { token })).status;

describe('what the operator changes counts from the next call on', () => {
  it('a revoked key', async () => {
    const { owner, teammate, ownerKeyId } = await createOrganization();
    expect(await status(owner)).toBe(200);
    await operate('DELETE', `/api-keys/${ownerKeyId}`);
    expect(await status(owner)).toBe(401);
    expect(await status(teammate)).toBe(200);
  });

  it('a plan that ends and comes back, for every live key; the sandbox needs none', async () => {
    const { id, owner, teammate, sandbox } = await createOrganization();
    const keys = [owner, teammate, sandbox];
    const set = (changes: object) =>
      operate('PUT', `/organizations/${id}/subscription`, {
        plan: 'starter',
        tokens_per_month: 1_000,
        ...changes,
      });
    expect(await Promise.all(keys.map(status))).toEqual([200, 200, 200]);
    await set({ status: 'past_due' });
    expect(await Promise.all(keys.map(status))).toEqual([403, 403, 200]);
    await set({ status: 'trialing' });
    expect(await Promise.all(keys.map(status))).toEqual([200, 200, 200]);
    const { subscription } = await operate('GET', `/organizations/${id}`);
    const { current_period_start } = subscription;
    const current_period_end = new Date().toISOString();
    await set({ status: 'active', current_period_start, current_period_end });
    expect(await Promise.all(keys.map(status))).toEqual([403, 403, 200]);
  });

  it('a key that expires', async () => {
    const { id } = await createOrganization();
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { key } = await operate('POST', `/organizations/${id}/api-keys`, {
      user_email: 'owner@example.com',
      name: 'short',
      mode: 'live',
      expires_at,
    });
    expect(await status(key)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expires_at) + 5 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await status(key)).toBe(401);
  });
});
