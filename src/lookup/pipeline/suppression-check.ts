import type { PersonSubject } from '../../domain/person/person-subject.ts';
import { ApiError } from '../../lib/errors.ts';
import { mapAllMaybePromise } from '../../lib/maybe-promise.ts';
import { SUPPRESSED_PEOPLE } from '../datasets/people.ts';
import type { AnyProduct } from '../product.ts';
import { isSuppressed } from '../suppression.ts';
import type { World } from '../world.ts';
import { withTimeout } from './source-call.ts';

const listUnavailable = (cause: unknown): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `The source ${SUPPRESSED_PEOPLE} is temporarily unavailable.`,
    { cause },
  );

/** Fails closed: a suppression list that cannot be read fails the lookup. */
function isAnySuppressed(
  subjects: readonly PersonSubject[],
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> {
  try {
    const answer = isSuppressed(subjects, world);
    if (!(answer instanceof Promise)) return answer;
    return withTimeout(answer, () => new Error('the list took too long')).catch((cause) => {
      throw listUnavailable(cause);
    });
  } catch (cause) {
    throw listUnavailable(cause);
  }
}

/**
 * Whether the input names a suppressed person. Synchronous for a product that is not about people.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export const isInputSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  input: unknown,
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> =>
  people ? isAnySuppressed(people.inputSubjects(input), world) : false;

/** Whether a fact, found or stored, names a suppressed person. */
export const isFactSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> =>
  people && fact !== null && fact !== undefined
    ? isAnySuppressed(people.factSubjects(fact), world)
    : false;

/**
 * A fact without its rows about suppressed people; synchronous for a fact without rows.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export function withoutSuppressed(
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  world: Pick<World, 'records'>,
): unknown {
  const rows = people?.rows;
  if (!rows || fact === null || fact === undefined) return fact;
  const listed = rows.named(fact).map((subjects) => isAnySuppressed(subjects, world));
  return mapAllMaybePromise(listed, (answers) => {
    const suppressed = new Set(answers.flatMap((is, row) => (is ? [row] : [])));
    return suppressed.size === 0 ? fact : rows.without(fact, suppressed);
  });
}
