import { mailNameSpellings, possibleMailboxes } from '../../domain/person/mailbox-names.ts';
import { type Agreement, compareNames } from '../../domain/person/person-match.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import type { Source } from '../../lookup/source.ts';
import { mapFact } from '../../lookup/source-adapters.ts';
import { workContactAmong } from '../../open-data/records/work-contacts.ts';
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
 * Whether a contact has an address at the requested domain and a name that agrees with the
 * requested one: a source may have another person who could have the same mailbox name.
 */
const isNamed =
  (agreements: readonly Agreement[]) =>
  (contact: WorkContactFact, query: NameAtDomain): boolean =>
    isAtDomain(contact, query.domain) && agreements.includes(compareWithAsked(contact, query));

const onlyNamed = (source: NameSource, agreements: readonly Agreement[]): NameSource =>
  mapFact(source, (contact, query) => (isNamed(agreements)(contact, query) ? contact : null));

const MATCHING: readonly Agreement[] = ['same', 'part'];

export const onlyMatching = (source: NameSource): NameSource => onlyNamed(source, MATCHING);

/** {@link onlyMatching} for a source whose records may lack a name. */
export const onlyNotOthers = (source: NameSource): NameSource =>
  onlyNamed(source, [...MATCHING, null]);

function likelyAddresses({ firstName, lastName, domain }: NameAtDomain): string[] {
  const name = mailNameSpellings(firstName, lastName, domain);
  const locals = name ? possibleMailboxes(name, MAX_KEYS) : [];
  return locals.map((local) => `${local}@${domain}`);
}

/** A contact of the operator's file, by the likely mailboxes of a name at a domain. */
export const recordedContact = workContactAmong(likelyAddresses, isNamed(MATCHING));
