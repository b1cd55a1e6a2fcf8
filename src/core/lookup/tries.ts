import type { ApiError } from '../errors.ts';
import type { Source } from './source.ts';
import { isSourceFailure, NobodyToAsk } from './source-failures.ts';

/**
 * What came of asking one part: as a source answers, undefined where there was nobody to ask; or
 * its failure.
 */
export type Try<Fact> = { fact: Fact | null | undefined } | { failure: ApiError };

/** Waits for a part's answer or its failure; whatever else is thrown is no answer of a source. */
export async function tried<Fact>(answer: Promise<Fact | null | undefined>): Promise<Try<Fact>> {
  try {
    return { fact: await answer };
  } catch (error) {
    if (error instanceof NobodyToAsk) return { fact: undefined };
    if (isSourceFailure(error)) return { failure: error };
    throw error;
  }
}

/** The fact, where there is one. */
export const found = <Fact>(each: Try<Fact> | undefined): Fact | null =>
  each && 'fact' in each ? (each.fact ?? null) : null;

/**
 * The answer where none of several parts had a record.
 * @returns null when all of them have none
 * @throws ApiError when one failed, as it might have had one; NobodyToAsk when one could not be
 * asked
 */
export function noneOf(
  tries: readonly Try<unknown>[],
  list: readonly Source<never, unknown>[],
  mayLack: 'some' | 'none' = 'some',
): null {
  const failures = tries.flatMap((each) => ('failure' in each ? [each.failure] : []));
  const [first] = failures;
  if (first) throw failures.find(({ status }) => status === 503) ?? first;
  const asked = tries.filter((each) => 'fact' in each && each.fact !== undefined).length;
  if (asked === 0 || (mayLack === 'none' && asked < tries.length)) throw new NobodyToAsk(list);
  return null;
}
