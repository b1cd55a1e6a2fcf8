import * as z from 'zod';
import { BY_PHONE_NUMBER, column, phoneNumberKey, type RecordDataset } from './dataset.ts';

const doNotCall = z.object({ phone_number: phoneNumberKey });

const doNotOriginate = z.object({
  phone_number: phoneNumberKey,
  source: column.text('Who asked that no call show this number.'),
});

const portability = z.object({
  phone_number: phoneNumberKey,
  lrn: column.digits(
    /^\d{10}$/,
    'ten digits',
    'Location routing number, ten digits; equal to the number when it was not ported.',
  ),
  carrier: column.text('Carrier that serves the number now.'),
  spid: column.text('Service provider id of that carrier.'),
  line_type: column.choice(['MOBILE', 'LANDLINE', 'VOIP'], 'MOBILE, LANDLINE or VOIP.'),
  port_type: column.text('Type of the port, as the source codes it.'),
  ported_at: column.day('When the number moved'),
  status: column.choice(
    ['ACTIVE', 'INACTIVE'],
    'ACTIVE or INACTIVE, when the source knows; absent, the record only shows that the number is assigned.',
  ),
});

/** Record data sets about phone numbers: columns for import, and the meaning of a row. */
export const PHONE_DATASETS = {
  do_not_call: {
    keys: BY_PHONE_NUMBER,
    row: doNotCall,
    storage: 'number_set',
    description:
      'Numbers on a Do Not Call registry. Kept as one bit a number, so the whole United States registry fits: +1 numbers only, and no column but the number.',
  },
  do_not_originate: {
    keys: BY_PHONE_NUMBER,
    row: doNotOriginate,
    description: 'Numbers that never place calls; a call showing one is spoofed.',
  },
  portability: {
    keys: BY_PHONE_NUMBER,
    row: portability,
    description: 'Current carrier and routing of ported and pooled numbers.',
  },
} as const satisfies Record<string, RecordDataset>;

export type PhoneDataset = keyof typeof PHONE_DATASETS;

export const LITIGATOR_KINDS = ['LITIGATOR', 'SERIAL_COMPLAINER', 'ATTORNEY'] as const;

const litigators = z.object({
  phone_number: phoneNumberKey,
  kind: column.choice(
    LITIGATOR_KINDS,
    'LITIGATOR, SERIAL_COMPLAINER or ATTORNEY, when the list says which.',
  ),
  source: column.text('Who keeps the list.'),
  listed_at: column.day('When the number was listed'),
});

const reassignedNumbers = z.object({
  phone_number: phoneNumberKey,
  disconnected_at: column.day(
    'Last permanent disconnection: consent given before it was given by another person',
  ),
});

/** Lists that numbers are scrubbed against, other than the Do Not Call registry. */
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
    description: 'Numbers that were disconnected for good and may have another owner now.',
  },
} as const satisfies Record<string, RecordDataset>;

export type LitigatorKind = (typeof LITIGATOR_KINDS)[number];
