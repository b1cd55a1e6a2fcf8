const HOST = /^(?=[^.]*[a-z0-9])[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,10}$/i;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;
const IPV6 = /^[0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){2,8}(?:\/\d{1,3})?$/i;
/** What .uz writes for a name server that is not there, and MYNIC's handles (`NS1EXAM0.SER`). */
const NO_HOST = /^not\.defined$|\.ser$/;

/** "(192.0.2.1)", "[OK]": remarks beside a host. */
const REMARK = /[([<][^()[\]<>]*[)\]>]/g;

const tokensOf = (text: string): string[] =>
  text
    .replace(REMARK, ' ')
    .split(/[\s,;|]+/)
    .map((token) => token.replace(/[.:]$/, ''))
    .filter((token) => token !== '' && token !== '-');

const isHost = (token: string): boolean =>
  HOST.test(token) && !IPV4.test(token) && /[a-z]/i.test(token.slice(token.lastIndexOf('.') + 1));

const isIp = (token: string): boolean => IPV4.test(token) || IPV6.test(token);

/** A line of addresses alone. */
export function isAddress(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.length > 0 && tokens.every(isIp);
}

/** A line that starts with a host and holds nothing but hosts and their addresses. */
export function isHostLine(text: string): boolean {
  const tokens = tokensOf(text);
  return isHost(tokens[0] ?? '') && tokens.every((token) => isHost(token) || isIp(token));
}

/** The hosts of a value, in lower case without final dots. */
export const hostsOf = (value: string): string[] =>
  tokensOf(value)
    .filter(isHost)
    .map((host) => host.toLowerCase())
    .filter((host) => !NO_HOST.test(host));
