import { ApiError, type ErrorCode } from '../lib/errors.ts';
import type { World } from './world.ts';

/** A source as refusals name it. */
interface NamedSource {
  name: string;
}

/** An operator has to act before a missing source can answer. */
const MISSING_RETRY_AFTER_SECONDS = 3_600;

/** Refusal of a lookup without a configured source. */
export class NoSourceConfigured extends ApiError {
  constructor(list: readonly NamedSource[]) {
    const names = list.map((source) => source.name).join(', ');
    super('SERVICE_UNAVAILABLE', `No source of this lookup is configured: ${names}.`, {
      retryAfterSeconds: MISSING_RETRY_AFTER_SECONDS,
    });
  }
}

/** Lazy singleton: a lookup without vendors throws it in many combinations, and errors are slow. */
function lazyNoSource(list: readonly NamedSource[]): () => NoSourceConfigured {
  let noSource: NoSourceConfigured | undefined;
  return () => {
    noSource ??= new NoSourceConfigured(list);
    return noSource;
  };
}

/**
 * Error codes of source failures; refusals by the ledger and internal errors are not among them.
 */
const SOURCE_FAILURES: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'VALIDATION_FAILED',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_QUOTA_EXHAUSTED',
  'SERVICE_UNAVAILABLE',
];

const isSourceFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && SOURCE_FAILURES.includes(error.code);

export type SourceKind = 'compiled' | 'records' | 'open' | 'upstream';

/** A source of facts, which knows nothing of money, caches or envelopes. */
export interface Source<Query, Fact> {
  /** Stable snake_case name: logs, `GET /v1/products`, refusals that name a missing source. */
  name: string;
  /** Generic label for `metadata.data_sources`. */
  label: string;
  kind: SourceKind;
  /** A repeated query has no further effect: only then is a failed call retried. */
  idempotent?: boolean;
  /**
   * Of a paid source: `answers` bills what it finds, `calls` bills a miss too. Never retried
   * automatically: a call whose reply was lost may have been billed.
   */
  metered?: 'answers' | 'calls';
  /** Longest it may take, its retry included. */
  timeoutMs?: number;
  /**
   * Data version of a source that reads a table; an answer from it is stale when this changes.
   * Absent: the table changes with a deployment only.
   */
  version?(world: World): string | Promise<string>;
  /** False when the operator has not configured or imported what this source needs. */
  available(world: World): boolean | Promise<boolean>;
  /** Why it is not available: names of variables to set, or of data sets to import. */
  missing?(world: World): readonly string[];
  /** True of a public host whose terms exclude bulk jobs. */
  notInBulk?(world: World): boolean;
  /**
   * @param signal aborted when the answer is no longer waited for
   * @returns null for "no record", which is an answer; throws when it could not find out.
   */
  ask(query: Query, world: World, signal?: AbortSignal): Fact | null | Promise<Fact | null>;
}

/**
 * Queries one source on behalf of a lookup and records that it was consulted. `undefined`: not
 * available.
 * @throws ApiError, never anything else, unless the source is compiled
 */
export type QuerySource = <Query, Fact>(
  source: Source<Query, Fact>,
  query: Query,
) => Promise<Fact | null | undefined>;

/** How a product combines its sources into one fact. */
export interface Sources<Query, Fact> {
  /** For their names, labels and availability; only `resolve` knows what each is asked. */
  list: readonly Source<never, unknown>[];
  /**
   * Sources of which at least one has to be configured; the others only add to its answer. Absent:
   * any of the list.
   */
  answeredBy?: readonly Source<never, unknown>[];
  resolve(query: Query, ask: QuerySource): Promise<Fact>;
}

/** Adapts a source to a product's input by mapping the query. */
export const mapQuery = <Input, Query, Fact>(
  pick: (input: Input) => Query,
  source: Source<Query, Fact>,
): Source<Input, Fact> => ({
  ...source,
  ask: (input, world, signal) => source.ask(pick(input), world, signal),
});

/** A source, or several already combined: combinations nest. */
export type SourcePart<Query, Fact> = Source<Query, Fact> | Sources<Query, Fact>;

type FactOf<P> =
  P extends Sources<never, infer Fact>
    ? Fact | undefined
    : P extends Source<never, infer Fact>
      ? Fact | null | undefined
      : never;

type FactsOf<Parts> = { [Name in keyof Parts]: FactOf<Parts[Name]> };

const partSources = (part: SourcePart<never, unknown>): readonly Source<never, unknown>[] =>
  'list' in part ? part.list : [part];

/** `undefined` when no source of the part is configured. */
async function partAnswer<Query, Fact>(
  part: SourcePart<Query, Fact>,
  query: Query,
  ask: QuerySource,
): Promise<Fact | null | undefined> {
  if (!('list' in part)) return ask(part, query);
  try {
    return await part.resolve(query, ask);
  } catch (error) {
    if (error instanceof NoSourceConfigured) return undefined;
    throw error;
  }
}

/**
 * Combinator: queries all parts in parallel. In the fact, null means "no record" and undefined "not
 * configured".
 * @throws ApiError when any part fails; SERVICE_UNAVAILABLE when no part is configured
 */
// biome-ignore lint/suspicious/noExplicitAny: the parts' own types are recovered by FactsOf
export function allOf<Query, Parts extends Record<string, SourcePart<Query, any>>>(
  parts: Parts,
): Sources<Query, FactsOf<Parts>> {
  const entries = Object.entries(parts);
  const list = entries.flatMap(([, part]) => partSources(part));
  const noSource = lazyNoSource(list);
  return {
    list,
    async resolve(query, ask) {
      const answers = await Promise.all(
        entries.map(async ([name, part]) => [name, await partAnswer(part, query, ask)] as const),
      );
      if (answers.every(([, answer]) => answer === undefined)) throw noSource();
      return Object.fromEntries(answers) as FactsOf<Parts>;
    },
  };
}

/**
 * Combinator: fallback in order to the first answer, "no record" included; parts that fail or are
 * not configured are skipped.
 * @throws ApiError when none answers: a transient failure if there was one, else the first
 */
export function firstAnswer<Query, Fact>(
  ...parts: readonly SourcePart<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(partSources);
  const noSource = lazyNoSource(list);
  return {
    list,
    async resolve(query, ask) {
      const failures: ApiError[] = [];
      for (const part of parts) {
        try {
          const answer = await partAnswer(part, query, ask);
          if (answer !== undefined) return answer;
        } catch (error) {
          if (!isSourceFailure(error)) throw error;
          failures.push(error);
        }
      }
      throw failures.find((failure) => failure.status === 503) ?? failures[0] ?? noSource();
    },
  };
}

/**
 * Combinator: fallback in order to the first record; parts that are not configured are skipped.
 * @returns null when all configured parts have none
 * @throws ApiError when none has a record and one failed, as it might have had one; else as {@link
 * firstAnswer}
 */
export function firstMatch<Query, Fact>(
  ...parts: readonly SourcePart<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(partSources);
  const noSource = lazyNoSource(list);
  return {
    list,
    async resolve(query, ask) {
      const failures: ApiError[] = [];
      let asked = false;
      for (const part of parts) {
        try {
          const answer = await partAnswer(part, query, ask);
          if (answer !== undefined && answer !== null) return answer;
          asked ||= answer === null;
        } catch (error) {
          if (!isSourceFailure(error)) throw error;
          failures.push(error);
        }
      }
      const [first] = failures;
      if (!first && asked) return null;
      throw failures.find((failure) => failure.status === 503) ?? first ?? noSource();
    },
  };
}

/** Whether a source may be asked: it is configured, and bulk may use it. */
export function isSourceUsable(
  source: Source<never, unknown>,
  world: World,
  forBulk: boolean,
): boolean | Promise<boolean> {
  return forBulk && source.notInBulk?.(world) ? false : source.available(world);
}

/** Combinator: an optional part, undefined when it fails. */
export function optionalPart<Query, Fact>(
  part: SourcePart<Query, Fact>,
): Sources<Query, Fact | null | undefined> {
  return {
    list: partSources(part),
    async resolve(query, ask) {
      try {
        return await partAnswer(part, query, ask);
      } catch (error) {
        if (isSourceFailure(error)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Tables of the service itself, compiled or imported: a repeated read costs next to nothing and
 * discloses nothing to third parties.
 */
export const isTableSource = ({ kind }: Pick<Source<never, unknown>, 'kind'>): boolean =>
  kind === 'compiled' || kind === 'records';

/** Whether only tables would be queried; sources that are not configured do not count. */
export const usesTablesOnly = (
  { list }: Pick<Sources<never, unknown>, 'list'>,
  world: World,
): boolean => list.every((source) => isTableSource(source) || source.available(world) === false);

/**
 * Result of querying one part: its fact, null for no record, undefined where it is not configured;
 * or its failure.
 */
export type PartResult<Fact> = { fact: Fact | null | undefined } | { failure: ApiError };

/** Awaits a part's answer or failure; errors that are no source's failure are rethrown. */
export async function partResult<Fact>(
  answer: Promise<Fact | null | undefined>,
): Promise<PartResult<Fact>> {
  try {
    return { fact: await answer };
  } catch (error) {
    if (error instanceof NoSourceConfigured) return { fact: undefined };
    if (isSourceFailure(error)) return { failure: error };
    throw error;
  }
}

/** The fact, where there is one. */
export const foundFact = <Fact>(each: PartResult<Fact> | undefined): Fact | null =>
  each && 'fact' in each ? (each.fact ?? null) : null;

/**
 * The answer where none of several parts had a record.
 * @returns null when all of them have none
 * @throws ApiError when one failed, as it might have had one; NoSourceConfigured when none could be
 * queried, or with `mayLack` none, when one could not
 */
export function requireNoMatch(
  tries: readonly PartResult<unknown>[],
  list: readonly Source<never, unknown>[],
  mayLack: 'some' | 'none' = 'some',
): null {
  const failures = tries.flatMap((each) => ('failure' in each ? [each.failure] : []));
  const [first] = failures;
  if (first) throw failures.find(({ status }) => status === 503) ?? first;
  const asked = tries.filter((each) => 'fact' in each && each.fact !== undefined).length;
  if (asked === 0 || (mayLack === 'none' && asked < tries.length))
    throw new NoSourceConfigured(list);
  return null;
}
