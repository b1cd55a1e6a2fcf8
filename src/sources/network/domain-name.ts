import { ApiError } from '../../core/errors.ts';

/** RFC 1035 section 2.3.4, without the final dot. */
const MAX_NAME_CHARS = 253;

/** RFC 1035 section 2.3.4 for the length; underscores as in `_dmarc` (RFC 8552). */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Nothing the URL parser would take for the end of the host. */
const HOST = /^(?:[\w.-]|\P{ASCII})+$/u;

/** Internationalised names go through the URL parser: nothing else in the runtime knows UTS 46. */
function toAscii(name: string): string {
  if (!HOST.test(name)) return '';
  return /\P{ASCII}/u.test(name)
    ? (URL.parse(`http://${name}/`)?.hostname ?? '')
    : name.toLowerCase();
}

/**
 * A domain name as it is asked for in the DNS: lower case, A-labels (RFC 5890), no final dot.
 * @throws ApiError INVALID_INPUT
 */
export function dnsName(name: string): string {
  const ascii = toAscii(name).replace(/\.$/, '');
  if (ascii.length > MAX_NAME_CHARS || !ascii.split('.').every((label) => LABEL.test(label))) {
    throw new ApiError('INVALID_INPUT', 'The value is not a domain name.');
  }
  return ascii;
}
