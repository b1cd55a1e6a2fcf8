import type { DomainLists } from '../core/email/domain-lists.ts';
import { namesUpToSuffix } from '../core/web/domain-name.ts';
import { createDomainSet } from './domain-set.ts';
import { MAIL_RELAYS } from './mail-relays.ts';

/** Names tried for one domain, from itself upwards; nobody nests throwaway domains deeper. */
const MAX_PARENTS = 6;

/** The compiled tables, as bytes. */
export interface DomainTables {
  disposable: ArrayBuffer;
  free: ArrayBuffer;
  /** UTF-8 lines of role names without separators. */
  roles: ArrayBuffer;
}

const relays = new Map(
  Object.entries(MAIL_RELAYS).flatMap(([service, domains]) =>
    domains.map((domain) => [domain, service] as const),
  ),
);

/** A role is the same however its words are joined, and whatever tag follows a plus. */
export function roleKey(local: string): string {
  return local.toLowerCase().replace(/\+.*/s, '').replace(/[._-]/g, '');
}

/**
 * Opens the compiled lists. A class of a domain holds for every name below it, up to the public
 * suffix; "free" does not.
 */
export function createDomainLists(tables: DomainTables): DomainLists {
  const disposable = createDomainSet(tables.disposable);
  const free = createDomainSet(tables.free);
  const roles = new Set(new TextDecoder().decode(tables.roles).split('\n'));
  return {
    isDisposable: (domain) =>
      namesUpToSuffix(domain, MAX_PARENTS).some((name) => disposable.has(name)),
    relay(domain) {
      const name = namesUpToSuffix(domain, MAX_PARENTS).find((candidate) => relays.has(candidate));
      return name === undefined ? null : (relays.get(name) ?? null);
    },
    isFree: (domain) => free.has(domain),
    isRole: (local) => roles.has(roleKey(local)),
  };
}
