import type * as z from 'zod';
import { type CamelCase, camelCase } from '../../lib/camel-case.ts';
import { memoized } from '../../lib/lazy.ts';
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import {
  type CachedSource,
  NoSourceConfigured,
  type SourceDeclaration,
} from '../../lookup/source.ts';
import type { RecordAnswer, RecordHit, World } from '../../lookup/world.ts';

/** Common properties of sources over the operator's files; available if one of the data sets is. */
export const recordSourceBase = (
  ...datasets: readonly string[]
): Pick<SourceDeclaration, 'available' | 'coversMore' | 'missing' | 'version'> & {
  kind: 'records';
} => ({
  kind: 'records',
  version: ({ records }) => records.version(datasets),
  available: ({ records }) => records.has(...datasets),
  coversMore: ({ records }) => records.covers(datasets, []),
  missing: ({ records }) =>
    mapMaybePromise(records.has(...datasets), (imported) =>
      imported ? datasets.map((name) => `${name} with coverage`) : datasets,
    ),
});

/** Sources refused, by data set: {@link NoSourceConfigured.of} makes one error per list. */
const refusedSources = memoized((name: string) => [{ name }]);

function refuseUncovered(dataset: string): never {
  throw NoSourceConfigured.of(refusedSources(dataset));
}

/**
 * Null ("no record") if the data set covers the keys; outside its coverage, a file counts as not
 * imported. @throws NoSourceConfigured
 */
export const requireCoverage = (
  { records }: Pick<World, 'records'>,
  dataset: string,
  keys: readonly string[],
): MaybePromise<null> =>
  mapMaybePromise(records.covers([dataset], keys), (covered) =>
    covered ? null : refuseUncovered(dataset),
  );

/** Answers of several data sets for a number. @throws NoSourceConfigured if none covers it */
export const findCovered = (
  { records }: Pick<World, 'records'>,
  datasets: readonly string[],
  e164: string,
): MaybePromise<Record<string, RecordAnswer>> =>
  mapMaybePromise(records.find(datasets, e164), (answers) =>
    Object.values(answers).every((answer) => answer === 'unknown')
      ? refuseUncovered(datasets[0] as string)
      : answers,
  );

/** Columns of a row with their names in camel case; null for empty optional columns. */
type CamelRow<Row> = {
  [Column in keyof Row & string as CamelCase<Column>]-?:
    | Exclude<Row[Column], undefined>
    | (undefined extends Row[Column] ? null : never);
};

/** Row with names in camel case: `zip_code` becomes `zipCode`, and is null if empty in the file. */
export const camelRow = <Columns extends z.ZodObject>(
  columns: Columns,
  row: z.output<Columns>,
): CamelRow<z.output<Columns>> => {
  const cells = new Map(Object.entries(row));
  const names = Object.keys(columns.shape);
  return Object.fromEntries(
    names.map((name) => [camelCase(name), cells.get(name) ?? null]),
  ) as CamelRow<z.output<Columns>>;
};

interface RecordSourceOptions<Query, Fact> {
  /** Data set; also the source's name. */
  dataset: string;
  label: string;
  /** Keys made by `recordKey`, best first; null for a key that the query does not have. */
  keys(query: Query): readonly (string | null)[];
  /** Null if the rows of the key are about another subject: the next key with a row is read. */
  read(hit: RecordHit & { key: string }, query: Query): Fact | null;
}

/**
 * Source over one data set: answers from the first of the query's keys with a row about its
 * subject. Without one, only the coverage of the file decides whether "no record" is an answer.
 */
export const recordSource = <Query, Fact>({
  dataset,
  label,
  keys,
  read,
}: RecordSourceOptions<Query, Fact>): CachedSource<Query, Fact> => ({
  name: dataset,
  label,
  ...recordSourceBase(dataset),
  reads: 'cache',
  ask(query, world) {
    const known = keys(query).filter((key) => key !== null);
    const findFrom = (first: number): MaybePromise<Fact | null> => {
      if (first === known.length) return requireCoverage(world, dataset, known);
      return mapMaybePromise(world.records.findFirst(dataset, known.slice(first)), (hit) =>
        hit
          ? (read(hit, query) ?? findFrom(known.indexOf(hit.key, first) + 1))
          : requireCoverage(world, dataset, known),
      );
    };
    return findFrom(0);
  },
});
