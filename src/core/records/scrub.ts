import * as z from 'zod';
import { day, phoneNumberKey, text, word } from './columns.ts';
import { BY_PHONE_NUMBER, type RecordDataset } from './dataset.ts';

export const LITIGATOR_KINDS = ['LITIGATOR', 'SERIAL_COMPLAINER', 'ATTORNEY'] as const;

const litigators = z.object({
  phone_number: phoneNumberKey,
  kind: word(
    LITIGATOR_KINDS,
    'LITIGATOR, SERIAL_COMPLAINER or ATTORNEY, when the list says which.',
  ),
  source: text('Who keeps the list.'),
  listed_at: day('When the number was listed'),
});

const reassignedNumbers = z.object({
  phone_number: phoneNumberKey,
  disconnected_at: day(
    'Last permanent disconnection: consent given before it was given by somebody else',
  ),
});

/** Lists that calls are scrubbed against, besides the Do Not Call registry. */
export const SCRUB_DATASETS = {
  litigators: {
    keys: BY_PHONE_NUMBER,
    row: litigators,
    description:
      'Known litigators, serial complainers and their attorneys: numbers never to be called.',
  },
  reassigned_numbers: {
    keys: BY_PHONE_NUMBER,
    row: reassignedNumbers,
    description: 'Numbers that were disconnected for good and may belong to somebody else now.',
  },
} as const satisfies Record<string, RecordDataset>;

export type ScrubDataset = keyof typeof SCRUB_DATASETS;
export type LitigatorKind = (typeof LITIGATOR_KINDS)[number];
