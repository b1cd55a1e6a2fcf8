import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { whenAllKnown } from '../core/lookup/when-known.ts';
import { isSuppressed, type PersonSubject } from '../core/people/suppression.ts';
import type { World } from '../core/ports.ts';
import { SUPPRESSED_PEOPLE } from '../core/records/suppressed.ts';
import { withinTime } from './within-time.ts';

const unreadable = (cause: unknown): ApiError =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    `The source ${SUPPRESSED_PEOPLE} is temporarily unavailable.`,
    { cause },
  );

/** A list that cannot be read says nothing of anybody: the lookup fails. */
function ask(
  subjects: readonly PersonSubject[],
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> {
  try {
    const answer = isSuppressed(subjects, world);
    if (!(answer instanceof Promise)) return answer;
    return withinTime(answer, () => new Error('the list took too long')).catch((cause) => {
      throw unreadable(cause);
    });
  } catch (cause) {
    throw unreadable(cause);
  }
}

/**
 * Whether the input names somebody nothing may be told about. At once for a product that tells
 * about nobody.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export const asksAboutSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  input: unknown,
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> => (people ? ask(people.asked(input), world) : false);

/** The same of a fact, found or stored. */
export const namesSuppressed = (
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  world: Pick<World, 'records'>,
): boolean | Promise<boolean> =>
  people && fact !== null && fact !== undefined ? ask(people.found(fact), world) : false;

/**
 * A fact without its rows about suppressed people; the same at once where it has no such rows.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export function withoutSuppressed(
  { people }: Pick<AnyProduct, 'people'>,
  fact: unknown,
  world: Pick<World, 'records'>,
): unknown {
  const rows = people?.rows;
  if (!rows || fact === null || fact === undefined) return fact;
  const listed = rows.named(fact).map((subjects) => ask(subjects, world));
  return whenAllKnown(listed, (answers) => {
    const suppressed = new Set(answers.flatMap((is, row) => (is ? [row] : [])));
    return suppressed.size === 0 ? fact : rows.without(fact, suppressed);
  });
}
