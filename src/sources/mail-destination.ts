import type { MailDns } from './mail-dns.ts';

/** Whether a server on the public Internet may take mail for the domain. */
export const takesMail = ({
  listed,
  exchangers,
  nullMx,
  ipv4,
  ipv6,
  ownReach,
}: MailDns): boolean => {
  if (nullMx) return false;
  if (listed > 0) return exchangers.some(({ reach }) => reach !== 'NOT_PUBLIC');
  return (ipv4 === true || ipv6 === true) && ownReach !== 'NOT_PUBLIC';
};

/**
 * Whether a checker inside the operator's network may be sent to the domain's mail servers: it
 * connects to what DNS names, so every server must be known to be public, or to have no address at
 * all.
 */
export function mayBeChecked({ listed, exchangers, ownReach }: MailDns): boolean {
  if (listed === 0) return ownReach === 'PUBLIC';
  return (
    exchangers.length === listed &&
    exchangers.every(({ reach }) => reach === 'PUBLIC' || reach === 'NO_ADDRESS')
  );
}
