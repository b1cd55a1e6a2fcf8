import { emailKey } from '../../domain/email/address.ts';
import { type PersonSubject, personSubjects } from '../../domain/person/person.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import { parseLinkedinPage } from '../../domain/social/linkedin-address.ts';
import { optionalLookupField, UnusableInput } from '../../lib/inputs.ts';

/** Parses the vanity name of a person's page. @throws UnusableInput for any other page */
export function parsePersonProfile(text: string): string {
  const { of, vanity } = parseLinkedinPage(text);
  if (of !== 'person') throw new UnusableInput('is not the page of a person');
  return vanity;
}

/** Optional field: a page on the professional network, one of a person's identifiers. */
export const optionalProfileField = optionalLookupField(parsePersonProfile, {
  description: "URL of the person's public page on the professional network, or its vanity name.",
  examples: ['https://www.linkedin.com/in/ada-example', 'ada-example'],
});

/** Optional field: an email address in lower case. @param description text of the reference */
export const optionalEmailField = (description: string) =>
  optionalLookupField(emailKey, { description, examples: ['ada@example.com'], format: 'email' });

/** Suppression keys: every identifier in a work contact. */
export const workContactSubjects = (fact: WorkContactFact | null): PersonSubject[] => [
  ...personSubjects({
    email: [fact?.workEmail?.address, ...(fact?.personalEmails ?? [])],
    phone_number: fact?.phones.map(({ number }) => number) ?? [],
    profile: [fact?.profileUrl],
  }),
  ...(fact?.knownBy ?? []),
];
