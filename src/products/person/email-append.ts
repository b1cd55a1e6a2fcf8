import * as z from 'zod';
import { asOfField, field } from '../../lookup/answer-fields.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  contactAppendFields,
  contactAppendProduct,
  describePerson,
  personFields,
  recommendContactAppend,
} from './contact-append.ts';

const emailField = field.textOrNull(
  'The best email address. Validated addresses come first, then private ones.',
);

const classification = z.object({
  ...contactAppendFields,
  email: emailField,
  lookup_type: z.literal('email_append'),
});

const insights = z.object({
  contact: z.object({
    ...personFields,
    email: emailField,
    validated: field.booleanOrNull(
      'Whether mail arrives according to the source; null if it does not say.',
    ),
    other_emails: field.textList('Further email addresses of the person, best first.'),
  }),
  as_of: asOfField,
});

export const emailAppend = defineProduct({
  path: '/email-append',
  summary: 'Email address of a person in the United States, by name and address',
  ...contactAppendProduct('email'),
  classification: {
    schema: classification,
    from: ({ contact, covered, email }) => ({
      matched: contact !== null,
      coverage_supported: covered,
      email: email?.address ?? null,
      lookup_type: 'email_append' as const,
    }),
  },
  insights: {
    schema: insights,
    from: ({ contact, email }) => ({
      contact: {
        ...describePerson(contact),
        email: email?.address ?? null,
        validated: email?.validated ?? null,
        other_emails: contact?.emails.slice(1).map(({ address }) => address) ?? [],
      },
      as_of: contact?.asOf ?? null,
    }),
  },
  recommend: (conclusion, risk) => recommendContactAppend(conclusion, risk, 'VERIFY_EMAIL'),
});
