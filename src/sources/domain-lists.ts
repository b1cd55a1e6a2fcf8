import type { EmailAddress } from '../core/email/address.ts';
import type { Source } from '../core/lookup/source.ts';
import { nearestProvider, type ProviderGuess } from '../data/provider-typos.ts';

/** What the compiled lists say of an address. */
export interface MailLists {
  disposable: boolean;
  /** Forwarding service, by name. */
  relay: string | null;
  free: boolean;
  role: boolean;
  /** The well-known domain this one is likely a misspelling of. */
  typo: ProviderGuess | null;
}

/** Compiled lists of mail domains and mailbox names. */
export const domainLists: Source<EmailAddress, MailLists> = {
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
