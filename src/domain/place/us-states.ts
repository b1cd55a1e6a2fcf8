import { foldText } from '../../lib/text.ts';

/**
 * States, the District of Columbia and territories with ZIP codes (USPS Publication 28, appendix
 * B).
 */
const US_STATE_NAMES = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa
KS Kansas
KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota
MS Mississippi
MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico
NY New York
NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island
SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington
WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands
PR Puerto Rico|VI Virgin Islands`;

const US_STATE_CODE_BY_NAME = new Map(
  US_STATE_NAMES.split(/[|\n]/).flatMap((row) => {
    const code = row.slice(0, 2);
    return [
      [code.toLowerCase(), code],
      [foldText(row.slice(3)), code],
    ] as const;
  }),
);

/**
 * The two letters of a state of the United States, from its code or name; null for anything else.
 */
export const usStateCode = (text: string | null | undefined): string | null =>
  US_STATE_CODE_BY_NAME.get(foldText(text?.replace(/^US-|\./gi, '') ?? '')) ?? null;

/** The states and territories above, and the armed forces (USPS Publication 28, appendix B). */
const US_STATE_CODES = new Set([...US_STATE_CODE_BY_NAME.values(), 'AA', 'AE', 'AP']);

const US_COUNTRY_NAMES = new Set([
  'US',
  'USA',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'U.S.',
  'U.S.A.',
]);

/** Where a person lives; null is not known. */
export interface Residence {
  /** Two letters, or the country's name. */
  country: string | null;
  /** Two letters. */
  state: string | null;
}

/**
 * Whether a person lives in the United States, to which consumer products are limited. The country
 * decides where it is named, else the state. Null, which is no yes, when neither is known.
 */
export function isInUnitedStates({ country, state }: Residence): boolean | null {
  const named = country?.trim().toUpperCase();
  if (named) return US_COUNTRY_NAMES.has(named);
  const code = state?.trim().toUpperCase();
  return code ? US_STATE_CODES.has(code) : null;
}
