import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { VERBS } from '../../scripts/operator/verbs.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { wakeMonitors } from '../../src/monitors/maintenance.ts';
import { ALERTS, type OperationPorts, watchAlerts } from '../../src/operations/alerts.ts';
import { createMetrics, readGauges } from '../../src/operations/metrics.ts';
import { MonitorSimulation } from '../monitors/simulation.ts';
import { createOrganization } from '../support/api.ts';
import { Chaos } from '../support/chaos.ts';

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

const size = async () => ({ databaseBytes: 1, unarchivedLines: 0, oldestUnarchivedAt: null });

function portsOf(over: Partial<OperationPorts> = {}) {
  const mails: string[] = [];
  const id = env.METRICS.idFromName(`test ${crypto.randomUUID()}`);
  const objects = { idFromName: () => id, get: (one: DurableObjectId) => env.METRICS.get(one) };
  const ports: OperationPorts = {
    db: openDatabase(env.DB),
    clock: { now: () => Date.now() },
    accounts: { size },
    databases: {},
    feedsOverdue: async () => [{ name: 'tor_exits', overdueMs: 96 * HOUR }],
    metrics: createMetrics(
      objects as unknown as typeof env.METRICS,
      { now: () => 0 },
      () => undefined,
    ),
    fetcher: {} as OperationPorts['fetcher'],
    mails: { send: async ({ subject }) => void mails.push(subject) },
    alertMail: 'operator@example.com',
    alertWebhook: null,
    log: () => undefined,
    ...over,
  };
  return { ports, mails };
}

it('an alert is sent though one account cannot be reached', async () => {
  await createOrganization({ paid: false });
  const { ports, mails } = portsOf({
    accounts: { size: async () => Promise.reject(new Error('overloaded')) },
  });
  await watchAlerts(ports).catch(() => undefined);
  expect(mails).toEqual(['Lookup API: alert: feed_overdue']);
});

it('an alert is sent though one of the databases does not answer', async () => {
  const broken = { prepare: () => ({ all: async () => Promise.reject(new Error('D1 is down')) }) };
  const { ports, mails } = portsOf({
    databases: { RECORDS: broken as unknown as D1Database },
  });
  await watchAlerts(ports).catch(() => undefined);
  expect(mails).toEqual(['Lookup API: alert: feed_overdue']);
});

it('the verbs that alerts name are verbs of the operator’s command line', () => {
  const named = ALERTS.flatMap(({ says }) => says.match(/\b(?:resend|sweep)-[a-z-]+/g) ?? []);
  expect(named.filter((name) => !(name in VERBS))).toEqual([]);
});

it('a run that has been under way for 13 hours is 13 hours old', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const simulation = new MonitorSimulation(new Chaos(1, {}), () => ({
    status: 'ACTIVE',
    spam: false,
  }));
  await simulation.open(1_000);
  await simulation.create(['+1']);
  simulation.pass(2 * HOUR);
  // The run that is due begins, and its messages are lost.
  await wakeMonitors(simulation.real);
  expect((await simulation.real.objects.state(simulation.monitorId))?.runId).not.toBeNull();
  simulation.pass(13 * HOUR);
  const { db, clock } = simulation.real;
  const feedsOverdue = async () => [];
  const gauges = await readGauges({ db, clock, accounts: { size }, databases: {}, feedsOverdue });
  const age = new Map(gauges).get('monitor_run_oldest_seconds') as number;
  expect(age).toBeGreaterThan((12 * HOUR) / 1_000);
});
