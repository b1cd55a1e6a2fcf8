import { mailProviderOf } from '../data/mail-providers.ts';
import { isPublicAddress } from './network/public-address.ts';

/**
 * Where the addresses of a mail host are. NOT_PUBLIC: one at least is reserved (loopback, private,
 * documentation). UNCHECKED: nobody asked, or DNS did not answer; never taken for public.
 */
export type Reach = 'PUBLIC' | 'NOT_PUBLIC' | 'NO_ADDRESS' | 'UNCHECKED';

/** Hosts whose addresses are asked for, preferred first: two DNS questions each. */
export const MAX_RESOLVED_HOSTS = 4;

type AskAddresses = (host: string, type: 'A' | 'AAAA') => Promise<string[] | null>;

/** @param a null, like `aaaa`, where the question was not answered */
export function reachOf(a: readonly string[] | null, aaaa: readonly string[] | null): Reach {
  const allPublic =
    (a ?? []).every((address) => isPublicAddress(address, 4)) &&
    (aaaa ?? []).every((address) => isPublicAddress(address, 6));
  if (!allPublic) return 'NOT_PUBLIC';
  if (a === null || aaaa === null) return 'UNCHECKED';
  return a.length + aaaa.length > 0 ? 'PUBLIC' : 'NO_ADDRESS';
}

/**
 * The reach of every host, in order. Hosts of known providers are public without a question: only
 * the provider names hosts below its own domain.
 */
export async function findReach(hosts: readonly string[], ask: AskAddresses): Promise<Reach[]> {
  const unknown = hosts.filter((host) => mailProviderOf(host) === null);
  const asked = new Set(unknown.slice(0, MAX_RESOLVED_HOSTS));
  const reach = async (host: string): Promise<Reach> => {
    if (mailProviderOf(host) !== null) return 'PUBLIC';
    if (!asked.has(host)) return 'UNCHECKED';
    return reachOf(...(await Promise.all([ask(host, 'A'), ask(host, 'AAAA')])));
  };
  return Promise.all(hosts.map(reach));
}
