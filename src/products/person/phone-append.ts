import * as z from 'zod';
import { PHONE_LINES } from '../../domain/person/person.ts';
import { asOfField, booleanField, textField } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  type ContactAppendConclusion,
  contactAppendFields,
  contactAppendProduct,
  describePerson,
  personFields,
  recommendContactAppend,
} from './contact-append.ts';

const phoneFields = {
  phone: textField('The best number, E.164: connected, then newest.'),
  phone_type: z
    .enum(PHONE_LINES)
    .nullable()
    .describe('Kind of line; null where the source does not say.'),
};

const classification = z.object({
  ...contactAppendFields,
  ...phoneFields,
  lookup_type: z.literal('phone_append'),
});

const insights = z.object({
  contact: z.object({
    ...personFields,
    ...phoneFields,
    connected: booleanField(
      'Whether the source says that the number is connected; null where it does not.',
    ),
    last_reported: textField('Day the number was last reported as the person’s, YYYY-MM-DD.'),
    other_phones: z
      .array(z.object(phoneFields).describe('A number.'))
      .describe('Further numbers of the person, the best first.'),
  }),
  as_of: asOfField,
});

const shown = (phone: ContactAppendConclusion['phone']) => ({
  phone: phone?.e164 ?? null,
  phone_type: phone?.type ?? null,
});

export const phoneAppend = defineProduct({
  path: '/phone-append',
  summary: 'Phone numbers of a person in the United States, by name and address',
  ...contactAppendProduct('phone'),
  classification: {
    schema: classification,
    from: ({ contact, covered, phone }) => ({
      matched: contact !== null,
      coverage_supported: covered,
      ...shown(phone),
      lookup_type: 'phone_append' as const,
    }),
  },
  insights: {
    schema: insights,
    from: ({ contact, phone }) => ({
      contact: {
        ...describePerson(contact),
        ...shown(phone),
        connected: phone?.connected ?? null,
        last_reported: phone?.lastReportedAt ?? null,
        other_phones: contact?.phones.slice(1).map(shown) ?? [],
      },
      as_of: contact?.asOf ?? null,
    }),
  },
  recommend: (profile, risk) => recommendContactAppend(profile, risk, 'SCRUB_NUMBER'),
});
