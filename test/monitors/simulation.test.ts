import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareNumber, type NumberState } from '../../src/monitors/comparison.ts';
import { deleteMonitor } from '../../src/monitors/lifecycle.ts';
import { purgeMonitors } from '../../src/monitors/maintenance.ts';
import { addMembers, removeMembers } from '../../src/monitors/members.ts';
import { listEvents, requireMonitor } from '../../src/monitors/monitors.ts';
import { describeMonitorEvent } from '../../src/monitors/notifications.ts';
import { type MonitorRecord, scheduleOffset } from '../../src/monitors/state-machine.ts';
import { readUnsubscribeLink, unsubscribe } from '../../src/monitors/unsubscribe.ts';
import { Chaos, FAILED_LOOKUPS, InjectedFault } from '../support/chaos.ts';
import { randomOf } from '../support/random.ts';
import { simulate } from '../support/simulate.ts';
import { MonitorSimulation, type Truth } from './simulation.ts';

const DAY = 86_400_000;
const DAYS = 3;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await forgetAll();
});

/** Cron of a later test must not meet the monitors of this one. */
const forgetAll = () => env.DB.prepare('DELETE FROM monitors').run();

/**
 * What is true of a number on a day: the same however often it is asked for. One in eight lookups
 * fails.
 */
function truthOf(seed: number, number: string, day: number): Truth | null {
  const random = randomOf(seed * 1_000_003 + Number(number.slice(1)) * 31 + day * 7);
  random.below(9);
  if (random.chance(FAILED_LOOKUPS.monitored)) return null;
  const status = (['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'UNKNOWN'] as const)[random.below(5)]!;
  return { status, spam: random.chance(0.2) };
}

interface Expected {
  events: { subject: string; changes: unknown }[];
  credits: number;
  skips: number;
  runsWithChanges: number;
}

/** What a run that is not disturbed would find. */
function expectRun(
  all: Expected,
  known: Map<string, NumberState | null>,
  truth: (number: string) => Truth | null,
  spam: boolean,
): void {
  const before = all.events.length;
  for (const [subject, state] of known) {
    const found = truth(subject);
    if (!found) continue;
    all.credits += spam ? 2 : 1;
    const { status } = found;
    const compared = compareNumber(state, {
      status: status === 'UNKNOWN' ? null : status,
      ...(spam && { spamRiskLevel: found.spam ? 'CRITICAL' : 'LOW' }),
    });
    known.set(subject, compared.state);
    if (compared.event) all.events.push({ subject, changes: compared.event.changes });
  }
  if (all.events.length > before) all.runsWithChanges += 1;
}

const everyEvent = async ({ real, organizationId, monitorId }: MonitorSimulation) => {
  const named = { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const;
  const filter = { subject: null, since: null, limit: 10_000, cursor: null };
  return (await listEvents({ ...named, ...filter }, real)).events.map((event) =>
    describeMonitorEvent('number', event),
  );
};

const sorted = (events: readonly { subject: string; changes: unknown }[]) =>
  events.map((event) => JSON.stringify([event.subject, event.changes])).sort();

async function run(chaos: Chaos, seed: number): Promise<void> {
  const { random } = chaos;
  chaos.begin();
  let day = 0;
  const truth = (number: string) => truthOf(seed, number, day);
  const simulation = new MonitorSimulation(chaos, truth);
  const spam = random.chance(0.5);
  const numbers = Array.from({ length: 20 + random.below(120) }, (_, index) => `+${index}`);
  const known = new Map<string, NumberState | null>(numbers.map((number) => [number, null]));
  chaos.intensity = 0;
  await simulation.open(0);
  await simulation.create(numbers, spam);
  const { real, organizationId, monitorId } = simulation;
  const named = { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const;
  const start = Date.now();
  const expected: Expected = { events: [], credits: 0, skips: 0, runsWithChanges: 0 };
  const seen: (string | null)[] = [];
  const planned: string[] = [];
  for (; day < DAYS; day++) {
    if (day > 0 && random.chance(0.5)) {
      const gone = [...known.keys()].filter(() => random.chance(0.1));
      await removeMembers({ ...named, subjects: gone }, real);
      for (const number of gone) known.delete(number);
      const added = [`+${900 + day}`, ...gone.slice(0, 2)];
      const members = added.map((number) => ({ subject: number, label: null }));
      await addMembers({ ...named, members }, real);
      for (const number of added) known.set(number, null);
    }
    const isPaid = random.chance(0.85);
    await simulation.plan(isPaid ? 'active' : 'canceled');
    const price = known.size * (spam ? 2 : 1);
    if (random.chance(0.8)) await simulation.grant(price + random.below(20));
    const { available } = await simulation.accounts.balance(organizationId);
    const outcome = isPaid ? (available < price ? 'insufficient_credits' : 'completed') : 'no_plan';
    planned.push(outcome);
    if (outcome === 'completed') expectRun(expected, known, truth, spam);
    if (outcome === 'insufficient_credits') expected.skips += 1;
    chaos.intensity = 0.5 + 1.5 * random.next();
    await simulation.until(start + day * DAY + scheduleOffset(monitorId) + 2 * 3_600_000);
    const state = (await real.objects.state(monitorId))!;
    seen.push(state.lastOutcome);
    // The clock may have jumped back by up to a minute, more than once.
    const dueAt = start + day * DAY + scheduleOffset(monitorId);
    expect(state.lastEndedAt).toBeGreaterThanOrEqual(dueAt - 10 * 60_000);
    chaos.intensity = 0;
    simulation.loseMessages();
  }
  // Without faults, the hourly sweep projects what a lost write left behind.
  await simulation.until(Date.now() + 2 * 3_600_000);
  expect(seen).toEqual(planned);
  const state = (await real.objects.state(monitorId))!;
  expect(state.nextRunAt).toBe(start + DAYS * DAY + scheduleOffset(monitorId));
  await check(simulation, expected);
  chaos.intensity = 1;
  if (chaos.strikes('queue_after_deletion')) await replayAfterDeletion(simulation);
  await forgetAll();
}

/** Messages of a monitor that has been deleted bring nothing of it back, and spend nothing. */
async function replayAfterDeletion(simulation: MonitorSimulation): Promise<void> {
  const { chaos, real, organizationId, monitorId, accounts } = simulation;
  chaos.intensity = 0;
  const named = { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const;
  const spent = async () => {
    const { held, usage } = await accounts.statement(organizationId, null);
    return { held, ...usage.allTime };
  };
  const before = await spent();
  await deleteMonitor(named, real);
  simulation.pass(31 * DAY);
  await purgeMonitors(real);
  await simulation.replay();
  expect(await real.objects.state(monitorId)).toBeNull();
  expect(await spent()).toEqual(before);
}

async function check(simulation: MonitorSimulation, expected: Expected): Promise<void> {
  const { real, organizationId, monitorId, accounts, delivered, mailed } = simulation;
  // Every change once, in the events as in what was told.
  const events = await everyEvent(simulation);
  const shown = events.map(({ phone_number, changes }) => ({
    subject: phone_number as string,
    changes,
  }));
  expect(sorted(shown)).toEqual(sorted(expected.events));
  const told = delivered.filter(({ type }) => type === 'number_monitor.changed');
  const toldEvents = told.flatMap(({ data }) => data.events as Record<string, unknown>[]);
  expect(toldEvents.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
  const lengths = told.map(({ data }) => (data.events as unknown[]).length);
  for (const length of lengths) expect(length).toBeLessThanOrEqual(100);
  const skipped = delivered.filter(({ type }) => type === 'number_monitor.skipped');
  expect(skipped).toHaveLength(expected.skips);
  expect(mailed).toHaveLength(expected.runsWithChanges + expected.skips);

  // Each is recorded for its receivers once, besides what the account says of its credits, and no
  // mail left twice.
  const recorded = async (from: string) =>
    (
      await env.DB.prepare(`SELECT event_id AS id FROM ${from} AND organization_id = ?
        AND type LIKE 'number_monitor.%'`)
        .bind(organizationId)
        .all<{ id: string }>()
    ).results.map(({ id }) => id);
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort();
  expect((await recorded('webhook_events WHERE true')).sort()).toEqual(ids(delivered));
  const mails = await recorded(`webhook_deliveries WHERE url LIKE 'mailto:%'`);
  expect(mails.sort()).toEqual(ids(mailed));
  const addresses = await recorded(`webhook_deliveries WHERE url LIKE 'https:%'`);
  expect(addresses.sort()).toEqual(ids(delivered));
  expect(simulation.sent.length).toBeLessThanOrEqual(mailed.length);

  // Every recheck paid once, and nothing held any more.
  const statement = await accounts.statement(organizationId, 'key_1');
  expect(statement.usage.allTime.credits).toBe(expected.credits);
  expect(statement.held).toBe(0);
  for (const { name, holds } of await accounts.invariants(organizationId))
    expect(holds, name).toBe(true);

  // What D1 shows is what the object says.
  const { state } = await requireMonitor(
    { organizationId, mode: null, scopes: null, kind: 'number', monitorId },
    real,
  );
  expect(state).toEqual(await real.objects.state(monitorId));
}

simulate(
  'rechecks every member once a period whatever is killed or lost',
  { faults: 'monitors', fixed: 4, fresh: 1, perTest: 2 },
  run,
);

/**
 * A monitor of well-behaved processes, and what is true of its numbers, which the test may change.
 */
async function calm(count: number, name?: string, credits = 10_000) {
  const truths = { status: 'ACTIVE' as Truth['status'] };
  const simulation = new MonitorSimulation(new Chaos(1, {}), () => ({ ...truths, spam: false }));
  await simulation.open(credits);
  const numbers = Array.from({ length: count }, (_, index) => `+${index}`);
  await simulation.create(numbers, false, name);
  const start = Date.now();
  const { monitorId, organizationId, real } = simulation;
  const named = { organizationId, mode: null, scopes: null, kind: 'number', monitorId } as const;
  const runDay = (day: number) =>
    simulation.until(start + day * DAY + scheduleOffset(monitorId) + 3_600_000);
  return { simulation, real, named, truths, runDay };
}

it('tells many changes in deliveries of a hundred, and mails the owner nothing but text', async () => {
  const { simulation, real, truths, runDay } = await calm(250, 'A <b>&\r\nBcc: x');
  await runDay(0);
  truths.status = 'INACTIVE';
  await runDay(1);
  const { delivered, mailed } = simulation;
  expect(delivered.map(({ data }) => (data.events as unknown[]).length)).toEqual([100, 100, 50]);
  const [{ mail }] = mailed as [(typeof mailed)[0]];
  expect(mailed).toHaveLength(1);
  expect(mail.to).toBe('owner@example.com');
  expect(mail.subject).toBe('A <b>& Bcc: x: 250 changes');
  expect(mail.text).toContain('Status: active → inactive');
  expect(mail.text).toContain('and 200 more');
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain(mail.unsubscribeUrl);

  // The link needs no key, and is about this monitor alone.
  const token = mail.unsubscribeUrl!.split('/').at(-1)!;
  expect(mail.unsubscribeUrl).toBe(`https://api.test/unsubscribe/${token}`);
  const [claim = '', signature] = token.split('.');
  const other = `${claim.slice(0, -2)}${claim.at(-2) === 'A' ? 'B' : 'A'}${claim.at(-1)}.${signature}`;
  await expect(readUnsubscribeLink(other, real)).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
  });
  await unsubscribe(token, real);
  truths.status = 'ACTIVE';
  await runDay(2);
  expect(mailed).toHaveLength(1);
  expect(delivered).toHaveLength(6);
});

it('isolates a name in Arabic from the figures behind it in a mail', async () => {
  const { simulation, truths, runDay } = await calm(2, 'عملاء');
  await runDay(0);
  truths.status = 'INACTIVE';
  await runDay(1);
  const [{ mail }] = simulation.mailed as [(typeof simulation.mailed)[0]];
  expect(mail.subject).toBe('\u2068عملاء\u2069: 2 changes');
  expect(mail.text).toContain('Monitor \u2068عملاء\u2069 found 2 changes.');
});

it.each([
  ['never arrived', false],
  ['arrived, and its answer did not', true],
])('is run and paid once when the word that it may begin %s', async (_, arrives) => {
  const { simulation, truths, runDay, real } = await calm(130, 'Monitor', 261);
  const objects = { ...simulation.faulty.objects };
  let isLost = true;
  const commit: typeof objects.commit = async (...args) => {
    if (!isLost) return objects.commit(...args);
    isLost = false;
    if (arrives) await objects.commit(...args);
    throw new InjectedFault(arrives ? 'object_lost_reply' : 'object_error');
  };
  simulation.faulty = { ...simulation.faulty, objects: { ...objects, commit } };
  // The price is set aside by an attempt that cannot go on: it must not stand in the way of the
  // next.
  await runDay(0);
  expect(isLost).toBe(false);
  truths.status = 'INACTIVE';
  isLost = true;
  await runDay(1);
  expect(await everyEvent(simulation)).toHaveLength(130);
  const { monitorId, organizationId, accounts } = simulation;
  expect(await real.objects.state(monitorId)).toMatchObject({ lastOutcome: 'completed' });
  expect(await accounts.balance(organizationId)).toMatchObject({ available: 2, held: 0 });
});

it('stops with its monitor, whose events go thirty days later, and after a year without it', async () => {
  const { simulation, real, named, truths, runDay } = await calm(120);
  await runDay(0);
  truths.status = 'INACTIVE';
  const { organizationId, monitorId } = simulation;
  await real.objects.runNow(monitorId);
  let isDeleted = false;
  await simulation.until(Date.now(), async () => {
    if (isDeleted || !(await real.objects.runningJob(monitorId))) return;
    isDeleted = true;
    await deleteMonitor(named, real);
  });
  expect(isDeleted).toBe(true);
  expect(await real.objects.state(monitorId)).toMatchObject({
    ...{ nextRunAt: null, lastOutcome: 'stopped' },
  });
  expect(await everyEvent(simulation)).toEqual([]);
  expect((await simulation.accounts.balance(organizationId)).held).toBe(0);
  await runDay(3);
  expect((await real.objects.state(monitorId))!.lastOutcome).toBe('stopped');

  const lastJob = await runInDurableObject(
    env.MONITOR.getByName(monitorId),
    (_, { storage }) => storage.kv.get<MonitorRecord>('monitor')?.last?.jobId as string,
  );
  simulation.pass(26 * DAY);
  await purgeMonitors(real);
  expect(await real.objects.state(monitorId)).not.toBeNull();
  expect(await real.jobs.wake(lastJob)).toBe(true);
  simulation.pass(5 * DAY);
  await purgeMonitors(real);
  expect(await real.objects.state(monitorId)).toBeNull();
  expect(await real.jobs.wake(lastJob)).toBe(false);
  const left = await runInDurableObject(env.MONITOR.getByName(monitorId), (_, { storage }) =>
    storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('members', 'events')")
      .toArray(),
  );
  expect(left).toEqual([]);

  const kept = await calm(3);
  await kept.runDay(0);
  kept.truths.status = 'INACTIVE';
  await kept.runDay(1);
  expect(await everyEvent(kept.simulation)).toHaveLength(3);
  simulation.pass(366 * DAY);
  expect(await everyEvent(kept.simulation)).toEqual([]);
  const stored = () =>
    runInDurableObject(env.MONITOR.getByName(kept.simulation.monitorId), (_, { storage }) =>
      storage.sql.exec('SELECT id FROM events').toArray(),
    );
  expect(await stored()).toHaveLength(3);
  await runDurableObjectAlarm(env.MONITOR.getByName(kept.simulation.monitorId));
  expect(await stored()).toEqual([]);
});
