import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect } from 'vitest';
import type { RecordAnswer } from '../../src/lookup/world.ts';
import { importRecords } from '../../src/records/import.ts';
import { purgeRecords } from '../../src/records/maintenance.ts';
import type { Chaos } from '../support/chaos.ts';
import { simulate } from '../support/simulate.ts';
import { clearRecords, createPorts, datasets, numberOf, request, streamOf } from './support.ts';

// Files are imported and looked up in several isolates, while a replica of the database answers
// from an older state wherever a session allows it. Every answer was true of one moment: never
// before the isolate's own imports, and never composed of two files.

const STEPS = 60;
const KEYS = Array.from({ length: 6 }, (_, index) => numberOf(index));
const TABLES = ['imports', 'records'];
const SETS = ['named', 'blocked'] as const;

/** A second database that stands for the replica. */
beforeAll(async () => {
  const { results } = await env.RECORDS.prepare(
    `SELECT sql FROM sqlite_master WHERE type = 'table' AND name IN ('imports', 'records')`,
  ).all<{ sql: string }>();
  for (const { sql } of results) await env.DB.prepare(sql).run();
});
afterAll(async () => {
  for (const table of TABLES) await env.DB.prepare(`DROP TABLE ${table}`).run();
});

/** What a file says of every key, and of those it does not have. */
type Truth = Map<string, string>;

const shown = (answer: RecordAnswer | undefined): string =>
  typeof answer === 'object' ? ('absent' in answer ? 'absent' : `${answer.data.name}`) : 'unknown';

class Replicated {
  /** Version of the primary, and that of the replica. */
  version = 0;
  #copied = 0;
  readonly #chaos: Chaos;

  constructor(chaos: Chaos) {
    this.#chaos = chaos;
  }

  /** The replica catches up. */
  async copy(): Promise<void> {
    const statements: D1PreparedStatement[] = [];
    for (const table of TABLES) {
      const { results } = await env.RECORDS.prepare(`SELECT * FROM ${table}`).all();
      statements.push(env.DB.prepare(`DELETE FROM ${table}`));
      for (const row of results) {
        const places = Object.keys(row).map(() => '?');
        const insert = env.DB.prepare(`INSERT INTO ${table} VALUES (${places.join()})`);
        statements.push(insert.bind(...Object.values(row)));
      }
    }
    await env.DB.batch(statements);
    this.#copied = this.version;
  }

  /** Sequential consistency: a session reads nothing older than its constraint and its reads. */
  #session(constraint: string): D1DatabaseSession {
    const isBookmark = constraint.startsWith('at ');
    let least = isBookmark ? Number(constraint.slice(3)) : 0;
    let isFirst = constraint === 'first-primary';
    const choose = (): D1Database => {
      const mayLag = !isFirst && least <= this.#copied && this.#copied < this.version;
      isFirst = false;
      if (mayLag && this.#chaos.strikes('d1_replica_lag')) {
        least = this.#copied;
        return env.DB;
      }
      least = this.version;
      return env.RECORDS;
    };
    return {
      prepare: (query: string) => choose().prepare(query),
      batch: () => Promise.reject(new Error('no batch is read')),
      getBookmark: () => `at ${least}`,
    } as unknown as D1DatabaseSession;
  }

  get binding(): D1Database {
    return new Proxy(env.RECORDS, {
      get: (target, name: keyof D1Database) =>
        name === 'withSession'
          ? (constraint: string) => this.#session(constraint)
          : (target[name] as (...args: unknown[]) => unknown).bind(target),
    });
  }
}

async function run(chaos: Chaos): Promise<void> {
  await clearRecords();
  const { random } = chaos;
  const database = new Replicated(chaos);
  await database.copy();
  const isolates = Array.from({ length: 3 }, () => ({
    ...createPorts(datasets, database.binding),
    /** Version from which on it must answer. */
    since: 0,
  }));
  /** By version: what is true of the keys of each data set. */
  const truths: Record<string, Truth>[] = [{ named: new Map(), blocked: new Map() }];

  async function importFile(isolate: (typeof isolates)[number]): Promise<void> {
    const dataset = SETS[random.below(2)]!;
    const before = truths.at(-1)!;
    const mode = random.chance(0.5) || before[dataset]!.size === 0 ? 'replace' : 'append';
    const isWhole = random.chance(0.5);
    const keys = KEYS.filter(() => random.chance(0.5));
    if (keys.length === 0) return;
    const name = `file${truths.length}`;
    const text = keys.map((key) => (dataset === 'named' ? `${key},${name}` : key));
    const header = dataset === 'named' ? 'phone_number,name' : 'phone_number';
    const body = streamOf(`${[header, ...text].join('\n')}\n`);
    const coverage = isWhole ? 'all' : null;
    await importRecords(
      request({ dataset, mode, body, ...(coverage && { coverage }) }),
      isolate.ports,
    );
    const known = mode === 'append' ? before[dataset]! : new Map<string, string>();
    const said = dataset === 'named' ? name : 'undefined';
    const wasWhole = mode === 'append' && KEYS.some((key) => known.get(key) === 'absent');
    const absent = isWhole || wasWhole ? 'absent' : 'unknown';
    const truth: Truth = new Map(
      KEYS.map((key) => {
        if (keys.includes(key)) return [key, said];
        const had = known.get(key);
        return [key, had && had !== 'absent' && had !== 'unknown' ? had : absent];
      }),
    );
    truths.push({ ...before, [dataset]: truth });
    database.version += 1;
    isolate.since = database.version;
    if (random.chance(0.5)) await purgeRecords(isolate.ports);
  }

  async function lookUp({ store, since }: (typeof isolates)[number]): Promise<void> {
    const key = KEYS[random.below(KEYS.length)]!;
    const answers = await store.find(SETS, key);
    for (const dataset of SETS) {
      const possible = truths.slice(since).map((truth) => truth[dataset]!.get(key) ?? 'unknown');
      expect(possible, `${dataset} ${key}`).toContain(shown(answers[dataset]));
    }
  }

  for (let step = 0; step < STEPS; step++) {
    chaos.operations += 1;
    const isolate = isolates[random.below(isolates.length)]!;
    const kind = random.next();
    if (kind < 0.15) await importFile(isolate);
    else if (kind < 0.25) await database.copy();
    else if (kind < 0.4) for (const { clock } of isolates) clock.advance(11_000);
    else await lookUp(isolate);
    await isolate.settled();
  }
}

simulate(
  'answers from one file whatever a replica lags behind',
  { faults: 'records', fixed: 20, fresh: 5, perTest: 25 },
  run,
);
