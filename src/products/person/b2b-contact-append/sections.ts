import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';

const text = (description: string) => z.string().nullable().describe(description);

export const b2bClassification = z.object({
  matched: z.boolean().describe('A record names the person.'),
  full_name: text('Full name.'),
  work_email: text('Email address at the current company.'),
  email_confidence: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('How sure the source is of the address, 0 to 100; null when it does not say.'),
  title: text('Current title.'),
  seniority: text('Level, for example cxo, vp, director, manager.'),
  company: text('Current company.'),
});

export const b2bInsights = z.object({
  b2b_contact_append_result: z
    .object({
      departments: z.array(z.string()).describe('Departments or roles, such as sales.'),
      network_url: text('Page on the professional network.'),
      company_domain: text("The company's domain."),
      current_role_started: text('When the current role began: YYYY, YYYY-MM or YYYY-MM-DD.'),
      city: text('City the person is in.'),
      region: text('State or region.'),
      country: text('Country, by code or name.'),
    })
    .describe('What the record says besides.'),
  as_of: asOfField,
});

/** Whether a record names anybody: one without a name and an address does not. */
export const namesSomebody = (fact: WorkContactFact | null): fact is WorkContactFact =>
  fact !== null && (fact.fullName ?? fact.workEmail) !== null;

/** The classification section of a contact append. */
export const classifyB2b = (fact: WorkContactFact | null): z.input<typeof b2bClassification> => ({
  matched: namesSomebody(fact),
  full_name: fact?.fullName ?? null,
  work_email: fact?.workEmail?.address ?? null,
  email_confidence: fact?.workEmail?.score ?? null,
  title: fact?.title ?? null,
  seniority: fact?.seniority ?? null,
  company: fact?.company.name ?? null,
});

/** The insights section of a contact append. */
export const describeB2b = (fact: WorkContactFact | null): z.input<typeof b2bInsights> => ({
  b2b_contact_append_result: {
    departments: [...(fact?.departments ?? [])],
    network_url: fact?.profileUrl ?? null,
    company_domain: fact?.company.domain ?? null,
    current_role_started: fact?.roleStarted ?? null,
    city: fact?.location.city ?? null,
    region: fact?.location.region ?? null,
    country: fact?.location.country ?? null,
  },
  as_of: fact?.asOf ?? null,
});
