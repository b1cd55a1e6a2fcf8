import type { EmailAddress } from '../../../domain/email/address.ts';
import {
  bestMobile,
  bestOtherPhone,
  type ContactCompany,
  type ContactFact,
} from '../../../domain/person/contact.ts';
import {
  type ContactPhone,
  type PersonSubject,
  personSubjects,
} from '../../../domain/person/person.ts';
import { compareNames } from '../../../domain/person/person-match.ts';
import type { WorkContactFact } from '../../../domain/person/work-contact.ts';
import { alike } from '../../../lib/fields.ts';
import { firstMatch, foundFact, type QuerySource, type Sources } from '../../../lookup/source.ts';
import { emailOwners } from '../../../open-data/records/people.ts';
import { enformionEmailOwner } from '../../../vendors/enformion/person.ts';
import { gravatarProfile } from '../../../vendors/gravatar/profile.ts';
import { pdlContact } from '../../../vendors/pdl/person.ts';
import { versiumEmailOwner } from '../../../vendors/versium/contact.ts';
import { PHONE_FACT_VERSION, phoneTables } from '../../phone/fact.ts';
import { findLines, livesInUnitedStates } from '../contact-fact.ts';
import { workContactSubjects } from '../identifiers.ts';

export interface ReverseEmailInput {
  email: EmailAddress;
}

/** Owner of the address, and the Do Not Call status of their numbers; null when unknown. */
export interface ReverseEmailFact {
  contact: ContactFact | null;
  phoneDnc: boolean | null;
  cellDnc: boolean | null;
}

export const REVERSE_EMAIL_FACT_VERSION = [PHONE_FACT_VERSION, 5];

export const NO_OWNER: ReverseEmailFact = alike(null, 'contact', 'phoneDnc', 'cellDnc');

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
async function withEmployer(
  contact: ContactFact,
  email: string,
  ask: QuerySource,
): Promise<ContactFact> {
  if (contact.company !== null || contact.asOf !== null) return contact;
  const atWork = foundFact(await ask(pdlContact, { emails: [email] }));
  if (!atWork || compareNames(contact, atWork) === 'other') return contact;
  const knownBy = [...contact.knownBy, ...workContactSubjects(atWork)];
  return { ...contact, company: employerOf(atWork), knownBy };
}

/**
 * Disclosure rule: residents of the United States, and self-declared public profiles, where the
 * place of residence is optional and may be out of date.
 */
const mayDisclose = (contact: ContactFact): boolean =>
  contact.selfDeclared || livesInUnitedStates(contact);

/**
 * Source order: the operator's file, then the paid sources, then self-declared profiles. The tables
 * add the lines of the numbers and their Do Not Call status, which a source of contacts may have
 * from years ago.
 */
export const reverseEmailSources: Sources<ReverseEmailInput, ReverseEmailFact> = {
  list: [...owners.list, ...phoneTables.list, pdlContact],
  answeredBy: owners.list,
  async resolve({ email }, ask) {
    if (email.fault !== null) return NO_OWNER;
    const address = email.text.toLowerCase();
    const contact = await owners.resolve(address, ask);
    if (!contact || contact.fullName === null || !mayDisclose(contact)) return NO_OWNER;
    const [employed, lines] = await Promise.all([
      withEmployer(contact, address, ask),
      findLines(contact.phones, ask),
    ]);
    const owner = { ...employed, phones: lines.map(({ phone }) => phone) };
    const isListed = (best: ContactPhone | null) =>
      lines.find(({ phone }) => phone === best)?.doNotCall ?? null;
    return {
      contact: owner,
      phoneDnc: isListed(bestOtherPhone(owner)),
      cellDnc: isListed(bestMobile(owner)),
    };
  },
};

export const reverseEmailInputSubjects = ({ email }: ReverseEmailInput): readonly PersonSubject[] =>
  personSubjects({ email: [email.text] });
