import * as z from 'zod';
import { optional, text } from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const hash = (of: string) =>
  optional(z.string().trim().max(64)).describe(`SHA-256 in hexadecimal of ${of}.`);

const suppressedPeople = z.object({
  email_hash: hash('the email address in lower case'),
  phone_hash: hash('the phone number in E.164, with its plus sign'),
  profile_hash: hash('the vanity name of the profile in lower case'),
  reason: text('Your own note; nobody is shown it.'),
});

/** People nothing may be told about. */
export const SUPPRESSED_PEOPLE = 'suppressed_people';

export const SUPPRESSION_DATASETS = {
  [SUPPRESSED_PEOPLE]: {
    keys: [
      { kind: 'hash', columns: ['email_hash'] },
      { kind: 'hash', columns: ['phone_hash'] },
      { kind: 'hash', columns: ['profile_hash'] },
    ],
    row: suppressedPeople,
    description:
      'People who asked not to be told about, by hash alone: read before the cache and before every source about people. A lookup about one of them finds nobody and costs nothing. `npm run operator -- suppress` hashes on your machine and adds one.',
  },
} as const satisfies Record<string, RecordDataset>;
