import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { asciiForms, trimEndOf } from '../../lib/text.ts';
import { digitsOf, PHONE_START } from './phone-candidates.ts';
import { LABEL_REACH_CHARS, type NumberLabel, numberLabelOf } from './phone-labels.ts';

/** An international number in a link of WhatsApp, Telegram or Viber. */
const CHAT_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/\+?|t\.me\/\+)(\d{7,15})(?:[?&#/].*)?$/i;
const CHAT_SEND = new RegExp(
  '^(?:(?:(?:https?:\\/\\/)?(?:api|web)\\.whatsapp\\.com\\/|whatsapp:\\/\\/)send\\/?\\?phone' +
    '|viber:\\/\\/(?:add|chat|contact)\\?number)=(?:\\+|%2B)?(\\d{7,15})(?:[?&#/].*)?$',
  'i',
);
/** A phone number as the user part of a SIP URI (RFC 3261, section 19.1.6). */
const SIP_USER = /^sips?:(\+\d{7,15})[@;].*$/i;
/** A number as a WhatsApp identity. */
const WHATSAPP_IDENTITY = /^\+?(\d{7,15})@(?:s\.whatsapp\.net|c\.us)$/i;
/**
 * A number as a decimal of a spreadsheet or data frame: `2125550187.0`, `2.125550187E9`. Two
 * decimals after fewer than ten digits are an amount.
 */
export const DECIMAL = /^\+?(?:\d{7,15}[.,]0|\d{10,15}[.,]00)$/;
const EXPONENT = /^\+?(\d)[.,](\d{1,15})E\+?(\d{1,2})$/i;
/** The TEL property of a vCard (RFC 6350, section 6.4.1). */
const VCARD_PROPERTY = /^(?:item\d{1,2}\.)?TEL(?:;[^:]{1,60})?:(?:tel:)?/i;
/** Brazilian notation with a placeholder for the carrier code: 0xx11, (0**11). */
const OPEN_CARRIER = /^(\+?55 ?)?\(?0? ?(?:xx|\*\*)[ -]?(\d{2})\)?/i;
/** Quotes, symbols and bullets before a number, except signs of currencies and of identifiers. */
const BEFORE_NUMBER = /^(?:[^\p{L}\p{N}\p{Sc}+(*#~/.№©®〒§-]{1,10}|\*\*)(?=[+(\d])/u;
const BEHIND_NUMBER =
  /(?:["'\u2019\u201d\u00bb>}\],;?!| ]|\*{2}|\p{Extended_Pictographic}\ufe0f?){1,4}$/u;
/** The number in the `href` of a tel: link; it wins over the link's text. */
const TEL_LINK = /^<a\s[^<>]*href=["'](tel:[^"'<>]{1,60})["'].*/is;
/** HTML tags around a number, as in hCard; `<tel:…>` is a URI in angle brackets, not a tag. */
const TAG = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?>/gi;

const SCHEME = /^(?:tel|sms|callto|skype|facetime(?:-audio)?):/i;
const URI = new RegExp(`${SCHEME.source}(?:\\/\\/)?([^;?]*)([^?]*)`, 'i');

/** Decodes the ASCII characters of a percent-encoded text (RFC 3986, section 2.1). */
const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A label before a colon, or a JSON key. */
const COLON_LABEL = /^["']?\p{L}[\p{L}\p{M} ./#&()'-]{0,29}\d?\)?["']? ?: ?["']?(?=[+(\d])/u;

const UNDIVIDED = /^\d{7,15}(?![\d ().-])/;

/**
 * Removes a label before a number. Keeps it when it marks another kind of number (an order or tax
 * number), so that the digits are not read as a phone number; before undivided digits, also when it
 * is a word that takes a number: "Registration: 4124821737".
 */
const withoutColonLabel = (text: string): string =>
  text.replace(COLON_LABEL, (label, at: number) => {
    const number = text.slice(at + label.length);
    const word = label.replace(/["']/g, '');
    const isOther = (said: string) => numberLabelOf(said, '') === 'other';
    const isNumbered =
      UNDIVIDED.test(number) &&
      !word.trim().includes(' ') &&
      numberLabelOf(word, '') === 'unsaid' &&
      isOther(`${word.replace(/ ?: ?$/, '')} no: `);
    return PHONE_START.test(number) || !(isOther(word) || isNumbered) ? '' : label;
  });

/** Start of a number after a label: at least seven digits, or letters of a vanity number. */
const NUMBER_START = /^\(?\+?(?:[\da-z][ ()./-]{0,3}){7}/i;
const NUMBER_END = /^[+(]?(?:\d[ ()./-]{0,3}){6,19}\d\)?$/;
/** End of a label that touches its number: script without spaces, punctuation, or `TEL`. */
const UNSPACED_LABEL =
  /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]|\P{L}|(?<!\p{L})tel)$/iu;

/** Removes a label without a colon: "Tel. 030 …", "cell 347…", "電話03…". */
function withoutLabel(text: string): string {
  const at = text.search(/\(?[+\d]/);
  if (at < 1 || at > LABEL_REACH_CHARS) return text;
  const [label, number] = [text.slice(0, at), text.slice(at)];
  if (!UNSPACED_LABEL.test(label) || !NUMBER_START.test(number)) return text;
  return ['phone', 'fax'].includes(numberLabelOf(label, '')) ? number : text;
}

/** An extension with its word before it. */
const EXTENSION = /(\p{L}[\p{L}\p{M} ]{0,10})[.:]{0,2} ?\d{1,6}[#)]?$/u;
/** An extension before its word; a single letter may mean a mobile line: 81 234 2368 m. */
const EXTENSION_FIRST = /[ ,;/(]\d{1,6}[.-]?[ a-z]{0,3} (\p{L}{2,12})\)?$/u;
/** An extension after another separator than a space. */
const MARKED_EXTENSION = /[,;/(] ?\d{1,4}$/;
const REMARK = /\(\p{L}[^()]{0,60}\)$| \(\d{1,3}\)$/u;
/** The bracketed end of a vanity number, in capitals. */
const SPELLED_END = /\([A-Z]{3,7}\)$/;
const LAST_WORD = /[ ,;:|/-](\p{L}{1,16}(?: \p{L}{1,16})?)\.?$/u;
const MAX_REMARK_DIGITS = 6;
/** Words in addition to libphonenumber's; a letter is a dialled pause or an abbreviation. */
const EXTENSION_WORDS = new Set(
  (
    'ext|extension|p|post|poste|durchwahl|dw|app|apparat|nst|nebenstelle|kl|klappe|klapka|r|ramal|' +
    'extensão|int|interno|interior|anexo|anx|loc|local|w|wew|wewn|wewnętrzny|toestel|tst|ankn|anknytning|' +
    'lok|lokal|alanumero|ala|linka|dahili|dah|mellék|m|вн|внутр|внутренний|внутрішній|вътр|доб|добавочный|' +
    'дод|εσωτ|εσωτερικό|שלוחה|تحويلة|تحويله|داخلي|داخلی|máy lẻ|nhánh|pes|pesawat|samb|kućni|ต่อ|' +
    '内線|内线|分机|分機|转|轉|내선|교환'
  ).split('|'),
);
const LINES = /^(?:[cfhmow]|home|work|main|direct|private?|dienstlich|geschäftlich)$/i;
/** With fewer digits, a word after them may complete a vanity number: 1-800-555 HOME. */
const EIGHT_DIGITS = /^(?:\D{0,3}\d){8}/;

function remarkIn(text: string): RegExpExecArray | null {
  const remark = SPELLED_END.test(text) && !EIGHT_DIGITS.test(text) ? null : REMARK.exec(text);
  if (!remark) return null;
  const { length } = remark[0].replace(/\D/g, '');
  return length > MAX_REMARK_DIGITS || saysOf(remark[0]) === 'other' ? null : remark;
}

/** The label that a word after a number would be before it. */
const saysOf = (word: string): NumberLabel => numberLabelOf(`${word.replace(/[()]/g, '')}: `, '');

const numberBefore = (text: string, match: RegExpExecArray | null): string =>
  match ? trimEndOf(text.slice(0, match.index), ' ,;:|/-(') : '';

/**
 * Removes an extension, a remark or a kind of line after a number; keeps vanity letters. Before the
 * word of an extension, the last group is the extension only when the digits with it are not a
 * valid number: a form may leave the extension empty.
 */
function withoutRemark(text: string, country?: CountryCode): string {
  const word = EIGHT_DIGITS.test(text) ? LAST_WORD.exec(text) : null;
  const [, last = ''] = word ?? [];
  const whole = numberBefore(text, word);
  const isBlank =
    EXTENSION_WORDS.has(last.toLowerCase()) &&
    !MARKED_EXTENSION.test(whole) &&
    parsePhoneNumberFromString(whole, { ...(country && { defaultCountry: country }) })?.isValid();
  const extension = [EXTENSION.exec(text), EXTENSION_FIRST.exec(text)].find((each) =>
    EXTENSION_WORDS.has(each?.[1]?.trim().toLowerCase() ?? ''),
  );
  const isLine = LINES.test(last) || ['phone', 'fax'].includes(saysOf(last));
  const other = numberBefore(text, extension ?? remarkIn(text) ?? (isLine ? word : null));
  const number = isBlank ? whole : other;
  return NUMBER_END.test(number) ? number : text;
}

/** "Around the clock" beside a number, whose digits would be read into it. */
const ALWAYS = /(?<!\S)(?:24\/7|7\/24)(?=[\s,;:.)-]|$)/g;

/** Text with ASCII digits and dashes, and without invisible characters and {@link ALWAYS}. */
export const asciiPhoneText = (text: string): string =>
  asciiForms(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(ALWAYS, ' ');

/**
 * Normalizes the notation of a number: ASCII digits, spaces, dashes, dots and plus, without
 * invisible characters (zero-width, bidirectional marks) copied from a page. Removes a label
 * ("Phone:", "Tel."), an extension with its word, symbols around the number, a bracket before its
 * plus and Brazil's carrier placeholder: (0xx11). A WhatsApp link becomes its number, a
 * spreadsheet's decimal its digits if it has them all.
 */
export function normalizePhoneText(text: string, country?: CountryCode): string {
  const plain = asciiPhoneText(text.replace(TEL_LINK, '$1').replace(TAG, ' '))
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\u00b7\u2022\u2024\u30fb\uff65]/g, '.')
    .replace(/_|(?<=\d)[+'\u2019](?=\d)/g, ' ')
    .trim()
    .replace(CHAT_LINK, '+$1')
    .replace(CHAT_SEND, '+$1')
    .replace(WHATSAPP_IDENTITY, '+$1')
    .replace(SIP_USER, '$1')
    .replace(VCARD_PROPERTY, (property) => (/^tel:$/i.test(property) ? property : ''))
    .replace(/^<(?=[^<>]{1,80}>$)/, '')
    .replace(
      /^(?:&#43;|%2B)(?=\d).*/i,
      (coded) => `+${percentDecoded(coded.slice(coded.search(/[;B]/i) + 1))}`,
    )
    .replace(/^\(?[A-Z]{1,3}\)?[ :-]{1,3}(?=\+\d)/, '')
    .replace(BEFORE_NUMBER, '')
    .replace(BEHIND_NUMBER, '')
    .replace(DECIMAL, (decimal) => decimal.replace(/[.,]0+$/, ''))
    .replace(EXPONENT, (decimal, first: string, rest: string, exponent: string) =>
      rest.length === Number(exponent) ? first + rest : decimal,
    );
  if (SCHEME.test(plain)) return plain;
  const number = withoutLabel(withoutColonLabel(plain)).replace(
    OPEN_CARRIER,
    (whole, code: string | undefined, area: string) =>
      code || country === 'BR' ? `${code ?? ''}(${area})` : whole,
  );
  return withoutRemark(number, country).replace(/^\( ?\+/, '+');
}

/**
 * The number in a `tel:` (RFC 3966, section 3), `sms:` (RFC 5724) or `callto:` URI: a global
 * `phone-context` is put before a local number, `ext` is kept, other parameters and an SMS body are
 * dropped. Other text is returned unchanged.
 */
export function withoutScheme(text: string): string {
  const uri = URI.exec(text);
  if (!uri) return text;
  const number = percentDecoded(uri[1] as string).trim();
  const parameters = percentDecoded(uri[2] as string);
  const context = /;phone-context=(\+[\d.()-]+)/i.exec(parameters)?.[1];
  // The context is a domain, as of a private exchange.
  if (!context && /;phone-context=/i.test(parameters)) return text;
  const extension = /;ext=(\d{1,7})/i.exec(parameters)?.[1];
  const global = context && !number.startsWith('+') ? context + number : number;
  return extension ? `${global} ext ${extension}` : global;
}

/** ITU-T E.161, figure 1: the letters of keys 2 to 9. */
const KEYPAD = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
const dial = (letters: string): string =>
  letters.replace(/[A-Z]/g, (letter) =>
    String(KEYPAD.findIndex((key) => key.includes(letter)) + 2),
  );

/** Three letters in a row are a vanity word; fewer are an extension's or misread digits. */
export const VANITY_WORD = /[A-Za-z]{3}/;
const MIN_DIGITS_BEFORE_LETTERS = 3;
const ENGLISH_EXTENSION = /\bext(?:ension|n)?[\s.:=]{0,4}\d{1,7}$/i;

/** Digits kept of a vanity number of +1 or behind 1300 and 1800: exchanges ignore the rest. */
const DIALLED_DIGITS = 10;
const OTHER_PREFIX = /^1[38]00/;

/**
 * The digits of a vanity number: at least three digits, then letters ("1-800-FLOWERS"). Letters
 * that are all X are a mask, not a word.
 * @param isNanp read as a number of +1
 * @returns readings in order of preference; empty when the text does not have that shape
 */
export function vanityToDigits(text: string, isNanp: boolean): string[] {
  const number = trimEndOf(text.trimEnd().replace(ENGLISH_EXTENSION, ''), ' ,;');
  if (!/^\+?[\d\s().-]*[A-Za-z][A-Za-z\d\s().-]*$/.test(number)) return [];
  const firstLetter = number.search(/[A-Za-z]/);
  const letters = number.replace(/[^A-Za-z]/g, '');
  const digitsBefore = number.slice(0, firstLetter).replace(/\D/g, '').length;
  if (digitsBefore < MIN_DIGITS_BEFORE_LETTERS || /^x+$/i.test(letters)) return [];
  const digits = dial(number.toUpperCase());
  const bare = digits.replace(/\D/g, '');
  if (isNanp) return [bare.replace(/^1/, '').slice(0, DIALLED_DIGITS)];
  return OTHER_PREFIX.test(digits) ? [digits, bare.slice(0, DIALLED_DIGITS)] : [digits];
}

/** North America; next, free and local-rate prefixes of Australia, New Zealand, UK, Ireland. */
const NORTH_AMERICAN =
  /(?<![\w+])(\+?1[-. ]?)?(\(?[2-9]\d\d\)?)[-. ]{1,2}((?=[A-Z\d-]{0,10}[A-Z]{3})[A-Z\d](?:-?[A-Z\d]){6,12})(?![a-z\d])/g;
const OTHERS =
  /(?<![\w+])(0800|0508|1800|1300|13)[- ]((?=[A-Z\d-]{0,10}[A-Z]{3})[A-Z\d](?:[- ]?[A-Z\d]){3,9})(?![a-z\d])/g;
const TOLL_FREE = /8(?:00|33|44|55|66|77|88)/;
const LOCAL_DIGITS = 7;

/**
 * Writes numbers spelled in letters as digits: 1-800-FLOWERS, (888) 555-ACME. Without a leading 1,
 * brackets or a toll-free code, the letters are taken for a part number.
 */
function dialVanity(text: string, country: CountryCode | null): string {
  if (!/[A-Z]{3}/.test(text)) return text;
  const isAbroad = country !== null && getCountryCallingCode(country) !== '1';
  return text
    .replace(NORTH_AMERICAN, (whole, one: string | undefined, area: string, local: string) => {
      if (!one && !area.startsWith('(') && !TOLL_FREE.test(area)) return whole;
      if (isAbroad && OTHER_PREFIX.test(whole)) return whole;
      const digits = dial(local.replaceAll('-', '')).slice(0, LOCAL_DIGITS);
      return `${one ?? ''}${area} ${digits.slice(0, 3)}-${digits.slice(3)}`;
    })
    .replace(OTHERS, (_, prefix: string, local: string) => {
      const length = prefix === '13' ? 4 : 6;
      return `${prefix} ${dial(local.replace(/[- ]/g, '')).slice(0, length)}`;
    });
}

/** {@link OPEN_CARRIER} in running text: (0xx71) 3241-7382. */
const CARRIER_WITHIN = /(?<!\w)(\(?0) ?(?:xx|\*\*)[ -]?(?=\d{2}[) -])/gi;
/** Replaces vanity letters and carrier placeholders in a text, leaving digits. */
export const withDigits = (text: string, country: CountryCode | null): string =>
  dialVanity(text.replace(CARRIER_WITHIN, '$1'), country);

/** Letters that OCR or typing puts for 0 and 1: up to two; a vanity word has at least three. */
const SCANNED = /(?<!\p{L})[OoIl]{1,2}(?=\d)|(?<=\d)[OoIl]{1,2}(?!\p{L})/gu;
export const withoutScanned = (text: string): string =>
  text.replace(SCANNED, (letters) => letters.replace(/o/gi, '0').replace(/[Il]/g, '1'));

/**
 * Prefixes that people and address books write and that are no part of the number, by calling code.
 * Those from before a change of the plan: Mexico's 01, 044, 045 and the 1 of its mobile numbers
 * (until August 2019; IFT, Plan Técnico Fundamental de Numeración), the 0 of Poland, Chile,
 * Portugal and Czechia, Ukraine's 8 (2009). And the 508 of Saint-Pierre-et-Miquelon as dialled in
 * France.
 */
export const DROPPED_PREFIXES: ReadonlyMap<string, RegExp> = new Map([
  ...['48', '56', '351', '420'].map((code) => [code, /^0(?=\d{9}$)/] as const),
  ['52', /^(?:01|04[45]|1)(?=\d{10}$)/],
  ['380', /^80?(?=\d{9}$)/],
  ['508', /^508(?=\d{6}$)/],
]);

/** Removes an international prefix (00, 011) after a plus, as no calling code begins with 0. */
export const withoutSecondPrefix = (plain: string): string =>
  plain.replace(/^\+ ?0(?:0|11)[ .-]?(?=[1-9])/, '+');

/** @param plain normalised text without its scheme */
export const isNational = (plain: string): boolean => !/^\(?(?:\+|00)/.test(plain);

/** A North American toll-free code (47 CFR 52.101) after its 1, and their separator. */
export const TOLL_FREE_START = /^\(?1([ ().-]{0,3})8(?:00|33|44|55|66|77|88)/;

/** Areas of France overseas, dialled in all of France (Arcep, 2018-0881). */
const OVERSEAS = Object.entries<string>({
  // Also those of Saint-Barthélemy and Saint-Martin, which share the calling code.
  GP: '0590 0690 0691 07090',
  GF: '0594 0694 070930 070931 070932 070933',
  MQ: '0596 0696 0697 07091',
  RE: '0262 0263 0692 0693 07092',
  YT: '0269 0639 070935 070936 070937',
  PM: '0508 07084 07085',
}).flatMap(([code, areas]) =>
  areas.split(' ').map((area) => ({ area, country: code as CountryCode })),
);
const FRENCH: ReadonlySet<string | null> = new Set([
  ...['FR', 'BL', 'MF'],
  ...OVERSEAS.map(({ country }) => country),
]);

/**
 * The country whose plan a national number is in: France and its overseas areas dial each other
 * without calling codes, in ten digits; 08 and 09 are in the plans of all.
 */
export function planOf<Country extends CountryCode | null>(
  plain: string,
  country: Country,
): Country | CountryCode {
  if (!FRENCH.has(country)) return country;
  const digits = digitsOf(plain);
  if (!/^0[1-7]\d{8}/.test(digits)) return country;
  return OVERSEAS.find(({ area }) => digits.startsWith(area))?.country ?? 'FR';
}

/** Messages for the errors of libphonenumber's parser. */
export const PARSE_ERRORS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    INVALID_COUNTRY: 'has a calling code that is not assigned',
    TOO_SHORT: 'is too short to be a phone number',
    TOO_LONG: 'is too long to be a phone number',
  }),
);
