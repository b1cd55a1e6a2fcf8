import type { EmailAddress } from '../../../domain/email/address.ts';
import {
  bestMobile,
  bestOtherPhone,
  type ContactCompany,
  type ContactFact,
} from '../../../domain/person/contact.ts';
import { type PersonSubject, personSubjects } from '../../../domain/person/person.ts';
import { compareNames } from '../../../domain/person/person-match.ts';
import type { WorkContactFact } from '../../../domain/person/work-contact.ts';
import { alike } from '../../../lib/fields.ts';
import { firstMatch, foundFact, type QuerySource, type Sources } from '../../../lookup/source.ts';
import { emailOwners } from '../../../open-data/records/people.ts';
import { doNotCall } from '../../../open-data/records/phone.ts';
import { enformionEmailOwner } from '../../../vendors/enformion/person.ts';
import { gravatarProfile } from '../../../vendors/gravatar/profile.ts';
import { pdlContact } from '../../../vendors/pdl/person.ts';
import { versiumEmailOwner } from '../../../vendors/versium/contact.ts';
import { contactSubjects, livesInUnitedStates } from '../contact-fact.ts';
import { workContactSubjects } from '../identifiers.ts';

export interface ReverseEmailInput {
  email: EmailAddress;
}

/** Owner of the address, and the Do Not Call status of their numbers; null when unknown. */
export interface ReverseEmailFact {
  contact: ContactFact | null;
  phoneDnc: boolean | null;
  cellDnc: boolean | null;
  /** Further identifiers of the person, for suppression; never shown. */
  knownBy: readonly PersonSubject[];
}

export const REVERSE_EMAIL_FACT_VERSION = 4;

export const NO_OWNER: ReverseEmailFact = {
  ...alike(null, 'contact', 'phoneDnc', 'cellDnc'),
  knownBy: [],
};

const owners = firstMatch<string, ContactFact>(
  emailOwners,
  enformionEmailOwner,
  versiumEmailOwner,
  gravatarProfile,
);

/** Employer of the same person, from the work contact sources. */
const employerOf = ({ company, title, profileUrl }: WorkContactFact): ContactCompany | null =>
  (company.name ?? title ?? profileUrl) === null
    ? null
    : {
        name: company.name,
        jobTitle: title,
        industry: company.industry,
        networkUrl: profileUrl,
        website: company.domain,
        country: company.country,
      };

/**
 * Enrichment: adds the employer if the person's source has none; a failure adds nothing. A contact
 * of the operator's file, the only dated one, is left unchanged.
 */
async function withEmployer(contact: ContactFact, email: string, ask: QuerySource) {
  if (contact.company !== null || contact.asOf !== null) return { contact, knownBy: [] };
  const atWork = foundFact(await ask(pdlContact, { emails: [email] }));
  if (!atWork || compareNames(contact, atWork) === 'other') return { contact, knownBy: [] };
  return {
    contact: { ...contact, company: employerOf(atWork) },
    knownBy: workContactSubjects(atWork),
  };
}

/** Do Not Call status from the registry, because the status a source of contacts has may be old. */
async function isOnDoNotCall(e164: string | undefined, ask: QuerySource): Promise<boolean | null> {
  if (e164 === undefined) return null;
  return foundFact(await ask(doNotCall, e164))?.listed ?? null;
}

/**
 * Disclosure rule: residents of the United States, and self-declared public profiles, where the
 * place of residence is optional and may be out of date.
 */
const mayDisclose = (contact: ContactFact): boolean =>
  contact.selfDeclared || livesInUnitedStates(contact);

/**
 * Source order: the operator's file, then the paid sources, then self-declared profiles; the Do Not
 * Call registry in addition.
 */
export const reverseEmailSources: Sources<ReverseEmailInput, ReverseEmailFact> = {
  list: [...owners.list, doNotCall, pdlContact],
  answeredBy: owners.list,
  async resolve({ email }, ask) {
    if (email.fault !== null) return NO_OWNER;
    const address = email.text.toLowerCase();
    const contact = await owners.resolve(address, ask);
    if (!contact || contact.fullName === null || !mayDisclose(contact)) return NO_OWNER;
    const [job, phoneDnc, cellDnc] = await Promise.all([
      withEmployer(contact, address, ask),
      isOnDoNotCall(bestOtherPhone(contact)?.e164, ask),
      isOnDoNotCall(bestMobile(contact)?.e164, ask),
    ]);
    return { ...job, phoneDnc, cellDnc };
  },
};

export const reverseEmailInputSubjects = ({ email }: ReverseEmailInput): readonly PersonSubject[] =>
  personSubjects({ email: [email.text] });

export const reverseEmailFactSubjects = (fact: ReverseEmailFact): readonly PersonSubject[] => [
  ...contactSubjects(fact),
  ...fact.knownBy,
];
