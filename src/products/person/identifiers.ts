import { emailKey } from '../../core/email/email-key.ts';
import { lookedUpIfGiven, UnusableInput } from '../../core/inputs.ts';
import type { PersonSubject } from '../../core/people/suppression.ts';
import { personSubjects } from '../../core/people/suppression.ts';
import type { WorkContactFact } from '../../core/people/work-contact.ts';
import { readNetworkProfile } from '../../core/web/profile-address.ts';

/** The vanity name of a person's page. @throws UnusableInput for a company's page, and what is no profile */
export function parsePersonProfile(text: string): string {
  const { of, vanity } = readNetworkProfile(text);
  if (of !== 'person') throw new UnusableInput('is not the page of a person');
  return vanity;
}

/** A page on the professional network, one of several ways to name a person. */
export const profileIfGiven = lookedUpIfGiven(parsePersonProfile, {
  description:
    "Address of the person's public page on the professional network, or its vanity name.",
  examples: ['https://www.linkedin.com/in/ada-example', 'ada-example'],
});

/** An email address in lower case, one of several ways to name a person. @param description of whom or what it is */
export const emailIfGiven = (description: string) =>
  lookedUpIfGiven(emailKey, { description, examples: ['ada@example.com'], format: 'email' });

/** Every identifier a fact about somebody at work names. */
export const subjectsOf = (fact: WorkContactFact | null): PersonSubject[] =>
  personSubjects({
    email: [fact?.workEmail?.address, ...(fact?.personalEmails ?? [])],
    phone_number: fact?.phones.map(({ number }) => number) ?? [],
    profile: [fact?.profileUrl],
  });
