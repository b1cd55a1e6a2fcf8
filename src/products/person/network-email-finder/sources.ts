import { splitFullName } from '../../../domain/person/person-name.ts';
import type { WorkContactFact } from '../../../domain/person/work-contact.ts';
import {
  firstMatch,
  NoSourceConfigured,
  optionalPart,
  type QuerySource,
  type Source,
  type Sources,
} from '../../../lookup/source.ts';
import { workContacts } from '../../../open-data/records/work-contacts.ts';
import { hunterCompanyPlace } from '../../../vendors/hunter/company.ts';
import { hunterEmail, hunterPerson } from '../../../vendors/hunter/work-contact.ts';
import { mailboxGuess, type NameAtDomain } from '../../../vendors/mailbox/mailbox-guess.ts';
import { pdlPerson } from '../../../vendors/pdl/person.ts';
import { wikidataEmployee } from '../../../vendors/wikidata/person.ts';
import {
  type ConfirmationPolicy,
  MAILBOX_CONFIRMATION_SOURCES,
  withWorkEmail,
} from '../work-email.ts';

/** The vanity name of a page. */
type VanityQuery = { vanity: string };

const optionalPerson = optionalPart(hunterPerson);
const optionalCompanyPlace = optionalPart(hunterCompanyPlace);

/** Where the person and the company are; what was known before stays, and the address always. */
async function withLocation(
  contact: WorkContactFact,
  query: VanityQuery,
  ask: QuerySource,
): Promise<WorkContactFact> {
  const { domain } = contact.company;
  const [found, seat] = await Promise.all([
    optionalPerson.resolve(query, ask),
    domain === null ? null : optionalCompanyPlace.resolve(domain, ask),
  ]);
  return {
    ...contact,
    title: contact.title ?? found?.title ?? null,
    location: found?.location ?? contact.location,
    company: { ...contact.company, ...seat },
  };
}

/**
 * Enrichment: two more calls to the same vendor for the places its address search omits, once there
 * is an address; failures are ignored.
 */
const withLocations = (
  search: Sources<VanityQuery, WorkContactFact | null>,
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [...search.list, hunterPerson, hunterCompanyPlace],
  async resolve(query, ask) {
    const contact = await search.resolve(query, ask);
    return contact && withLocation(contact, query, ask);
  },
});

const pdl = pdlPerson('work_email');

/** What a guess needs; null where a contact has no whole name or no company. */
function nameAtDomain(contact: WorkContactFact): NameAtDomain | null {
  const split = splitFullName(contact.fullName ?? '');
  const firstName = contact.firstName ?? split?.first ?? null;
  const lastName = contact.lastName ?? split?.last ?? null;
  const { domain } = contact.company;
  return firstName && lastName && domain ? { firstName, lastName, domain } : null;
}

/**
 * Mailbox guess from the name and company that other sources have of a person without an address.
 */
const guessMailbox = (
  known: readonly WorkContactFact[],
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [mailboxGuess],
  async resolve(_, ask) {
    for (const contact of known) {
      const query = nameAtDomain(contact);
      if (!query) continue;
      const guessed = await ask(mailboxGuess, query);
      if (guessed === undefined) break;
      return guessed && { ...contact, workEmail: guessed.workEmail };
    }
    throw new NoSourceConfigured([mailboxGuess]);
  },
});

/** Available only with a mailbox checker: a guessed address has to be confirmed. */
const confirmableWikidataEmployee: Source<string, WorkContactFact> = {
  ...wikidataEmployee,
  available: async (world) =>
    (await wikidataEmployee.available(world)) && (await mailboxGuess.available(world)),
  missing: (world) => mailboxGuess.missing?.(world) ?? [],
};

/**
 * Optional lookup: adds a name and a company where no source had both. It is no answer of its own,
 * and its failure is ignored.
 */
const addWikidataEmployee = (
  known: WorkContactFact[],
): Sources<VanityQuery, WorkContactFact | null> => ({
  list: [confirmableWikidataEmployee],
  async resolve({ vanity }, ask) {
    if (known.some((contact) => nameAtDomain(contact) !== null)) return null;
    const contact = await optionalPart(confirmableWikidataEmployee).resolve(vanity, ask);
    if (contact === undefined) throw new NoSourceConfigured([confirmableWikidataEmployee]);
    if (contact) known.push(contact);
    return null;
  },
});

/** The vendor has asked the mail server itself. */
const HUNTER_CONFIRMATION: ConfirmationPolicy = { checkers: 'own', acceptsUnconfirmed: false };

const answeredBy = [workContacts, hunterEmail, pdl, confirmableWikidataEmployee] as const;

/**
 * Source order for the work address behind a page. The operator's file is accepted unless a mail
 * server denies the address; addresses of the others have to be confirmed.
 */
export const finderSources: Sources<VanityQuery, WorkContactFact | null> = {
  list: [
    ...answeredBy,
    hunterPerson,
    hunterCompanyPlace,
    mailboxGuess,
    ...MAILBOX_CONFIRMATION_SOURCES,
  ],
  answeredBy,
  async resolve(query: VanityQuery, ask: QuerySource) {
    const known: WorkContactFact[] = [];
    const leftOver = (contact: WorkContactFact) => known.push(contact);
    const parts = firstMatch<VanityQuery, WorkContactFact | null>(
      withWorkEmail(workContacts, { checkers: 'all', acceptsUnconfirmed: true }, leftOver),
      withLocations(withWorkEmail<VanityQuery>(hunterEmail, HUNTER_CONFIRMATION, leftOver)),
      withWorkEmail(pdl, { checkers: 'all', acceptsUnconfirmed: false }, leftOver),
      addWikidataEmployee(known),
      guessMailbox(known),
    );
    return parts.resolve(query, ask);
  },
};
