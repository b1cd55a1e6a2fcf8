import type { EmailAddress } from '../../../core/email/address.ts';
import { type Ask, firstMatch, optional, type Sources } from '../../../core/lookup/source.ts';
import type { ContactCompany, ContactFact } from '../../../core/people/contact.ts';
import { mobileOf, otherPhoneOf } from '../../../core/people/contact-choice.ts';
import { nameWords } from '../../../core/people/person-name.ts';
import { type PersonSubject, personSubjects } from '../../../core/people/suppression.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';
import { emailOwners } from '../../../sources/contact-records.ts';
import { enformionEmailOwner } from '../../../sources/enformion/email-owner.ts';
import { gravatarProfile } from '../../../sources/gravatar/profile.ts';
import { pdlContact } from '../../../sources/pdl/person.ts';
import { doNotCall } from '../../../sources/scrub-records.ts';
import { versiumEmailOwner } from '../../../sources/versium/contact.ts';
import { contactSubjects, livesInUnitedStates } from '../contact-fact.ts';
import { subjectsOf } from '../identifiers.ts';

/** The parsed body. */
export interface ReverseEmailInput {
  email: EmailAddress;
}

/**
 * Whose the address is, and what the operator's Do Not Call registry says of the numbers; null is
 * not known.
 */
export interface ReverseEmailFact {
  contact: ContactFact | null;
  phoneDnc: boolean | null;
  cellDnc: boolean | null;
  /** By what else a source knows the person: never told. */
  knownBy: readonly PersonSubject[];
}

/** Raised when {@link ReverseEmailFact} changes shape. */
export const REVERSE_EMAIL_FACT_VERSION = 2;

export const NOBODY: ReverseEmailFact = {
  contact: null,
  phoneDnc: null,
  cellDnc: null,
  knownBy: [],
};

const owners = firstMatch<string, ContactFact>(
  emailOwners,
  enformionEmailOwner,
  versiumEmailOwner,
  gravatarProfile,
);

/** Whether two names may be of one person; a source without a name says nothing against it. */
const mayBeSamePerson = ({ fullName, lastName }: ContactFact, other: WorkContactFact): boolean => {
  const [own, named] = [lastName ?? fullName, other.fullName];
  if (own === null || named === null) return true;
  const words = new Set(nameWords(own));
  return nameWords(named).some((word) => word.length > 1 && words.has(word));
};

/** Where somebody works, as those who know people at work say of the same person. */
const jobOf = ({ company, title, profileUrl }: WorkContactFact): ContactCompany | null =>
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
 * Adds where the person works when whoever found them does not say; a failure adds nothing. The
 * operator's file, which alone is dated, is taken as it is.
 */
async function withJob(contact: ContactFact, email: string, ask: Ask) {
  if (contact.company !== null || contact.asOf !== null) return { contact, knownBy: [] };
  const atWork = await optional(pdlContact).resolve({ emails: [email] }, ask);
  if (!atWork || !mayBeSamePerson(contact, atWork)) return { contact, knownBy: [] };
  return { contact: { ...contact, company: jobOf(atWork) }, knownBy: subjectsOf(atWork) };
}

/** The registry is read whatever source named the number: what a source says of it may be old. */
async function listed(e164: string | undefined, ask: Ask): Promise<boolean | null> {
  if (e164 === undefined) return null;
  return (await optional(doNotCall).resolve(e164, ask))?.listed ?? null;
}

/**
 * A public profile says where somebody lives only if they like, and is not told of when that is
 * elsewhere.
 */
const mayBeTold = (contact: ContactFact): boolean =>
  contact.selfDeclared || livesInUnitedStates(contact);

/**
 * The operator's file, then the paid sources, then what people say of themselves; the registry
 * besides.
 */
export const reverseEmailSources: Sources<ReverseEmailInput, ReverseEmailFact> = {
  list: [...owners.list, doNotCall, pdlContact],
  answeredBy: owners.list,
  async resolve({ email }, ask) {
    if (email.fault !== null) return NOBODY;
    const address = email.text.toLowerCase();
    const contact = await owners.resolve(address, ask);
    if (!contact || !mayBeTold(contact)) return NOBODY;
    const [job, phoneDnc, cellDnc] = await Promise.all([
      withJob(contact, address, ask),
      listed(otherPhoneOf(contact)?.e164, ask),
      listed(mobileOf(contact)?.e164, ask),
    ]);
    return { ...job, phoneDnc, cellDnc };
  },
};

export const askedEmail = ({ email }: ReverseEmailInput): readonly PersonSubject[] =>
  personSubjects({ email: [email.text] });

export const foundPerson = (fact: ReverseEmailFact): readonly PersonSubject[] => [
  ...contactSubjects(fact),
  ...fact.knownBy,
];
