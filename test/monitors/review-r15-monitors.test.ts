import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { relistMonitor } from '../../src/monitors/maintenance.ts';
import { findMonitor } from '../../src/monitors/store.ts';
import { unsubscribe, unsubscribeUrl } from '../../src/monitors/unsubscribe.ts';
import { Chaos } from '../support/chaos.ts';
import { MonitorSimulation } from './simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const _DAY = 24 * HOUR;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await env.DB.prepare('DELETE FROM monitors').run();
});

/** A monitor of well-behaved processes. */
async function calm() {
  const simulation = new MonitorSimulation(new Chaos(1, {}), () => ({
    status: 'ACTIVE',
    spam: false,
  }));
  await simulation.open(1_000);
  await simulation.create(['+1', '+2', '+3']);
  const { monitorId, organizationId, real, caller } = simulation;
  const named = { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const;
  return {
    ...{ simulation, real, caller, monitorId, organizationId, named },
    state: async () => (await real.objects.state(monitorId))!,
    stored: async () => (await findMonitor(real.db, monitorId))!,
  };
}

it('who unsubscribed gets no mails after the row was written again from its object', async () => {
  const { real, monitorId, organizationId, stored } = await calm();
  const url = await unsubscribeUrl(monitorId, 'https://api.test', real.linkSecrets);
  await unsubscribe(url!.split('/').at(-1)!, real);
  expect((await stored()).alertEmail).toBe(false);
  await env.DB.prepare('DELETE FROM monitors').run();
  await relistMonitor({ id: monitorId, organizationId }, real);
  expect((await stored()).alertEmail).toBe(false);
});
