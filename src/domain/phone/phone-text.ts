import { asciiForms, trimEndOf } from '../../lib/text.ts';
import { isLabel, LABEL_REACH_CHARS, numberLabelOf } from './phone-labels.ts';

/** A number within links of WhatsApp and Telegram, always an international one. */
const CHAT_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/\+?|t\.me\/\+)(\d{7,15})(?:[?&#/].*)?$/i;
const WHATSAPP_SEND = new RegExp(
  '^(?:(?:https?:\\/\\/)?(?:api|web)\\.whatsapp\\.com\\/|whatsapp:\\/\\/)send\\/?\\?' +
    'phone=(?:\\+|%2B)?(\\d{7,15})(?:[?&#/].*)?$',
  'i',
);
/** RFC 3261, section 19.1.6: a telephone number as the user of a SIP URI. */
const SIP_USER = /^sips?:(\+\d{7,15})[@;].*$/i;
/** The same number as one of its identities. */
const WHATSAPP_IDENTITY = /^\+?(\d{7,15})@(?:s\.whatsapp\.net|c\.us)$/i;
/** A number as the decimal of a spreadsheet or data frame: `2125550187.0`, `2.125550187E9`. */
export const DECIMAL = /^\+?\d{7,15}[.,]0{1,2}$/;
const EXPONENT = /^\+?(\d)[.,](\d{1,15})E\+?(\d{1,2})$/i;
/** The property of a vCard (RFC 6350, section 6.4.1). */
const VCARD_PROPERTY = /^(?:item\d{1,2}\.)?TEL(?:;[^:]{1,60})?:(?:tel:)?/i;
/** Brazil's carrier, left open: 0xx11, (0**11). */
const OPEN_CARRIER = /^(\+?55 ?)?\(?0? ?(?:xx|\*\*)[ -]?(\d{2})\)?/i;
/** Quotes, symbols and bullets before a number. */
const BEFORE_NUMBER = /^[^\p{L}\p{N}+(*#~/.-]{1,10}(?=[+(\d])/u;

/** RFC 3986, section 2.1: only the characters numbers are written with are read. */
const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** What a label or a remark stands beside: at least seven digits, or letters of a vanity number. */
const NUMBER_START = /^\(?\+?(?:[\da-z][ ()./-]{0,3}){7}/i;
const NUMBER_END = /^[+(]?(?:\d[ ()./-]{0,3}){6,19}\d\)?$/;
/** Scripts that write no blanks; `TEL` in them is written as they are. */
const UNSPACED_LABEL =
  /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]|\P{L}|(?<!\p{L})tel)$/iu;

/** A number without the word that says it is one: "Tel. 030 …", "cell 347…", "電話03…". */
function withoutLabel(text: string): string {
  const at = text.search(/\(?[+\d]/);
  if (at < 1 || at > LABEL_REACH_CHARS) return text;
  const [label, number] = [text.slice(0, at), text.slice(at)];
  if (!UNSPACED_LABEL.test(label) || !NUMBER_START.test(number)) return text;
  return ['phone', 'fax'].includes(numberLabelOf(label, '')) ? number : text;
}

/** An extension by its word, a remark in brackets, a word of what kind of line it is. */
const EXTENSION = /(\p{L}[\p{L}\p{M} ]{0,10})[.:]{0,2} ?\d{1,6}[#)]?$/u;
const REMARK = /\(\p{L}[\p{L}\p{M}\d .:/'-]{0,30}\)$/u;
const LAST_WORD = /[ ,;](\p{L}{1,16})\.?$/u;
/** Beside those libphonenumber reads; a letter is a pause that is dialled, or a word cut short. */
const EXTENSION_WORDS = new Set(
  (
    'ext|extension|p|poste|durchwahl|dw|kl|klappe|r|ramal|int|interno|anexo|w|wew|wewn|' +
    'wewnętrzny|toestel|tst|ankn|anknytning|lokal|alanumero|linka|dahili|mellék|вн|внутр|доб|дод|εσωτ|שלוחה|' +
    'تحويلة|داخلي|máy lẻ|ต่อ|内線|内线|分机|分機|转|轉|내선|교환'
  ).split('|'),
);
const LINES = /^(?:[cfhmow]|home|work|main|direct|private?|dienstlich|geschäftlich)$/i;
/** Fewer digits before a word may be a vanity number's: 1-800-555 HOME. */
const EIGHT_DIGITS = /^(?:\D{0,3}\d){8}/;

/** A number without what stands behind it; a vanity number's letters are its own. */
function withoutRemark(text: string): string {
  const [, word = ''] = (EIGHT_DIGITS.test(text) && LAST_WORD.exec(text)) || [];
  const isWord = word !== '' && (LINES.test(word) || isLabel(word));
  const extension = EXTENSION.exec(text);
  const behind = EXTENSION_WORDS.has(extension?.[1]?.trim().toLowerCase() ?? '')
    ? extension
    : (REMARK.exec(text) ?? (isWord && LAST_WORD.exec(text)));
  const number = behind ? trimEndOf(text.slice(0, behind.index), ' ,;-(') : '';
  return NUMBER_END.test(number) ? number : text;
}

/**
 * The same text with ASCII digits, spaces, dashes, dots and plus, without the invisible characters
 * (zero-width, bidirectional marks) that copying from a page brings along, without a label
 * ("Phone:", "Tel."), an extension by its word or symbols around it, of a WhatsApp link its number,
 * a decimal of a spreadsheet with all its digits as those, without a bracket before its plus and
 * the xx that Brazil writes for a carrier: (0xx11).
 */
export function normalizePhoneText(text: string): string {
  const plain = asciiForms(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2024]/g, '.')
    .replace(/_|(?<=\d)\+(?=\d)/g, ' ')
    .trim()
    .replace(CHAT_LINK, '+$1')
    .replace(WHATSAPP_SEND, '+$1')
    .replace(WHATSAPP_IDENTITY, '+$1')
    .replace(SIP_USER, '$1')
    .replace(VCARD_PROPERTY, (property) => (/^tel:$/i.test(property) ? property : ''))
    .replace(OPEN_CARRIER, '$1($2)')
    .replace(/^<(?=[^<>]{1,80}>$)/, '')
    .replace(
      /^(?:&#43;|%2B)(?=\d).*/i,
      (coded) => `+${percentDecoded(coded.slice(coded.search(/[;B]/i) + 1))}`,
    )
    .replace(/^\(?[A-Z]{2,3}\)?[ :-]{1,3}(?=\+\d)/, '')
    .replace(BEFORE_NUMBER, '')
    .replace(/["'\u2019\u201d\u00bb>}\],; ]{1,3}$/, '')
    .replace(DECIMAL, (decimal) => decimal.replace(/[.,]0+$/, ''))
    .replace(EXPONENT, (decimal, first: string, rest: string, exponent: string) =>
      rest.length === Number(exponent) ? first + rest : decimal,
    );
  if (/^(?:tel|sms|callto):/i.test(plain)) return plain;
  const number = plain.replace(/^\p{L}[\p{L}\p{M} ./#&()'-]{0,29}\d?\)?: ?(?=[+(\d])/u, '');
  return withoutRemark(withoutLabel(number)).replace(/^\( ?\+/, '+');
}

/**
 * A `tel:` (RFC 3966, section 3), `sms:` (RFC 5724) or `callto:` URI as the number it names: a
 * global `phone-context` goes in front of a local number, `ext` stays, other parameters and an SMS
 * body go. Other text is returned as it is.
 */
export function withoutScheme(text: string): string {
  const uri = /^(?:tel|sms|callto):(?:\/\/)?([^;?]*)([^?]*)/i.exec(text);
  if (!uri) return text;
  const number = percentDecoded(uri[1] as string).trim();
  const parameters = percentDecoded(uri[2] as string);
  const context = /;phone-context=(\+[\d.()-]+)/i.exec(parameters)?.[1];
  const extension = /;ext=(\d{1,7})/i.exec(parameters)?.[1];
  const global = context && !number.startsWith('+') ? context + number : number;
  return extension ? `${global} ext ${extension}` : global;
}
