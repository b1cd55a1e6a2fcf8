import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { type SubscriptionRequest, setSubscription } from '../../src/accounts/set-subscription.ts';
import { createPorts, newOrganization } from './support.ts';

const DAY_MS = 86_400_000;

const asked = (
  organizationId: string,
  changes: Partial<SubscriptionRequest> = {},
): SubscriptionRequest => ({
  organizationId,
  plan: 'starter',
  status: 'active',
  tokensPerMonth: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  trialEnd: null,
  ...changes,
});

async function start() {
  const { ports, forgotten } = createPorts();
  const id = await newOrganization(ports);
  const available = async () => (await ports.ledger.balance(id)).available;
  return { ports, forgotten, id, available };
}

describe('setSubscription', () => {
  it('grants the credits of a period once, however often and in whatever paid status it is set', async () => {
    const { ports, id, available } = await start();
    const first = await setSubscription(asked(id), ports);
    expect(await available()).toBe(20_000);
    await setSubscription(asked(id, { status: 'past_due' }), ports);
    await setSubscription(
      asked(id, { status: 'trialing', trialEnd: first.currentPeriodEnd }),
      ports,
    );
    const last = await setSubscription(asked(id), ports);
    expect(last).toMatchObject({
      currentPeriodStart: first.currentPeriodStart,
      currentPeriodEnd: first.currentPeriodEnd,
      trialEnd: null,
    });
    expect(await available()).toBe(20_000);
  });

  it('adds the difference when the plan grows in the middle of a period', async () => {
    const { ports, id, available } = await start();
    await setSubscription(asked(id), ports);
    await setSubscription(asked(id, { plan: 'growth' }), ports);
    expect(await available()).toBe(85_000);
  });

  it('grants nothing in a status that is not paid, or for a period that has ended', async () => {
    const { ports, id, available } = await start();
    for (const status of ['past_due', 'canceled', 'incomplete', 'unpaid', 'paused'] as const)
      await setSubscription(asked(id, { status }), ports);
    const now = Date.now();
    const past = await setSubscription(
      asked(id, { currentPeriodStart: now - 40 * DAY_MS, currentPeriodEnd: now - 10 * DAY_MS }),
      ports,
    );
    expect(past.currentPeriodEnd).toBeLessThan(now);
    expect(await available()).toBe(0);
  });

  it('begins a calendar month now, or at the start that was named', async () => {
    const { ports, id } = await start();
    const now = Date.UTC(2026, 0, 31, 12);
    const at = {
      ...ports,
      clock: { now: () => now },
      ledger: { ...ports.ledger, renew: async () => ({ granted: 0, creditsRemaining: 0 }) },
    };
    expect(await setSubscription(asked(id), at)).toMatchObject({
      currentPeriodStart: now,
      currentPeriodEnd: Date.UTC(2026, 1, 28, 12),
    });
    const named = await setSubscription(
      asked(id, { currentPeriodStart: Date.UTC(2026, 0, 5) }),
      at,
    );
    expect(named).toMatchObject({
      currentPeriodStart: Date.UTC(2026, 0, 5),
      currentPeriodEnd: Date.UTC(2026, 1, 5),
    });
    const ended = await setSubscription(asked(id, { currentPeriodEnd: Date.UTC(2026, 0, 20) }), at);
    expect(ended).toMatchObject({
      currentPeriodStart: Date.UTC(2025, 11, 20),
      currentPeriodEnd: Date.UTC(2026, 0, 20),
    });
  });

  it('takes a custom contract with its own figure, and no unknown plan without one', async () => {
    const { ports, id, available } = await start();
    await expect(setSubscription(asked(id, { plan: 'acme' }), ports)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await setSubscription(asked(id, { plan: 'acme', tokensPerMonth: 123 }), ports);
    expect(await available()).toBe(123);
  });

  it('refuses a period that begins in the future, ends before it begins, or is longer than a year', async () => {
    const { ports, id } = await start();
    const now = Date.now();
    const refused = (changes: Partial<SubscriptionRequest>) =>
      expect(setSubscription(asked(id, changes), ports)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    await refused({ currentPeriodStart: now + DAY_MS });
    await refused({ currentPeriodStart: now - DAY_MS, currentPeriodEnd: now - 2 * DAY_MS });
    await refused({ currentPeriodStart: now, currentPeriodEnd: now });
    await refused({ currentPeriodEnd: now + 400 * DAY_MS });
    await expect(setSubscription(asked('org_nobody'), ports)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('makes every key of the organization be read afresh', async () => {
    const { ports, forgotten, id } = await start();
    const request = {
      organizationId: id,
      userEmail: 'owner@example.com',
      name: 'key',
      mode: 'live',
      expiresAt: null,
    } as const;
    const keys = [await createApiKey(request, ports), await createApiKey(request, ports)];
    await setSubscription(asked(id), ports);
    expect(forgotten.sort()).toEqual(keys.map(({ stored }) => stored.hash).sort());
  });
});
