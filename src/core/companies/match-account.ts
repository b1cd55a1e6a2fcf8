import { foldText } from '../fold-text.ts';
import { placesOf, rangesMeet } from '../search-text.ts';
import { type AccountFilters, EMPLOYEE_BANDS } from './accounts.ts';

/** What a company is compared by; null is what nobody says of it. */
export interface Compared {
  name: string;
  description: string | null;
  industry: string | null;
  specialties: readonly string[];
  technologies: readonly string[];
  employees: number | null;
  /** For example 51-200. */
  employeeBand: string | null;
  /** As people write it, for example $10M-$25M. */
  revenue: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  country: string | null;
  headquarters: string | null;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);
const AMOUNT = /^\$?\s?(\d[\d,]{0,20}(?:\.\d{1,6})?)\s?([kmb])?$/i;

function amountOf(text: string): number | null {
  const [, figure, unit = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (figure === undefined) return null;
  return Number(figure.replaceAll(',', '')) * (UNITS.get(unit.toLowerCase()) ?? 1);
}

/**
 * A range as it is written of head counts and revenues: `51-200`, `$10M-$25M`, `$10B+`, `5,400`.
 * @returns null for what is none
 */
export function readRange(text: string | null): readonly [number, number | null] | null {
  const written = text?.trim() ?? '';
  if (written.endsWith('+')) {
    const from = amountOf(written.slice(0, -1));
    return from === null ? null : [from, null];
  }
  const [low = '', high, ...more] = written.split(/\s?[-–]\s?/);
  const from = amountOf(low);
  const to = high === undefined ? from : amountOf(high);
  return from === null || to === null || more.length > 0 ? null : [from, to];
}

const isIn = (
  range: readonly [number, number | null] | null,
  min: number | null,
  max: number | null,
): boolean => (min === null && max === null) || (range !== null && rangesMeet(range, [min, max]));

const employeesOf = ({ employees, employeeBand }: Compared) => {
  if (employees !== null) return [employees, employees] as const;
  const band = EMPLOYEE_BANDS.find(([name]) => name === employeeBand);
  return band ? ([band[1], band[2]] as const) : readRange(employeeBand);
};

/** Whether a text has these words in a row, whole ones, spelling aside. */
const has = (text: string | null, words: string): boolean =>
  ` ${foldText(text ?? '')} `.includes(` ${foldText(words)} `);

const isAt = ({ countryCode, country, headquarters }: Compared, place: string): boolean =>
  /^[a-z]{2}$/i.test(place) && countryCode === place.toUpperCase()
    ? true
    : has(country, place) || has(headquarters, place);

const wordsOf = (text: string): string[] => foldText(text).split(' ').filter(Boolean);

/**
 * Whether a company is one of those searched for. What is not known of it does not match: of
 * keywords all have to be there, in what it is called, does and is known for; of places each.
 */
export function matchesAccount(company: Compared, filters: AccountFilters): boolean {
  const { keywords, industry, location, technology } = filters;
  const said = [company.name, company.description, company.industry, ...company.specialties];
  const about = ` ${foldText(said.filter(Boolean).join(' '))} `;
  return (
    wordsOf(keywords ?? '').every((word) => about.includes(` ${word} `)) &&
    (industry === null || has(company.industry, industry)) &&
    placesOf(location ?? '').every((place) => isAt(company, place)) &&
    (technology === null || company.technologies.some((one) => has(one, technology))) &&
    isIn(employeesOf(company), filters.employeesMin, filters.employeesMax) &&
    isIn(readRange(company.revenue), filters.revenueMin, filters.revenueMax)
  );
}
