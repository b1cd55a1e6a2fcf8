import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import type { WorkContactFact } from '../../../core/people/work-contact.ts';

/** What is made of a fact: the number in E.164. */
export interface MobileFinding {
  fact: WorkContactFact | null;
  number: string | null;
}

export const mobileClassification = z.object({
  matched: z.boolean().describe('A mobile number was found.'),
  mobile_number: z.string().nullable().describe('E.164.'),
});

export const mobileInsights = z.object({
  mobile_finder_result: z
    .object({
      full_name: z.string().nullable().describe('Whose number it is.'),
      title: z.string().nullable().describe('Title at the company.'),
      company: z.string().nullable().describe('Company the person works for.'),
      network_url: z.string().nullable().describe('Page on the professional network.'),
    })
    .describe('What the record says besides.'),
  as_of: asOfField,
});

/** The classification section of the mobile finder. */
export const classifyMobile = ({
  number,
}: MobileFinding): z.input<typeof mobileClassification> => ({
  matched: number !== null,
  mobile_number: number,
});

/** The insights section of the mobile finder. */
export const describeMobile = ({ fact }: MobileFinding): z.input<typeof mobileInsights> => ({
  mobile_finder_result: {
    full_name: fact?.fullName ?? null,
    title: fact?.title ?? null,
    company: fact?.company.name ?? null,
    network_url: fact?.profileUrl ?? null,
  },
  as_of: fact?.asOf ?? null,
});
