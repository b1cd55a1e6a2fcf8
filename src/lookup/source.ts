import { ApiError, type ErrorCode } from '../lib/errors.ts';
import {
  known,
  type MaybePromise,
  mapMaybePromise,
  runSteps,
  type Steps,
} from '../lib/maybe-promise.ts';
import type { World } from './world.ts';

/** A source as the log of a refusal names it: names tell vendors apart, and stay inside. */
interface NamedSource {
  name: string;
}

/** An operator has to act before a missing source can answer. */
const MISSING_RETRY_AFTER_SECONDS = 3_600;

/** Refusals by the sources they name: lookups without vendors need them often; errors are slow. */
const refusals = new WeakMap<readonly NamedSource[], NoSourceConfigured>();

export class NoSourceConfigured extends ApiError {
  readonly sources: readonly NamedSource[];

  constructor(sources: readonly NamedSource[]) {
    const names = sources.map((source) => source.name).join(', ');
    super('SERVICE_UNAVAILABLE', 'This service has no source yet that could answer this.', {
      retryAfterSeconds: MISSING_RETRY_AFTER_SECONDS,
      details: { available: false },
      cause: `no source is configured: ${names}`,
    });
    this.sources = sources;
  }

  /** One refusal for each list, made when it is first needed. */
  static of(sources: readonly NamedSource[]): NoSourceConfigured {
    const refusal = refusals.get(sources) ?? new NoSourceConfigured(sources);
    refusals.set(sources, refusal);
    return refusal;
  }
}

/** Error codes of source failures; refusals by the ledger and internal errors are none. */
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
  /** Stable snake_case name: logs, refusals that name a missing source. */
  name: string;
  /** Generic label for `metadata.data_sources` and `GET /v1/products`. */
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
  version?(world: World): MaybePromise<string>;
  /** False when the operator has not configured or imported what this source needs. */
  available(world: World): MaybePromise<boolean>;
  /**
   * False where it answers for single keys alone, as a file that is complete for nothing: a product
   * is not called available on its ground. Absent: true.
   */
  coversMore?(world: World): MaybePromise<boolean>;
  /** Why it is not available: names of variables to set, or of data sets to import. */
  missing?(world: World): readonly string[];
  /** True of a public host whose terms exclude bulk jobs. */
  notInBulk?(world: World): boolean;
  /** Of an adapted source (`src/lookup/source-adapters.ts`). */
  adapts?: Adaptation<never, unknown>;
}

/** Of an adapted source what is asked in the end, and how its query and fact are mapped. */
export interface Adaptation<Query, Fact> {
  source: Source<unknown, unknown>;
  queryOf(query: Query): unknown;
  read(fact: unknown, query: Query, world: World): Fact | null;
}

/**
 * A table of the bundle: a plain function, which never gives a promise, so that its answer is there
 * before the account is called.
 */
export interface MemorySource<Query, Fact> extends SourceDeclaration {
  reads: 'memory';
  kind: 'compiled';
  /** @returns null for "no record", which is an answer; throws when it could not find out */
  ask(query: Query, world: World): Fact | null;
}

/** What needs I/O for every answer. */
export interface IoSource<Query, Fact> extends SourceDeclaration {
  reads: 'io';
  /**
   * @param signal aborted when the answer is no longer waited for
   * @returns null for "no record", which is an answer; throws when it could not find out, and
   * {@link NoSourceConfigured} where it does not cover the query.
   */
  ask(query: Query, world: World, signal?: AbortSignal): Promise<Fact | null>;
}

/**
 * A table in storage whose manifest, rows and blocks an isolate keeps: a plain value where the
 * answer is in memory, a promise where something has to be read. Declared as I/O it would cost
 * every lookup of a held row a hold and its settlement instead of one charge.
 */
export interface CachedSource<Query, Fact> extends SourceDeclaration {
  reads: 'cache';
  kind: 'compiled' | 'records';
  /** As {@link IoSource.ask}. */
  ask(query: Query, world: World): MaybePromise<Fact | null>;
}

/** A source of facts, which knows nothing of money, caches or envelopes. */
export type Source<Query, Fact> =
  | MemorySource<Query, Fact>
  | CachedSource<Query, Fact>
  | IoSource<Query, Fact>;

/** What asking a source, or a combination of them, came to. */
export type Outcome<Fact> =
  | { kind: 'found'; fact: Fact }
  | { kind: 'noRecord' }
  /** `leftOut`: it is configured, and not asked for a row of a bulk job. */
  | { kind: 'notConfigured'; sources: readonly NamedSource[]; leftOut?: boolean }
  | { kind: 'failed'; failure: ApiError };

export const NO_RECORD: Outcome<never> = { kind: 'noRecord' };

/** Outcome of what a source threw. @throws what is no source's failure */
function outcomeOfError(error: unknown): Outcome<never> {
  if (error instanceof NoSourceConfigured) return { kind: 'notConfigured', sources: error.sources };
  if (isSourceFailure(error)) return { kind: 'failed', failure: error };
  throw error;
}

const outcomeOfAnswer = <Fact>(fact: Fact): Outcome<NonNullable<Fact>> =>
  fact === null || fact === undefined ? NO_RECORD : { kind: 'found', fact };

/** The outcome, also of what was thrown on the way to it. @throws what is no source's failure */
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

/** Outcome of an answer; null is "no record". @throws what is no source's failure */
export const outcomeOf = <Fact>(
  answer: MaybePromise<Fact>,
): MaybePromise<Outcome<NonNullable<Fact>>> =>
  settledOutcome(() => mapMaybePromise(answer, outcomeOfAnswer));

/** The fact, where there is one: a failure is ignored. */
export const foundFact = <Fact>(outcome: Outcome<Fact>): Fact | null =>
  outcome.kind === 'found' ? outcome.fact : null;

/** The fact; null for no record, and where none is configured. @throws ApiError its failure */
export function unlessFailed<Fact>(outcome: Outcome<Fact>): Fact | null {
  if (outcome.kind === 'failed') throw outcome.failure;
  return foundFact(outcome);
}

/** The answer; null for no record. @throws ApiError its failure, NoSourceConfigured */
export function requireAnswer<Fact>(outcome: Outcome<Fact>): Fact | null {
  if (outcome.kind === 'notConfigured') throw NoSourceConfigured.of(outcome.sources);
  return unlessFailed(outcome);
}

/**
 * Queries a source, or several already combined, on behalf of a lookup, and records which were
 * consulted. Synchronous where all that is asked reads memory.
 * @throws what is no source's failure
 */
export type QuerySource = <Query, Fact>(
  part: SourcePart<Query, Fact>,
  query: Query,
) => MaybePromise<Outcome<NonNullable<Fact>>>;

/** A {@link QuerySource} by a function that asks single sources. */
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

/** How a product combines its sources into one fact. */
export interface Sources<Query, Fact> {
  /** For their names, labels and availability; only `resolve` knows what each is asked. */
  list: readonly Source<never, unknown>[];
  /**
   * Sources of which at least one has to be configured; the others only add to its answer. Absent:
   * any of the list.
   */
  answeredBy?: readonly Source<never, unknown>[];
  /**
   * Synchronous where its sources are, if it is written as {@link Steps}.
   * @throws ApiError the failure of a source it needs; NoSourceConfigured
   */
  resolve(query: Query, ask: QuerySource): MaybePromise<Fact>;
}

/** A source, or several already combined: combinations nest. */
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

/**
 * Refuses a no-match that is none.
 * @returns null when all parts have no record
 * @throws ApiError when one failed, as it might have had one: a transient failure if there was one,
 * else the first; NoSourceConfigured when none could be queried, when one was left out of a bulk
 * job, or with `mayLack` none, when one could not
 */
export function requireNoMatch(
  outcomes: readonly Outcome<unknown>[],
  list: readonly Source<never, unknown>[],
  mayLack: 'some' | 'none' = 'some',
): null {
  const failures = outcomes.flatMap((each) => (each.kind === 'failed' ? [each.failure] : []));
  const failure = failures.find(({ status }) => status === 503) ?? failures[0];
  if (failure) throw failure;
  const lacking = outcomes.filter((each) => each.kind === 'notConfigured');
  const isOpen =
    lacking.some(({ leftOut }) => leftOut) || (mayLack === 'none' && lacking.length > 0);
  if (isOpen || lacking.length === outcomes.length) throw NoSourceConfigured.of(list);
  return null;
}

/** The fact of a part; undefined where it is not configured. @throws ApiError its failure */
const partFact = (outcome: Outcome<unknown>): unknown =>
  outcome.kind === 'notConfigured' ? undefined : unlessFailed(outcome);

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
  return {
    list,
    resolve(query, ask) {
      const asked = entries.map(([name, part]) => [name, ask(part, query)] as const);
      const isWaiting = asked.some(([, outcome]) => outcome instanceof Promise);
      const answers = isWaiting
        ? Promise.all(
            asked.map(async ([name, outcome]) => [name, partFact(await outcome)] as const),
          )
        : asked.map(([name, outcome]) => [name, partFact(outcome as Outcome<unknown>)] as const);
      return mapMaybePromise(answers, (facts) => {
        if (facts.every(([, fact]) => fact === undefined)) throw NoSourceConfigured.of(list);
        return Object.fromEntries(facts) as FactsOf<Parts>;
      });
    },
  };
}

/** Fallback in order to the first outcome of one of these kinds. */
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
 * Combinator: fallback in order to the first answer, "no record" included; parts that fail or are
 * not configured are skipped.
 * @throws ApiError when none answers: a transient failure if there was one, else the first
 */
export const firstAnswer = <Query, Fact>(...parts: readonly SourcePart<Query, Fact>[]) =>
  fallback(['found', 'noRecord'], parts);

/**
 * Combinator: fallback in order to the first record; parts that are not configured are skipped.
 * @returns null when all configured parts have none
 * @throws ApiError when none has a record and one failed, as it might have had one; else as {@link
 * firstAnswer}
 */
export const firstMatch = <Query, Fact>(...parts: readonly SourcePart<Query, Fact>[]) =>
  fallback(['found'], parts);

/** Combinator: a part that counts as not configured when it fails. */
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

/** What asks a source: a lookup of its own, or a row of a bulk job. */
type SourceUse = 'single' | 'bulk';

/** Whether a source may be asked: it is configured, and bulk may use it. */
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

/** Whether all that may be asked are tables: then there is nothing to cache. */
export const usesTablesOnly = (
  { list }: Pick<Sources<never, unknown>, 'list'>,
  world: World,
  use: SourceUse = 'single',
): boolean =>
  list.every((source) => isTableSource(source) || isSourceUsable(source, world, use) === false);
