import * as z from 'zod';
import type { CompanyFact, CompanyField } from '../../core/companies/company.ts';

export const originsSchema = z
  .array(
    z.object({
      field: z.string().describe('Field of this answer.'),
      source: z.string().describe('Who states it.'),
      as_of: z
        .string()
        .nullable()
        .describe('As of when: YYYY, YYYY-MM or YYYY-MM-DD; null when the source does not say.'),
    }),
  )
  .describe('Where each field comes from, and as of when. A field that is not here is not known.');

/** The fields of an answer by what they are made of. */
export type ShownFields = readonly (readonly [field: string, from: CompanyField])[];

/** Where the fields of an answer come from, in the order they are shown. */
export const originsOf = (
  fact: CompanyFact | null,
  shown: ShownFields,
): z.input<typeof originsSchema> =>
  shown.flatMap(([field, from]) => {
    const claim = fact?.[from];
    return claim ? [{ field, source: claim.source, as_of: claim.asOf }] : [];
  });
