import type { KeyMode } from '../../core/account/caller.ts';
import type { AnyProduct } from '../../core/lookup/product.ts';
import { formatNumber } from '../layout/format.tsx';

/** "1 row", "2 rows". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "21 Nov", of a day written as YYYY-MM-DD. */
export const shortDay = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** Whether something is of test keys: then nothing was paid or looked up. */
export const ModeMark = ({ mode }: { mode: KeyMode }) => (
  <span class={`mark ${mode}`}>{mode === 'test' ? 'Test' : 'Live'}</span>
);

const ABBREVIATIONS: ReadonlySet<string> = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** `phone_validation` as "Phone validation", `ip_lookup` as "IP lookup". */
export const spoken = (name: string): string => {
  const words = name
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** "1 credit", "up to 10 credits", "6 credits a minute of audio". */
export const priceOf = ({ price: { fixed, per, upTo } }: Pick<AnyProduct, 'price'>): string => {
  const credits = counted(upTo, 'credit');
  if (per) return `${credits} a ${per}`;
  return fixed ? credits : `up to ${credits}`;
};

/** A link to the next page of a listing, when there is one. */
export const Older = ({ path, cursor }: { path: string; cursor: string | null }) =>
  cursor === null ? null : (
    <p>
      <a href={`${path}?cursor=${encodeURIComponent(cursor)}`}>Older</a>
    </p>
  );

/** Long text as a cell has room for. */
export const short = (text: string, most = 80): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
