import type { PhoneNumber } from '../../core/phone-number.ts';

export const COVERAGE_REGIONS = [
  'UNITED_STATES',
  'CANADA',
  'CARIBBEAN',
  'PACIFIC',
  'INTERNATIONAL',
] as const;
export type CoverageRegion = (typeof COVERAGE_REGIONS)[number];

/** US territories in the Pacific: Guam, Northern Mariana Islands, American Samoa. The other +1 countries are Caribbean or Bermuda. */
const PACIFIC = ['GU', 'MP', 'AS'];

/** Where a number is numbered. Toll-free and other shared +1 ranges count as United States: businesses there hold most of them. */
export function coverageRegion({ callingCode, country }: PhoneNumber): CoverageRegion {
  if (callingCode !== '1') return 'INTERNATIONAL';
  if (country === null || country === 'US') return 'UNITED_STATES';
  if (country === 'CA') return 'CANADA';
  return PACIFIC.includes(country) ? 'PACIFIC' : 'CARIBBEAN';
}

/** Consumer records are of the United States only (specification, "Phone"). */
export const isCovered = (number: PhoneNumber): boolean =>
  coverageRegion(number) === 'UNITED_STATES';

export const REGION_NAMES: Readonly<Record<CoverageRegion, string>> = {
  UNITED_STATES: 'the United States',
  CANADA: 'Canada',
  CARIBBEAN: 'the Caribbean',
  PACIFIC: 'the Pacific territories',
  INTERNATIONAL: 'another country',
};
