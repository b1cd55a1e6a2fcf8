import type { EmailAddress } from '../../domain/email/address.ts';
import { namesUpToSuffix } from '../../domain/web/domain-name.ts';
import type { Source } from '../../lookup/source.ts';
import type { DomainLists } from '../../lookup/world.ts';
import { createDomainSet } from './domain-set.ts';
import { nearestProvider, type ProviderGuess } from './provider-typos.ts';

/**
 * Services that forward mail to an address they keep secret: a real person reads it, so their
 * domains are not throwaway even where lists of disposable domains say so. Domains as the services
 * document them.
 */
export const MAIL_RELAYS: Readonly<Record<string, readonly string[]>> = {
  'addy.io': ['addy.io', 'addymail.com', 'anonaddy.com', 'anonaddy.me'],
  'Apple Private Relay': ['privaterelay.appleid.com'],
  'DuckDuckGo Email Protection': ['duck.com'],
  'Firefox Relay': ['mozmail.com', 'relay.firefox.com'],
  'Proton Pass': ['passmail.net', 'passmail.com', 'passinbox.com', 'passfwd.com'],
  SimpleLogin: [
    'simplelogin.com',
    'simplelogin.co',
    'simplelogin.fr',
    '8alias.com',
    '8shield.net',
    'aleeas.com',
    'dralias.com',
    'silomails.com',
    'slmail.me',
    'slmails.com',
  ],
  '33Mail': ['33mail.com'],
  'Erine.email': ['erine.email'],
  'Burner Mail': ['burnermail.io'],
  'IronVest Masked Email': ['opayq.com', 'ivmail.com'],
};

/**
 * Limit of names tried for one domain, from itself upwards; throwaway domains are not nested
 * deeper.
 */
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

/** What the compiled lists say of an address. */
export interface MailListFact {
  disposable: boolean;
  /** Forwarding service, by name. */
  relay: string | null;
  free: boolean;
  role: boolean;
  /** The well-known domain this one is likely a misspelling of. */
  typo: ProviderGuess | null;
}

/** Compiled lists of mail domains and mailbox names. */
export const domainLists: Source<EmailAddress, MailListFact> = {
  name: 'domain_lists',
  label: 'domain lists',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask({ local, domain }, { domainLists: lists }) {
    const disposable = lists.isDisposable(domain);
    const relay = lists.relay(domain);
    const free = lists.isFree(domain);
    return {
      disposable,
      relay,
      free,
      role: lists.isRole(local),
      typo: free || relay !== null ? null : nearestProvider(domain),
    };
  },
};
