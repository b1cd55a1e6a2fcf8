import type { ApiError } from '../errors.ts';
import type { World } from '../ports.ts';
import { isSourceFailure, NobodyToAsk, nobodyIn } from './source-failures.ts';

export type SourceKind = 'compiled' | 'records' | 'open' | 'upstream';

/** One place an answer can come from. A source knows nothing of money, caches or envelopes. */
export interface Source<Query, Fact> {
  /** Stable snake_case name: logs, `GET /v1/products`, refusals that name a missing source. */
  name: string;
  /** Generic label for `metadata.data_sources`. */
  label: string;
  kind: SourceKind;
  /** Whether asking twice does no more than asking once; only then is a failure tried again. */
  idempotent?: boolean;
  /**
   * Of a paid source: `answers` bills what it finds, `calls` bills a miss too. Never tried again by
   * itself: a call whose reply was lost may have been billed.
   */
  metered?: 'answers' | 'calls';
  /** Longest it may take, its retry included. */
  timeoutMs?: number;
  /**
   * Of a source that reads a table: names what the table is at now. An answer that rests on it is
   * stale when this changes. Absent: the table changes with a deployment only.
   */
  version?(world: World): string | Promise<string>;
  /** False when the operator has not configured or imported what this source needs. */
  available(world: World): boolean | Promise<boolean>;
  /** What the operator can do about it: names of variables to set, or of data sets to import. */
  missing?(world: World): readonly string[];
  /** True of a public host whose allowance is not for jobs of many rows. */
  notInBulk?(world: World): boolean;
  /**
   * @param signal aborted when the answer is no longer waited for
   * @returns null for "no record", which is an answer; throws when it could not find out.
   */
  ask(query: Query, world: World, signal?: AbortSignal): Fact | null | Promise<Fact | null>;
}

/**
 * Calls one source on behalf of a lookup and notes that it was consulted. `undefined`: not
 * available.
 * @throws ApiError, never anything else, unless the source is compiled
 */
export type Ask = <Query, Fact>(
  source: Source<Query, Fact>,
  query: Query,
) => Promise<Fact | null | undefined>;

/** How a product combines its sources into one fact. */
export interface Sources<Query, Fact> {
  /** For their names, labels and availability; only `resolve` knows what each is asked. */
  list: readonly Source<never, unknown>[];
  /**
   * Those of which at least one has to be there; the others only add to its answer. Absent: any of
   * the list.
   */
  answeredBy?: readonly Source<never, unknown>[];
  resolve(query: Query, ask: Ask): Promise<Fact>;
}

/** The same source, asked for a part of what the product is asked for. */
export const asking = <Input, Query, Fact>(
  pick: (input: Input) => Query,
  source: Source<Query, Fact>,
): Source<Input, Fact> => ({
  ...source,
  ask: (input, world, signal) => source.ask(pick(input), world, signal),
});

/** A source, or several already combined: combinations nest. */
export type Part<Query, Fact> = Source<Query, Fact> | Sources<Query, Fact>;

type FactOf<P> =
  P extends Sources<never, infer Fact>
    ? Fact | undefined
    : P extends Source<never, infer Fact>
      ? Fact | null | undefined
      : never;

type FactsOf<Parts> = { [Name in keyof Parts]: FactOf<Parts[Name]> };

const sourcesIn = (part: Part<never, unknown>): readonly Source<never, unknown>[] =>
  'list' in part ? part.list : [part];

/** `undefined` when there is nobody to ask. */
async function answerOf<Query, Fact>(
  part: Part<Query, Fact>,
  query: Query,
  ask: Ask,
): Promise<Fact | null | undefined> {
  if (!('list' in part)) return ask(part, query);
  try {
    return await part.resolve(query, ask);
  } catch (error) {
    if (error instanceof NobodyToAsk) return undefined;
    throw error;
  }
}

/**
 * Asks all at once. In the fact, null means "asked, no record" and undefined "nobody to ask".
 * @throws ApiError when any part fails; SERVICE_UNAVAILABLE when nobody could be asked at all
 */
// biome-ignore lint/suspicious/noExplicitAny: the parts' own types are recovered by FactsOf
export function allOf<Query, Parts extends Record<string, Part<Query, any>>>(
  parts: Parts,
): Sources<Query, FactsOf<Parts>> {
  const entries = Object.entries(parts);
  const list = entries.flatMap(([, part]) => sourcesIn(part));
  const nobody = nobodyIn(list);
  return {
    list,
    async resolve(query, ask) {
      const answers = await Promise.all(
        entries.map(async ([name, part]) => [name, await answerOf(part, query, ask)] as const),
      );
      if (answers.every(([, answer]) => answer === undefined)) throw nobody();
      return Object.fromEntries(answers) as FactsOf<Parts>;
    },
  };
}

/**
 * Asks in order until one answers; "no record" is an answer. What is not configured is skipped,
 * what fails is followed by the next.
 * @throws ApiError when none answers: a failure worth another try if there was one, else the first
 */
export function firstOf<Query, Fact>(
  ...parts: readonly Part<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(sourcesIn);
  const nobody = nobodyIn(list);
  return {
    list,
    async resolve(query, ask) {
      const failures: ApiError[] = [];
      for (const part of parts) {
        try {
          const answer = await answerOf(part, query, ask);
          if (answer !== undefined) return answer;
        } catch (error) {
          if (!isSourceFailure(error)) throw error;
          failures.push(error);
        }
      }
      throw failures.find((failure) => failure.status === 503) ?? failures[0] ?? nobody();
    },
  };
}

/**
 * Asks in order until one has a record; what is not configured is skipped.
 * @returns null when all that could be asked have none
 * @throws ApiError when none has a record and one has failed: it might have had one. As {@link
 * firstOf} else
 */
export function firstMatch<Query, Fact>(
  ...parts: readonly Part<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(sourcesIn);
  const nobody = nobodyIn(list);
  return {
    list,
    async resolve(query, ask) {
      const failures: ApiError[] = [];
      let asked = false;
      for (const part of parts) {
        try {
          const answer = await answerOf(part, query, ask);
          if (answer !== undefined && answer !== null) return answer;
          asked ||= answer === null;
        } catch (error) {
          if (!isSourceFailure(error)) throw error;
          failures.push(error);
        }
      }
      const [first] = failures;
      if (!first && asked) return null;
      throw failures.find((failure) => failure.status === 503) ?? first ?? nobody();
    },
  };
}

/** Whether a source may be asked: it is configured, and bulk may use it. */
export function mayAsk(
  source: Source<never, unknown>,
  world: World,
  forBulk: boolean,
): boolean | Promise<boolean> {
  return forBulk && source.notInBulk?.(world) ? false : source.available(world);
}

/** A part the answer can do without: undefined when it fails. */
export function optional<Query, Fact>(
  part: Part<Query, Fact>,
): Sources<Query, Fact | null | undefined> {
  return {
    list: sourcesIn(part),
    async resolve(query, ask) {
      try {
        return await answerOf(part, query, ask);
      } catch (error) {
        if (isSourceFailure(error)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Tables of our own, compiled or imported: reading them again costs next to nothing, and leaks to
 * nobody.
 */
export const readsTable = ({ kind }: Pick<Source<never, unknown>, 'kind'>): boolean =>
  kind === 'compiled' || kind === 'records';

/** Whether nothing but such tables would be asked: what is not configured does not count. */
export const asksTablesOnly = (
  { list }: Pick<Sources<never, unknown>, 'list'>,
  world: World,
): boolean => list.every((source) => readsTable(source) || source.available(world) === false);
