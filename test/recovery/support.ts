import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { PointInTimeRecovery } from '../../src/accounts/object/restorable-account.ts';
import type { Stub } from '../accounts/ledger/support.ts';
import { operate } from '../support/api.ts';

/** Every row of an object's SQLite, by table. */
type Content = Map<string, Record<string, SqlStorageValue>[]>;

const tablesOf = (sql: SqlStorage): string[] =>
  sql
    .exec<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`,
    )
    .toArray()
    .map(({ name }) => name);

const contentOf = (sql: SqlStorage): Content =>
  new Map(tablesOf(sql).map((name) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]));

function putContent(sql: SqlStorage, content: Content): void {
  for (const name of tablesOf(sql)) sql.exec(`DELETE FROM ${name}`);
  for (const [name, rows] of content)
    for (const row of rows) {
      const values = Object.values(row);
      sql.exec(`INSERT INTO ${name} VALUES (${values.map(() => '?').join(', ')})`, ...values);
    }
}

/** Ends an object as if the platform had lost it: nothing is left of it, on disk or in memory. */
export const loseObject = (stub: DurableObjectStub): Promise<void> =>
  runInDurableObject(stub, async (_, state) => {
    await state.storage.deleteAlarm();
    await state.storage.deleteAll();
    state.abort('lost by a test');
  }).then(
    () => undefined,
    () => undefined,
  );

/**
 * Point-in-time recovery as the platform has it, for an object of a runtime that has none: it
 * remembers the rows of the given moments, and swaps them before the object ends.
 */
export async function fakePointInTime(open: () => Stub) {
  const moments = new Map<number, Content>();
  const remember = (at: number) =>
    runInDurableObject(open(), (_, state) => {
      moments.set(at, contentOf(state.storage.sql));
    });
  return {
    remember,
    /** To be called again after the object has ended: the next instance asks the platform. */
    install: () =>
      runInDurableObject(open(), (object, state) => {
        const fake: PointInTimeRecovery = {
          current: async () => 'now',
          async bookmarkAt(time) {
            const known = [...moments.keys()].filter((at) => at <= time);
            if (known.length === 0) throw new Error('no bookmark of that time');
            return String(Math.max(...known));
          },
          async restoreNext(bookmark) {
            const content = moments.get(Number(bookmark)) as Content;
            state.storage.transactionSync(() => putContent(state.storage.sql, content));
          },
        };
        Object.assign(object, { pointInTime: fake });
      }),
  };
}

/** Where a text is found. */
interface Place {
  store: string;
  place: string;
}

/** Every occurrence of these texts in any table, key, value, object and object's table. */
export async function everyText(
  organizationId: string,
  forms: readonly string[],
): Promise<Place[]> {
  const found: Place[] = [];
  const look = (store: string, place: string, text: string) => {
    const lower = text.toLowerCase();
    if (forms.some((form) => lower.includes(form.toLowerCase()))) found.push({ store, place });
  };
  const decoders = ['utf-8', 'utf-16le', 'utf-16be'].map((name) => new TextDecoder(name));
  for (const store of ['DB', 'RECORDS'] as const) {
    const { results } = await env[store]
      .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'`)
      .all<{ name: string }>();
    for (const { name } of results)
      look(
        store,
        name,
        JSON.stringify((await env[store].prepare(`SELECT * FROM "${name}"`).all()).results),
      );
  }
  for (const { name } of (await env.CACHE.list()).keys)
    look('CACHE', name, `${name} ${await env.CACHE.get(name)}`);
  for (const store of ['RESULTS', 'HISTORY', 'DATA'] as const)
    for (const { key } of (await env[store].list()).objects) {
      const bytes = await (await env[store].get(key))?.arrayBuffer();
      for (const decoder of decoders) look(store, key, `${key} ${decoder.decode(bytes)}`);
    }
  const objects = [
    ['ACCOUNT', env.ACCOUNT.getByName(organizationId)],
    ...(
      await Promise.all(
        (['BULK_JOB', 'MONITOR', 'RATE_LIMITER'] as const).map(async (name) => {
          const objects = env[name] as unknown as typeof env.ACCOUNT;
          return (await listDurableObjectIds(objects)).map(
            (id) => [name, objects.get(id)] as const,
          );
        }),
      )
    ).flat(),
  ] as const;
  for (const [store, stub] of objects)
    await runInDurableObject(stub as Stub, (_, state) => {
      for (const [table, rows] of contentOf(state.storage.sql))
        look(store, table, JSON.stringify(rows));
      for (const [key, value] of state.storage.kv.list()) look(store, key, JSON.stringify(value));
    });
  return found;
}

/** What `verify-stores` finds of an organization, each kind once. */
export const verify = async (id: string): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({ organization: id, ...(cursor && { cursor }) });
    const step = await operate('GET', `/verify-stores?${query}`);
    found.push(
      ...step.findings.map(({ store, code }: Record<string, string>) => `${store} ${code}`),
    );
    if (step.next_cursor === null) return [...new Set(found)];
    cursor = step.next_cursor;
  }
};

export const rebuild = async (id: string) =>
  (await operate('POST', `/rebuild-directory?organization=${id}`)).findings[0];

export const reconciled = async (id: string) =>
  (await operate('POST', `/organizations/${id}/reconcile`)).balanced;

/** Keys of every object in a bucket. */
export const everyKey = async (bucket: R2Bucket, prefix = ''): Promise<string[]> =>
  (await bucket.list({ prefix })).objects.map(({ key }) => key);

/** Deletes a bucket's objects, as if it had been lost. */
export async function loseObjects(bucket: R2Bucket, prefix: string): Promise<void> {
  for (const key of await everyKey(bucket, prefix)) await bucket.delete(key);
}
