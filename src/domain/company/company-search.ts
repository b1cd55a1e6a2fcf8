import { locationParts, rangesOverlap } from '../../lib/search-text.ts';
import { foldText } from '../../lib/text.ts';
import { countryCodeOf } from '../place/countries.ts';

/** Filters of a company search; null filters are off, and at least one is set. */
export interface CompanyFilters {
  keywords: string | null;
  industry: string | null;
  /** Places separated by commas. */
  location: string | null;
  employeesMin: number | null;
  employeesMax: number | null;
  /** US dollars a year. */
  revenueMin: number | null;
  revenueMax: number | null;
  technology: string | null;
}

/** A company found by a search; null where the source has no value. */
export interface FoundCompany {
  name: string | null;
  domain: string | null;
  industry: string | null;
  /** For example 51-200. */
  employeeBand: string | null;
  /** For example $10M-$25M. */
  revenueBand: string | null;
  /** Name, or code if the source has no name. */
  country: string | null;
  technologies: readonly string[];
  networkUrl: string | null;
}

type Band = readonly [name: string, from: number, to: number | null];

/** Head count bands of company databases. */
export const EMPLOYEE_BANDS: readonly Band[] = [
  ['1-10', 1, 10],
  ['11-50', 11, 50],
  ['51-200', 51, 200],
  ['201-500', 201, 500],
  ['501-1000', 501, 1_000],
  ['1001-5000', 1_001, 5_000],
  ['5001-10000', 5_001, 10_000],
  ['10001+', 10_001, null],
];

/** The band of a head count; null below 1. */
export const employeeBandFor = (employees: number): string | null =>
  EMPLOYEE_BANDS.find(([, from, to]) => employees >= from && employees <= (to ?? Infinity))?.[0] ??
  null;

/** Fields of a company that filters are compared with; null when unknown. */
export interface ComparedCompany {
  name: string;
  description: string | null;
  industry: string | null;
  specialties: readonly string[];
  technologies: readonly string[];
  employees: number | null;
  /** For example 51-200. */
  employeeBand: string | null;
  /** In free form, for example $10M-$25M. */
  revenue: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  country: string | null;
  headquarters: string | null;
}

const AMOUNT_UNITS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);
const AMOUNT =
  /^\$?\s?(\d[\d,]{0,20}(?:\.\d{1,6})?|\d{1,3}(?:\.\d{3}){2,5}(?!\s?[kmb]))\s?([kmb])?$/i;
/** Thousands with a full stop, as in German or Spanish; with a unit it is a decimal: 1.250M. */
const DOTTED = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** @param implied unit of an amount without one */
function parseAmount(text: string, implied = ''): number | null {
  const [, figure, unit = implied] = AMOUNT.exec(text.trim()) ?? [];
  if (figure === undefined) return null;
  const factor = AMOUNT_UNITS.get(unit.toLowerCase());
  const isDotted = factor === undefined && DOTTED.test(figure);
  return Number(figure.replaceAll(isDotted ? '.' : ',', '')) * (factor ?? 1);
}

/**
 * Parses a range of head counts or revenues: `51-200`, `$10M-$25M`, `$10B+`, `5,400`. The lower
 * amount of `$10-25M` takes the unit of the higher, unless it would exceed it: `250-1K`.
 * @returns null for other text
 */
export function readRange(text: string | null): readonly [number, number | null] | null {
  const written = text?.trim() ?? '';
  if (written.endsWith('+')) {
    const from = parseAmount(written.slice(0, -1));
    return from === null ? null : [from, null];
  }
  const [low = '', high = low, ...more] = written.split(/\s?[-–]\s?/);
  const [from, inUnitOfHigh, to] = [
    parseAmount(low),
    parseAmount(low, high.at(-1)),
    parseAmount(high),
  ];
  if (from === null || inUnitOfHigh === null || to === null || more.length > 0) return null;
  return [inUnitOfHigh < to ? inUnitOfHigh : from, to];
}

/** A head count band in plain digits: `1,001-5,000 employees` is `1001-5000`. */
export function plainBand(written: string | null): string | null {
  const range = readRange(written?.replace(/\s?employees$/i, '') ?? null);
  if (!range) return written;
  const [from, to] = range;
  return to === null ? `${from}+` : from === to ? `${from}` : `${from}-${to}`;
}

const isInRange = (
  range: readonly [number, number | null] | null,
  min: number | null,
  max: number | null,
): boolean =>
  (min === null && max === null) || (range !== null && rangesOverlap(range, [min, max]));

/**
 * Revenue bands of company databases, by lower and upper limit in US dollars a year
 * (docs.peopledatalabs.com, "Canonical Data").
 */
export const REVENUE_BANDS: readonly Band[] = [
  ['$0-$1M', 0, 1e6],
  ['$1M-$10M', 1e6, 1e7],
  ['$10M-$25M', 1e7, 2.5e7],
  ['$25M-$50M', 2.5e7, 5e7],
  ['$50M-$100M', 5e7, 1e8],
  ['$100M-$250M', 1e8, 2.5e8],
  ['$250M-$500M', 2.5e8, 5e8],
  ['$500M-$1B', 5e8, 1e9],
  ['$1B-$10B', 1e9, 1e10],
  ['$10B+', 1e10, null],
];

/** The band that contains a revenue range; null for a range across several. */
export const revenueBandFor = ([low, high]: readonly [number, number | null]): string | null =>
  REVENUE_BANDS.find(
    ([, from, to]) => low >= from && (to === null || (low < to && (high ?? Infinity) <= to)),
  )?.[0] ?? null;

/** Head count range; the second is null when open-ended. Null when the head count is unknown. */
export const employeeRange = ({
  employees,
  employeeBand,
}: Pick<ComparedCompany, 'employees' | 'employeeBand'>):
  | readonly [number, number | null]
  | null => {
  if (employees !== null) return [employees, employees] as const;
  const band = EMPLOYEE_BANDS.find(([name]) => name === employeeBand);
  return band ? ([band[1], band[2]] as const) : readRange(employeeBand);
};

/** Whether a text contains these whole words in a row, after folding. */
const hasWords = (text: string | null, words: string): boolean =>
  ` ${foldText(text ?? '')} `.includes(` ${foldText(words)} `);

const isAtLocation = (
  { countryCode, country, headquarters }: ComparedCompany,
  place: string,
): boolean =>
  (countryCode !== null && countryCodeOf(place) === countryCode) ||
  hasWords(country, place) ||
  hasWords(headquarters, place);

const foldedTokens = (text: string): string[] => foldText(text).split(' ').filter(Boolean);

/**
 * Matches a company against the filters; an unknown field does not match. All keywords must occur
 * in the name, description, industry and specialties, and every place in the location.
 */
export function matchesCompanyFilters(company: ComparedCompany, filters: CompanyFilters): boolean {
  const { keywords, industry, location, technology } = filters;
  const texts = [company.name, company.description, company.industry, ...company.specialties];
  const about = ` ${foldText(texts.filter(Boolean).join(' '))} `;
  return (
    foldedTokens(keywords ?? '').every((word) => about.includes(` ${word} `)) &&
    (industry === null || hasWords(company.industry, industry)) &&
    locationParts(location ?? '').every((place) => isAtLocation(company, place)) &&
    (technology === null || company.technologies.some((one) => hasWords(one, technology))) &&
    isInRange(employeeRange(company), filters.employeesMin, filters.employeesMax) &&
    isInRange(readRange(company.revenue), filters.revenueMin, filters.revenueMax)
  );
}
