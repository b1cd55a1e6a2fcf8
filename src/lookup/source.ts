import { ApiError, type ErrorCode } from '../lib/errors.ts';
import { memoized } from '../lib/lazy.ts';
import {
  known,
  type MaybePromise,
  mapAllMaybePromise,
  mapMaybePromise,
  runSteps,
  type Steps,
} from '../lib/maybe-promise.ts';
import type { World } from './world.ts';

/** Source as named in the log of a refusal; names identify vendors and stay internal. */
interface NamedSource {
  name: string;
}

/** Of a refusal for which an operator has to configure something first. */
export const NOT_CONFIGURED = { retryAfterSeconds: 3_600, details: { available: false } };

/** The refusal per source list: constructing an error is slow, and this one is frequent. */
const refusalOf = memoized(
  (sources: readonly NamedSource[]) => new NoSourceConfigured(sources),
  new WeakMap(),
);

export class NoSourceConfigured extends ApiError {
  readonly sources: readonly NamedSource[];
  /** One is configured, but not queried for a row of a bulk job. */
  readonly leftOut: boolean;

  constructor(sources: readonly NamedSource[], leftOut = false) {
    const names = sources.map((source) => source.name).join(', ');
    const message = leftOut
      ? 'A source that could answer this is not asked in bulk jobs; look it up by itself.'
      : 'No source that could answer this lookup is configured on this service.';
    const cause = `no source is ${leftOut ? 'asked in bulk' : 'configured'}: ${names}`;
    super('SERVICE_UNAVAILABLE', message, { ...NOT_CONFIGURED, cause });
    this.sources = sources;
    this.leftOut = leftOut;
  }

  /** The refusal for a source list, created on first use. */
  static of(sources: readonly NamedSource[], leftOut = false): NoSourceConfigured {
    return leftOut ? new NoSourceConfigured(sources, leftOut) : refusalOf(sources);
  }
}

/** Error codes that are source failures; ledger refusals and internal errors are not. */
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

export const SOURCE_KINDS = ['compiled', 'records', 'open', 'upstream'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

export interface SourceDeclaration {
  /** Stable snake_case name, for logs and refusals about missing sources. */
  name: string;
  /** Generic label for `metadata.data_sources` and `GET /v1/products`. */
  label: string;
  kind: SourceKind;
  /** A repeated query has no further effect. Only then is a failed call retried. */
  idempotent?: boolean;
  /**
   * Set for a paid source: `answers` bills only what it finds, `calls` bills a miss too. Never
   * retried automatically, because a call whose reply was lost may have been billed.
   */
  metered?: 'answers' | 'calls';
  /** Time limit of a call, including its retry. */
  timeoutMs?: number;
  /**
   * Data version of a source that reads a table; an answer is stale when it changes. Absent if the
   * table changes only with a deployment.
   */
  version?(world: World): MaybePromise<string>;
  /** False if the operator has not configured or imported what this source needs. */
  available(world: World): MaybePromise<boolean>;
  /**
   * False if the source answers only for single keys, such as a file that is complete for nothing;
   * it does not make a product available. Absent means true.
   */
  coversMore?(world: World): MaybePromise<boolean>;
  /** What is missing for availability: variables to set or data sets to import. */
  missing?(world: World): MaybePromise<readonly string[]>;
  /** True for a public host whose terms exclude bulk jobs. */
  notInBulk?(world: World): boolean;
  /** Set for an adapted source (`src/lookup/source-adapters.ts`). */
  adapts?: Adaptation<never, unknown>;
}

/** Adaptation: the underlying source, and the mappings of its query and its fact. */
export interface Adaptation<Query, Fact> {
  source: Source<unknown, unknown>;
  queryOf(query: Query): unknown;
  read(fact: unknown, query: Query, world: World): Fact | null;
}

/**
 * In-memory table of the bundle: a synchronous function, so that its answer is known before the
 * account is called.
 */
export interface MemorySource<Query, Fact> extends SourceDeclaration {
  reads: 'memory';
  kind: 'compiled';
  /** @returns null for "no record", which is an answer; throws if it cannot tell */
  ask(query: Query, world: World): Fact | null;
}

/** Source that needs I/O for every answer. */
export interface IoSource<Query, Fact> extends SourceDeclaration {
  reads: 'io';
  /**
   * @param signal aborted when the answer is no longer needed
   * @returns null for "no record", which is an answer; throws if it cannot tell, and
   * {@link NoSourceConfigured} if it does not cover the query.
   */
  ask(query: Query, world: World, signal?: AbortSignal): Promise<Fact | null>;
}

/**
 * Table in storage whose manifest, rows and blocks an isolate caches: synchronous if the answer is
 * in memory, a promise if something has to be read. As an I/O source, every lookup of a cached row
 * would take a hold and its settlement instead of one charge.
 */
export interface CachedSource<Query, Fact> extends SourceDeclaration {
  reads: 'cache';
  kind: 'compiled' | 'records';
  /** See {@link IoSource.ask}. */
  ask(query: Query, world: World): MaybePromise<Fact | null>;
}

/** A source of facts, independent of prices, caches and envelopes. */
export type Source<Query, Fact> =
  | MemorySource<Query, Fact>
  | CachedSource<Query, Fact>
  | IoSource<Query, Fact>;

/** Result of querying a source or a combination of sources. */
export type Outcome<Fact> =
  | { kind: 'found'; fact: Fact }
  | { kind: 'noRecord' }
  /** `leftOut`: configured, but not queried for a row of a bulk job. */
  | { kind: 'notConfigured'; sources: readonly NamedSource[]; leftOut?: boolean }
  | { kind: 'failed'; failure: ApiError };

export const NO_RECORD: Outcome<never> = { kind: 'noRecord' };

/** Outcome for a thrown error. @throws errors that are not source failures */
function outcomeOfError(error: unknown): Outcome<never> {
  if (error instanceof NoSourceConfigured) {
    const { sources, leftOut } = error;
    return { kind: 'notConfigured', sources, ...(leftOut && { leftOut }) };
  }
  if (isSourceFailure(error)) return { kind: 'failed', failure: error };
  throw error;
}

const outcomeOfAnswer = <Fact>(fact: Fact): Outcome<NonNullable<Fact>> =>
  fact === null || fact === undefined ? NO_RECORD : { kind: 'found', fact };

/** Outcome of a query, errors included. @throws errors that are not source failures */
export function settledOutcome<Fact>(
  ask: () => MaybePromise<Outcome<Fact>>,
): MaybePromise<Outcome<Fact>> {
  try {
    const outcome = ask();
    return outcome instanceof Promise ? outcome.catch(outcomeOfError) : outcome;
  } catch (error) {
    return outcomeOfError(error);
  }
}

/** Outcome of an answer; null is "no record". @throws errors that are not source failures */
export const outcomeOf = <Fact>(
  answer: MaybePromise<Fact>,
): MaybePromise<Outcome<NonNullable<Fact>>> =>
  settledOutcome(() => mapMaybePromise(answer, outcomeOfAnswer));

/** The fact, or null; failures are ignored. */
export const foundFact = <Fact>(outcome: Outcome<Fact>): Fact | null =>
  outcome.kind === 'found' ? outcome.fact : null;

/** The fact; null for "no record" and "not configured". @throws ApiError its failure */
export function unlessFailed<Fact>(outcome: Outcome<Fact>): Fact | null {
  if (outcome.kind === 'failed') throw outcome.failure;
  return foundFact(outcome);
}

/** The fact; null for "no record". @throws ApiError its failure, NoSourceConfigured */
export function requireAnswer<Fact>(outcome: Outcome<Fact>): Fact | null {
  if (outcome.kind === 'notConfigured')
    throw NoSourceConfigured.of(outcome.sources, outcome.leftOut);
  return unlessFailed(outcome);
}

/**
 * Queries a source or a combination of sources for a lookup, and records which were consulted.
 * Synchronous if all of them read memory.
 * @throws errors that are not source failures
 */
export type QuerySource = <Query, Fact>(
  part: SourcePart<Query, Fact>,
  query: Query,
) => MaybePromise<Outcome<NonNullable<Fact>>>;

/** Builds a {@link QuerySource} from a function that queries single sources. */
export function queryParts(
  askOne: <Query, Fact>(
    source: Source<Query, Fact>,
    query: Query,
  ) => MaybePromise<Outcome<NonNullable<Fact>>>,
): QuerySource {
  const ask: QuerySource = (part, query) =>
    'list' in part
      ? settledOutcome(() => outcomeOf(part.resolve(query, ask)))
      : askOne(part, query);
  return ask;
}

/** A product's combination of sources into one fact. */
export interface Sources<Query, Fact> {
  /** Provides names, labels and availability; only `resolve` decides what each is asked. */
  list: readonly Source<never, unknown>[];
  /**
   * Sources of which at least one has to be configured; the others only add to its answer. Absent:
   * any of the list.
   */
  answeredBy?: readonly Source<never, unknown>[];
  /**
   * Synchronous if its sources are and it is written as {@link Steps}.
   * @throws ApiError the failure of a required source; NoSourceConfigured
   */
  resolve(query: Query, ask: QuerySource): MaybePromise<Fact>;
}

/** A source or a combination of sources; combinations nest. */
type SourcePart<Query, Fact> = Source<Query, Fact> | Sources<Query, Fact>;

type FactOf<P> =
  P extends Sources<never, infer Fact>
    ? Fact | undefined
    : P extends Source<never, infer Fact>
      ? Fact | null | undefined
      : never;

type FactsOf<Parts> = { [Name in keyof Parts]: FactOf<Parts[Name]> };

const partSources = (part: SourcePart<never, unknown>): readonly Source<never, unknown>[] =>
  'list' in part ? part.list : [part];

/** @throws ApiError the first transient failure, else the first; nothing without any */
function requireNoFailure(outcomes: readonly Outcome<unknown>[]): void {
  const failures = outcomes.flatMap((each) => (each.kind === 'failed' ? [each.failure] : []));
  const failure = failures.find(({ status }) => status === 503) ?? failures[0];
  if (failure) throw failure;
}

/**
 * Confirms a no-match.
 * @returns null if all configured parts have no record
 * @throws ApiError if a part failed, as it might have had a record: the first transient failure,
 * else the first; NoSourceConfigured if no part could be queried, if one was left out of a bulk
 * job, or with `mayLack` none, if any is not configured
 */
export function requireNoMatch(
  outcomes: readonly Outcome<unknown>[],
  list: readonly Source<never, unknown>[],
  mayLack: 'some' | 'none' = 'some',
): null {
  requireNoFailure(outcomes);
  const lacking = outcomes.filter((each) => each.kind === 'notConfigured');
  const isLeftOut = lacking.some(({ leftOut }) => leftOut);
  const isOpen = isLeftOut || (mayLack === 'none' && lacking.length > 0);
  if (isOpen || lacking.length === outcomes.length) throw NoSourceConfigured.of(list, isLeftOut);
  return null;
}

/**
 * Combinator: queries all parts in parallel. In the fact, null means "no record" and undefined "not
 * configured".
 * @throws ApiError if any part fails, once all have ended, so that what a paid part answers is kept
 * for the next attempt; SERVICE_UNAVAILABLE if no part is configured
 */
// biome-ignore lint/suspicious/noExplicitAny: the parts' own types are recovered by FactsOf
export function allOf<Query, Parts extends Record<string, SourcePart<Query, any>>>(
  parts: Parts,
): Sources<Query, FactsOf<Parts>> {
  const entries = Object.entries(parts);
  const list = entries.flatMap(([, part]) => partSources(part));
  return {
    list,
    resolve(query, ask) {
      const asked = entries.map(([, part]) => ask(part, query));
      return mapAllMaybePromise<Outcome<unknown>, FactsOf<Parts>>(asked, (outcomes) => {
        requireNoFailure(outcomes);
        const lacking = outcomes.filter((each) => each.kind === 'notConfigured');
        if (lacking.length === outcomes.length)
          throw NoSourceConfigured.of(
            list,
            lacking.some(({ leftOut }) => leftOut),
          );
        const facts = outcomes.map((outcome, at) => [
          entries[at]?.[0],
          outcome.kind === 'notConfigured' ? undefined : foundFact(outcome),
        ]);
        return Object.fromEntries(facts);
      });
    },
  };
}

/** Fallback in order, up to the first outcome of one of these kinds. */
function fallback<Query, Fact>(
  kinds: readonly Outcome<unknown>['kind'][],
  parts: readonly SourcePart<Query, Fact>[],
): Sources<Query, Fact | null> {
  const list = parts.flatMap(partSources);
  function* askInOrder(query: Query, ask: QuerySource): Steps<Fact | null> {
    const outcomes: Outcome<Fact>[] = [];
    for (const part of parts) {
      const outcome = yield* known(ask(part, query));
      if (kinds.includes(outcome.kind)) return foundFact(outcome);
      outcomes.push(outcome);
    }
    return requireNoMatch(outcomes, list);
  }
  return { list, resolve: (query, ask) => runSteps(askInOrder(query, ask)) };
}

/**
 * Combinator: fallback in order to the first answer, including "no record". Parts that fail or are
 * not configured are skipped.
 * @throws ApiError if none answers: the first transient failure, else the first
 */
export const firstAnswer = <Query, Fact>(...parts: readonly SourcePart<Query, Fact>[]) =>
  fallback(['found', 'noRecord'], parts);

/**
 * Combinator: fallback in order to the first record; parts that are not configured are skipped.
 * @returns null if no configured part has a record
 * @throws ApiError if no part has a record and one failed, as it might have had one; else as
 * {@link firstAnswer}
 */
export const firstMatch = <Query, Fact>(...parts: readonly SourcePart<Query, Fact>[]) =>
  fallback(['found'], parts);

/** Combinator: a part whose failure counts as "not configured". */
export function optionalPart<Query, Fact>(
  part: SourcePart<Query, Fact>,
): Sources<Query, Fact | null> {
  const list = partSources(part);
  return {
    list,
    resolve: (query, ask) =>
      mapMaybePromise(ask(part, query), (outcome) =>
        requireAnswer<Fact>(
          outcome.kind === 'failed' ? { kind: 'notConfigured', sources: list } : outcome,
        ),
      ),
  };
}

/** Use of a source: a single lookup, or a row of a bulk job. */
type SourceUse = 'single' | 'bulk';

/** Whether a source may be queried: it is configured and allowed for this use. */
export const isSourceUsable = (
  source: Source<never, unknown>,
  world: World,
  use: SourceUse,
): MaybePromise<boolean> =>
  use === 'bulk' && source.notInBulk?.(world) ? false : source.available(world);

/**
 * Tables of the service itself, compiled or imported: a repeated read costs next to nothing and
 * discloses nothing to third parties.
 */
export const isTableSource = ({ kind }: Pick<Source<never, unknown>, 'kind'>): boolean =>
  kind === 'compiled' || kind === 'records';

/** Whether only tables can be queried, so that there is nothing to cache. */
export const usesTablesOnly = (
  { list }: Pick<Sources<never, unknown>, 'list'>,
  world: World,
  use: SourceUse = 'single',
): boolean =>
  list.every((source) => isTableSource(source) || isSourceUsable(source, world, use) === false);
