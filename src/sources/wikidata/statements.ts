import * as z from 'zod';
import { number, part, parts, text } from '../upstream/fields.ts';

/** Item `{id}`, time `{time, precision}`, quantity `{amount, unit}`, or text. */
const snakValue = z
  .union([
    z.string(),
    z.object({ id: text, time: text, precision: number, amount: text, unit: text }),
  ])
  .nullable()
  .catch(null);

const snak = { snaktype: text, datavalue: part({ value: snakValue }) };
const qualifiers = part({
  /** Exchange symbol. */
  P249: parts(snak),
  /** Start, end, point in time. */
  P580: parts(snak),
  P582: parts(snak),
  P585: parts(snak),
});

/** A property's statements; what is none is left out. */
export const statements = parts({ rank: text, mainsnak: part(snak), qualifiers });

export type Statement = z.output<typeof statements>[number];
type Qualifier = 'P249' | 'P580' | 'P582' | 'P585';
type Value = z.output<typeof snakValue>;

const DAY = 11;
const MONTH = 10;
const YEAR = 9;
/** Of our era, as the data model writes it: a month or a day that is not known is 00. */
const TIME = /^\+(\d{4})-(\d\d)-(\d\d)T/;

/** YYYY, YYYY-MM or YYYY-MM-DD, as precise as it is stated; null for what is vaguer than a year. */
export function timeOf(value: Value | undefined): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const [, year, month, day] = TIME.exec(value.time ?? '') ?? [];
  const precision = value.precision ?? YEAR;
  if (year === undefined || precision < YEAR) return null;
  if (precision < MONTH || month === '00') return year;
  return precision < DAY || day === '00' ? `${year}-${month}` : `${year}-${month}-${day}`;
}

/** What a statement says; undefined for "no value" and "some value". */
export const mainValue = ({ mainsnak }: Statement): Value | undefined =>
  mainsnak?.snaktype === 'value' ? (mainsnak.datavalue?.value ?? undefined) : undefined;

/** A qualifier's first value. */
export const qualifier = (statement: Statement, property: Qualifier): Value | undefined =>
  statement.qualifiers?.[property][0]?.datavalue?.value ?? undefined;

/** Whether it says of itself that it is over. */
const hasEnded = (statement: Statement): boolean => (statement.qualifiers?.P582.length ?? 0) > 0;

/** As of when it is stated. */
export const pointInTime = (statement: Statement): string | null =>
  timeOf(qualifier(statement, 'P585'));

const byTime =
  (timeAt: (statement: Statement) => string | null) =>
  (one: Statement, other: Statement): number =>
    (timeAt(other) ?? '').localeCompare(timeAt(one) ?? '');

/** Those with a value that are not deprecated. */
export const standing = (all: readonly Statement[]): Statement[] =>
  all.filter((one) => one.rank !== 'deprecated' && mainValue(one) !== undefined);

/** Standing, and not over. */
export const lasting = (all: readonly Statement[]): Statement[] =>
  standing(all).filter((one) => !hasEnded(one));

/** Those that hold now: only the preferred where some are, the newest first. */
export function current(all: readonly Statement[]): Statement[] {
  const holding = lasting(all);
  const preferred = holding.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : holding).sort(byTime(pointInTime));
}

/** Of roles: the current ones, the latest begun first. */
export const latestBegun = (all: readonly Statement[]): Statement[] =>
  current(all).sort(byTime((one) => timeOf(qualifier(one, 'P580'))));

/** The text of a value. */
export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const ITEM = /^Q\d{1,12}$/;

/** The item a value names. */
export const itemOf = (value: Value | undefined): string | null =>
  typeof value === 'object' && value !== null && ITEM.test(value.id ?? '') ? value.id : null;

/** A quantity and the item its unit is; `1` is no unit. */
export function quantityOf(
  value: Value | undefined,
): { amount: number; unit: string | null } | null {
  if (typeof value !== 'object' || value === null || value.amount === null) return null;
  const amount = Number(value.amount);
  if (!Number.isFinite(amount)) return null;
  return { amount, unit: /\/(Q\d{1,12})$/.exec(value.unit ?? '')?.[1] ?? null };
}
