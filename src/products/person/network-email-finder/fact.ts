import {
  type Ask,
  firstMatch,
  optional,
  type Source,
  type Sources,
} from '../../../core/lookup/source.ts';
import { NobodyToAsk } from '../../../core/lookup/source-failures.ts';
import { splitFullName } from '../../../core/people/person-name.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';
import { hunterCompanyPlace } from '../../../sources/hunter/company-place.ts';
import { hunterEmail } from '../../../sources/hunter/email-finder.ts';
import { hunterPerson } from '../../../sources/hunter/person.ts';
import { mailboxGuess, type NameAtDomain } from '../../../sources/mailbox-guess.ts';
import { pdlPerson } from '../../../sources/pdl/person.ts';
import { wikidataEmployee } from '../../../sources/wikidata/employee.ts';
import { workContacts } from '../../../sources/work-contact-records.ts';
import { CONFIRMATION, type Taking, withWorkEmail } from '../work-email.ts';
import { withPlaces } from './with-places.ts';

const pdl = pdlPerson('work_email');

/** The vanity name of a page. */
type Query = { vanity: string };

/** What a guess needs; null where a contact has no whole name or no company. */
function nameAtDomain(contact: WorkContactFact): NameAtDomain | null {
  const split = splitFullName(contact.fullName ?? '');
  const firstName = contact.firstName ?? split?.first ?? null;
  const lastName = contact.lastName ?? split?.last ?? null;
  const { domain } = contact.company;
  return firstName && lastName && domain ? { firstName, lastName, domain } : null;
}

/** Guesses from what others know of a person whose address none of them has. */
const guessFrom = (known: readonly WorkContactFact[]): Sources<Query, WorkContactFact | null> => ({
  list: [mailboxGuess],
  async resolve(_, ask) {
    for (const contact of known) {
      const query = nameAtDomain(contact);
      if (!query) continue;
      const guessed = await ask(mailboxGuess, query);
      if (guessed === undefined) break;
      return guessed && { ...contact, workEmail: guessed.workEmail };
    }
    throw new NobodyToAsk([mailboxGuess]);
  },
});

/** Of no use without somebody to confirm what is guessed from it. */
const notable: Source<string, WorkContactFact> = {
  ...wikidataEmployee,
  available: async (world) =>
    (await wikidataEmployee.available(world)) && (await mailboxGuess.available(world)),
  missing: (world) => mailboxGuess.missing?.(world) ?? [],
};

/**
 * Adds a name and a company where nobody had both: no answer of its own, and its failure spoils
 * none.
 */
const knownToAll = (known: WorkContactFact[]): Sources<Query, WorkContactFact | null> => ({
  list: [notable],
  async resolve({ vanity }, ask) {
    if (known.some((contact) => nameAtDomain(contact) !== null)) return null;
    const contact = await optional(notable).resolve(vanity, ask);
    if (contact === undefined) throw new NobodyToAsk([notable]);
    if (contact) known.push(contact);
    return null;
  },
});

/** The vendor has asked the mail server itself. */
const fromHunter: Taking = { asked: 'own', unconfirmed: false };

const answeredBy = [workContacts, hunterEmail, pdl, notable] as const;

/**
 * Who may know the work address behind a page. The operator's file is taken at its word unless a
 * mail server denies it; of the others an address has to be confirmed.
 */
export const finderSources: Sources<Query, WorkContactFact | null> = {
  list: [...answeredBy, hunterPerson, hunterCompanyPlace, mailboxGuess, ...CONFIRMATION],
  answeredBy,
  async resolve(query: Query, ask: Ask) {
    const known: WorkContactFact[] = [];
    const leftOver = (contact: WorkContactFact) => known.push(contact);
    const parts = firstMatch<Query, WorkContactFact | null>(
      withWorkEmail(workContacts, { asked: 'all', unconfirmed: true }, leftOver),
      withPlaces(withWorkEmail<Query>(hunterEmail, fromHunter, leftOver)),
      withWorkEmail(pdl, { asked: 'all', unconfirmed: false }, leftOver),
      knownToAll(known),
      guessFrom(known),
    );
    return parts.resolve(query, ask);
  },
};
