import { asciiForms } from '../../lib/text.ts';

/** A number within WhatsApp's links, always an international one. */
const WHATSAPP_LINK = /^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d{7,15})(?:[?&#/].*)?$/i;
const WHATSAPP_SEND =
  /^(?:https?:\/\/)?(?:api|web)\.whatsapp\.com\/send\/?\?phone=\+?(\d{7,15})(?:[?&#/].*)?$/i;
/** The same number as one of its identities. */
const WHATSAPP_IDENTITY = /^(\d{7,15})@(?:s\.whatsapp\.net|c\.us)$/i;
/** Quotes, symbols and bullets before a number. */
const BEFORE_NUMBER = /^[^\p{L}\p{N}+(*#~/.-]{1,10}(?=[+(\d])/u;

/**
 * The same text with ASCII digits, spaces, dashes, dots and plus, without the invisible characters
 * (zero-width, bidirectional marks) that copying from a page brings along, without a label
 * ("Phone:") or symbols around it, of a WhatsApp link its number, without a bracket before its
 * plus and the xx that Brazil writes for a carrier: (0xx11).
 */
export function normalizePhoneText(text: string): string {
  return asciiForms(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2024]/g, '.')
    .replace(/_|(?<=\d)\+(?=\d)/g, ' ')
    .trim()
    .replace(WHATSAPP_LINK, '+$1')
    .replace(WHATSAPP_SEND, '+$1')
    .replace(WHATSAPP_IDENTITY, '+$1')
    .replace(/\(0xx(\d{2})\)/i, '($1)')
    .replace(BEFORE_NUMBER, '')
    .replace(/["'\u2019\u201d\u00bb]{1,3}$/, '')
    .replace(/^(?!(?:tel|sms|callto):)\p{L}[\p{L} ]{0,20}\.?: ?(?=[+(\d])/iu, '')
    .replace(/^\( ?\+/, '+');
}

/** RFC 3986, section 2.1: only the characters numbers are written with are read. */
const percentDecoded = (text: string): string =>
  text.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

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
