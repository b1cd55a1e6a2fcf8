import { emailKey } from '../../domain/email/address.ts';
import { type PersonSubject, personSubjects } from '../../domain/person/person.ts';
import type { WorkContactFact } from '../../domain/person/work-contact.ts';
import { parseLinkedinPage } from '../../domain/social/linkedin-address.ts';
import { optionalLookupField, UnusableInput } from '../../lib/inputs.ts';

/** The vanity name of a person's page. @throws UnusableInput for any other page */
export function parsePersonProfile(text: string): string {
  const { of, vanity } = parseLinkedinPage(text);
  if (of !== 'person') throw new UnusableInput('is not the page of a person');
  return vanity;
}

/** A page on the professional network, one of several ways to name a person. */
export const optionalProfileField = optionalLookupField(parsePersonProfile, {
  description: "URL of the person's public page on the professional network, or its vanity name.",
  examples: ['https://www.linkedin.com/in/ada-example', 'ada-example'],
});

/** An email address in lower case, one way to name a person. @param description what it is */
export const optionalEmailField = (description: string) =>
  optionalLookupField(emailKey, { description, examples: ['ada@example.com'], format: 'email' });

/** Suppression keys: every identifier that a work contact states. */
export const workContactSubjects = (fact: WorkContactFact | null): PersonSubject[] =>
  personSubjects({
    email: [fact?.workEmail?.address, ...(fact?.personalEmails ?? [])],
    phone_number: fact?.phones.map(({ number }) => number) ?? [],
    profile: [fact?.profileUrl],
  });
