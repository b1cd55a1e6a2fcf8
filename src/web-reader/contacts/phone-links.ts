import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { digitsOf } from '../../domain/phone/phone-candidates.ts';
import { isLabel, numberLabelOf } from '../../domain/phone/phone-labels.ts';
import { decodePercent, trimEndOf } from '../../lib/text.ts';
import type { PageLink } from './page-contents.ts';
import { cleanPhone, type FoundNumber, findPhones } from './phones.ts';

const SCHEMES = /^(?:tel|sms|smsto|callto|whatsapp|facetime|viber|skype):/i;
/** Messenger links, by host and path. */
const MESSENGERS = /^https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com|zalo\.me)\//i;
const ACCOUNTS = /^https?:\/\/(?:t(?:elegram)?\.me\/\+|signal\.me\/#p\/)/i;
const isMessenger = (href: string): boolean => MESSENGERS.test(href) || ACCOUNTS.test(href);
const MESSENGER_SCHEMES = new Set(['whatsapp:', 'viber:']);
/** Default country of a messenger's numbers without a country code. */
const MESSENGER_COUNTRIES = new Map<string, CountryCode>([['zalo.me', 'VN']]);

/** Cheap filter before {@link linkedNumber}. */
export const isPhoneLink = (href: string): boolean => SCHEMES.test(href) || isMessenger(href);

/** A country code is optional: `wa.me/0812…`, `viber://chat?number=0888…`. */
function messengerPhone(url: URL, country: CountryCode | null): string | null {
  const written =
    url.searchParams.get('phone') ??
    url.searchParams.get('number') ??
    (url.hash.startsWith('#p/') ? url.hash.slice(3) : url.pathname.slice(1));
  const digits = digitsOf(decodePercent(written)).replace(/^00/, '');
  if (digits === '' || digits.length > 20 || /\p{L}/u.test(written)) return null;
  const home = MESSENGER_COUNTRIES.get(url.hostname) ?? country;
  return (
    cleanPhone(`+${digits}`, null) ?? (digits.startsWith('0') ? cleanPhone(digits, home) : null)
  );
}

/** Parses the number of a `tel:`, `sms:`, `callto:` or messenger link. */
function linkPhone(href: string, country: CountryCode | null): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  const isMessage = MESSENGER_SCHEMES.has(url.protocol) && url.search !== '';
  if (isMessage || isMessenger(href)) return messengerPhone(url, country);
  // Other Skype links hold user names: `skype:live:someone?chat`.
  if (!SCHEMES.test(href) || (url.protocol === 'skype:' && !/^skype:\+\d/i.test(href))) return null;
  const [number = ''] = decodePercent(href).replace(SCHEMES, '').split(/[;?&]/, 1);
  return cleanPhone(number.replace(/^\/+/, '').replace(/^\s*(?:\+\s*)?(?=\+)/, ''), country);
}

/** Reads a link's number; its own label decides phone or fax, otherwise the text before it. */
export function linkedNumber(link: PageLink, country: CountryCode | null): FoundNumber | null {
  const number = linkPhone(link.href, country);
  if (!number) return null;
  const inner = numberLabelOf(link.label.replace(/[\d+(][\s\S]*$/, ''), '');
  const isFax = inner === 'fax' || (inner !== 'phone' && numberLabelOf(link.before, '') === 'fax');
  return { number, isFax, isSaid: inner === 'phone' || !isFax };
}

/** Digits at the end by which a number of a link is compared with the one that its label shows. */
const COMPARED_DIGITS = 6;
const BEFORE_DIGITS = /^[^\d+(]*/;

/**
 * Whether the label of a link shows another number than its address, which then is left over from
 * the site's template, or lacks its country code behind a plus. Words other than a label before the
 * digits may name a person or a year.
 */
export function isLeftOver({ label }: PageLink, number: string, country: CountryCode | null) {
  const words = trimEndOf(BEFORE_DIGITS.exec(label)?.[0] ?? '', ' \n:.').trim();
  if (/\p{L}/u.test(words) && !isLabel(words)) return false;
  const shown = findPhones(label, country).map((found) => found.number);
  if (shown.length === 0 || shown.includes(number)) return false;
  const isAlike = shown.some((one) => one.endsWith(number.slice(-COMPARED_DIGITS)));
  return !isAlike || !parsePhoneNumberFromString(number)?.isValid();
}
