import { mailNameSpellings, possibleMailboxes } from '../../domain/person/mailbox-names.ts';
import {
  foldLastName,
  mayBeSameFirstName,
  splitFullName,
} from '../../domain/person/person-name.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import { mapFact, mapQuery, type Source } from '../../lookup/source.ts';
import { workContacts } from '../../open-data/records/work-contacts.ts';
import type { NameAtDomain } from '../../vendors/mailbox/mailbox-guess.ts';

type NameSource = Source<NameAtDomain, WorkContactFact>;

/**
 * Limit of record keys tried: the file has no index by name, but a name has few likely mailboxes at
 * a domain.
 */
const MAX_KEYS = 40;

/** Whether a contact's address is at a domain, or at a host below it. */
const isAtDomain = ({ workEmail }: WorkContactFact, domain: string): boolean => {
  const host = workEmail?.address.toLowerCase().split('@').at(-1) ?? '';
  return host === domain || host.endsWith(`.${domain}`);
};

/** Contacts without an address at the domain asked for count as no record. */
export const onlyAtDomain = (source: NameSource): NameSource =>
  mapFact(source, (contact, { domain }) => (isAtDomain(contact, domain) ? contact : null));

/** Whether a contact's address is at the domain asked for, and its name the one asked for. */
function matchesQuery(
  contact: WorkContactFact,
  { firstName, lastName, domain }: NameAtDomain,
): boolean {
  const named = splitFullName(contact.fullName ?? '');
  return (
    isAtDomain(contact, domain) &&
    named !== null &&
    foldLastName(named.last) === foldLastName(lastName) &&
    mayBeSameFirstName(named.first, firstName)
  );
}

/** Of two people who could have one mailbox name, a source may know the other. */
export const onlyMatching = (source: NameSource): NameSource =>
  mapFact(source, (contact, query) => (matchesQuery(contact, query) ? contact : null));

/** A contact of the operator's file, by the likely mailboxes of a name at a domain. */
export const recordedContact = onlyMatching(
  mapQuery(({ firstName, lastName, domain }) => {
    const name = mailNameSpellings(firstName, lastName, domain);
    const locals = name ? possibleMailboxes(name, MAX_KEYS) : [];
    return { emails: locals.map((local) => `${local}@${domain}`) };
  }, workContacts),
);
