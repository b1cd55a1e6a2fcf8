import type { LookupData } from './envelope.ts';
import type { AnyProduct } from './product.ts';

/** Fields that tell of the answer itself: where it is from, and as of when. */
const OF_THE_ANSWER = new Set(['sources', 'as_of', 'attribution']);

const folded = (value: unknown): string => String(value).trim().toLowerCase();

/** Every text and figure of what was sent, nested ones too. */
function sentValues(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) sentValues(part, into);
  else into.add(folded(value));
  return into;
}

/** Null, empty and UNKNOWN say nothing; nor does a value that was sent. */
const saysMore = (value: unknown, sent: ReadonlySet<string>): boolean =>
  !['', 'unknown'].includes(folded(value)) && !sent.has(folded(value));

/**
 * Whether a part of an answer says more than the request did. Without names every field counts but
 * flags and zeros, which are of every answer; of the named ones their flags and zeros count too.
 */
function hasMore(value: unknown, sent: ReadonlySet<string>, names?: ReadonlySet<string>): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value !== 'object')
    return !names && value !== 0 && typeof value !== 'boolean' && saysMore(value, sent);
  return Object.entries(value).some(([field, part]) => {
    if (OF_THE_ANSWER.has(field)) return false;
    if (!names?.has(field)) return hasMore(part, sent, names);
    return typeof part === 'object' ? hasMore(part, sent) : saysMore(part, sent);
  });
}

/**
 * Credits of an answer: what the declaration charges; nothing where no field it is paid for is
 * known and new to the caller, unless the input alone is the price.
 * @param sections asked for only where something would be charged
 */
export function priceOfAnswer(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  sections: () => Pick<LookupData, 'classification' | 'insights'>,
): number {
  const { fixed, paidFor } = product.price;
  const price = product.price.charge(conclusion, input);
  if (price === 0 || fixed) return price;
  const { classification, insights } = sections();
  const sent = sentValues(input, new Set([folded(product.subject(input))]));
  const names = paidFor && new Set(paidFor);
  return hasMore({ classification, insights }, sent, names) ? price : 0;
}
