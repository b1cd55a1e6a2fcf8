import { describe, expect, it } from 'vitest';
import { type PlanRequest, setSubscription } from '../../src/accounts/credits.ts';
import { createPorts, newOrganization } from './support.ts';

const DAY_MS = 86_400_000;

const asked = (organizationId: string, changes: Partial<PlanRequest> = {}): PlanRequest => ({
  organizationId,
  operationId: null,
  plan: 'starter',
  status: 'active',
  creditsPerMonth: null,
  periodStart: null,
  periodEnd: null,
  trialEnd: null,
  ...changes,
});

async function start() {
  const { ports } = createPorts();
  const id = await newOrganization(ports);
  const available = async () => (await ports.accounts.balance(id)).available;
  return { ports, id, available };
}

describe('setSubscription', () => {
  it('grants the credits of a period once, however often and in whatever paid status it is set', async () => {
    const { ports, id, available } = await start();
    const first = await setSubscription(asked(id), ports);
    expect(await available()).toBe(20_000);
    await setSubscription(asked(id, { status: 'past_due' }), ports);
    await setSubscription(asked(id, { status: 'trialing', trialEnd: first.periodEnd }), ports);
    const last = await setSubscription(asked(id), ports);
    expect(last).toMatchObject({
      periodStart: first.periodStart,
      periodEnd: first.periodEnd,
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
    const now = Date.now();
    const ended = { periodStart: now - 40 * DAY_MS, periodEnd: now - 10 * DAY_MS };
    for (const changes of [
      ...(['past_due', 'canceled', 'incomplete', 'unpaid', 'paused'] as const).map((status) => ({
        status,
      })),
      ended,
    ]) {
      const { ports, id, available } = await start();
      await setSubscription(asked(id, changes), ports);
      expect(await available()).toBe(0);
    }
  });

  it('begins a calendar month at the start that was named', async () => {
    const { ports, id } = await start();
    const periodStart = Date.UTC(2026, 0, 5);
    expect(await setSubscription(asked(id, { periodStart }), ports)).toMatchObject({
      periodStart,
      periodEnd: Date.UTC(2026, 1, 5),
    });
    const periodEnd = Date.UTC(2026, 2, 20);
    expect(await setSubscription(asked(id, { periodEnd }), ports)).toMatchObject({
      periodStart: Date.UTC(2026, 1, 20),
      periodEnd,
    });
  });

  it('takes a custom contract with its own figure, and no unknown plan without one', async () => {
    const { ports, id, available } = await start();
    await expect(setSubscription(asked(id, { plan: 'acme' }), ports)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await setSubscription(asked(id, { plan: 'acme', creditsPerMonth: 123 }), ports);
    expect(await available()).toBe(123);
  });

  describe('a period set ahead', () => {
    const ahead = async () => {
      const { ports, id, available } = await start();
      const { periodEnd } = await setSubscription(asked(id), ports);
      const next = { plan: 'growth', periodStart: periodEnd };
      await setSubscription(asked(id, next), ports);
      return { ports, id, available, periodEnd };
    };

    it.each(['canceled', 'unpaid'] as const)('is dropped by %s, which says so', async (status) => {
      const { ports, id, periodEnd } = await ahead();
      const request = asked(id, { status, operationId: 'end' });
      const dropped = { plan: 'growth', status: 'active', periodStart: periodEnd };
      const ended = { status, periodEnd, ahead: null, dropped };
      expect(await setSubscription(request, ports)).toMatchObject(ended);
      expect(await setSubscription(request, ports)).toMatchObject(ended);
      expect(await ports.accounts.view(id)).toMatchObject({ nextSubscription: null });
    });

    it('a change made before a period could be dropped is answered again under its id', async () => {
      const { ports, id } = await ahead();
      const { organizationId: _, ...earlier } = asked(id, {
        status: 'canceled',
        operationId: 'end',
      });
      const made = await ports.accounts.subscribe(id, { ...earlier, creditsPerMonth: 20_000 });
      const again = await setSubscription(
        asked(id, { status: 'canceled', operationId: 'end' }),
        ports,
      );
      expect(made).toMatchObject({ kind: 'applied', value: again });
    });

    it.each(['past_due', 'incomplete', 'paused'] as const)('survives %s', async (status) => {
      const { ports, id, periodEnd } = await ahead();
      expect(await setSubscription(asked(id, { status }), ports)).toMatchObject({
        ahead: { plan: 'growth', periodStart: periodEnd },
        dropped: null,
      });
      expect(await ports.accounts.view(id)).toMatchObject({
        nextSubscription: { plan: 'growth' },
      });
    });
  });

  it('refuses a period that is too far ahead, ends before it begins, or is longer than a year', async () => {
    const { ports, id } = await start();
    const now = Date.now();
    const refused = (changes: Partial<PlanRequest>) =>
      expect(setSubscription(asked(id, changes), ports)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    await refused({ periodStart: now + 32 * DAY_MS });
    await refused({ periodStart: now - DAY_MS, periodEnd: now - 2 * DAY_MS });
    await refused({ periodStart: now, periodEnd: now });
    await refused({ periodEnd: now + 400 * DAY_MS });
    const trialEnd = now - DAY_MS;
    await expect(
      setSubscription(asked(id, { status: 'trialing', trialEnd }), ports),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', param: 'trial_end' });
    await expect(setSubscription(asked('org_nobody'), ports)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
