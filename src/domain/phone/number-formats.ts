import { PhoneNumber as Written } from 'libphonenumber-js/max';
import type { PhoneNumber } from './number.ts';

/** The forms a number is written in, by the formats of its plan. */
interface NumberForms {
  /** As dialled within its country. */
  national: string;
  /** In groups, with blanks alone (ITU-T E.123, section 2.5). */
  international: string;
  /** RFC 3966. */
  uri: string;
}

/** A number as people and machines write it. */
export function formsOf({ e164 }: PhoneNumber): NumberForms {
  const number = new Written(e164);
  return {
    national: number.formatNational(),
    international: number.formatInternational(),
    uri: number.getURI(),
  };
}
