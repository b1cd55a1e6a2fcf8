import * as z from 'zod';
import {
  type AppendQuery,
  type ContactFact,
  contactEmail,
  contactPhone,
  hasWanted,
  joinFullName,
  phoneLineFrom,
  UNKNOWN_CONTACT,
} from '../../domain/person/contact.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import {
  count,
  fieldsAt,
  listOf,
  lowerText,
  part,
  textExcept,
  textOrNumber,
  zipCode,
} from '../../lib/loose-fields.ts';
import { unusableReply } from '../../lookup/upstream-status.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream, type VendorCall } from '../upstream/vendor-source.ts';

const IS_ABOUT_MONEY = /credit|balance|quota|limit/i;

/** Consumers of the United States; each kind of output found is billed. */
const VERSIUM: Upstream = {
  name: 'VERSIUM',
  hosts: ['api.versium.com'],
  metered: 'answers',
  adds: 'phone append, email append, reverse email',
  needs: ['VERSIUM_KEY'],
  authenticate: (secret) => ({ headers: { 'x-versium-api-key': secret('VERSIUM_KEY') } }),
  /** Errors may come with HTTP 200. */
  envelope(body, status) {
    const { versium } = (body ?? {}) as { versium?: { errors?: unknown } | null };
    const errors = versium?.errors;
    if (status !== 200 || !Array.isArray(errors) || errors.length === 0) return undefined;
    return IS_ABOUT_MONEY.test(JSON.stringify(errors)) ? 'quota' : 'later';
  },
};

const known = textExcept('Unknown');

/** Ends of the names of further numbers and addresses (`Alt Phone 1`). */
const ALTERNATIVES = [1, 2, 3, 4, 5] as const;

const phoneAt = (number: string, type: string) =>
  fieldsAt({
    text: [number, textOrNumber],
    type: [type, known.transform(phoneLineFrom)],
  }).transform(({ text, type }) => contactPhone(text, type));

const emailAt = (name: string) =>
  fieldsAt({ email: [name, known.transform(contactEmail)] }).transform(({ email }) => email);

/** First value of a field, then those under its alternative names; empty ones are left out. */
const everyOf = <Value>(first: z.ZodType<Value | null>, other: (at: number) => typeof first) =>
  z
    .looseObject({})
    .transform((row): Value[] =>
      [first, ...ALTERNATIVES.map(other)].flatMap((each) => each.parse(row) ?? []),
    );

const phones = everyOf(phoneAt('Phone', 'Line Type'), (at) =>
  phoneAt(`Alt Phone ${at}`, `Alt Line Type ${at}`),
);
const emails = everyOf(emailAt('Email Address'), (at) => emailAt(`Alt Email ${at}`));

const row = fieldsAt({
  firstName: ['First Name', known],
  lastName: ['Last Name', known],
  address: [
    fieldsAt({
      line1: ['Postal Address', known],
      city: ['City', known],
      state: ['State', known],
      zip: ['Zip', zipCode.transform((zip) => (zip && /[1-9]/.test(zip) ? zip : null))],
      country: [
        'Country',
        known.transform((country) => country && (countryCodeOf(country) ?? country)),
      ],
    }),
  ],
  /** `No`: the record is of the household, and may be another member's. */
  individual: ['Individual Level Match', lowerText],
  emails: [emails],
  phones: [phones],
}).transform(({ individual, emails, phones, ...person }) => ({
  isHousehold: individual === 'no',
  fact: {
    ...UNKNOWN_CONTACT,
    ...person,
    fullName: joinFullName(person.firstName, person.lastName),
    phones: phones.map((read) => ({ ...read, connected: null, lastReportedAt: null })),
    emails: emails.map((address) => ({ address, validated: null, business: null })),
  } satisfies ContactFact,
}));

const reply = z.object({
  versium: z.object({
    num_matches: count,
    match_counts: part({ phone_multiple: count, email: count, address: count }),
    results: listOf(row),
  }),
});

type Output = 'phone_multiple' | 'email' | 'address';

/** Each kind of output is billed, so only those that the product returns are requested. */
async function askContact(
  outputs: readonly Output[],
  query: Readonly<Record<string, string>>,
  call: VendorCall,
  isWanted: (fact: ContactFact) => boolean,
): Promise<z.output<typeof row> | null> {
  const found = await call({
    path: '/v2/contact',
    query: { 'output[]': outputs, ...query, cfg_maxrecs: '1', rcfg_max_time: '9' },
    schema: reply,
  });
  if (!found) return null;
  const { match_counts, results } = found.versium;
  const [first] = results;
  if ((found.versium.num_matches ?? results.length) === 0) return null;
  if (first && isWanted(first.fact)) return first;
  // The counted match cannot be parsed: a failure, not a person without a number.
  if (!first || outputs.some((output) => (match_counts?.[output] ?? 0) > 0)) throw unusableReply();
  return null;
}

/** Finds a person by name and postal address. */
export const versiumContact = fromUpstream<AppendQuery, ContactFact>(VERSIUM, {
  label: 'consumer_contact_database',
  async ask({ firstName, lastName, line1, city, state, zip, wants }, call) {
    const found = await askContact(
      [wants === 'phone' ? 'phone_multiple' : 'email'],
      { first: firstName, last: lastName, address: line1, city, state, zip },
      call,
      (fact) => hasWanted(fact, wants),
    );
    return found?.fact ?? null;
  },
});

/** Finds the owner of an email address; null for a record of the owner's household. */
export const versiumEmailOwner = fromUpstream<string, ContactFact>(VERSIUM, {
  label: 'consumer_contact_database_by_email',
  async ask(email, call) {
    const outputs = ['phone_multiple', 'address'] as const;
    const found = await askContact(outputs, { email }, call, ({ fullName }) => fullName !== null);
    return found && !found.isHousehold ? found.fact : null;
  },
});
