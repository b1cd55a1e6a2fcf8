import {
  type PhoneNumber as Parsed,
  ParseError,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import { lookedUp, UnusableInput } from './inputs.ts';
import { otherNanpCountry } from './nanp.ts';
import { plainText, vanityToDigits, withoutTelScheme } from './phone-text.ts';

/** What the numbering plan calls a number (libphonenumber's classes). */
export const PLAN_TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

/** A phone number read once; sources and mappers ask nothing of the text again. */
export interface PhoneNumber {
  /** `+` and at most 15 digits (ITU-T E.164); no extension. */
  e164: string;
  callingCode: string;
  /** National significant number, leading zeros kept where they count (Italy). */
  national: string;
  /** ISO 3166-1 alpha-2; null for non-geographic codes and where an invalid number leaves it open. */
  country: string | null;
  /** Numbered in the United States or Canada; toll-free and other shared +1 ranges included. */
  usOrCanada: boolean;
  valid: boolean;
  /** Right length, whatever the digits. */
  possible: boolean;
  /** Null when the number is not valid. */
  planType: PlanType | null;
  /** Written with letters. A property of the text, not of the number. */
  vanity: boolean;
}

/** ITU-T E.164, section 6.1: longest number, calling code included. */
const MAX_DIGITS = 15;
/** Vanity words may run past the number; exchanges ignore what follows the tenth digit of a +1 number. */
const NANP_DIGITS = 10;
/** Unlikely prefixes are shed one per reading; nobody writes this many. */
const MAX_READINGS = 16;

const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    INVALID_COUNTRY: 'has a calling code that is not assigned',
    TOO_SHORT: 'is too short to be a phone number',
    TOO_LONG: 'is too long to be a phone number',
  }),
);

/** @throws UnusableInput when the text is no phone number at all */
function read(text: string): Parsed {
  try {
    const parsed = parsePhoneNumberWithError(text, { defaultCountry: 'US', extract: false });
    if (parsed.number.length > MAX_DIGITS + 1) throw new UnusableInput(refusals.get('TOO_LONG'));
    return parsed;
  } catch (error) {
    if (error instanceof ParseError)
      throw new UnusableInput(refusals.get(error.message) ?? 'is not a phone number');
    throw error;
  }
}

function readIfPossible(text: string): Parsed | null {
  try {
    const parsed = read(text);
    return parsed.isPossible() ? parsed : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Reads until the E.164 form reads as itself: "+1 1 1 415…" would otherwise lose one 1 each time. */
function settle(parsed: Parsed): Parsed {
  let current = parsed;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const again = read(current.number);
    if (again.number === current.number) return again;
    current = again;
  }
  throw new UnusableInput('is not a phone number');
}

/** No North American number begins with 0, so a leading 00 is the world's usual international prefix (ITU-T E.123). */
function readDigits(text: string): Parsed {
  const international = /^\(?00(?!0)/.test(text)
    ? readIfPossible(text.replace(/^\(?00/, '+'))
    : null;
  return international ?? read(text);
}

function readVanity(text: string): Parsed | null {
  const digits = vanityToDigits(text);
  if (digits === null) return null;
  const bare = digits.replace(/\D/g, '');
  const nanp = digits.startsWith('+') ? null : bare.replace(/^1/, '').slice(0, NANP_DIGITS);
  return readIfPossible(nanp ?? digits);
}

function describe(parsed: Parsed, planType: PlanType | null, vanity: boolean): PhoneNumber {
  const valid = planType !== null;
  const callingCode = String(parsed.countryCallingCode);
  const national = String(parsed.nationalNumber);
  const nanp = callingCode === '1';
  const country = nanp && !valid ? otherNanpCountry(national) : (parsed.country ?? null);
  return {
    e164: parsed.number,
    callingCode,
    national,
    country,
    usOrCanada: nanp && (country === null || country === 'US' || country === 'CA'),
    valid,
    possible: valid || parsed.isPossible(),
    planType,
    vanity,
  };
}

/** With the full metadata a number is valid exactly when it has a type; asking once halves the work. */
const planTypeOf = (parsed: Parsed): PlanType | null =>
  (parsed.getType() as PlanType | undefined) ?? null;

/**
 * Reads a phone number as people write it: E.164, national US formats, other countries' behind +, 00 or
 * 011, `tel:` URIs, any script's digits, vanity letters. Extensions are dropped: they are dialled after the
 * number. A number that parses but cannot exist is returned, not refused.
 * @throws UnusableInput when the text is no phone number at all
 */
export function parsePhoneNumber(text: string): PhoneNumber {
  const plain = withoutTelScheme(plainText(text));
  const vanity = /[A-Za-z]{2}/.test(plain) ? readVanity(plain) : null;
  const parsed = vanity ?? readDigits(plain);
  const planType = planTypeOf(parsed);
  if (planType !== null) return describe(parsed, planType, vanity !== null);
  const settled = settle(parsed);
  return describe(settled, planTypeOf(settled), vanity !== null);
}

/** The `phone_number` field of every phone product. */
export const phoneNumber = lookedUp(parsePhoneNumber, {
  description:
    'Phone number. E.164 is recommended; without + it is read as a United States number. An extension is ignored.',
  examples: ['+14155552671'],
});
