import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VERBS } from '../../scripts/operator/verbs.ts';
import { log } from '../../src/http/request/log.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { syncObject } from '../../src/monitors/lifecycle.ts';
import { wakeMonitors } from '../../src/monitors/maintenance.ts';
import { updateMonitor } from '../../src/monitors/store.ts';
import {
  ALERTS,
  type OperationPorts,
  Readings,
  readMetrics,
  watchAlerts,
} from '../../src/operations/alerts.ts';
import { createMetrics, readGauges } from '../../src/operations/metrics.ts';
import { appServices } from '../../src/services.ts';
import { MonitorSimulation } from '../monitors/simulation.ts';
import { call, createOrganization } from '../support/api.ts';
import { Chaos } from '../support/chaos.ts';
import { send } from '../support/deployment.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

afterEach(() => void vi.useRealTimers());

const answer = (status: number) => ({
  ...{ status, url: '', headers: new Headers(), body: new Blob([]).stream() },
});

/** The text as a scraper reads it: figures by series, and the type of each family. */
function parse(text: string) {
  const lines = text.trimEnd().split('\n');
  const samples = lines.flatMap((line) => {
    const sample = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line);
    return sample ? [[sample[1] as string, Number(sample[2])] as const] : [];
  });
  const types = lines.flatMap(
    (line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1).join(' ') ?? [],
  );
  return { lines, figures: new Map(samples), types };
}

async function scrape(token = 'admin_test') {
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await send('/admin/metrics', { headers });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

describe('GET /admin/metrics', () => {
  it('counts calls by product, mode and code, and is OpenMetrics to the last line', async () => {
    const { owner } = await createOrganization({ credits: 100 });
    const at = 'lookup_api_lookups_total{product="phone",mode="live",code="OK"}';
    const before = parse((await scrape()).text).figures.get(at) ?? 0;
    await call('POST', '/v1/phone', { token: owner, body: { phone_number: '+14155552123' } });
    await call('POST', '/v1/phone', { token: owner, body: { phone_number: 'no number' } });
    const reply = await scrape();
    expect(reply.headers.get('Content-Type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    const { lines, figures, types } = parse(reply.text);
    expect(figures.get(at)).toBe(before + 1);
    expect(
      figures.get('lookup_api_lookups_total{product="phone",mode="live",code="INVALID_INPUT"}'),
    ).toBeGreaterThanOrEqual(1);
    expect(types).toContain('lookup_api_lookups counter');
    expect(types).toContain('lookup_api_d1_bytes gauge');
    expect(figures.get('lookup_api_d1_bytes{database="DB"}')).toBeGreaterThan(10_000);
    expect(figures.get('lookup_api_object_bytes')).toBeGreaterThan(1_000);
    expect(figures.get('lookup_api_account_unarchived_lines')).toBeGreaterThanOrEqual(1);
    expect(lines.at(-1)).toBe('# EOF');
    // What a caller sent is in no label.
    expect(reply.text).not.toMatch(/4155552123|no number/);
  });

  it('is the operator’s alone', async () => {
    expect((await scrape('sk_live_nobody')).status).toBe(401);
  });
});

/** A service of its own, with gauges and sent messages of the test's making. */
function serviceOf({
  mailFails = false,
  ...over
}: Partial<OperationPorts> & { mailFails?: boolean } = {}) {
  let [now, overdueMs] = [Date.parse('2026-11-22T12:00:00Z'), 0];
  const mails: { subject: string; text: string }[] = [];
  const posts: unknown[] = [];
  const state = { mailFails };
  const objects = {
    idFromName: () => env.METRICS.idFromName(`test ${crypto.randomUUID()}`),
    get: (id: DurableObjectId) => env.METRICS.get(id),
  };
  const id = objects.idFromName();
  const metrics = createMetrics(
    { idFromName: () => id, get: objects.get } as unknown as typeof env.METRICS,
    { now: () => 0 },
    () => undefined,
  );
  const ports: OperationPorts = {
    db: openDatabase(env.DB),
    clock: { now: () => now },
    accounts: {
      size: async () => ({ databaseBytes: 1, unarchivedLines: 0, oldestUnarchivedAt: null }),
    },
    databases: {},
    feedsOverdue: async () => [{ name: 'tor_exits', overdueMs }],
    metrics,
    fetcher: {
      requireFetchable: () => undefined,
      check: async () => undefined,
      async fetch(_, { body }) {
        posts.push(JSON.parse(String(body)));
        return answer(204);
      },
    },
    mails: {
      async send(mail) {
        if (state.mailFails) throw new Error('refused');
        mails.push(mail);
      },
    },
    alertMail: 'operator@example.com',
    alertWebhook: null,
    log: () => undefined,
    ...over,
  };
  return {
    ...{ ports, metrics, mails, posts, state },
    pass: (ms: number) => {
      now += ms;
    },
    feedIsDueFor: (ms: number) => {
      overdueMs = ms;
    },
    watch: () => watchAlerts(ports),
  };
}

describe('alerts', () => {
  it('are notified once when raised, again after a day, and once when over', async () => {
    const service = serviceOf();
    await service.watch();
    expect(service.mails).toEqual([]);
    service.feedIsDueFor(4 * DAY_MS);
    await service.watch();
    expect(service.mails).toMatchObject([{ subject: 'Lookup API: alert: feed_overdue' }]);
    expect(service.mails[0]?.text).toContain(
      '345600 (above 259200) since 2026-11-22T12:00:00.000Z',
    );
    expect(await readMetrics(service.ports)).toContain('alert_raised{alert="feed_overdue"} 1');
    service.pass(600_000);
    await service.watch();
    expect(service.mails).toHaveLength(1);
    service.pass(DAY_MS);
    await service.watch();
    expect(service.mails).toHaveLength(2);
    service.feedIsDueFor(0);
    await service.watch();
    expect(service.mails[2]).toMatchObject({ subject: 'Lookup API: over: feed_overdue' });
    await service.watch();
    expect(service.mails).toHaveLength(3);
    expect(await readMetrics(service.ports)).toContain('alert_raised{alert="feed_overdue"} 0');
  });

  it('whose mail failed are notified by the next run, over or not', async () => {
    const service = serviceOf({ mailFails: true });
    service.feedIsDueFor(4 * DAY_MS);
    await service.watch();
    service.state.mailFails = false;
    service.feedIsDueFor(0);
    await service.watch();
    expect(service.mails).toMatchObject([{ subject: 'Lookup API: alert: feed_overdue' }]);
  });

  it('of a counter whose mail failed are notified as raised, though over by then', async () => {
    const service = serviceOf({ mailFails: true });
    service.metrics.count('periodic_tasks', { task: 'reconcile accounts', result: 'failed' });
    await service.watch();
    service.state.mailFails = false;
    service.pass(600_000);
    await service.watch();
    expect(service.mails).toMatchObject([
      {
        subject: 'Lookup API: alert: periodic_task_failing',
        text: expect.stringContaining(
          'periodic_task_failing: raised at 2026-11-22T12:00:00.000Z, over. Periodic tasks that failed',
        ),
      },
    ]);
    await service.watch();
    expect(service.mails).toHaveLength(1);
  });

  it('are posted with their figures where a receiver is set', async () => {
    const service = serviceOf();
    Object.assign(service.ports, { alertWebhook: 'https://hooks.example/alerts', alertMail: null });
    service.metrics.count('periodic_tasks', { task: 'reconcile accounts', result: 'failed' });
    await service.watch();
    const alert = { name: 'periodic_task_failing', state: 'raised', figure: 1, above: 0 };
    expect(service.posts).toMatchObject([{ alerts: [alert] }]);
    // Rates look at what came since: the same failure is not found again.
    await service.watch();
    expect(service.posts[1]).toMatchObject({ alerts: [{ state: 'over' }] });
  });

  it('that no receiver took are logged with the reason, and without the address', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const alertWebhook = 'http://localhost:8843/secret';
    const refused = new ApiError('INVALID_INPUT', 'The address must use the default port.');
    const ends = [async () => Promise.reject(refused), async () => answer(500)];
    for (const fetch of ends) {
      const service = serviceOf({ alertWebhook, alertMail: null, log });
      service.ports.fetcher.fetch = fetch;
      service.feedIsDueFor(4 * DAY_MS);
      await service.watch();
    }
    const texts = logged.mock.calls.map(String).filter((text) => text.includes('not be sent'));
    expect(texts[0]).toContain('ALERT_WEBHOOK_URL: The address must use the default port.');
    expect(texts[1]).toContain('ALERT_WEBHOOK_URL: the receiver answered 500.');
    expect(texts.join()).not.toContain('secret');
    logged.mockRestore();
  });

  it('go where webhooks may go, on a laptop also to the machine itself', () => {
    expect(appServices.admin.operations.fetcher).toBe(appServices.webhooks.fetcher);
  });

  it('are notified though one account cannot be reached, which is an alert as well', async () => {
    await createOrganization({ paid: false });
    const size = async () => Promise.reject(new Error('overloaded'));
    const service = serviceOf({ accounts: { size } });
    service.feedIsDueFor(4 * DAY_MS);
    await service.watch();
    const subject = 'Lookup API: alert: feed_overdue, gauges_unread';
    expect(service.mails).toMatchObject([{ subject }]);
    expect(await readMetrics(service.ports)).toContain('gauge_unread{gauge="object_bytes"} 1');
  });

  it('are notified though one of the databases does not answer', async () => {
    const prepare = () => ({ all: async () => Promise.reject(new Error('D1 is down')) });
    const service = serviceOf({ databases: { RECORDS: { prepare } as never } });
    service.feedIsDueFor(4 * DAY_MS);
    await service.watch();
    const subject = 'Lookup API: alert: feed_overdue, gauges_unread';
    expect(service.mails).toMatchObject([{ subject }]);
  });

  it('are not over while what they look at cannot be read', async () => {
    const service = serviceOf();
    service.feedIsDueFor(4 * DAY_MS);
    await service.watch();
    const { feedsOverdue } = service.ports;
    service.ports.feedsOverdue = async () => Promise.reject(new Error('R2 is down'));
    await service.watch();
    expect(service.mails[1]).toMatchObject({ subject: 'Lookup API: alert: gauges_unread' });
    expect(await readMetrics(service.ports)).toContain('alert_raised{alert="feed_overdue"} 1');
    service.ports.feedsOverdue = feedsOverdue;
    service.feedIsDueFor(0);
    await service.watch();
    const over = 'Lookup API: over: feed_overdue, gauges_unread';
    expect(service.mails[2]).toMatchObject({ subject: over });
  });

  it('name verbs of the operator’s command line', () => {
    const named = ALERTS.flatMap(({ says }) =>
      [...says.matchAll(/\b(?:operator|then) ([a-z-]+)/g)].map(([, verb]) => verb ?? ''),
    );
    expect(named).toContain('sweep-job');
    expect(named.filter((name) => !(name in VERBS))).toEqual([]);
  });

  it('look at shares only of as many calls as make one', () => {
    const read = (name: string, all: [string, number][]) =>
      ALERTS.find((alert) => alert.name === name)?.read(new Readings(all));
    const lookups = (code: string, count: number): [string, number] => [
      `lookups{product="phone",mode="live",code="${code}"}`,
      count,
    ];
    expect(read('lookups_failing', [lookups('SERVICE_UNAVAILABLE', 49)])).toBe(0);
    expect(read('lookups_failing', [lookups('OK', 45), lookups('SERVICE_BUSY', 5)])).toBe(0.1);
    expect(read('lookups_failing', [lookups('OK', 45), lookups('INVALID_INPUT', 5)])).toBe(0);
    const calls = (source: string, outcome: string, count: number): [string, number] => [
      `source_calls{source="${source}",outcome="${outcome}"}`,
      count,
    ];
    const failing = [calls('rdap', 'breaker_open', 15), calls('rdap', 'ok', 5)];
    expect(read('source_failing', [...failing, calls('doh', 'ok', 1_000)])).toBe(0.75);
    expect(read('source_failing', [calls('rdap', 'UPSTREAM_ERROR', 20)])).toBe(0);
  });
});

describe('a gauge', () => {
  /** A simulation with a monitor of one number, on fake time and without faults. */
  async function watchOneNumber(): Promise<MonitorSimulation> {
    vi.useFakeTimers({ toFake: ['Date'] });
    const line = { status: 'ACTIVE', spam: false } as const;
    const simulation = new MonitorSimulation(new Chaos(1, {}), () => line);
    await simulation.open(1_000);
    await simulation.create(['+1']);
    return simulation;
  }

  it('has the age of the run that is longest under way', async () => {
    const simulation = await watchOneNumber();
    simulation.pass(2 * HOUR_MS);
    // The run that is due begins, and its messages are lost.
    await wakeMonitors(simulation.real, 'mon_8');
    expect((await simulation.real.objects.state(simulation.monitorId))?.runId).not.toBeNull();
    simulation.pass(13 * HOUR_MS);
    const { db, clock } = simulation.real;
    const gauges = await readGauges({ ...serviceOf().ports, db, clock });
    const age = new Map(gauges).get('monitor_run_oldest_seconds') as number;
    expect(age).toBeGreaterThan((12 * HOUR_MS) / 1_000);
    expect(age).toBeLessThan((14 * HOUR_MS) / 1_000);
  });

  it('counts monitors whose run, or change of settings, has waited for over two hours', async () => {
    const simulation = await watchOneNumber();
    await simulation.until(Date.now() + 2 * HOUR_MS);
    const { real, monitorId: id } = simulation;
    const { db, clock } = real;
    const overdue = async () =>
      new Map(await readGauges({ ...serviceOf().ports, db, clock })).get('monitors_overdue');
    expect(await overdue()).toBe(0);
    const changed = await updateMonitor(db, id, { name: 'Other' }, clock.now());
    simulation.pass(HOUR_MS);
    expect(await overdue()).toBe(0);
    simulation.pass(2 * HOUR_MS);
    expect(await overdue()).toBe(1);
    await syncObject(changed!, real);
    expect(await overdue()).toBe(0);
    simulation.pass(DAY_MS);
    expect(await overdue()).toBe(1);
  });
});

describe('counters', () => {
  it('of many lookups are one write, and wait for a store that is out of reach', async () => {
    const added: unknown[] = [];
    let fails = true;
    const planned: Promise<unknown>[] = [];
    const objects = {
      idFromName: () => 'id',
      get: () => ({
        async add(counted: unknown) {
          if (fails) throw new Error('out of reach');
          added.push(counted);
        },
      }),
    };
    let now = 1_000_000;
    const clock = { now: () => now };
    const metrics = createMetrics(objects as never, clock, (work) => planned.push(work));
    const count = () => metrics.count('source_calls', { outcome: 'ok', source: 'doh' });
    for (let time = 0; time < 500; time++) count();
    // Only the first is sent at once, and it is not lost though the object was out of reach.
    await Promise.all(planned);
    expect(planned).toHaveLength(1);
    fails = false;
    now += 5_000;
    count();
    await Promise.all(planned);
    await metrics.flush();
    expect(added).toEqual([[['source_calls{source="doh",outcome="ok"}', 501]]]);
  });

  it('never become more series than there may be', async () => {
    const object = env.METRICS.get(env.METRICS.idFromName('many'));
    const all = Array.from({ length: 10_500 }, (_, at) => [`lookups{code="${at}"}`, 1] as const);
    for (let at = 0; at < all.length; at += 500) await object.add(all.slice(at, at + 500), [], 0);
    await object.add([['lookups{code="0"}', 1]], [], 0);
    const { counters } = await object.read();
    expect(counters).toHaveLength(10_000);
    expect(counters.find(([series]) => series === 'lookups{code="0"}')?.[1]).toBe(2);
  });
});
