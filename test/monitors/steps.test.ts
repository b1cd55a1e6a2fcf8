import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_PAYLOAD_CHARS } from '../../src/lookup/jobs/webhooks.ts';
import {
  changeMonitor,
  deleteMonitor,
  disownMonitors,
  syncObject,
} from '../../src/monitors/lifecycle.ts';
import { relistMonitor, resendMonitor, wakeMonitors } from '../../src/monitors/maintenance.ts';
import { listMonitorsOfMember } from '../../src/monitors/monitors.ts';
import type { MonitorPorts } from '../../src/monitors/ports.ts';
import { handleRunMessages } from '../../src/monitors/queue-consumer.ts';
import { memberRowText } from '../../src/monitors/runs.ts';
import { MonitorStateMachine, scheduleOffset } from '../../src/monitors/state-machine.ts';
import { findMonitor, projectRunState } from '../../src/monitors/store.ts';
import { unsubscribe, unsubscribeUrl } from '../../src/monitors/unsubscribe.ts';
import { deliveryPayload } from '../../src/webhooks/delivery.ts';
import { Chaos, messagesOf } from '../support/chaos.ts';
import { MonitorSimulation, type Truth } from './simulation.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  // Cron of a later test must not meet the monitors of this one.
  await env.DB.prepare('DELETE FROM monitors').run();
});

/** A monitor of well-behaved processes whose numbers cost a credit each. */
async function calm(count: number, credits = 1_000) {
  const truth = { status: 'ACTIVE' as Truth['status'] };
  const simulation = new MonitorSimulation(new Chaos(1, {}), () => ({ ...truth, spam: false }));
  await simulation.open(credits);
  await simulation.create(Array.from({ length: count }, (_, index) => `+${index}`));
  const { monitorId, organizationId, real, accounts } = simulation;
  return {
    ...{ simulation, real, monitorId, truth },
    named: { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const,
    state: async () => (await real.objects.state(monitorId))!,
    balance: () => accounts.balance(organizationId),
    /** Its processes take some of their steps otherwise. */
    change(ports: (usual: MonitorPorts) => Partial<MonitorPorts>): void {
      simulation.faulty = { ...simulation.faulty, ...ports(simulation.faulty) };
    },
  };
}

const alarmOf = (id: string) =>
  runInDurableObject(env.MONITOR.getByName(id), (_, { storage }) => storage.getAlarm());

it('a monitor that is switched off while its run begins pays nothing, and holds nothing', async () => {
  const { simulation, real, named, state, balance, change, monitorId } = await calm(30);
  change(({ objects }) => ({
    objects: {
      ...objects,
      async commit(...args) {
        await changeMonitor(named, { active: false }, simulation.caller, real);
        return objects.commit(...args);
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.deliver();
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
  await simulation.until(Date.now() + HOUR);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'stopped' });
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
});

it('a run that cannot be undone at once is undone later, and the next attempt pays', async () => {
  // Enough for one run and the first half of another.
  const { simulation, real, state, balance, change, monitorId } = await calm(30, 44);
  let commits = 0;
  let undone = 0;
  const undoneWhenGivenUp: number[] = [];
  change(({ objects, jobs }) => ({
    objects: {
      ...objects,
      async commit(...args) {
        if (++commits === 1) throw new Error('out');
        return objects.commit(...args);
      },
      async markGivenUp(...args) {
        undoneWhenGivenUp.push(undone);
        return objects.markGivenUp(...args);
      },
    },
    jobs: {
      ...jobs,
      async abandon(job) {
        if (++undone === 1) throw new Error('out');
        return jobs.abandon(job);
      },
    },
  }));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  errors.mockRestore();
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'completed' });
  expect(await balance()).toEqual({ available: 15, held: 0 });
  // Of the attempt that could not commit, and of the one that could not undo it.
  expect(undoneWhenGivenUp).toEqual([2, 3]);
});

it('a run whose changes could not be written down at once ends when they are', async () => {
  const { simulation, real, state, truth, change, monitorId } = await calm(30);
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  truth.status = 'INACTIVE';
  let writes = 0;
  change(({ objects }) => ({
    objects: {
      ...objects,
      async record(...args) {
        if (++writes === 1) throw new Error('out');
        return objects.record(...args);
      },
    },
  }));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  errors.mockRestore();
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'completed' });
  const changed = simulation.delivered.flatMap(({ data }) => data.events as unknown[]);
  expect([writes, changed.length]).toEqual([2, 30]);
});

it('a run is under way until a slow receiver was told everything', async () => {
  const { simulation, real, state, truth, change, monitorId } = await calm(250);
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  truth.status = 'INACTIVE';
  const underWay: unknown[] = [];
  change(({ webhooks }) => ({
    webhooks: {
      ...webhooks,
      async announce(...args) {
        const [{ id }] = args;
        if (!simulation.delivered.some((event) => event.id === id)) simulation.pass(25_000);
        underWay.push((await state()).runId !== null);
        return webhooks.announce(...args);
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  const lengths = simulation.delivered.map(({ data }) => (data.events as unknown[]).length);
  expect(lengths).toEqual([100, 100, 50]);
  expect(new Set(underWay)).toEqual(new Set([true]));
});

it('an erasure between two leases keeps no other event from its receiver', async () => {
  const { simulation, real, truth, change, monitorId } = await calm(250);
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  truth.status = 'INACTIVE';
  let erased = 0;
  change(({ webhooks }) => ({
    webhooks: {
      ...webhooks,
      async announce(...args) {
        const isNew = !simulation.delivered.some(({ id }) => id === args[0].id);
        await webhooks.announce(...args);
        if (isNew) simulation.pass(25_000);
        if (erased === 0) erased = await real.objects.erase(monitorId, '+42');
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  // The member and its event.
  expect(erased).toBe(2);
  const told = simulation.delivered.flatMap(({ data }) =>
    (data.events as { phone_number: string }[]).map((one) => one.phone_number),
  );
  const members = Array.from({ length: 250 }, (_, index) => `+${index}`);
  expect(members.filter((member) => !told.includes(member))).toEqual([]);
});

it('a run by hand that is skipped leaves the scheduled one where it was', async () => {
  const { simulation, real, state, monitorId } = await calm(30, 10);
  const { nextRunAt } = await state();
  await real.objects.runNow(monitorId);
  while ((await state()).runId !== null) await simulation.deliver();
  expect(await state()).toMatchObject({ lastOutcome: 'insufficient_credits', nextRunAt });
  // One that looked everything up stands in for it.
  await simulation.grant(100);
  await real.objects.runNow(monitorId);
  while ((await state()).runId !== null) await simulation.deliver();
  expect((await state()).nextRunAt).toBe((nextRunAt as number) + 24 * HOUR);
});

it('a run at work is looked after within the hour, and no other begins', async () => {
  const { simulation, real, monitorId } = await calm(30);
  await real.objects.runNow(monitorId);
  expect(await real.objects.runNow(monitorId)).toBeNull();
  await simulation.deliver();
  expect(await real.objects.runningJob(monitorId)).not.toBeNull();
  // The alarm that was set while it was starting finds nothing overdue.
  await runDurableObjectAlarm(env.MONITOR.getByName(monitorId));
  expect(await alarmOf(monitorId)).toBeLessThanOrEqual(Date.now() + HOUR);
});

it('a run that is begun is no longer due: the time of the next one is known while it works', async () => {
  const { simulation, state } = await calm(30);
  vi.setSystemTime((await state()).nextRunAt!);
  await simulation.idle(Date.now());
  const { runId, nextRunAt } = await state();
  expect(runId).not.toBeNull();
  expect(nextRunAt).toBeGreaterThan(Date.now());
  await simulation.until(Date.now() + HOUR);
  expect(await state()).toMatchObject({ lastOutcome: 'completed', nextRunAt });
});

it('a run that falls due while another works is passed over', async () => {
  const { simulation, real, state, balance, monitorId } = await calm(30);
  await real.objects.runNow(monitorId);
  await simulation.deliver();
  expect(await real.objects.runningJob(monitorId)).not.toBeNull();
  vi.setSystemTime((await state()).nextRunAt! + HOUR);
  await simulation.until(Date.now());
  const { runId, lastOutcome, nextRunAt } = await state();
  expect({ runId, lastOutcome }).toEqual({ runId: null, lastOutcome: 'completed' });
  expect(nextRunAt).toBeGreaterThan(Date.now());
  await simulation.until(Date.now() + HOUR);
  expect(await balance()).toEqual({ available: 971, held: 0 });
});

it('a job of a run that its monitor does not order any more is deleted, and its hold ends', async () => {
  const { simulation, real, named, balance, monitorId } = await calm(30);
  await changeMonitor(named, { active: false }, simulation.caller, real);
  const types = ['phone_validation'];
  const order = {
    ...{ id: `run_${crypto.randomUUID()}`, caller: simulation.caller, type: types[0]!, total: 0 },
    ...{ webhook: null, origin: 'https://api.test', createdAt: Date.now() },
    run: { monitorId, runId: `run_${crypto.randomUUID()}`, number: 1, types },
  };
  const rows = async function* () {
    yield memberRowText('phone_number', '+1', 1);
  };
  expect(await real.jobs.prepare(order, [{ type: types[0]!, rows }])).toBeNull();
  expect(await balance()).toEqual({ available: 1_000, held: 1 });
  expect(simulation.jobs).toContain(order.id);
  await simulation.until(Date.now() + HOUR);
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
  // Woken once more, no object knows the job.
  await simulation.idle(Date.now() + 1);
  expect(simulation.jobs).not.toContain(order.id);
});

it('a run whose job is lost gives back what it holds, and the next one is as ever', async () => {
  const { simulation, real, state, balance, change, monitorId } = await calm(30);
  let lost: string | null = null;
  change(({ jobs }) => ({
    jobs: {
      ...jobs,
      async start(jobId) {
        const isStarted = await jobs.start(jobId);
        if (lost === null) await env.BULK_JOB.getByName(jobId).forget();
        lost ??= jobId;
        return isStarted;
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  expect(lost).not.toBeNull();
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'lost' });
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'completed' });
  expect(await balance()).toEqual({ available: 971, held: 0 });
});

it('an attempt that comes to its end after the next one has begun the run begins nothing', async () => {
  const { simulation, real, balance, change, monitorId } = await calm(30);
  const { objects } = simulation.faulty;
  let attempts = 0;
  const committed: boolean[] = [];
  change(() => ({
    objects: {
      ...objects,
      async commit(...args) {
        attempts += 1;
        if (attempts === 1) {
          // It was silent for longer than a lease, and the next attempt has overtaken it.
          simulation.pass(60_000);
          await simulation.idle(Date.now());
          await simulation.deliver();
        }
        const mayRun = await objects.commit(...args);
        committed.push(mayRun);
        return mayRun;
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  expect(committed).toEqual([true, false]);
  expect(await balance()).toEqual({ available: 971, held: 0 });
});

it('a lapsed plan stops a run before anything is set aside', async () => {
  const { simulation, real, state, balance, monitorId } = await calm(30);
  await simulation.plan('canceled');
  const before = await balance();
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'no_plan' });
  expect(await balance()).toEqual(before);
});

it('mails that were switched off, and an owner who left, are not back with a lost row', async () => {
  const { simulation, real, monitorId } = await calm(3);
  const { organizationId, caller } = simulation;
  const stored = async () => (await findMonitor(real.db, monitorId))!;
  expect(await stored()).toMatchObject({ alertEmail: true, caller: { userId: caller.userId } });
  const url = await unsubscribeUrl(monitorId, 'https://api.test', real.linkSecrets);
  await unsubscribe(url!.split('/').at(-1)!, real);
  await disownMonitors(organizationId, caller.userId, real);
  const owner = { userId: organizationId };
  expect(await stored()).toMatchObject({ alertEmail: false, caller: owner });
  await env.DB.prepare('DELETE FROM monitors').run();
  await relistMonitor({ id: monitorId, organizationId }, real);
  expect(await stored()).toMatchObject({ alertEmail: false, caller: owner });
});

it('mails are switched off though the object is out of reach, which cron tells it', async () => {
  const { simulation, real, monitorId } = await calm(3);
  const url = await unsubscribeUrl(monitorId, 'https://api.test', real.linkSecrets);
  const wake = async () => Promise.reject(new Error('out'));
  const ports = { ...real, objects: { ...real.objects, wake }, warn: () => undefined };
  await unsubscribe(url!.split('/').at(-1)!, ports);
  await disownMonitors(simulation.organizationId, simulation.caller.userId, ports);
  const caller = { userId: simulation.organizationId };
  const listed = () => real.objects.listed(monitorId);
  expect(await findMonitor(real.db, monitorId)).toMatchObject({ alertEmail: false, caller });
  expect(await listed()).toMatchObject({ alertEmail: true });
  await wakeMonitors(real, 'mon_8');
  expect(await listed()).toMatchObject({ alertEmail: false, caller });
});

it('a lost alarm is set again when the monitor is woken', async () => {
  const { real, monitorId } = await calm(3);
  await runInDurableObject(env.MONITOR.getByName(monitorId), (_, { storage }) =>
    storage.deleteAlarm(),
  );
  expect(await alarmOf(monitorId)).toBeNull();
  await resendMonitor(monitorId, real);
  expect(await alarmOf(monitorId)).not.toBeNull();
});

it('cron wakes a monitor though another cannot be reached', async () => {
  const [broken, well] = [await calm(3), await calm(3)];
  vi.setSystemTime(Date.now() + 2 * HOUR);
  const { objects } = well.real;
  const wake: typeof objects.wake = async (monitor) => {
    if (monitor.id === broken.monitorId) throw new Error('out');
    return objects.wake(monitor);
  };
  const ports = { ...well.real, objects: { ...objects, wake }, warn: () => undefined };
  await wakeMonitors(ports, 'mon_8');
  expect((await well.state()).runId).not.toBeNull();
  expect((await broken.state()).runId).toBeNull();
});

/** Adds copies of a monitor's row, with ids from `prefix` and a number. */
async function copyRow(monitorId: string, prefix: string, count: number): Promise<void> {
  const { results } = await env.DB.prepare('SELECT name FROM pragma_table_info(?)')
    .bind('monitors')
    .all<{ name: string }>();
  const rest = results.map(({ name }) => name).filter((name) => name !== 'id');
  await env.DB.prepare(
    `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?)
     INSERT INTO monitors (id, ${rest}) SELECT ? || at, ${rest} FROM n, monitors WHERE id = ?`,
  )
    .bind(count, prefix, monitorId)
    .run();
}

it('cron begins at any of the monitors and ends there, so that the last are woken too', async () => {
  const { real, monitorId } = await calm(1);
  vi.setSystemTime(Date.now() + 2 * HOUR);
  await copyRow(monitorId, 'mon_a', 4_050);
  await copyRow(monitorId, 'mon_z', 30);
  const woken: string[] = [];
  const wake = async ({ id }: { id: string }) => {
    woken.push(id);
    throw new Error('out');
  };
  const ports = { ...real, objects: { ...real.objects, wake }, warn: () => undefined };
  await wakeMonitors(ports, 'mon_z15');
  expect(woken).toContain('mon_z30');
  expect(woken).toContain('mon_a1');
  expect(new Set(woken).size).toBe(woken.length);
  await env.DB.prepare("DELETE FROM monitors WHERE id LIKE 'mon_a%'").run();
  woken.length = 0;
  await wakeMonitors(ports, 'mon_z15');
  expect(woken.filter((id) => id.startsWith('mon_z'))).toHaveLength(30);
  expect(new Set(woken).size).toBe(woken.length);
});

it('a member who leaves is shown every monitor that goes on, of live and test mode', async () => {
  const { simulation, real, monitorId } = await calm(1);
  await copyRow(monitorId, 'mon_', 102);
  expect(await listMonitorsOfMember(simulation.caller, real)).toHaveLength(103);
});

/** Ports of a process that cannot reach the monitor's object. */
const outOf = (real: MonitorPorts): MonitorPorts => ({
  ...real,
  objects: { ...real.objects, wake: async () => Promise.reject(new Error('out')) },
  warn: () => undefined,
});

it('a monitor that was switched on while its object was out of reach runs again by cron', async () => {
  const { simulation, real, named, state } = await calm(3);
  await simulation.until(Date.now() + 2 * HOUR);
  await changeMonitor(named, { active: false }, simulation.caller, real);
  await changeMonitor(named, { active: true }, simulation.caller, outOf(real));
  simulation.pass(2 * HOUR);
  await wakeMonitors(real, 'mon_8');
  expect((await state()).nextRunAt).not.toBeNull();
});

it('a shorter period chosen while the object was out of reach is pushed within the hour', async () => {
  const { simulation, real, named, state } = await calm(3);
  await changeMonitor(named, { frequency: 'weekly' }, simulation.caller, real);
  await simulation.until(Date.now() + 8 * DAY);
  await changeMonitor(named, { frequency: 'daily' }, simulation.caller, outOf(real));
  simulation.pass(HOUR);
  await wakeMonitors(real, 'mon_8');
  expect((await state()).nextRunAt! - Date.now()).toBeLessThanOrEqual(DAY + HOUR);
});

it('a report of the object leaves settings to be pushed that it does not have', async () => {
  const { simulation, real, named, state, monitorId } = await calm(3);
  await simulation.until(Date.now() + 2 * HOUR);
  const { id } = (
    await changeMonitor(named, { frequency: 'weekly' }, simulation.caller, outOf(real))
  ).monitor;
  await projectRunState(real.db, id, await state());
  const stale = (await findMonitor(real.db, id))!;
  expect(stale.unsyncedSince).not.toBeNull();
  // Another change while the earlier one is pushed.
  await changeMonitor(named, { active: false }, simulation.caller, outOf(real));
  await syncObject(stale, real);
  expect(await state()).toMatchObject({ nextRunAt: expect.any(Number) });
  await wakeMonitors(real, 'mon_8');
  expect(await state()).toMatchObject({ nextRunAt: null });
  expect(await findMonitor(real.db, monitorId)).toMatchObject({ unsyncedSince: null });
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

it('a monitor that never ran is due at once when it is switched on again', () => {
  const schedule = { frequency: 'weekly', active: true, startsAt: 0 } as const;
  const owned = { id: 'mon_1', organizationId: 'org_1', schedule, version: 0 };
  const off = { schedule: { ...schedule, active: false } };
  const machine = new MonitorStateMachine(MonitorStateMachine.newRecord(owned), () => 'uuid');
  machine.configure(off, 10 * MINUTE);
  expect(machine.state.nextRunAt).toBeNull();
  machine.configure({ schedule }, 2 * HOUR);
  expect(machine.state.nextRunAt).toBeLessThan(3 * HOUR);
  machine.resendOverdue(3 * HOUR);
  expect(machine.state.runId).not.toBeNull();
  machine.configure(off, 4 * HOUR);
  machine.configure({ schedule }, 5 * HOUR);
  expect(machine.state.nextRunAt).toBeGreaterThan(6 * DAY);
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

it('a run ends though what it found is longer than a delivery may be', async () => {
  const { simulation, real, truth, change, monitorId } = await calm(2);
  // As webhooks do.
  change(({ webhooks }) => ({
    webhooks: { ...webhooks, announce: async (event) => void deliveryPayload(event) },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  truth.status = 'x'.repeat(MAX_PAYLOAD_CHARS) as Truth['status'];
  await real.objects.runNow(monitorId);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await simulation.until(Date.now() + HOUR).catch(() => undefined);
  errors.mockRestore();
  expect((await real.objects.state(monitorId))?.runId).toBeNull();
}, 60_000);

it('events that are longer than a delivery are delivered in several', async () => {
  const { simulation, real, truth, change, monitorId } = await calm(90);
  const delivered: number[] = [];
  change(({ webhooks }) => ({
    webhooks: {
      ...webhooks,
      async announce(event) {
        deliveryPayload(event);
        delivered.push((event.data as { events: object[] }).events.length);
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  // As JSON, six times as long.
  truth.status = '\u0001'.repeat(600) as Truth['status'];
  await real.objects.runNow(monitorId);
  await simulation.until(Date.now() + HOUR);
  expect(delivered.length).toBeGreaterThan(1);
  expect(delivered.reduce((sum, count) => sum + count)).toBe(90);
  expect((await real.objects.state(monitorId))?.runId).toBeNull();
}, 60_000);

/** A monitor whose run's job has begun, and whose chunks nobody has got. */
async function underWay(count: number) {
  const made = await calm(count);
  const { simulation, real, monitorId, balance } = made;
  await real.objects.runNow(monitorId);
  await simulation.deliver();
  const jobId = (await real.objects.runningJob(monitorId)) as string;
  expect(await balance()).toEqual({ available: 1_001 - count, held: count });
  simulation.loseMessages();
  return {
    ...{ ...made, jobId },
    /** The messages that the monitor's alarm sends after a time, handled if they are taken. */
    async supervise(ms: number) {
      simulation.pass(ms);
      await runInDurableObject(env.MONITOR.getByName(monitorId), (object) => object.alarm());
      const letters = simulation.runs.take(4);
      await handleRunMessages(messagesOf(letters), real);
      return letters.length;
    },
  };
}

it('a run is looked after every half an hour while its job is there', async () => {
  const { state, supervise, real, jobId } = await underWay(3);
  expect(await supervise(31 * MINUTE)).toBe(1);
  expect(await supervise(25 * MINUTE)).toBe(0);
  expect(await supervise(6 * MINUTE)).toBe(1);
  expect((await state()).runId).not.toBeNull();
  expect(await real.jobs.wake(jobId)).toBe(true);
});

it('a run whose job was lost ends as lost, gives back what it held, and says so in its row', async () => {
  const { real, monitorId, balance, state, supervise, jobId } = await underWay(3);
  await real.jobs.forget(jobId);
  await supervise(31 * MINUTE);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'lost' });
  expect(await findMonitor(real.db, monitorId)).toMatchObject({
    state: { lastOutcome: 'lost' },
  });
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
});

it('a run whose job and row were lost ends all the same', async () => {
  const { real, monitorId, state, supervise, jobId } = await underWay(3);
  await real.jobs.forget(jobId);
  await env.DB.prepare('DELETE FROM monitors WHERE id = ?').bind(monitorId).run();
  await supervise(31 * MINUTE);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'lost' });
});

it('the job of a deleted monitor that could not be cancelled at once is cancelled later', async () => {
  const { real, named, balance, supervise } = await underWay(3);
  const cancel = async () => Promise.reject(new Error('out'));
  const ports = { ...real, jobs: { ...real.jobs, cancel }, warn: () => undefined };
  await deleteMonitor(named, ports);
  expect((await balance()).held).toBe(3);
  await supervise(31 * MINUTE);
  expect(await balance()).toEqual({ available: 1_001, held: 0 });
});

it.each([
  ['was deleted', 'UPDATE monitors SET deleted_at = 1 WHERE id = ?'],
  ['has lost its row', 'DELETE FROM monitors WHERE id = ?'],
])('a run whose monitor %s meanwhile ends, and records nothing', async (_, statement) => {
  const { simulation, real, monitorId, state, change } = await calm(3);
  let records = 0;
  change(({ objects }) => ({
    objects: {
      ...objects,
      async record(...args) {
        records += 1;
        return objects.record(...args);
      },
    },
  }));
  await real.objects.runNow(monitorId);
  await simulation.deliver();
  await env.DB.prepare(statement).bind(monitorId).run();
  await simulation.until(Date.now() + HOUR);
  expect(await state()).toMatchObject({ runId: null, lastOutcome: 'stopped' });
  expect(records).toBe(0);
});
