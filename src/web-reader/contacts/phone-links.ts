import type { CountryCode } from 'libphonenumber-js/max';
import { cleanPhone, digitsOf } from './phones.ts';
import { decodePercent } from './plain-text.ts';

const SCHEMES = /^(?:tel|sms|smsto|callto|whatsapp|facetime|viber|skype):/i;
/** Addresses of messengers, by host and path, and where in them the number stands. */
const MESSENGERS = /^https?:\/\/(?:wa\.me|(?:api|web)\.whatsapp\.com|zalo\.me)\//i;
const ACCOUNTS = /^https?:\/\/(?:t(?:elegram)?\.me\/\+|signal\.me\/#p\/)/i;
const isMessenger = (href: string): boolean => MESSENGERS.test(href) || ACCOUNTS.test(href);
const MESSENGER_SCHEMES = new Set(['whatsapp:', 'viber:']);
/** The country of a messenger's numbers without a country code. */
const MESSENGER_COUNTRIES = new Map<string, CountryCode>([['zalo.me', 'VN']]);

/** Cheap filter before {@link linkPhone}. */
export const isPhoneLink = (href: string): boolean => SCHEMES.test(href) || isMessenger(href);

/** Without its country code as well: `wa.me/0812…`, `viber://chat?number=0888…`. */
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

/** The number a link calls or writes to: `tel:`, `sms:`, `callto:`, addresses of messengers. */
export function linkPhone(href: string, country: CountryCode | null): string | null {
  const url = URL.parse(href);
  if (!url) return null;
  const isMessage = MESSENGER_SCHEMES.has(url.protocol) && url.search !== '';
  if (isMessage || isMessenger(href)) return messengerPhone(url, country);
  // Others are names: `skype:live:someone?chat`.
  if (!SCHEMES.test(href) || (url.protocol === 'skype:' && !/^skype:\+\d/i.test(href))) return null;
  const [number = ''] = decodePercent(href).replace(SCHEMES, '').split(/[;?&]/, 1);
  return cleanPhone(number.replace(/^\/+/, '').replace(/^\s*(?:\+\s*)?(?=\+)/, ''), country);
}
