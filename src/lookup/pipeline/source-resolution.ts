import type { PersonSubject } from '../../domain/person/person.ts';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import {
  known,
  type MaybePromise,
  mapAllMaybePromise,
  mapMaybePromise,
  runSteps,
  type Steps,
} from '../../lib/maybe-promise.ts';
import { SUPPRESSED_PEOPLE } from '../datasets/people.ts';
import { type AnyProduct, mainField } from '../product.ts';
import {
  type IoSource,
  isSourceUsable,
  isTableSource,
  outcomeOf,
  queryParts,
  type Source,
  settledOutcome,
} from '../source.ts';
import { adaptationOf } from '../source-adapters.ts';
import { isSuppressed } from '../suppression.ts';
import type { World } from '../world.ts';
import { classifyFailure, sourceUnavailable } from './failure-codes.ts';
import { callSource, cancelledError, type SourcePorts, withTimeout } from './source-call.ts';

/** Reads a table from storage with a timeout, but without circuit breaker or retry. */
async function readTable<T>({ kind }: Pick<Source<never, T>, 'kind'>, answer: Promise<T>) {
  const tooLate = () => new ApiError('UPSTREAM_TIMEOUT');
  try {
    return await withTimeout(answer, tooLate);
  } catch (error) {
    throw classifyFailure(error, { kind });
  }
}

/** A failure of a compiled table is rethrown as it is; of any other it is classified. */
function askTable<Query, Fact>(source: Source<Query, Fact>, query: Query, world: World) {
  try {
    return source.ask(query, world);
  } catch (error) {
    throw source.kind === 'compiled' ? error : classifyFailure(error, source);
  }
}

/** Whether a source is configured; synchronous if the source's own check is. */
function isConfigured<Query, Fact>(
  source: Source<Query, Fact>,
  { world, forBulk = false }: SourcePorts,
): MaybePromise<boolean> {
  const available = isSourceUsable(source, world, forBulk ? 'bulk' : 'single');
  if (typeof available === 'boolean') return available;
  return available.catch((error) => {
    throw classifyFailure(error, source);
  });
}

const LEFT_OUT = { leftOut: true };

/** Source that a single lookup would call and bulk does not: without it the fact is partial. */
const isLeftOut = (source: Source<never, unknown>, { world, forBulk }: SourcePorts): boolean =>
  forBulk === true && source.notInBulk?.(world) === true && source.available(world) !== false;

/**
 * Whole paid answers of a lookup by source and query, stored unchanged, so that neither the next
 * attempt nor the completion of the fact pays twice for them. Null means "no record"; under a
 * {@link refusedKey} is the code of a refused input, for which the completion does not ask again.
 */
export type PaidAnswers = Map<string, unknown>;

const REFUSED = 'refused ';
const refusedKey = (key: string): string => REFUSED + key;

/** Paid answers without refusals: a failure of one lookup is not kept for the next. */
export const withoutRefusals = (paid: PaidAnswers): PaidAnswers =>
  new Map([...paid].filter(([key]) => !key.startsWith(REFUSED)));

const BIGINT_AS_TEXT = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value;

/** Key of a paid query. The index in the list distinguishes sources of the same name. */
function paidKey({ sources }: AnyProduct, source: Source<never, unknown>, query: unknown): string {
  const list = sources.list.map((each) => adaptationOf(each).source);
  return `${source.name} ${list.indexOf(source)} ${JSON.stringify(query, BIGINT_AS_TEXT)}`;
}

export interface SourcedFact {
  fact: unknown;
  /** Labels of the consulted kinds of data, in the order of the product's declaration. */
  consulted: string[];
  /** Whether only tables were queried: the same data version then gives the same fact. */
  fromTables: boolean;
  /** Whether no queried source failed or was left out, so that a retry would find no more. */
  complete: boolean;
  /** Paid answers, set for an incomplete fact. */
  paid?: Readonly<Record<string, unknown>> | undefined;
  /** The fact names a suppressed person: it is replaced by a no-match, which is free. */
  suppressed?: true;
}

/** The no-match that replaces any fact about a suppressed person. It is never cached. */
export const suppressedFact = ({ people }: AnyProduct): SourcedFact => ({
  fact: people?.emptyFact,
  consulted: [],
  fromTables: true,
  complete: true,
  suppressed: true,
});

export interface SourceResolution {
  /** @throws ApiError when a source fails; a failure is never a no-match */
  answer: Promise<SourcedFact>;
  /** The answer or failure if it was found synchronously; else null. */
  settled: SourcedFact | Error | null;
  /**
   * Resolves when the answer needs I/O: a storage read or the network. It never resolves for an
   * answer from memory, whose price is known before the account is called: one call then charges
   * it, where a hold and its settlement take two.
   */
  needsIo: Promise<void>;
}

interface ResolutionOptions {
  /** Whether the input names a suppressed person; if so, no source is queried. */
  suppressed?: MaybePromise<boolean>;
  /** Earlier paid answers, which are not asked for again; new ones are added to the map. */
  paid?: PaidAnswers;
}

/** Consulted labels in the product's declared order; labels it does not declare come last. */
function inDeclaredOrder({ sources }: AnyProduct, consulted: ReadonlySet<string>): string[] {
  const declared = sources.list.map(({ label }) => label);
  return [...new Set([...declared.filter((label) => consulted.has(label)), ...consulted])];
}

/** The step's result, or the error it throws synchronously. */
function settledOr<T>(step: () => T): T | Error {
  try {
    return step();
  } catch (cause) {
    return cause instanceof Error ? cause : new Error('a source threw no error', { cause });
  }
}

function ioSignal() {
  const { promise: needsIo, resolve } = Promise.withResolvers<void>();
  /** Signals I/O when the value is a promise; returns the value. */
  const tracked = <T>(value: MaybePromise<T>): MaybePromise<T> => {
    if (value instanceof Promise) resolve();
    return value;
  };
  return { needsIo, tracked };
}

const promiseOf = (found: MaybePromise<SourcedFact> | Error): Promise<SourcedFact> =>
  found instanceof Error ? Promise.reject(found) : Promise.resolve(found);

/** Time limit that starts when the network is allowed. */
async function inTime(
  found: Promise<SourcedFact>,
  limitMs: number,
  networkAllowed: Promise<void>,
  late: () => Error,
): Promise<SourcedFact> {
  await Promise.race([found, networkAllowed]);
  return withTimeout(found, late, limitMs);
}

/** @throws ApiError INVALID_INPUT for the field with an address that may not be fetched */
function requireFetchable(product: AnyProduct, input: unknown, { outbound }: World): void {
  const address = product.fetched?.(input);
  if (address === undefined) return;
  try {
    outbound.fetcher.requireFetchable(address);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, error.message, { param: mainField(product) });
  }
}

/**
 * Resolves the product's sources: tables immediately, the others once the network is allowed.
 * @param networkAllowed resolves when sources may use the network
 */
export function resolveSources(
  product: AnyProduct,
  input: unknown,
  ports: SourcePorts,
  networkAllowed: Promise<void>,
  { suppressed = false, paid = new Map() }: ResolutionOptions = {},
): SourceResolution {
  const consulted = new Set<string>();
  let [fromTables, complete] = [true, true];
  const { needsIo, tracked } = ioSignal();
  /** Ports through which a source marks the fact as partial. @param onPartial called each time */
  const withPartial = (onPartial?: () => void): SourcePorts => {
    const markPartial = () => {
      complete = false;
      onPartial?.();
      return undefined;
    };
    return { ...ports, world: { ...ports.world, markPartial } };
  };
  async function askNetwork<Query, Fact>(source: Source<Query, Fact>, query: Query) {
    await networkAllowed;
    fromTables = false;
    return source.metered ? askPaid(source, query) : callSource(source, query, withPartial());
  }
  function askPaid<Query, Fact>(source: Source<Query, Fact>, query: Query) {
    const { source: origin, queryOf, read } = adaptationOf(source);
    const asked = queryOf(query);
    const key = paidKey(product, origin, asked);
    if (paid.has(key)) return read(paid.get(key), query, ports.world);
    const refusal = paid.get(refusedKey(key));
    if (refusal !== undefined) throw new ApiError(refusal as ErrorCode);
    let isWhole = true;
    const asker = withPartial(() => {
      isWhole = false;
    });
    const ask: IoSource<Query, Fact>['ask'] = async (_, world, signal) => {
      const fact = await origin.ask(asked, world, signal);
      // The completion asks again for the rest of a partial answer.
      if (isWhole) paid.set(key, fact);
      return read(fact, query, world);
    };
    return callSource({ ...source, reads: 'io', ask }, query, asker).catch((failure: ApiError) => {
      if (failure.aboutInput && !ports.signal?.aborted) paid.set(refusedKey(key), failure.code);
      throw failure;
    });
  }
  function askConfigured<Query, Fact>(source: Source<Query, Fact>, query: Query) {
    if (source.reads === 'memory') return source.ask(query, ports.world);
    if (!isTableSource(source)) return tracked(askNetwork(source, query));
    const answer = tracked(askTable(source, query, ports.world));
    return answer instanceof Promise ? readTable(source, answer) : answer;
  }
  const { limitMs } = product;
  const tooLate = () => new ApiError('UPSTREAM_TIMEOUT', 'The lookup took too long.');
  let isLate = false;
  const ask = queryParts((source, query) => {
    // After the time limit or a cancellation, a further call would only cost money.
    if (isLate) return { kind: 'failed', failure: tooLate() };
    if (ports.signal?.aborted) return { kind: 'failed', failure: cancelledError() };
    const asked = settledOutcome(() =>
      mapMaybePromise(tracked(isConfigured(source, ports)), (available) =>
        available
          ? outcomeOf(askConfigured(source, query))
          : { kind: 'notConfigured', sources: [source], ...(isLeftOut(source, ports) && LEFT_OUT) },
      ),
    );
    return mapMaybePromise(asked, (outcome) => {
      if (outcome.kind === 'failed' || (outcome.kind === 'notConfigured' && outcome.leftOut))
        complete = false;
      else if (outcome.kind !== 'notConfigured') consulted.add(source.label);
      return outcome;
    });
  });
  function* find(): Steps<SourcedFact> {
    if (yield* known(tracked(suppressed))) return suppressedFact(product);
    requireFetchable(product, input, ports.world);
    const resolved: unknown = yield* known<unknown>(product.sources.resolve(input, ask));
    const fact = yield* known(tracked(withoutSuppressed(product, resolved, input, ports.world)));
    if (yield* known(tracked(isFactSuppressed(product, fact, input, ports.world))))
      return suppressedFact(product);
    const found = { fact, consulted: inDeclaredOrder(product, consulted), fromTables, complete };
    return complete ? found : { ...found, paid: Object.fromEntries(paid) };
  }
  const found = settledOr(() => runSteps(find()));
  const settled = found instanceof Promise ? null : found;
  const late = () => {
    isLate = true;
    return tooLate();
  };
  const answer =
    settled === null && limitMs !== undefined
      ? inTime(promiseOf(found), limitMs, networkAllowed, late)
      : promiseOf(found);
  // A refused lookup never awaits the answer; the handler prevents an unhandled rejection.
  answer.catch(() => undefined);
  return { answer, needsIo, settled };
}

const listUnavailable = (cause: unknown): ApiError => sourceUnavailable({ cause });

/** Fails closed: if the suppression list cannot be read, the lookup fails. */
function readingList<T>(read: () => MaybePromise<T>): MaybePromise<T> {
  try {
    const answer = read();
    if (!(answer instanceof Promise)) return answer;
    return withTimeout(answer, () => new Error('the list took too long')).catch((cause) => {
      throw listUnavailable(cause);
    });
  } catch (cause) {
    throw listUnavailable(cause);
  }
}

const isAnySuppressed = (
  subjects: readonly PersonSubject[],
  world: Pick<World, 'records'>,
): MaybePromise<boolean> => readingList(() => isSuppressed(subjects, world));

/**
 * Version of the suppression list, which every import and every opt-out changes.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export const suppressionVersion = ({ records }: Pick<World, 'records'>): MaybePromise<string> =>
  readingList(() => records.version([SUPPRESSED_PEOPLE]));

/**
 * Whether the input names a suppressed person; synchronous for products that are not about people.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export const isInputSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  input: unknown,
  world: Pick<World, 'records'>,
): MaybePromise<boolean> => (people ? isAnySuppressed(people.inputSubjects(input), world) : false);

/** Whether a new or stored fact names a suppressed person. */
export const isFactSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  input: unknown,
  world: Pick<World, 'records'>,
): MaybePromise<boolean> =>
  people && fact !== null && fact !== undefined
    ? isAnySuppressed(people.factSubjects(fact, input), world)
    : false;

/**
 * Removes a fact's rows about suppressed people; synchronous for a fact without rows.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export function withoutSuppressed(
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  input: unknown,
  world: Pick<World, 'records'>,
): unknown {
  const rows = people?.rows;
  if (!rows || fact === null || fact === undefined) return fact;
  const listed = rows.named(fact, input).map((subjects) => isAnySuppressed(subjects, world));
  return mapAllMaybePromise(listed, (answers) => {
    const suppressed = new Set(answers.flatMap((is, row) => (is ? [row] : [])));
    return suppressed.size === 0 ? fact : rows.without(fact, suppressed);
  });
}
