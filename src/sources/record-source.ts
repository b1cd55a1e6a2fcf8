import type { Source } from '../core/lookup/source.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import type { RecordHit } from '../core/ports.ts';
import { recordsOf } from './records-of.ts';

/** How a source reads one of the operator's files. */
export interface RecordReading<Query, Fact> {
  /** Data set; also the source's name. */
  dataset: string;
  label: string;
  /**
   * What to ask for, the best key first, as `recordKey` makes them; null is a key the query does
   * not have.
   */
  keys(query: Query): readonly (string | null)[];
  /** Null: the rows of the key are about somebody or something else. */
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
}: RecordReading<Query, Fact>): Source<Query, Fact> => ({
  name: dataset,
  label,
  ...recordsOf(dataset),
  ask(query, { records }) {
    const known = keys(query).filter((key) => key !== null);
    if (known.length === 0) return null;
    return whenKnown(records.findFirst(dataset, known), (hit) => hit && read(hit, query));
  },
});
