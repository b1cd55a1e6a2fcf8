import * as z from 'zod';
import { day, optional, phoneNumberKey, text, word } from './columns.ts';
import { BY_PHONE_NUMBER, type RecordDataset } from './dataset.ts';

const doNotCall = z.object({ phone_number: phoneNumberKey });

const doNotOriginate = z.object({
  phone_number: phoneNumberKey,
  source: text('Who asked that no call show this number.'),
});

const portability = z.object({
  phone_number: phoneNumberKey,
  lrn: optional(z.string().regex(/^\d{10}$/)).describe(
    'Location routing number, ten digits; equal to the number when it was not ported.',
  ),
  carrier: text('Carrier that serves the number now.'),
  spid: text('Service provider id of that carrier.'),
  line_type: word(['MOBILE', 'LANDLINE', 'VOIP'], 'MOBILE, LANDLINE or VOIP.'),
  port_type: text('Type of the port, as the source codes it.'),
  ported_at: day('When the number moved'),
  status: word(
    ['ACTIVE', 'INACTIVE'],
    'ACTIVE or INACTIVE, when the source knows; absent, the record only shows that the number is assigned.',
  ),
});

/**
 * Record data sets about phone numbers that an operator can import: columns, and what a row means.
 */
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
export type PortabilityRow = z.output<typeof portability>;
