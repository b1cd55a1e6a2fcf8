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
import { ApiError } from '../../lib/errors.ts';
import {
  count,
  fieldsAt,
  listOf,
  part,
  textExcept,
  textOrNumber,
  zipCode,
} from '../../lib/loose-fields.ts';
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
    return IS_ABOUT_MONEY.test(JSON.stringify(errors)) ? 'quota' : 'broken';
  },
};

const known = textExcept('Unknown');

/** Number and its type; the field names of the others end in a number. */
const phoneAt = (prefix: '' | 'Alt ', place: '' | ' 1' | ' 2' | ' 3') =>
  fieldsAt({
    text: [`${prefix}Phone${place}`, textOrNumber],
    type: [`${prefix}Line Type${place}`, known.transform(phoneLineFrom)],
  }).transform(({ text, type }) => contactPhone(text, type));

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
  email: ['Email Address', known.transform(contactEmail)],
  phone: [phoneAt('', '')],
  second: [phoneAt('Alt ', ' 1')],
  third: [phoneAt('Alt ', ' 2')],
  fourth: [phoneAt('Alt ', ' 3')],
}).transform(
  ({ email, phone, second, third, fourth, ...person }): ContactFact => ({
    ...UNKNOWN_CONTACT,
    ...person,
    fullName: joinFullName(person.firstName, person.lastName),
    phones: [phone, second, third, fourth].flatMap((read) =>
      read ? [{ ...read, connected: null, lastReportedAt: null }] : [],
    ),
    emails: email ? [{ address: email, validated: null, business: null }] : [],
  }),
);

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
): Promise<ContactFact | null> {
  const found = await call({
    path: '/v2/contact',
    query: { 'output[]': outputs, ...query, cfg_maxrecs: '1', rcfg_max_time: '9' },
    schema: reply,
  });
  if (!found) return null;
  const { match_counts, results } = found.versium;
  const [fact] = results;
  if ((found.versium.num_matches ?? results.length) === 0) return null;
  if (fact && isWanted(fact)) return fact;
  // The counted match cannot be parsed: a failure, not a person without a number.
  if (!fact || outputs.some((output) => (match_counts?.[output] ?? 0) > 0))
    throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
  return null;
}

/** Finds a person by name and postal address. */
export const versiumContact = fromUpstream<AppendQuery, ContactFact>(VERSIUM, {
  label: 'consumer_contact_database',
  ask: ({ firstName, lastName, line1, city, state, zip, wants }, call) =>
    askContact(
      [wants === 'phone' ? 'phone_multiple' : 'email'],
      { first: firstName, last: lastName, address: line1, city, state, zip },
      call,
      (fact) => hasWanted(fact, wants),
    ),
});

/** Finds the owner of an email address. */
export const versiumEmailOwner = fromUpstream<string, ContactFact>(VERSIUM, {
  label: 'consumer_contact_database_by_email',
  ask: (email, call) =>
    askContact(['phone_multiple', 'address'], { email }, call, ({ fullName }) => fullName !== null),
});
