import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Source } from '../../lookup/source.ts';
import type { RecordHit } from '../../lookup/world.ts';

/**
 * What every source that reads the operator's files declares alike: it is there once one of its
 * data sets is.
 */
export const recordSourceBase = (
  ...datasets: readonly string[]
): Pick<Source<never, unknown>, 'available' | 'missing' | 'version'> & { kind: 'records' } => ({
  kind: 'records',
  version: ({ records }) => records.version(datasets),
  available: ({ records }) => records.has(...datasets),
  missing: () => datasets,
});

/** How a source reads one of the operator's files. */
export interface RecordSourceOptions<Query, Fact> {
  /** Data set; also the source's name. */
  dataset: string;
  label: string;
  /**
   * What to ask for, the best key first, as `recordKey` makes them; null is a key the query does
   * not have.
   */
  keys(query: Query): readonly (string | null)[];
  /** Null: the rows of the key are about another subject. */
  read(hit: RecordHit & { key: string }, query: Query): Fact | null;
}

/**
 * A source over one data set: the first of the query's keys that has a row answers, in one read.
 */
export const recordSource = <Query, Fact>({
  dataset,
  label,
  keys,
  read,
}: RecordSourceOptions<Query, Fact>): Source<Query, Fact> => ({
  name: dataset,
  label,
  ...recordSourceBase(dataset),
  ask(query, { records }) {
    const known = keys(query).filter((key) => key !== null);
    if (known.length === 0) return null;
    return mapMaybePromise(records.findFirst(dataset, known), (hit) => hit && read(hit, query));
  },
});
