import * as z from 'zod';
import { PHONE_LINES } from '../../domain/person/person.ts';
import { asOfField, field } from '../../lookup/answer-fields.ts';
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
  phone: field.textOrNull(
    'The best number, in E.164. Connected numbers come first, then the newest.',
  ),
  phone_type: field.enumOrNull(
    PHONE_LINES,
    "Line type, as in number validation; without a confirmed one, that of the person's record. Carriers are queried for the best number only.",
  ),
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
    connected: field.booleanOrNull(
      'Whether the number is connected according to the source; null if it does not say.',
    ),
    last_reported: field.textOrNull(
      'Date on which the number was last reported as belonging to the person, YYYY-MM-DD.',
    ),
    other_phones: z
      .array(field.object('A further number.', phoneFields))
      .describe('Further numbers of the person, best first.'),
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
  recommend: (conclusion, risk) => recommendContactAppend(conclusion, risk, 'SCRUB_NUMBER'),
});
