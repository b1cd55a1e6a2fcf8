import { runInDurableObject } from 'cloudflare:test';
import type { PointInTime } from '../../src/ledger/restorable-account.ts';
import type { Stub } from '../ledger/support.ts';

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
 * remembers the rows of moments it is told of, and swaps them before the object ends.
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
        const fake: PointInTime = {
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
