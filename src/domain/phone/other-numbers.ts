const MONEY_BEFORE = /(?:[$€£¥₹₽₩]|(?<!\p{L})(?:r\$|usd|eur|gbp|chf|jpy|pln|rs\.?|inr|kr))\s?$/iu;
const MONEY_AFTER = new RegExp(
  '^[^\\S\\n]?(?:[$€£¥₹₽₩%円元]|' +
    '(?:usd|eur(?:os?)?|gbp|chf|jpy|kr(?:on[oe]r)?|zł|pln|dollars?)(?!\\p{L}))',
  'iu',
);
const AMOUNT_AFTER =
  /^\s?(?:thousand|[mb]illi?on\p{L}{0,3}|mio|mrd|mln|mld|tys|тыс|млн)(?!\p{L})/iu;
export const isMoney = (before: string, after: string): boolean =>
  MONEY_BEFORE.test(before) || MONEY_AFTER.test(after) || AMOUNT_AFTER.test(after);
/** Text after an article number: a thread size (ISO 261), a standard, a measure or a count. */
export const ARTICLE_AFTER = new RegExp(
  '(?<![\\p{L}\\d])(?:M\\d{1,2}(?:[x×]\\d{1,3})?|(?:DIN|ISO|EN)[ -]?\\d{2,6}|' +
    '\\d{1,4}(?:[.,]\\d{1,2})? ?(?:[mck]?m|k?g|m?l|[VW]|stk|stück|pcs|szt|ks|pz|uds))(?![\\p{L}\\d])',
  'iu',
);
/** The price of a part or article, in the next table cell or after a space. */
export const PRICE_AFTER = new RegExp(
  '^[\\s|]{1,3}(?:\\p{Sc} ?)?\\d{1,3}(?:[ .,]\\d{3}){0,2}[.,]\\d{2}' +
    '(?:(?<=\\p{Sc}.{1,14})(?!\\d)|\\s?(?:\\p{Sc}|(?:usd|eur|cad|zł|kr|kč|lei)(?!\\p{L})))',
  'iu',
);
export const UNIT_AFTER =
  /^\s?(?:[xX×]\s?\d|(?:mm|cm|km|kg|mb|gb|ml|m²|m2|px|pcs|st|uhr|h|bytes?|lbs?)(?![\p{L}]))/u;

const DATE =
  /^(?:(?:19|20)\d{2}[-./\s]\d{1,2}[-./\s]\d{1,2}|\d{1,2}[-./\s]\d{1,2}[-./\s](?:19|20)\d{2})(?!\d)/;
const YEARS = /^(?:19|20)\d{2}\s?[-–/]\s?(?:(?:19|20)\d{2}|\d{2})(?!\d)/;
/** Opening hours and timetables: 13.30-17.00, 07.38 08.26. */
const HOURS = /^(?:[01]?\d|2[0-4])[.:][0-5]\d(?:(?: ?[-–] ?| )(?:[01]?\d|2[0-4])[.:][0-5]\d)+$/;
const DOTTED_QUAD = /^(?:(?:1?\d{1,2}|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;
/** Decimals, and degrees up to 199; other integers of three digits are area or network codes. */
const DECIMAL = /^(?:[1-9]?\d|1\d\d|\d{4,})[.,]\d{4,}$/;
/** Number and year of a file, a case or an invoice, or the year first. */
const NUMBER_AND_YEAR = /^(?:[\d.-]+\/(?:19|20)\d{2}|[\d.-]{5,}\/\d{2}|(?:19|20)\d{2}\/[\d.-]+)$/;
/** A range of dates: 14.07.–01.08.2026. */
const DAYS = /^[0-3]?\d\.[01]?\d\.? ?[-–] ?[0-3]?\d\.[01]?\d(?:\.(?:20)?\d{2})?$/;
/** The form of German tax numbers: 223/156/01234. */
const TAX_NUMBER = /^\d{2,3}\/\d{3,4}\/\d{3,5}$/;

/** Two slashes, or single digits after an area code: no country groups its numbers that way. */
const UNGROUPED = /\d\/\/\d|^\(?\d{2,4}\)?(?:[ -]\d(?!\d)){2}/;

/** Whether digits have the form of a date, hours, an IPv4 address, degrees or a register number. */
export const isOtherForm = (written: string): boolean =>
  [DATE, DAYS, YEARS, HOURS, DOTTED_QUAD, DECIMAL, NUMBER_AND_YEAR, TAX_NUMBER, UNGROUPED].some(
    (form) => form.test(written),
  );

/** A letter that is also a label of mobile lines; a unit only when the number cannot exist. */
const SHORT_UNIT_AFTER = /^\s?[mgl]\.?$/;
/** The last digits are the hour of a time. */
const MINUTES_AFTER = /^:[0-5]\d(?!\d)/;
const YEAR = '(?:19|20)\\d{2}';
const [MONTH, DAY] = ['(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])'];
/** Day and month in either order, as in Europe and in the United States. */
const dayOf = (separators: string) =>
  `(?:${DAY}(?=[${separators}]${MONTH}(?!\\d))|${MONTH})([${separators}])${DAY}\\1`;
const SHORT_DATE = new RegExp(`^${dayOf('/.')}\\d{2}$`);

const AMOUNT = 'is an amount, not a phone number';
const TIME = 'is a date or a time, not a phone number';
const IP = 'is an IP address, not a phone number';

/** Belgian VAT number as grouped by the Crossroads Bank for Enterprises, unlike mobile numbers. */
const VAT_NUMBER = /(?<!\p{L})BE[ .-]{0,2}[01]\d{3}([. ])\d{3}\1\d{3}$/u;
const VAT_PREFIX_CHARS = 5;

/** Whether letters before the digits make them a VAT number that could parse as a phone number. */
export const isVatNumber = (before: string, written: string): boolean =>
  VAT_NUMBER.test(before.slice(-VAT_PREFIX_CHARS) + written);

/**
 * Forms of a whole text that is not a phone number (IBAN: ISO 13616; MAC: IEEE 802). An IPv4
 * address needs three digits in a row, because France writes phone numbers in dotted pairs.
 */
const KINDS: readonly (readonly [message: string, form: RegExp])[] = [
  ['is an email address, not a phone number', /^[^\s@:]+@[^\s@]+$/],
  ['is a web address, not a phone number', /^(?:https?:\/\/|www\.)/i],
  ['is an IBAN, not a phone number', /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?$/],
  ['is a MAC address, not a phone number', /^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i],
  [
    IP,
    /^(?=[\d.:]*\d{3})(?:(?:1?\d{1,2}|2[0-4]\d|25[0-5])(?:\.(?=\d)|$|(?=[:/]\d))){4}(?:[:/]\d+)?$/,
  ],
  [IP, /^(?=[\da-f:]*::|(?:[\da-f]+:){7})[\da-f:]{6,39}$/i],
  [
    'is a pair of coordinates, not a phone number',
    /^-?\d{1,3}\.\d{3,}°? ?[NS]?[,; ] ?-?\d{1,3}\.\d{3,}°? ?[EW]?$/,
  ],
  [
    TIME,
    new RegExp(
      `(?:^|[ -])(?:${dayOf('-./')}${YEAR}|${YEAR}([-./])${MONTH}\\2${DAY})(?:[T ,]|$)|` +
        '(?:^|\\D)(?:[01]?\\d|2[0-3]):[0-5]\\d(?!\\d)',
    ),
  ],
  [AMOUNT, /^(?:\p{Sc} ?)?(?:0|[1-9]\d{0,8}|\d{1,3}([ .,'])\d{3}(?:\1\d{3})*(?!\1))[.,]\d{2}$/u],
  [AMOUNT, /^\d{1,3}(?:,\d{3}){2,}$|^\d(?:\.\d{3}){2,}$/],
];
const DIGITS_OF_TIME = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?$/;
/** ISBN-13 (ISO 2108): the GS1 prefixes of books, with three or four separators. */
const ISBN = /^97[89][- ](?:\d{1,7}[- ]){2,3}\d$/;
/**
 * Postal codes with a dash, by country (Universal Postal Union, addressing systems): ZIP+4, CEP,
 * and the four and three digits of Portugal.
 */
const POSTAL_CODES: ReadonlyMap<string, RegExp> = new Map([
  ['US', /^\d{5}-\d{4}$/],
  ['PR', /^\d{5}-\d{4}$/],
  ['BR', /^\d{5}-\d{3}$/],
  ['PT', /^\d{4}-\d{3}$/],
]);
/** Numbers of persons and companies in the form of their country's registers and tax offices. */
const REGISTERED: ReadonlyMap<string, RegExp> = new Map([
  ['AR', /^\d{2}-\d{8}-\d$/],
  ['BR', /^\d{3}\.\d{3}\.\d{3}-\d{2}$/],
  ['CH', /^756\.\d{4}\.\d{4}\.\d{2}$/],
  ['CL', /^\d{1,2}\.\d{3}\.\d{3}-\d$/],
  ['CO', /^\d{3}\.\d{3}\.\d{3}-\d$/],
  ['DK', /^\d{6}-\d{4}$/],
  ['HU', /^\d{8}-\d-\d{2}$/],
  ['KR', /^\d{3}-\d{2}-\d{5}$/],
  ['MY', /^\d{6}-\d{2}-\d{4}$/],
  ['PK', /^\d{5}-\d{7}-\d$/],
  ['PL', /^\d{3}([- ])\d{3}\1\d{2}\1\d{2}$/],
  ['RU', /^\d{3}-\d{3}-\d{3} \d{2}$/],
  ['SE', /^\d{6}[-+]\d{4}$/],
  ['TH', /^\d-\d{4}-\d{5}-\d{2}-\d$/],
  ['US', /^\d{2}-\d{7}$/],
  ['ZA', /^\d{6} \d{4} \d{3}$/],
]);
/** The form of US Social Security numbers. */
const SSN = /^\d{3}-\d{2}-\d{4}$/;

/**
 * Why a text is not a phone number, judged by its form alone; null when it may be one.
 * @param exists the text parses to a valid number
 * @param country the country it is read in
 */
export function otherKindOf(text: string, exists: boolean, country: string): string | null {
  const kind = KINDS.find(([, form]) => form.test(text));
  if (kind || exists) return kind?.[0] ?? null;
  if (DIGITS_OF_TIME.test(text) || SHORT_DATE.test(text)) return TIME;
  if (POSTAL_CODES.get(country)?.test(text)) return 'is a postal code, not a phone number';
  if (REGISTERED.get(country)?.test(text))
    return 'is a personal or company identification number, not a phone number';
  if (ISBN.test(text)) return 'is an ISBN, not a phone number';
  return SSN.test(text) ? 'is a Social Security number, not a phone number' : null;
}

/** Why digits are not a phone number, by the text on either side; null when they may be one. */
export function otherKindBeside(before: string, after: string, exists: boolean): string | null {
  if (isMoney(before, after)) return AMOUNT;
  if (MINUTES_AFTER.test(after)) return TIME;
  if (
    (UNIT_AFTER.test(after) && !/^\s?x/i.test(after)) ||
    (!exists && SHORT_UNIT_AFTER.test(after))
  )
    return 'is a measurement, not a phone number';
  return null;
}
