import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/lib/database.ts';
import { createMonitor, deleteMonitor, type MonitorRequest } from '../../src/monitors/lifecycle.ts';
import { MonitorTables } from '../../src/monitors/member-tables.ts';
import type { Monitor } from '../../src/monitors/monitor.ts';
import type { MonitorRecord, RunMessage } from '../../src/monitors/state-machine.ts';
import { findMonitor, projectRunState } from '../../src/monitors/store.ts';
import { createOrganization } from '../support/api.ts';
import { Chaos } from '../support/chaos.ts';
import { captureMessages, chaosDatabase } from '../support/chaos-bindings.ts';
import { MonitorSimulation } from './simulation.ts';
import { ask, eventsOf, makeMonitor, runNow } from './support.ts';

/** What each monitor may add to D1, however many members it has and however often it ran. */
const D1_BYTES_A_MONITOR = 4_096;

const HOUR = 3_600_000;

const object = (id: string) => env.MONITOR.getByName(id);

const tablesOf = <T>(id: string, look: (tables: MonitorTables, sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(object(id), (_, { storage }) =>
    look(new MonitorTables(storage.sql), storage.sql),
  );

const recordOf = (id: string) =>
  runInDurableObject(object(id), (_, { storage }) => storage.kv.get<MonitorRecord>('monitor'));

const listedOf = async (id: string) => (await recordOf(id))?.listed as Monitor;

const bytesOfD1 = async (): Promise<number> =>
  (await env.DB.prepare('SELECT 1').run()).meta.size_after ?? 0;

const plain = (subjects: readonly string[]) =>
  subjects.map((subject) => ({ subject, label: null }));

afterEach(() => void vi.useRealTimers());

describe('the shared database', () => {
  it('grows by a row a monitor: twelve of ten thousand numbers add less than 48 KB', async () => {
    const { owner } = await createOrganization();
    const numbers = Array.from({ length: 10_000 }, (_, at) => ({
      phone_number: `+1212${2_000_000 + at}`,
      label: `customer ${at}`,
    }));
    await makeMonitor(owner, { numbers: numbers.slice(0, 1) });
    const before = await bytesOfD1();
    const made: { id: string }[] = [];
    for (let count = 0; count < 12; count++) made.push(await makeMonitor(owner, { numbers }));
    expect((await bytesOfD1()) - before).toBeLessThan(12 * D1_BYTES_A_MONITOR);
    const { id } = made[0]!;
    const path = `/number-monitors/${id}/numbers`;
    const more = { numbers: [{ phone_number: '+12013000000' }] };
    expect(await ask(owner, 'POST', path, { body: more, status: 400 })).toMatchObject({
      code: 'INPUT_LIMIT_EXCEEDED',
      message: expect.stringContaining('10000'),
    });
    const { monitors } = await ask(owner, 'GET', '/number-monitors');
    expect(monitors[0].number_count).toBe(10_000);
    for (const one of made) await ask(owner, 'DELETE', `/number-monitors/${one.id}`);
  }, 120_000);

  it('does not grow with what runs find', async () => {
    const { sandbox } = await createOrganization();
    const numbers = [{ phone_number: '+14155550100' }, { phone_number: '+14155550101' }];
    const { id } = await makeMonitor(sandbox, { numbers });
    await runNow(sandbox, id);
    await runNow(sandbox, id);
    expect(await eventsOf(sandbox, id)).toHaveLength(2);
    for (const table of ['monitor_members', 'monitor_events'])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')).toBe(0);
  });
});

it("a monitor's row keeps a newer state that an older report comes after", async () => {
  const { sandbox } = await createOrganization();
  const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
  await runNow(sandbox, id);
  const state = (await object(id).state())!;
  const db = openDatabase(env.DB);
  const project = (version: number, runId: string | null) =>
    projectRunState(db, id, { ...state, version, runId });
  await project(state.version + 2, 'newer');
  await project(state.version + 1, 'older');
  expect((await findMonitor(db, id))?.state).toMatchObject({
    version: state.version + 2,
    runId: 'newer',
  });
});

describe("a monitor's object", () => {
  it('is as if it were not there for another organization, and stays as it is', async () => {
    const { sandbox } = await createOrganization();
    const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const before = await recordOf(id);
    const own = await listedOf(id);
    const settings = { frequency: 'weekly', active: false, createdAt: 1 } as const;
    const foreign = { ...own, ...settings, caller: { ...own.caller, organizationId: 'org_other' } };
    const run = { runId: 'run_1', number: 9, kind: 'number' } as const;
    const stub = object(id);
    expect(await stub.create(foreign, plain(['+12125550123']))).toBeNull();
    expect(await stub.wake(foreign)).toBeNull();
    expect(await stub.addMembers(foreign, plain(['+12125550123']), 10)).toBeNull();
    expect(await stub.removeMembers(foreign, ['+14155550100'])).toBeNull();
    expect(await stub.read(foreign, 'pageMembers', [0, 10])).toBeNull();
    expect(await stub.record(foreign, run, [[1, { status: 'ACTIVE' }]])).toBeNull();
    await stub.forget(foreign);
    expect(await recordOf(id)).toEqual(before);
    const members = await stub.read(own, 'pageMembers', [0, 10]);
    expect(JSON.parse(members as string)).toMatchObject([{ subject: '+14155550100', state: null }]);
  });

  it('takes no member of too many, and counts its own', async () => {
    const { sandbox } = await createOrganization();
    const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const own = await listedOf(id);
    const add = (subjects: string[]) => object(id).addMembers(own, plain(subjects), 3);
    expect(await add(['+1', '+2', '+3'])).toBe(4);
    expect(await add(['+14155550100', '+2', '+3'])).toMatchObject({ memberCount: 3 });
    expect(await add(['+2', '+4'])).toBe(4);
    expect(await object(id).removeMembers(own, ['+2', '+9'])).toMatchObject({
      memberCount: 2,
    });
  });

  it('writes down what a run found by reading its members alone, each once a run', async () => {
    const { sandbox } = await createOrganization();
    const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const subjects = Array.from({ length: 3_000 }, (_, at) => `+1${2_125_550_000 + at}`);
    await object(id).addMembers(await listedOf(id), plain(subjects), 10_000);
    const outcome = await runInDurableObject(object(id), (_, { storage }) => {
      const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
      const exec = (query: string, ...values: unknown[]) => {
        const cursor = storage.sql.exec(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
      const tables = new MonitorTables({ exec } as unknown as SqlStorage);
      const ids = tables.pageMembers(0, 50).map((member) => member.id);
      const found = (status: string) => ids.map((one) => [one, { status }] as const);
      const run = (number: number) => ({ runId: `run_${number}`, number, kind: 'number' }) as const;
      cursors.length = 0;
      tables.record(run(1), found('ACTIVE') as never, 1);
      const rowsRead = cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0);
      tables.record(run(2), found('INACTIVE') as never, 2);
      tables.record(run(2), found('ACTIVE') as never, 3);
      tables.record(run(1), found('ACTIVE') as never, 4);
      const members = tables.pageMembers(0, 50);
      return { rowsRead, members, events: tables.countRunEvents('run_2') };
    });
    expect(outcome.rowsRead).toBeLessThan(1_000);
    expect(outcome.events).toBe(50);
    expect(outcome.members.every(({ checkedAt }) => checkedAt === 2)).toBe(true);
  });

  it('keeps so many events, and of more the youngest', async () => {
    const { sandbox } = await createOrganization();
    const { id } = await makeMonitor(sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const left = await tablesOf(id, (tables) => {
      tables.putEvents([1, 5, 3, 2, 4].map((at) => [`evt_${at}`, 'x', null, '{}', at]));
      const ids = () =>
        tables.pageEvents({ subject: null, since: null }, 10, null).map((event) => event.id);
      tables.deleteEvents(2, 10);
      const young = ids();
      tables.deleteEvents(0, 3);
      return [young, ids()];
    });
    expect(left).toEqual([
      ['evt_5', 'evt_4', 'evt_3', 'evt_2'],
      ['evt_5', 'evt_4', 'evt_3'],
    ]);
  });
});

describe('making a monitor', () => {
  /** Everything it needs, with a database that answers no more once the object is made. */
  async function interrupted(once: string, active = true) {
    const simulation = new MonitorSimulation(new Chaos(1, {}), () => null);
    await simulation.open(10);
    const { real, caller } = simulation;
    const request: MonitorRequest = {
      ...{
        form: { digest: once, since: 0 },
        kind: 'number',
        caller,
        name: 'Half',
        frequency: 'daily',
      },
      ...{ includeSpamCheck: false, alertEmail: false, webhookUrl: null },
      ...{ members: plain(['+1', '+2']), origin: 'https://api.test', active },
    };
    const broken = chaosDatabase(new Chaos(1, { d1_error: 1 }), env.DB);
    const made: string[] = [];
    const create: typeof real.objects.create = (monitor, members) => {
      made.push(monitor.id);
      return real.objects.create(monitor, members);
    };
    const prepare: D1Database['prepare'] = (query) =>
      (made.length > 0 ? broken : env.DB).prepare(query);
    const db = openDatabase({ prepare } as D1Database);
    const ports = { ...real, db, objects: { ...real.objects, create } };
    await expect(createMonitor(request, ports)).rejects.toThrow();
    simulation.monitorId = made[0] as string;
    captureMessages(env.MONITOR_QUEUE as Queue<RunMessage>, simulation.monitorId, simulation.runs);
    expect(await real.objects.state(simulation.monitorId)).toMatchObject({ memberCount: 2 });
    return { simulation, real, request };
  }

  it.each([
    ['one', true],
    ['off', false],
  ])('that stopped half way leaves nothing: %s', async (once, active) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { simulation, real } = await interrupted(once, active);
    const { monitorId } = simulation;
    await simulation.until(Date.now() + 4 * HOUR);
    expect(await real.objects.state(monitorId)).toBeNull();
    const left = await tablesOf(monitorId, (_, sql) =>
      sql.exec("SELECT name FROM sqlite_master WHERE name IN ('members', 'events')").toArray(),
    );
    expect(left).toEqual([]);
  });

  it('that is switched off is kept once its row is there', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { simulation, real, request } = await interrupted('kept', false);
    const { monitorId } = simulation;
    await createMonitor(request, real);
    await simulation.until(Date.now() + 4 * HOUR);
    expect(await real.objects.state(monitorId)).toMatchObject({ memberCount: 2, runId: null });
    await env.DB.prepare('DELETE FROM monitors WHERE id = ?').bind(monitorId).run();
    await simulation.until(Date.now() + 4 * HOUR);
    expect(await real.objects.state(monitorId)).toMatchObject({ memberCount: 2, nextRunAt: null });
  });

  it('is taken up where it stopped when it is asked for again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { simulation, real, request } = await interrupted('two');
    // A run begins meanwhile and finds no row.
    await real.objects.runNow(simulation.monitorId);
    expect(await simulation.deliver()).toBe(true);
    expect(await real.objects.state(simulation.monitorId)).toMatchObject({ memberCount: 2 });
    simulation.pass(HOUR / 2);
    const { monitor } = await createMonitor(request, real);
    expect(monitor).toMatchObject({ id: simulation.monitorId, state: { memberCount: 2 } });
    expect((await createMonitor(request, real)).monitor.id).toBe(monitor.id);
    await simulation.until(Date.now() + 3 * HOUR);
    expect(await real.objects.state(monitor.id)).toMatchObject({ memberCount: 2 });
    await env.DB.prepare('DELETE FROM monitors').run();
    // Its row was there once: it is not forgotten with it.
    await simulation.until(Date.now() + 26 * HOUR);
    expect(await real.objects.state(monitor.id)).toMatchObject({ lastOutcome: 'stopped' });
  });

  it('that was deleted is not asked for again, and claims no quota', async () => {
    const simulation = new MonitorSimulation(new Chaos(1, {}), () => null);
    await simulation.open(10);
    const { real, caller, organizationId } = simulation;
    const request: MonitorRequest = {
      ...{
        form: { digest: 'three', since: 0 },
        kind: 'number',
        caller,
        name: 'Gone',
        frequency: 'daily',
      },
      ...{ includeSpamCheck: false, alertEmail: false, webhookUrl: null },
      ...{ members: plain(['+1']), origin: 'https://api.test' },
    };
    const { monitor } = await createMonitor(request, real);
    expect((await createMonitor({ ...request, name: 'Other' }, real)).monitor.name).toBe('Other');
    const named = { organizationId, mode: null, scopes: null, kind: null, monitorId: monitor.id };
    await deleteMonitor(named, real);
    const claims = vi.spyOn(real.accounts, 'claimQuota');
    await expect(createMonitor(request, real)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(claims).not.toHaveBeenCalled();
  });

  it("never reaches another organization's by a name it was given", async () => {
    const ada = await createOrganization();
    const { id } = await makeMonitor(ada.sandbox, { numbers: [{ phone_number: '+14155550100' }] });
    const before = await recordOf(id);
    const simulation = new MonitorSimulation(new Chaos(1, {}), () => null);
    await simulation.open(10);
    const { monitor } = await createMonitor(
      {
        ...{
          form: { digest: id.slice(4), since: 0 },
          kind: 'number',
          caller: simulation.caller,
          name: 'Eve',
        },
        ...{ frequency: 'weekly', includeSpamCheck: false, alertEmail: false, webhookUrl: null },
        ...{ members: plain(['+12125550123']), origin: 'https://api.test' },
      },
      simulation.real,
    );
    expect(monitor.id).not.toBe(id);
    expect(await recordOf(id)).toEqual(before);
  });
});
