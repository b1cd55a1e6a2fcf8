import * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import {
  type AppendQuery,
  type ContactFact,
  fullNameOf,
  UNKNOWN_CONTACT,
} from '../../core/people/contact.ts';
import { contactEmail, contactNumber, holds, lineOf } from '../../core/people/contact-choice.ts';
import { count, part, textExcept } from '../upstream/fields.ts';
import { fromUpstream, type VendorCall } from '../upstream/from-upstream.ts';
import { VERSIUM } from './client.ts';

const known = textExcept('Unknown');

const row = z.object({
  'First Name': known,
  'Last Name': known,
  Phone: known,
  'Line Type': known,
  'Alt Phone 1': known,
  'Alt Line Type 1': known,
  'Alt Phone 2': known,
  'Alt Line Type 2': known,
  'Alt Phone 3': known,
  'Alt Line Type 3': known,
  'Email Address': known,
  'Postal Address': known,
  City: known,
  State: known,
  Zip: known,
  Country: known,
});

const reply = z.object({
  versium: z.object({
    num_matches: z.int().min(0),
    match_counts: part({ phone_multiple: count, email: count, address: count }),
    results: z.array(row),
  }),
});

type Row = z.output<typeof row>;
type Output = 'phone_multiple' | 'email' | 'address';

function phonesOf(row: Row): ContactFact['phones'] {
  const pairs = [
    [row.Phone, row['Line Type']],
    [row['Alt Phone 1'], row['Alt Line Type 1']],
    [row['Alt Phone 2'], row['Alt Line Type 2']],
    [row['Alt Phone 3'], row['Alt Line Type 3']],
  ] as const;
  return pairs.flatMap(([number, line]) => {
    const e164 = contactNumber(number);
    return e164 ? [{ e164, type: lineOf(line), connected: null, lastReportedAt: null }] : [];
  });
}

function readRow(row: Row): ContactFact {
  const email = contactEmail(row['Email Address']);
  const [firstName, lastName] = [row['First Name'], row['Last Name']];
  return {
    ...UNKNOWN_CONTACT,
    firstName,
    lastName,
    fullName: fullNameOf(firstName, lastName),
    address: {
      line1: row['Postal Address'],
      city: row.City,
      state: row.State,
      zip: row.Zip,
      country: row.Country,
    },
    phones: phonesOf(row),
    emails: email ? [{ address: email, validated: null, business: null }] : [],
  };
}

/** Each kind of output is billed: only those are asked for that the product returns. */
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
  const { num_matches, match_counts, results } = found?.versium ?? { num_matches: 0 };
  if (num_matches === 0) return null;
  const fact = results?.[0] && readRow(results[0]);
  if (fact && isWanted(fact)) return fact;
  // It counts a match that cannot be read: a failure, not a person without a number.
  if (!fact || outputs.some((output) => (match_counts?.[output] ?? 0) > 0))
    throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
  return null;
}

/** Finds a person by name and postal address. */
export const versiumContact = fromUpstream<AppendQuery, ContactFact>(VERSIUM, {
  name: 'versium',
  label: 'consumer_contact_database',
  metered: 'answers',
  ask: ({ firstName, lastName, line1, city, state, zip, wants }, call) =>
    askContact(
      [wants === 'phone' ? 'phone_multiple' : 'email'],
      { first: firstName, last: lastName, address: line1, city, state, zip },
      call,
      (fact) => holds(fact, wants),
    ),
});

/** Finds the person an email address belongs to. */
export const versiumEmailOwner = fromUpstream<string, ContactFact>(VERSIUM, {
  name: 'versium',
  label: 'consumer_contact_database_by_email',
  metered: 'answers',
  ask: (email, call) =>
    askContact(['phone_multiple', 'address'], { email }, call, ({ fullName }) => fullName !== null),
});
