import { mailNameSpellings, possibleMailboxes } from '../../domain/person/mailbox-names.ts';
import { type Agreement, compareNames } from '../../domain/person/person-match.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import type { Source } from '../../lookup/source.ts';
import { mapFact, mapQuery } from '../../lookup/source-adapters.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import type { NameAtDomain } from '../../vendors/mailbox/mailbox-guess.ts';

type NameSource = Source<NameAtDomain, WorkContactFact>;

/** Limit of record keys tried: the file has no index by name; a name has few likely mailboxes. */
const MAX_KEYS = 40;

/** Whether a contact's address is at a domain or one of its subdomains. */
const isAtDomain = ({ workEmail }: WorkContactFact, domain: string): boolean => {
  const host = workEmail?.address.toLowerCase().split('@').at(-1) ?? '';
  return host === domain || host.endsWith(`.${domain}`);
};

const compareWithAsked = (contact: WorkContactFact, { firstName, lastName }: NameAtDomain) =>
  compareNames(contact, { firstName, lastName, fullName: null });

/**
 * Contacts with an address at the requested domain and a name that agrees with the requested one: a
 * source may have another person who could have the same mailbox name.
 */
const onlyNamed = (source: NameSource, agreements: readonly Agreement[]): NameSource =>
  mapFact(source, (contact, query) =>
    isAtDomain(contact, query.domain) && agreements.includes(compareWithAsked(contact, query))
      ? contact
      : null,
  );

export const onlyMatching = (source: NameSource): NameSource => onlyNamed(source, ['same', 'part']);

/** {@link onlyMatching} for a source whose records may lack a name. */
export const onlyNotOthers = (source: NameSource): NameSource =>
  onlyNamed(source, ['same', 'part', null]);

/** A contact of the operator's file, by the likely mailboxes of a name at a domain. */
export const recordedContact = onlyMatching(
  mapQuery(({ firstName, lastName, domain }) => {
    const name = mailNameSpellings(firstName, lastName, domain);
    const locals = name ? possibleMailboxes(name, MAX_KEYS) : [];
    return { emails: locals.map((local) => `${local}@${domain}`) };
  }, workContacts),
);
