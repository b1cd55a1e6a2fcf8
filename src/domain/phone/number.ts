import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber as Parsed,
  ParseError,
  parsePhoneNumberWithError,
} from 'libphonenumber-js/max';
import * as z from 'zod';
import { lookupField, parseInput, readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { memoized } from '../../lib/lazy.ts';
import { countryLetters } from '../../lib/text.ts';
import { otherNanpCountry } from './nanp.ts';
import { correctedCountry, correctedType, type PlanType, readPlanned } from './number-plan.ts';
import { otherKindOf } from './other-numbers.ts';
import { soleNumber } from './phone-candidates.ts';
import {
  asciiPhoneText,
  DECIMAL,
  DROPPED_PREFIXES,
  isNational,
  normalizePhoneText,
  PARSE_ERRORS,
  planOf,
  TOLL_FREE_START,
  VANITY_WORD,
  vanityToDigits,
  withoutScanned,
  withoutScheme,
  withoutSecondPrefix,
} from './phone-text.ts';

/** A parsed phone number; sources and mappers do not parse the text again. */
export interface PhoneNumber {
  /** `+` and at most 15 digits (ITU-T E.164); no extension. */
  e164: string;
  callingCode: string;
  /** National significant number; leading zeros are kept where they are part of it (Italy). */
  national: string;
  /** ISO 3166-1 alpha-2; null for non-geographic codes and where an invalid number is ambiguous. */
  country: string | null;
  /** True for US and Canadian numbers, and for toll-free and other shared +1 ranges. */
  usOrCanada: boolean;
  valid: boolean;
  /** The length fits the plan, whatever the digits. */
  possible: boolean;
  /** Null when the number is not valid. */
  planType: PlanType | null;
  /** Written with letters: a property of the text, not of the number. */
  vanity: boolean;
  /** Assumed country and written text of a number without an international prefix; else null. */
  readIn: { country: CountryCode; written: string } | null;
}

/** Whether the plan uses the number's range for mobile lines. */
export const hasMobilePlan = ({ planType }: Pick<PhoneNumber, 'planType'>): boolean =>
  planType === 'MOBILE' || planType === 'FIXED_LINE_OR_MOBILE';

/** Country of a number without a calling code, when the caller and organization name none. */
const DEFAULT_COUNTRY: CountryCode = 'US';
/** ITU-T E.164, section 6.1: longest number, calling code included. */
const MAX_DIGITS = 15;
/** Longest text that libphonenumber parses. */
const MAX_PHONE_CHARS = 250;
/** Limit of {@link parseToFixpoint}: each reading removes one repeated prefix. */
const MAX_READINGS = 16;

/** A number in a spreadsheet's exponent notation, which has lost the digits after the mantissa. */
const EXPONENT = /^\+?\d(?:[.,]\d{1,15})?E\+?\d{1,2}$/i;

/** @throws UnusableInput when the text is not a phone number */
function readParsed(text: string, country: CountryCode): Parsed {
  try {
    const parsed = parsePhoneNumberWithError(text, { defaultCountry: country, extract: false });
    if (parsed.number.length > MAX_DIGITS + 1)
      throw new UnusableInput(PARSE_ERRORS.get('TOO_LONG'));
    return parsed;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (EXPONENT.test(text))
      throw new UnusableInput(
        'was rounded by a spreadsheet: format its column as text and export it again',
      );
    throw new UnusableInput(PARSE_ERRORS.get(error.message) ?? 'is not a phone number');
  }
}

function readIf(
  holds: (parsed: Parsed) => boolean,
  text: string,
  country: CountryCode,
): Parsed | null {
  const parsed = readOrNull(() => readParsed(text, country));
  return parsed && holds(parsed) ? parsed : null;
}

/** Parses until the E.164 form parses to itself: "+1 1 1 415…" loses one 1 each time. */
function parseToFixpoint(parsed: Parsed): Parsed {
  let current = parsed;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const again = readParsed(current.number, DEFAULT_COUNTRY);
    if (again.number === current.number) return again;
    current = again;
  }
  throw new UnusableInput('is not a phone number');
}

/** Longest national number that may begin with the digits of its country's calling code. */
const MAX_AMBIGUOUS_DIGITS = 10;
/**
 * Reads a number of `country`. Without its plus, which spreadsheets drop, plans of variable length
 * (Germany, Indonesia, Kosovo) read the calling code as an area such as 0491. No number is as long
 * as that reading, so the plus is restored.
 */
function readNational(text: string, country: CountryCode): Parsed {
  const parsed = readParsed(text, country);
  const hasCode = text.replace(/[^\d+]/g, '').startsWith(parsed.countryCallingCode);
  if (!hasCode || parsed.nationalNumber.length <= MAX_AMBIGUOUS_DIGITS) return parsed;
  return readIf((one) => one.isValid(), text.replace(/^\D*/, '+'), country) ?? parsed;
}

/**
 * Reads 00, the usual international prefix (ITU-T E.123): as dialled in `country` when that is
 * valid, else as a plus. No North American number begins with 00.
 */
function readDigits(text: string, country: CountryCode): Parsed {
  if (!/^\(?00(?!0)/.test(text)) return readNational(text, country);
  return (
    readIf((parsed) => parsed.isValid(), text, country) ??
    readIf((parsed) => parsed.isPossible(), text.replace(/^\(?00/, '+'), country) ??
    readParsed(text, country)
  );
}

function readVanity(text: string, country: CountryCode): Parsed | null {
  if (!VANITY_WORD.test(text)) return null;
  const isNanp = !text.startsWith('+') && getCountryCallingCode(country) === '1';
  const isWhole = () =>
    readIf((parsed) => parsed.isValid(), text.replace(/[A-Za-z].*/s, ''), country);
  const numbers = vanityToDigits(text, isNanp);
  if (numbers.length === 0 || isWhole()) return null;
  const holds = (parsed: Parsed) => (isNanp ? parsed.isPossible() : parsed.isValid());
  return numbers.map((number) => readIf(holds, number, country)).find((read) => read) ?? null;
}

/** The valid number without a prefix of {@link DROPPED_PREFIXES}; null when it has none. */
export function withoutDroppedPrefix(parsed: Parsed): Parsed | null {
  const national = String(parsed.nationalNumber);
  const prefix = DROPPED_PREFIXES.get(String(parsed.countryCallingCode));
  return prefix?.test(national)
    ? readIf(
        (one) => one.isValid(),
        `+${parsed.countryCallingCode}${national.replace(prefix, '')}`,
        DEFAULT_COUNTRY,
      )
    : null;
}

function toPhoneNumber(
  parsed: Parsed,
  planType: PlanType | null,
  { vanity, readIn }: Pick<PhoneNumber, 'vanity' | 'readIn'>,
): PhoneNumber {
  const valid = planType !== null;
  const callingCode = String(parsed.countryCallingCode);
  const national = String(parsed.nationalNumber);
  const nanp = callingCode === '1';
  const country =
    nanp && !valid
      ? otherNanpCountry(national)
      : correctedCountry(parsed.number, parsed.country ?? null);
  const plan = readIn && planOf(readIn.written, readIn.country);
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
    readIn: plan && callingCode === getCountryCallingCode(plan) ? readIn : null,
  };
}

const numberPlanType = (parsed: Parsed): PlanType | null =>
  correctedType(parsed.getType() ?? null, parsed.number, parsed.country);

/** A number after its plus, as people group it. */
const INTERNATIONAL = /^\+[1-9][\d ().-]*\d$/;
/** A number of the United States or Canada as it is usually written. */
const NANP = /^\(?[2-9]\d\d\)?[ .-]?\d{3}[ .-]?\d{4}$/;
const isNanpCountry = (country: string): boolean => country === 'US' || country === 'CA';

/** Reads a valid number in one of the usual forms by its plan alone; null for any other text. */
function readUsual(text: string, country: CountryCode): PhoneNumber | null {
  const isNanp = isNanpCountry(country) && NANP.test(text);
  if (!isNanp && !INTERNATIONAL.test(text)) return null;
  const e164 = `+${isNanp ? '1' : ''}${text.replace(/\D/g, '')}`;
  const planned = e164.length <= MAX_DIGITS + 1 ? readPlanned(e164) : null;
  if (!planned || DROPPED_PREFIXES.get(planned.callingCode)?.test(planned.national)) return null;
  const { type, ...place } = planned;
  return {
    ...place,
    e164,
    usOrCanada: isNanpCountry(place.country),
    valid: true,
    possible: true,
    planType: type,
    vanity: false,
    readIn: isNanp ? { country, written: text } : null,
  };
}

/** Text without a remark that needs no normalization: a plus, digits, spaces, (, ), . and -. */
const PLAIN = /^\+?[\d ().-]*(?<! \(\d{1,3}\))$/;

const plainText = (text: string, country?: CountryCode): string =>
  PLAIN.test(text) && !DECIMAL.test(text) ? text : withoutScheme(normalizePhoneText(text, country));

/**
 * Whether a number with 1 is North American toll-free and not of `country`: neither toll-free
 * there, nor valid there in digits without a separator after the 1.
 */
function isTollFreeAbroad(plain: string, country: CountryCode): boolean {
  const [, separator] = TOLL_FREE_START.exec(plain) ?? [];
  if (separator === undefined || getCountryCallingCode(country) === '1') return false;
  const read = (place: CountryCode) =>
    readOrNull(() => readVanity(plain, place) ?? readDigits(plain, place));
  const own = read(country);
  const isGrouped = separator !== '' || VANITY_WORD.test(plain);
  if (isGrouped ? own?.getType() === 'TOLL_FREE' : own?.isValid()) return false;
  return read(DEFAULT_COUNTRY)?.getType() === 'TOLL_FREE';
}

/** @param country of a number without an international prefix, unless its form names another */
function readPlain(text: string, country: CountryCode): PhoneNumber {
  const usual = readUsual(text, country);
  if (usual) return usual;
  const plain = withoutSecondPrefix(text);
  const named = isTollFreeAbroad(plain, country) ? DEFAULT_COUNTRY : country;
  const planned = planOf(plain, named);
  const vanity = readVanity(plain, planned);
  const read = vanity ?? readDigits(plain, planned);
  const parsed = withoutDroppedPrefix(read) ?? read;
  const written = {
    vanity: vanity !== null,
    readIn: isNational(plain) ? { country: named, written: plain } : null,
  };
  const planType = numberPlanType(parsed);
  if (planType !== null) return toPhoneNumber(parsed, planType, written);
  const settled = parseToFixpoint(parsed);
  return toPhoneNumber(settled, numberPlanType(settled), written);
}

/** E.164 of a valid number; null for other text. */
function readExisting(text: string, country: CountryCode): string | null {
  const number = readOrNull(() => readPlain(plainText(text, country), country));
  return number?.valid ? number.e164 : null;
}

/** Reads a number among other words, or one misread by OCR. @throws UnusableInput for other text */
function readAmong(text: string, country: CountryCode, refusal: UnusableInput): PhoneNumber {
  const ascii = asciiPhoneText(text);
  const sole = soleNumber(ascii, (one) => readExisting(one, country));
  // The form decides, except for a number found in a sentence, which may also contain hours.
  const kind =
    sole.written !== null && /\s/.test(ascii) ? null : otherKindOf(ascii.trim(), false, country);
  const [written, message] = [sole.written, kind ?? sole.message];
  const repaired = written ?? withoutScanned(text);
  if (message === null && repaired !== text && readExisting(repaired, country))
    return readPlain(plainText(repaired, country), country);
  throw message === null ? refusal : new UnusableInput(message);
}

/** Text accepted without {@link otherKindOf} when it parses to a valid number. */
const WHOLE = /^(?:\+.*|\d*)$/s;

/**
 * Parses a phone number as people write it: E.164, national formats of `country`, numbers of other
 * countries after +, 00 or the international prefix of `country`, toll-free numbers of North
 * America after 1, `tel:`, `sms:` and `callto:` URIs, digits of any script, vanity letters, or a
 * single number among words that mark it as one.
 * Extensions are dropped: they are dialled after the number. Another kind of number, by its form or
 * the words beside it, is refused. A number that parses but cannot exist is returned, not refused.
 * @param named country for a number without a prefix; {@link DEFAULT_COUNTRY} if unknown
 * @throws UnusableInput when the text is not a phone number
 */
export function parsePhoneNumber(text: string, named?: CountryCode): PhoneNumber {
  const country = named ?? DEFAULT_COUNTRY;
  if (text.length > MAX_PHONE_CHARS) throw new UnusableInput(PARSE_ERRORS.get('TOO_LONG'));
  const plain = plainText(text, country);
  let number: PhoneNumber;
  try {
    number = readPlain(plain, country);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    return readAmong(text, country, error);
  }
  if (number.valid && WHOLE.test(text)) return number;
  const message =
    otherKindOf(plain, number.valid, country) ??
    (number.valid
      ? null
      : soleNumber(asciiPhoneText(text), (one) => readExisting(one, country)).message);
  if (message !== null) throw new UnusableInput(message);
  return number;
}

/** The raw text, typed as the number that {@link readNumber} parses with the `country` field. */
const phoneText = lookupField((text) => text as unknown as PhoneNumber, {
  description:
    'Phone number. E.164 is recommended; without a leading + it is read as a number of `country`. An extension is ignored.',
  examples: ['+14155552671'],
  maxLength: MAX_PHONE_CHARS,
});

/** ISO 3166-1 alpha-2 code of a country with a numbering plan. */
export const countryCode = z.string().transform(countryLetters).refine(isSupportedCountry, {
  message: 'must be the two-letter code of a country with a numbering plan, such as DE',
  // A number is read in a country that exists, or not at all.
  abort: true,
});

const countryField = countryCode
  .optional()
  .describe(
    "Country in which a number without a leading + is read, ISO 3166-1 alpha-2. If absent, the organization's default country is used, or else US, and `insights.country_assumed` names it.",
  );

function readNumber({ value, issues }: z.core.ParsePayload<unknown>): void {
  const body = value as { phone_number: unknown; country?: CountryCode };
  try {
    body.phone_number = parsePhoneNumber(body.phone_number as string, body.country);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    const { message } = error;
    issues.push({ code: 'custom', message, path: ['phone_number'], input: body.phone_number });
  }
}

/** The body of a phone product: `phone_number`, the `country` it is read in, and further fields. */
export const phoneBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ phone_number: phoneText, country: countryField, ...shape }).check(readNumber);

/** Whether a phone body has a number without an international prefix and no country. */
export function needsCountry({ shape }: z.ZodObject, body: unknown): boolean {
  if (shape.country !== countryField || typeof body !== 'object' || body === null) return false;
  const { phone_number: text, country } = body as { phone_number?: unknown; country?: unknown };
  return (
    (country === undefined || country === null) &&
    typeof text === 'string' &&
    text.length <= MAX_PHONE_CHARS &&
    isNational(plainText(text))
  );
}

/** Schemas with a default country. */
const schemasOf = memoized(
  (schema: z.ZodObject) =>
    memoized((country: string) => schema.safeExtend({ country: countryCode.prefault(country) })),
  new WeakMap(),
);

/**
 * Parses a body and reads its number in `country` when it {@link needsCountry}. The result then has
 * no `country` field, because the country was assumed.
 * @throws ApiError as {@link parseInput}
 */
export function parseInCountry<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  country: string | undefined,
): z.output<Schema> {
  if (country === undefined || !needsCountry(schema, body)) return parseInput(schema, body);
  const { country: _, ...input } = parseInput(schemasOf(schema)(country), body);
  return input as z.output<Schema>;
}

const numberIn = (text: string, country: string | null): PhoneNumber =>
  parsePhoneNumber(
    text,
    country !== null && isSupportedCountry(country) ? country : DEFAULT_COUNTRY,
  );

/**
 * E.164 form of a number.
 * @param country for a number without +; null, or one without a numbering plan: the United States
 * @throws UnusableInput
 */
export const e164In = (text: string, country: string | null): string =>
  numberIn(text, country).e164;

/** A valid number, read as by {@link e164In}; null for any other text. */
export function existingNumber(text: string, country: string | null): PhoneNumber | null {
  const number = readOrNull(() => numberIn(text, country));
  return number?.valid ? number : null;
}
