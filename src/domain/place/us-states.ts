import { foldText } from '../../lib/text.ts';
import { countryCodeOf } from './countries.ts';
import stateNames from './us-states.json' with { type: 'json' };

/** States, the District of Columbia, territories with ZIP codes (Publication 28, appendix B). */
const US_STATE_CODE_BY_NAME = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code.toLowerCase(), code] as const,
    [foldText(name), code] as const,
  ]),
);

/** The letters of a state of the United States, from its code or name; null for anything else. */
export const usStateCode = (text: string | null | undefined): string | null =>
  US_STATE_CODE_BY_NAME.get(foldText(text?.replace(/^US-|\./gi, '') ?? '')) ?? null;

/** The states and territories above, and the armed forces (USPS Publication 28, appendix B). */
const US_STATE_CODES = new Set([...US_STATE_CODE_BY_NAME.values(), 'AA', 'AE', 'AP']);

/** Where a person lives; null is not known. */
interface Residence {
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
  const named = country?.trim();
  if (named) return countryCodeOf(named) === 'US';
  const code = state?.trim().toUpperCase();
  return code ? US_STATE_CODES.has(code) : null;
}
