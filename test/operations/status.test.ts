import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Bindings } from '../../src/env.ts';
import changelog from '../../src/http/docs/guides/changelog.md';
import { statusPage } from '../../src/http/docs/service-pages.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../../src/lib/time.ts';
import { createMetrics } from '../../src/operations/metrics.ts';
import {
  type Availability,
  describeStatus,
  openIncident,
  readStatus,
  STATUS_DAYS,
  updateIncident,
} from '../../src/operations/status.ts';
import { call, createOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';

const NOW = Date.UTC(2026, 10, 23, 4, 30);
const TODAY = '2026-11-23';

/** Counts of a product. @param period an hour or a day */
const counted = (period: string, part: string, answered: number, failed: number): Availability => ({
  period,
  part,
  answered,
  failed,
});

const statusOf = (...availability: Availability[]) =>
  describeStatus(['phone', 'email'], { availability, incidents: [] }, NOW);

describe('the state of a product', () => {
  it.each([
    [100, 0, 'operational'],
    [96, 4, 'operational'],
    [95, 5, 'degraded'],
    [51, 49, 'degraded'],
    [50, 50, 'outage'],
    [0, 0, 'unknown'],
  ] as const)('of %d answers and %d failures is %s', (answered, failed, state) => {
    const { parts, status } = statusOf(counted(`${TODAY}T04`, 'phone', answered, failed));
    expect(parts[0]?.status).toBe(state);
    // Nothing is known of the service that is bad: it answers.
    expect(status).toBe(state === 'unknown' ? 'operational' : state);
  });

  it('looks at this hour and the one before, and at nothing older', () => {
    expect(statusOf(counted(`${TODAY}T03`, 'phone', 0, 9)).parts[0]?.status).toBe('outage');
    expect(statusOf(counted(`${TODAY}T02`, 'phone', 0, 9)).parts[0]?.status).toBe('unknown');
  });

  it('has a share of every day, null where there was no call', () => {
    const { parts } = statusOf(
      counted(TODAY, 'phone', 3, 1),
      counted('2026-11-22', 'phone', 4, 0),
      // Longer ago than the page looks back.
      counted(utcDay(NOW - STATUS_DAYS * DAY_MS), 'phone', 0, 100),
    );
    const [phone, email] = parts;
    expect(phone?.uptime_90d).toBe(87.5);
    expect(phone?.days).toHaveLength(90);
    expect(phone?.days.slice(-3)).toEqual([
      { date: '2026-11-21', uptime: null },
      { date: '2026-11-22', uptime: 100 },
      { date: TODAY, uptime: 75 },
    ]);
    expect(email).toMatchObject({ status: 'unknown', uptime_90d: null });
  });
});

/** Metrics of an isolate, on an object of this test alone. */
function isolateMetrics(name: string) {
  const clock = { time: NOW, now: () => clock.time };
  const { METRICS } = env as unknown as Bindings;
  const object = METRICS.get(METRICS.idFromName(name));
  const objects = { idFromName: () => '', get: () => object };
  return { clock, metrics: createMetrics(objects as never, clock, () => {}) };
}

describe('what isolates count', () => {
  it('is the availability of products: live calls alone, and failures of the service', async () => {
    const ports = isolateMetrics('availability');
    const lookup = (mode: string, code: string) =>
      ports.metrics.count('lookups', { product: 'phone', mode, code });
    for (const code of ['OK', 'INVALID_INPUT', 'RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'])
      lookup('live', code);
    lookup('test', 'INTERNAL_ERROR');
    const { parts } = await readStatus(['phone'], ports);
    expect(parts[0]).toMatchObject({ status: 'degraded', uptime_90d: 75 });
    // A day later the hour is over and the day is kept.
    ports.clock.time += DAY_MS;
    lookup('live', 'OK');
    const later = await readStatus(['phone'], ports);
    expect(later.parts[0]).toMatchObject({ status: 'operational', uptime_90d: 80 });
  });

  it('is forgotten when it is too old to be shown', async () => {
    const ports = isolateMetrics('forgotten');
    const count = () => ports.metrics.count('lookups', { product: 'ip', mode: 'live', code: 'OK' });
    count();
    await ports.metrics.flush();
    ports.clock.time += (STATUS_DAYS + 1) * DAY_MS;
    count();
    await ports.metrics.flush();
    const { availability } = await ports.metrics.object().readStatus();
    expect(availability.map(({ period }) => period).sort()).toEqual([
      '2027-02-22',
      '2027-02-22T04',
    ]);
  });
});

describe('an incident', () => {
  it('makes the service degraded until it is resolved, and keeps its updates', async () => {
    const ports = isolateMetrics('incidents');
    const { id } = await openIncident(
      { title: 'Slow', part: null, state: 'investigating', text: 'We look.' },
      ports,
    );
    expect((await readStatus([], ports)).status).toBe('degraded');
    ports.clock.time += HOUR_MS;
    await updateIncident(id, { state: 'resolved', text: 'Over.' }, ports);
    const { status, incidents } = await readStatus([], ports);
    expect(status).toBe('operational');
    expect(incidents).toEqual([
      {
        id,
        title: 'Slow',
        part: null,
        state: 'resolved',
        started_at: '2026-11-23T04:30:00.000Z',
        resolved_at: '2026-11-23T05:30:00.000Z',
        updates: [
          { at: '2026-11-23T04:30:00.000Z', state: 'investigating', text: 'We look.' },
          { at: '2026-11-23T05:30:00.000Z', state: 'resolved', text: 'Over.' },
        ],
      },
    ]);
    ports.clock.time += HOUR_MS;
    const report = await updateIncident(id, { state: 'resolved', text: 'What it was.' }, ports);
    expect(report.resolvedAt).toBe(NOW + HOUR_MS);
    await expect(
      updateIncident('none', { state: 'resolved', text: 'Over.' }, ports),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is anew what the key of a call makes a day later', async () => {
    const ports = isolateMetrics('a day later');
    const update = { state: 'investigating', text: 'We look.' } as const;
    const open = (since: number) =>
      openIncident({ title: 'x', part: null, ...update, form: { digest: 'd', since } }, ports);
    const first = await open(NOW - DAY_MS);
    expect((await open(NOW)).id).toBe(first.id);
    ports.clock.time += DAY_MS;
    const second = await open(NOW + 1);
    expect(second.id).not.toBe(first.id);
    const more = (since: number) =>
      updateIncident(first.id, { ...update, form: { digest: 'u', since } }, ports);
    expect((await more(NOW)).updates).toHaveLength(2);
    expect((await more(NOW)).updates).toHaveLength(2);
    expect((await more(NOW + DAY_MS + 1)).updates).toHaveLength(3);
  });

  it('is written by the operator, and on the page, in JSON and in the feed', async () => {
    const admin = (method: string, path: string, body?: unknown) =>
      call(method, `/admin${path}`, { token: 'admin_test', body });
    const wrong = await admin('POST', '/incidents', { title: 'x', text: 'y', state: 'over' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'state' } } });
    const typo = { title: 'x', text: 'y', state: 'identified', part: 'phnoe' };
    expect(await admin('POST', '/incidents', typo)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT', param: 'part' } },
    });
    const opened = await admin('POST', '/incidents', {
      title: 'Numbers <abroad> & here',
      part: 'phone',
      text: 'We look into it.',
      state: 'investigating',
    });
    expect(opened.status).toBe(201);
    const read = async (path: string) => {
      const response = await send(path, {});
      expect(response.status, path).toBe(200);
      return response.text();
    };
    expect(JSON.parse(await read('/status.json'))).toMatchObject({
      status: 'degraded',
      incidents: [{ id: opened.body.data.id, part: 'phone', state: 'investigating' }],
    });
    expect(await read('/status')).toContain('Numbers &lt;abroad&gt; &amp; here');
    expect(await read('/status.md')).toMatch(/^# Status\n\nAn incident is open\.\n/);
    expect(await read('/status.md')).toContain('### Numbers <abroad> & here\n\nAbout `phone`.');
    expect(await read('/status.xml')).toContain('Numbers &#60;abroad&#62; &#38; here');
    const { id } = opened.body.data;
    const over = await admin('PATCH', `/incidents/${id}`, { text: 'Over.', state: 'resolved' });
    expect(over.body.data.resolved_at).not.toBeNull();
    expect(JSON.parse(await read('/status.json')).status).not.toBe('degraded');
    expect((await admin('GET', '/incidents')).body.data.incidents).toHaveLength(1);
    const { owner } = await createOrganization();
    expect((await call('GET', '/admin/incidents', { token: owner })).status).toBe(401);
  });

  it('is opened and updated once by a call with an Idempotency-Key', async () => {
    const send = (method: string, path: string, key: string, body: object) =>
      call(method, `/admin/incidents${path}`, {
        ...{ token: 'admin_test', body, headers: { 'Idempotency-Key': key } },
      });
    const [opens, updates] = [crypto.randomUUID(), crypto.randomUUID()];
    const slow = { title: 'Slow', text: 'We look.', state: 'investigating' };
    const open = (body: object) => send('POST', '', opens, body);
    const twice = await Promise.all([open(slow), open(slow)]);
    const [id, again] = twice.map(({ body }) => body.data.id);
    expect([typeof id, again]).toEqual(['string', id]);
    const over = { text: 'Over.', state: 'resolved' };
    const update = (body: object) => send('PATCH', `/${id}`, updates, body);
    const [one, two] = await Promise.all([update(over), update(over)]);
    expect(two?.body).toEqual(one?.body);
    expect(one?.body.data.updates).toMatchObject([{ text: 'We look.' }, over]);
    expect(one?.body.data.updates[1]).not.toHaveProperty('call');
    expect((await open(slow)).body.data).toMatchObject({ id, state: 'resolved' });
    for (const reply of [await open({ ...slow, title: 'Fast' }), await update(slow)])
      expect([reply.status, reply.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    const { body } = await call('GET', '/admin/incidents', { token: 'admin_test' });
    const slows = body.data.incidents.filter(({ title }: { title: string }) => title === 'Slow');
    expect(slows).toMatchObject([{ id, updates: [{}, {}] }]);
    expect(
      (await send('PATCH', `/${id}`, crypto.randomUUID(), over)).body.data.updates,
    ).toHaveLength(3);
  });
});

describe('pages of the service', () => {
  it('does not call a service operational that nobody has called', async () => {
    const summaryOf = (...all: Availability[]) => statusPage(statusOf(...all)).summary;
    expect(summaryOf()).toBe('No failures are known. There were no calls recently.');
    const answered = counted(`${TODAY}T04`, 'phone', 1, 0);
    expect(summaryOf(answered)).toBe('All systems are operational.');
  });

  it.each(['/changelog', '/terms', '/privacy', '/status'])('%s is there', async (path) => {
    const response = await send(path, {});
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('text/html');
  });

  it('are there without a slash at the end; calls of the API are not led elsewhere', async () => {
    for (const [path, to] of [
      ['/docs/', '/docs'],
      ['/docs/phone/?a=b', '/docs/phone?a=b'],
      ['/pricing/', '/pricing'],
    ] as const) {
      const reply = await send(path, { redirect: 'manual' });
      expect([reply.status, reply.headers.get('Location')], path).toEqual([
        301,
        new URL(to, 'https://api.test').href,
      ]);
    }
    expect((await send('/v1/products/', {})).status).toBe(401);
    expect((await send('/docs/nothing', {})).status).toBe(404);
  });

  it('has a feed of what changed, each entry with its day', async () => {
    const response = await send('/changelog.xml', {});
    expect(response.headers.get('Content-Type')).toContain('application/atom+xml');
    const feed = await response.text();
    const entries = feed.split('<entry>').slice(1);
    expect(entries.length).toBe(changelog.match(/^## /gm)?.length);
    for (const entry of entries) {
      expect(entry).toMatch(/<updated>\d{4}-\d\d-\d\dT00:00:00Z<\/updated>/);
      expect(entry).toContain('Action: ');
    }
  });
});
