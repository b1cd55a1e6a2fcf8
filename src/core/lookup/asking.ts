import type { Source } from './source.ts';

/** A source that is asked about a part of another query. */
export const asking = <Query, Part, Fact>(
  source: Source<Part, Fact>,
  pick: (query: Query) => Part,
): Source<Query, Fact> => ({
  ...source,
  ask: (query, world, signal) => source.ask(pick(query), world, signal),
});
