/**
 * States and the District of Columbia, territories with ZIP codes, and the armed forces (USPS
 * Publication 28, appendix B).
 */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
  ).split(' '),
);

const COUNTRY_NAMES = new Set([
  'US',
  'USA',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'U.S.',
  'U.S.A.',
]);

/** What is said of where a person lives; null is not known. */
export interface PersonPlace {
  /** Two letters, or the country's name. */
  country: string | null;
  /** Two letters. */
  state: string | null;
}

/**
 * Whether a person lives in the United States: consumer products answer no others. The country
 * decides where it is named, else the state. Null when neither is known, which is no yes.
 */
export function isInUnitedStates({ country, state }: PersonPlace): boolean | null {
  const named = country?.trim().toUpperCase();
  if (named) return COUNTRY_NAMES.has(named);
  const code = state?.trim().toUpperCase();
  return code ? STATES.has(code) : null;
}
