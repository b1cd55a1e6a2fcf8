import type { EmailAddress } from '../../../core/email/address.ts';
import { type Ask, firstMatch, optional, type Sources } from '../../../core/lookup/source.ts';
import type { ContactFact } from '../../../core/people/contact.ts';
import { mobileOf, otherPhoneOf } from '../../../core/people/contact-choice.ts';
import { type PersonSubject, personSubjects } from '../../../core/people/suppression.ts';
import { emailOwners } from '../../../sources/contact-records.ts';
import { enformionEmailOwner } from '../../../sources/enformion/email-owner.ts';
import { gravatarProfile } from '../../../sources/gravatar/profile.ts';
import { doNotCall } from '../../../sources/scrub-records.ts';
import { versiumEmailOwner } from '../../../sources/versium/contact.ts';
import { contactSubjects, livesInUnitedStates } from '../contact-fact.ts';

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
}

/** Raised when {@link ReverseEmailFact} changes shape. */
export const REVERSE_EMAIL_FACT_VERSION = 1;

export const NOBODY: ReverseEmailFact = { contact: null, phoneDnc: null, cellDnc: null };

const owners = firstMatch<string, ContactFact>(
  emailOwners,
  enformionEmailOwner,
  versiumEmailOwner,
  gravatarProfile,
);

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
  list: [...owners.list, doNotCall],
  answeredBy: owners.list,
  async resolve({ email }, ask) {
    if (email.fault !== null) return NOBODY;
    const contact = await owners.resolve(email.text.toLowerCase(), ask);
    if (!contact || !mayBeTold(contact)) return NOBODY;
    const [phoneDnc, cellDnc] = await Promise.all([
      listed(otherPhoneOf(contact)?.e164, ask),
      listed(mobileOf(contact)?.e164, ask),
    ]);
    return { contact, phoneDnc, cellDnc };
  },
};

export const askedEmail = ({ email }: ReverseEmailInput): readonly PersonSubject[] =>
  personSubjects({ email: [email.text] });

export const foundPerson = (fact: ReverseEmailFact): readonly PersonSubject[] =>
  contactSubjects(fact);
