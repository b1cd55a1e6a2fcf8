import { mapMaybePromise } from '../lib/maybe-promise.ts';
import {
  type Adaptation,
  firstMatch,
  foundFact,
  requireAnswer,
  type Source,
  type SourceDeclaration,
  type Sources,
} from './source.ts';
import type { World } from './world.ts';

/** The {@link Adaptation} of a source; the identity for a source that is not adapted. */
export const adaptationOf = <Query, Fact>(source: Source<Query, Fact>) =>
  (source.adapts ?? {
    source,
    queryOf: (query: Query) => query,
    read: (fact: Fact) => fact,
  }) as Adaptation<Query, Fact>;

/** The adapted source; its `ask` returns a promise only if the inner source does. */
const adapted = <Query, Fact>(
  adapts: Adaptation<Query, Fact>,
  declaration: SourceDeclaration & Pick<Source<never, unknown>, 'reads'>,
) =>
  ({
    ...declaration,
    adapts,
    ask: (query: Query, world: World, signal?: AbortSignal) =>
      mapMaybePromise(adapts.source.ask(adapts.queryOf(query), world, signal), (fact) =>
        adapts.read(fact, query, world),
      ),
  }) as Source<Query, Fact>;

/** Adapts a source to a product's input by mapping the query. */
export function mapQuery<Input, Query, Fact>(
  pick: (input: Input) => Query,
  inner: Source<Query, Fact>,
): Source<Input, Fact> {
  const { source, queryOf, read } = adaptationOf(inner);
  const outer: Adaptation<Input, Fact> = {
    source,
    queryOf: (input) => queryOf(pick(input)),
    read: (fact, input, world) => read(fact, pick(input), world),
  };
  return adapted(outer, inner);
}

/** Adapts a combination of sources to a product's input by mapping the query. */
export const mapInput = <Input, Query, Fact>(
  pick: (input: Input) => Query,
  sources: Sources<Query, Fact>,
): Sources<Input, Fact> => ({
  ...sources,
  resolve: (input, ask) => sources.resolve(pick(input), ask),
});

/** Adapts a source by mapping its fact; synchronous if the source is. */
export function mapFact<Query, Fact, Mapped>(
  inner: Source<Query, Fact>,
  map: (fact: Fact, query: Query, world: World) => Mapped | null,
): Source<Query, Mapped> {
  const { source, queryOf, read } = adaptationOf(inner);
  const outer: Adaptation<Query, Mapped> = {
    source,
    queryOf,
    read(found, query, world) {
      const fact = read(found, query, world);
      return fact === null ? null : map(fact, query, world);
    },
  };
  return adapted(outer, inner);
}

/**
 * Combinator: {@link firstMatch} that goes on after a fact that says too little. The first of those
 * is the answer if no other source has more.
 */
export const firstInformative = <Query, Fact>(
  isInformative: (fact: Fact, query: Query) => boolean,
  sources: readonly Source<Query, Fact>[],
): Sources<Query, Fact | null> => ({
  list: sources,
  async resolve(query, ask) {
    let bare: Fact | null = null;
    const informative = sources.map((source) =>
      mapFact(source, (fact) => {
        if (isInformative(fact, query)) return fact;
        bare ??= fact;
        return null;
      }),
    );
    const outcome = await ask(firstMatch(...informative), query);
    return foundFact(outcome) ?? bare ?? requireAnswer(outcome);
  },
});
