import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeMonitor, createMonitor, deleteMonitor } from '../../src/monitors/lifecycle.ts';
import { relistMonitor, wakeMonitors } from '../../src/monitors/maintenance.ts';
import { MonitorStateMachine, scheduleOffset } from '../../src/monitors/state-machine.ts';
import { findMonitor } from '../../src/monitors/store.ts';
import { unsubscribe, unsubscribeUrl } from '../../src/monitors/unsubscribe.ts';
import { deliveryPayload, MAX_PAYLOAD_CHARS } from '../../src/webhooks/delivery.ts';
import { Chaos } from '../support/chaos.ts';
import { MonitorSimulation, type Truth } from './simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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

it('a monitor that was switched on while its object was out of reach runs again by cron', async () => {
  const { simulation, real, caller, named, state } = await calm();
  await simulation.until(Date.now() + 2 * HOUR);
  await changeMonitor(named, { active: false }, caller, real);
  const out = {
    ...real,
    objects: { ...real.objects, wake: async () => Promise.reject(new Error('out')) },
    warn: () => undefined,
  };
  await changeMonitor(named, { active: true }, caller, out);
  simulation.pass(2 * HOUR);
  await wakeMonitors(real);
  expect((await state()).nextRunAt).not.toBeNull();
});

it('a shorter period chosen while the object was out of reach is pushed within the hour', async () => {
  const { simulation, real, caller, named, state } = await calm();
  await changeMonitor(named, { frequency: 'weekly' }, caller, real);
  await simulation.until(Date.now() + 8 * DAY);
  const out = {
    ...real,
    objects: { ...real.objects, wake: async () => Promise.reject(new Error('out')) },
    warn: () => undefined,
  };
  await changeMonitor(named, { frequency: 'daily' }, caller, out);
  simulation.pass(HOUR);
  await wakeMonitors(real);
  expect((await state()).nextRunAt! - Date.now()).toBeLessThanOrEqual(DAY + HOUR);
});

it('a run that is due begins within the hour though the frequency is changed before it does', () => {
  const id = Array.from({ length: 100 }, (_, at) => `mon_${at}`).find(
    (each) => scheduleOffset(each) > 30 * MINUTE,
  ) as string;
  const schedule = { frequency: 'weekly', active: true, startsAt: 0 } as const;
  const machine = new MonitorStateMachine(
    MonitorStateMachine.newRecord({ id, organizationId: 'org_1', schedule, version: 0 }),
    () => 'uuid',
  );
  machine.configure({ schedule: { ...schedule, frequency: 'daily' } }, 10 * MINUTE);
  machine.resendOverdue(HOUR);
  expect(machine.state.runId).not.toBeNull();
});

it('who unsubscribed gets no mails after the row was written again from its object', async () => {
  const { real, monitorId, organizationId, stored } = await calm();
  const url = await unsubscribeUrl(monitorId, 'https://api.test', real.linkSecrets);
  await unsubscribe(url!.split('/').at(-1)!, real);
  expect((await stored()).alertEmail).toBe(false);
  await env.DB.prepare('DELETE FROM monitors').run();
  await relistMonitor({ id: monitorId, organizationId }, real);
  expect((await stored()).alertEmail).toBe(false);
});

it('a run whose job was lost leaves what the last run cost that looked anything up', () => {
  const schedule = { frequency: 'daily', active: true, startsAt: 0 } as const;
  const record = MonitorStateMachine.newRecord({
    ...{ id: 'mon_1', organizationId: 'org_1', schedule, version: 0 },
  });
  const last = { lastRunAt: MINUTE, lastCredits: 3 };
  const machine = new MonitorStateMachine(Object.assign(record, last), () => 'uuid');
  machine.runNow(HOUR);
  const { jobId } = machine.acquire(record.turn, HOUR)!.run;
  expect(machine.commit(record.turn, jobId!, HOUR)).toBe(true);
  machine.finish(jobId!, 'lost', null, 2 * HOUR);
  expect(machine.state).toMatchObject(last);
});

it('a form that is sent again after its monitor was deleted is not answered by the deleted one', async () => {
  const { real, caller, simulation } = await calm();
  const request: Parameters<typeof createMonitor>[0] = {
    ...{
      kind: 'number' as const,
      caller,
      name: 'M',
      frequency: 'daily' as const,
      includeSpamCheck: false,
    },
    ...{ alertEmail: false, webhookUrl: null, idempotencyKey: 'once', origin: '' },
    members: [{ subject: '+9', label: null }],
  };
  const { monitor } = await createMonitor(request, real);
  const { organizationId } = simulation;
  const named = { organizationId, mode: null, scopes: null, kind: null, monitorId: monitor.id };
  await deleteMonitor(named, real);
  const again = await createMonitor(request, real).catch((error) => error);
  expect(again instanceof Error || again.monitor.deletedAt === null).toBe(true);
});

it('a run ends though what it found is longer than a delivery may be', async () => {
  const truth = { status: 'ACTIVE' as string };
  const simulation = new MonitorSimulation(
    new Chaos(1, {}),
    () => ({ ...truth, spam: false }) as Truth,
  );
  await simulation.open(1_000);
  await simulation.create(['+1', '+2']);
  const { real, faulty, monitorId } = simulation;
  const ports = { ...faulty, warn: () => undefined };
  // As webhooks do.
  ports.webhooks = {
    ...faulty.webhooks,
    announce: async (event) => void deliveryPayload(event),
  };
  simulation.faulty = ports;
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  truth.status = 'x'.repeat(MAX_PAYLOAD_CHARS);
  await real.objects.runNow(monitorId);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await simulation.until(Date.now() + HOUR).catch(() => undefined);
  errors.mockRestore();
  expect((await real.objects.state(monitorId))?.runId).toBeNull();
}, 60_000);
