import type { Source } from '../core/lookup/source.ts';

/**
 * What every source that reads the operator's files declares alike: it is there once one of its
 * data sets is.
 */
export const recordsOf = (
  ...datasets: readonly string[]
): Pick<Source<never, unknown>, 'available' | 'missing' | 'version'> & { kind: 'records' } => ({
  kind: 'records',
  version: ({ records }) => records.version(datasets),
  available: ({ records }) => records.has(...datasets),
  missing: () => datasets,
});
