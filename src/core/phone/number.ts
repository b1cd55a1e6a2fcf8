import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber as Parsed,
  ParseError,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import * as z from 'zod';
import { lookedUp, UnusableInput } from '../inputs.ts';
import { otherNanpCountry } from './nanp.ts';
import { plainText, vanityToDigits, withoutScheme } from './text.ts';

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
  /**
   * ISO 3166-1 alpha-2; null for non-geographic codes and where an invalid number leaves it open.
   */
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

/** A number written without a country is North American unless the caller says otherwise. */
const HOME: CountryCode = 'US';
/** ITU-T E.164, section 6.1: longest number, calling code included. */
const MAX_DIGITS = 15;
/** As much text as libphonenumber looks at. */
const MAX_PHONE_CHARS = 250;
/**
 * Vanity words may run past the number; exchanges ignore what follows the tenth digit of a +1
 * number.
 */
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
function read(text: string, country: CountryCode): Parsed {
  try {
    const parsed = parsePhoneNumberWithError(text, { defaultCountry: country, extract: false });
    if (parsed.number.length > MAX_DIGITS + 1) throw new UnusableInput(refusals.get('TOO_LONG'));
    return parsed;
  } catch (error) {
    if (error instanceof ParseError)
      throw new UnusableInput(refusals.get(error.message) ?? 'is not a phone number');
    throw error;
  }
}

function readIf(
  holds: (parsed: Parsed) => boolean,
  text: string,
  country: CountryCode,
): Parsed | null {
  try {
    const parsed = read(text, country);
    return holds(parsed) ? parsed : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * Reads until the E.164 form reads as itself: "+1 1 1 415…" would otherwise lose one 1 each time.
 */
function settle(parsed: Parsed): Parsed {
  let current = parsed;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const again = read(current.number, HOME);
    if (again.number === current.number) return again;
    current = again;
  }
  throw new UnusableInput('is not a phone number');
}

/**
 * 00 is the world's usual international prefix (ITU-T E.123), unless it begins a number of this
 * very country, as no North American number does.
 */
function readDigits(text: string, country: CountryCode): Parsed {
  if (!/^\(?00(?!0)/.test(text)) return read(text, country);
  return (
    readIf((parsed) => parsed.isValid(), text, country) ??
    readIf((parsed) => parsed.isPossible(), text.replace(/^\(?00/, '+'), country) ??
    read(text, country)
  );
}

function readVanity(text: string, country: CountryCode): Parsed | null {
  const digits = vanityToDigits(text);
  if (digits === null) return null;
  const isNanp = !digits.startsWith('+') && getCountryCallingCode(country) === '1';
  const bare = digits.replace(/\D/g, '').replace(/^1/, '');
  const number = isNanp ? bare.slice(0, NANP_DIGITS) : digits;
  return readIf((parsed) => parsed.isPossible(), number, country);
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

/**
 * With the full metadata a number is valid exactly when it has a type; asking once halves the work.
 * The library takes a plan without a mobile range for one whose two ranges are alike; of the
 * numbers that reach it so, only those of Tristan da Cunha, which has no mobile network, are none
 * (Google's own metadata).
 */
function planTypeOf(parsed: Parsed): PlanType | null {
  const type = (parsed.getType() as PlanType | undefined) ?? null;
  return parsed.country === 'TA' && type === 'FIXED_LINE_OR_MOBILE' ? 'FIXED_LINE' : type;
}

/**
 * Reads a phone number as people write it: E.164, national formats of `country`, other countries'
 * behind +, 00 or the country's own prefix, `tel:`, `sms:` and `callto:` URIs, any script's digits,
 * vanity letters. Extensions are dropped: they are dialled after the number. A number that parses
 * but cannot exist is returned, not refused.
 * @throws UnusableInput when the text is no phone number at all
 */
export function parsePhoneNumber(text: string, country: CountryCode = HOME): PhoneNumber {
  if (text.length > MAX_PHONE_CHARS) throw new UnusableInput(refusals.get('TOO_LONG'));
  const plain = withoutScheme(plainText(text));
  const vanity = /[A-Za-z]{2}/.test(plain) ? readVanity(plain, country) : null;
  const parsed = vanity ?? readDigits(plain, country);
  const planType = planTypeOf(parsed);
  if (planType !== null) return describe(parsed, planType, vanity !== null);
  const settled = settle(parsed);
  return describe(settled, planTypeOf(settled), vanity !== null);
}

/** Text until {@link readNumber} has read it, for which it takes the country beside it. */
const phoneText = lookedUp((text) => text as unknown as PhoneNumber, {
  description:
    'Phone number. E.164 is recommended; without + it is read as a number of country. An extension is ignored.',
  examples: ['+14155552671'],
  maxLength: MAX_PHONE_CHARS,
});

const readIn = z
  .string('must be a string')
  .transform((code) => code.trim().toUpperCase())
  .refine(isSupportedCountry, {
    error: 'must be the two-letter code of a country with a numbering plan, such as DE',
    params: { code: 'INVALID_INPUT' },
  })
  .default(HOME)
  .describe('Country a number without + is read in: ISO 3166-1 alpha-2.');

function readNumber({ value, issues }: z.core.ParsePayload<unknown>): void {
  const body = value as { phone_number: unknown; country: CountryCode };
  try {
    body.phone_number = parsePhoneNumber(body.phone_number as string, body.country);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    const params = { code: 'INVALID_INPUT' };
    const path = ['phone_number'];
    issues.push({ code: 'custom', message: error.message, path, params, input: body.phone_number });
  }
}

/**
 * The body of a phone product: `phone_number`, the `country` it is read in, and the fields of
 * `shape`.
 */
export const phoneBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ phone_number: phoneText, country: readIn, ...shape }).check(readNumber);

/**
 * A number as E.164.
 * @param country that one without + is read in; null, or one without a numbering plan: the United
 * States
 * @throws UnusableInput
 */
export const e164In = (text: string, country: string | null): string =>
  parsePhoneNumber(text, country !== null && isSupportedCountry(country) ? country : HOME).e164;
