import { firstMatch, type Source } from '../../../core/lookup/source.ts';
import { whenKnown } from '../../../core/lookup/when-known.ts';
import { readMailName } from '../../../core/people/mail-name.ts';
import { possibleMailboxes } from '../../../core/people/mail-patterns.ts';
import {
  foldLastName,
  mayBeSameFirstName,
  splitFullName,
} from '../../../core/people/person-name.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';
import { hunterEmail } from '../../../sources/hunter/email-finder.ts';
import { mailboxGuess, type NameAtDomain } from '../../../sources/mailbox-guess.ts';
import { pdlPerson } from '../../../sources/pdl/person.ts';
import { workContacts } from '../../../sources/work-contact-records.ts';
import { withWorkEmail } from '../work-email.ts';

type ByName = Source<NameAtDomain, WorkContactFact>;

/** Keys a file is asked for: it has none by name, but a name has few mailboxes at a domain. */
const MAX_KEYS = 40;

/** Whether a contact's address is at the domain asked for, and its name the one asked for. */
function isAsked(contact: WorkContactFact, { firstName, lastName, domain }: NameAtDomain): boolean {
  const named = splitFullName(contact.fullName ?? '');
  return (
    contact.workEmail?.address.toLowerCase().endsWith(`@${domain}`) === true &&
    named !== null &&
    foldLastName(named.last) === foldLastName(lastName) &&
    mayBeSameFirstName(named.first, firstName)
  );
}

/** Of two people who could have one mailbox name, a source may know the other. */
const ifAsked =
  (query: NameAtDomain) =>
  (contact: WorkContactFact | null): WorkContactFact | null =>
    contact && isAsked(contact, query) ? contact : null;

const recorded: ByName = {
  ...workContacts,
  ask(query, world, signal) {
    const name = readMailName(query.firstName, query.lastName, query.domain);
    const locals = name ? possibleMailboxes(name, MAX_KEYS) : [];
    const emails = locals.map((local) => `${local}@${query.domain}`);
    return whenKnown(workContacts.ask({ emails }, world, signal), ifAsked(query));
  },
};

const pdl = pdlPerson('work_email');
const enriched: ByName = {
  ...pdl,
  async ask(query, world, signal) {
    const name = `${query.firstName} ${query.lastName}`;
    return ifAsked(query)(await pdl.ask({ name, company: query.domain }, world, signal));
  },
};

/** An address that a source names counts unless a mail server denies it; a guessed one has to be confirmed. */
const parts = firstMatch(
  withWorkEmail(recorded, { asked: 'all', unconfirmed: true }),
  withWorkEmail<NameAtDomain>(hunterEmail, { asked: 'own', unconfirmed: true }),
  withWorkEmail(enriched, { asked: 'all', unconfirmed: true }),
  mailboxGuess,
);

/** Who may know the work address of a name at a domain; whoever only confirms one answers nothing. */
export const enrichmentSources = {
  ...parts,
  list: [...new Set(parts.list)],
  answeredBy: [recorded, hunterEmail, enriched, mailboxGuess],
};
