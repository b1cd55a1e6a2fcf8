import { ApiError, type ErrorCode } from '../lib/errors.ts';
import type { World } from './world.ts';

/** A source, by what a refusal says of it. */
interface NamedSource {
  name: string;
}

/** An operator has to act before a missing source can answer. */
const MISSING_RETRY_AFTER_SECONDS = 3_600;

/** None of the sources that could answer is configured. */
export class NoSourceConfigured extends ApiError {
  constructor(list: readonly NamedSource[]) {
    const names = list.map((source) => source.name).join(', ');
    super('SERVICE_UNAVAILABLE', `No source of this lookup is configured: ${names}.`, {
      retryAfterSeconds: MISSING_RETRY_AFTER_SECONDS,
    });
  }
}

/** Made once: a lookup without vendors meets it in many combinations, and an error is dear. */
function lazyNoSource(list: readonly NamedSource[]): () => NoSourceConfigured {
  let nobody: NoSourceConfigured | undefined;
  return () => {
    nobody ??= new NoSourceConfigured(list);
    return nobody;
  };
}

/** Codes a source's failure can have. A refusal by the ledger or a fault of our own is none. */
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
export type QuerySource = <Query, Fact>(
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
  resolve(query: Query, ask: QuerySource): Promise<Fact>;
}

/** The same source, asked for a part of what the product is asked for. */
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

/** `undefined` when there is nobody to ask. */
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
 * Asks all at once. In the fact, null means "asked, no record" and undefined "nobody to ask".
 * @throws ApiError when any part fails; SERVICE_UNAVAILABLE when nobody could be asked at all
 */
// biome-ignore lint/suspicious/noExplicitAny: the parts' own types are recovered by FactsOf
export function allOf<Query, Parts extends Record<string, SourcePart<Query, any>>>(
  parts: Parts,
): Sources<Query, FactsOf<Parts>> {
  const entries = Object.entries(parts);
  const list = entries.flatMap(([, part]) => partSources(part));
  const nobody = lazyNoSource(list);
  return {
    list,
    async resolve(query, ask) {
      const answers = await Promise.all(
        entries.map(async ([name, part]) => [name, await partAnswer(part, query, ask)] as const),
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
export function firstAnswer<Query, Fact>(
  ...parts: readonly SourcePart<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(partSources);
  const nobody = lazyNoSource(list);
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
  ...parts: readonly SourcePart<Query, Fact>[]
): Sources<Query, Fact | null> {
  const list = parts.flatMap(partSources);
  const nobody = lazyNoSource(list);
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
      throw failures.find((failure) => failure.status === 503) ?? first ?? nobody();
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

/** A part the answer can do without: undefined when it fails. */
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
 * Tables of our own, compiled or imported: reading them again costs next to nothing, and leaks to
 * nobody.
 */
export const isTableSource = ({ kind }: Pick<Source<never, unknown>, 'kind'>): boolean =>
  kind === 'compiled' || kind === 'records';

/** Whether nothing but such tables would be asked: what is not configured does not count. */
export const usesTablesOnly = (
  { list }: Pick<Sources<never, unknown>, 'list'>,
  world: World,
): boolean => list.every((source) => isTableSource(source) || source.available(world) === false);

/**
 * What came of asking one part: as a source answers, undefined where there was nobody to ask; or
 * its failure.
 */
export type PartResult<Fact> = { fact: Fact | null | undefined } | { failure: ApiError };

/** Waits for a part's answer or its failure; whatever else is thrown is no answer of a source. */
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
 * @throws ApiError when one failed, as it might have had one; NobodyToAsk when one could not be
 * asked
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
