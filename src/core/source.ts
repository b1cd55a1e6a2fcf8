import type { World } from './ports.ts';

export type SourceKind = 'compiled' | 'records' | 'open' | 'upstream';

/** One place an answer can come from. A source knows nothing of money, caches or envelopes. */
export interface Source<Query, Fact> {
  /** Stable snake_case name: logs, `GET /v1/products`, refusals that name a missing source. */
  name: string;
  /** Generic label for `metadata.data_sources`. */
  label: string;
  kind: SourceKind;
  /** False when the operator has not configured or imported what this source needs. */
  available(world: World): boolean | Promise<boolean>;
  /** @returns null for "no record", which is an answer; throws when it could not find out. */
  ask(query: Query, world: World): Fact | null | Promise<Fact | null>;
}

/** Calls one source on behalf of a lookup and notes that it was consulted. `undefined`: not available. */
export type Ask = <Query, Fact>(source: Source<Query, Fact>, query: Query) => Promise<Fact | null | undefined>;

/** How a product combines its sources into one fact. */
export interface Sources<Query, Fact> {
  /** For their names, labels and availability; only `resolve` knows what each is asked. */
  list: readonly Source<never, unknown>[];
  resolve(query: Query, ask: Ask): Promise<Fact>;
}

type FactsOf<Parts> = {
  [Name in keyof Parts]: Parts[Name] extends Source<never, infer Fact> ? Fact | null | undefined : never;
};

/** Asks all at once. In the fact, null means "asked, no record" and undefined "nobody to ask". */
// biome-ignore lint/suspicious/noExplicitAny: the parts' own types are recovered by FactsOf
export function allOf<Query, Parts extends Record<string, Source<Query, any>>>(parts: Parts): Sources<Query, FactsOf<Parts>> {
  const entries = Object.entries(parts);
  return {
    list: entries.map(([, source]) => source),
    async resolve(query, ask) {
      const answers = await Promise.all(entries.map(async ([name, source]) => [name, await ask(source, query)] as const));
      return Object.fromEntries(answers) as FactsOf<Parts>;
    },
  };
}
