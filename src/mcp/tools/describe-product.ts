import * as z from 'zod';
import type { AnyProduct } from '../../core/lookup/product.ts';

/** From how many credits a call on, what an agent should ask its user for. */
const WHEN_TO_ASK: readonly [credits: number, advice: string][] = [
  [25, 'Ask the user before every call.'],
  [5, 'Ask the user before more than 5 calls in a row.'],
  [0, 'Ask the user before more than 50 calls in a row.'],
];

const count = (credits: number): string => (credits === 1 ? '1 credit' : `${credits} credits`);

function costs({ price: { upTo, fixed, listed } }: AnyProduct): string {
  if (fixed && !listed) return `Costs ${count(upTo)}.`;
  return `Costs at most ${count(upTo)}; what comes back empty or unusable costs less or nothing.`;
}

function fieldsOf(schema: z.ZodType): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

function comesBack({ classification, insights, risk, recommend }: AnyProduct): string {
  const sections = [
    `classification${fieldsOf(classification.schema)}`,
    `insights${fieldsOf(insights.schema)}`,
    ...(risk ? ['risk_assessment'] : []),
    ...(recommend ? ['recommendations'] : []),
    'metadata (credits_used, credits_remaining, cache_hit)',
  ];
  return `Gives ${sections.join(', ')}.`;
}

/** Lists are cheaper to ask for at once, where the product runs in bulk. */
const inBulk = ({ bulk }: AnyProduct): string =>
  bulk ? ` For a list use bulk_verify with type ${bulk}.` : '';

/** What an agent is told of a product. Every word is the registry's or ours. */
export function describeProduct(product: AnyProduct): string {
  const { summary, price, limitMs } = product;
  const advice = WHEN_TO_ASK.find(([credits]) => price.upTo >= credits)?.[1] ?? '';
  return [
    `${summary}.`,
    costs(product),
    'The same lookup is free again for seven days; a failed call is free.',
    comesBack(product),
    ...(limitMs ? [`May take ${limitMs / 1_000} seconds.`] : []),
    advice + inBulk(product),
  ].join(' ');
}

const INITIALS = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** A path as people read it: `/hlr-lookup` is "HLR lookup". */
export function titleOf({ path }: Pick<AnyProduct, 'path'>): string {
  const words = path.slice(1).split('-');
  const title = words.map((word) => (INITIALS.has(word) ? word.toUpperCase() : word)).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
