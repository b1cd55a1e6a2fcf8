import * as z from 'zod';
import type { CompanyFact, CompanyField } from '../../domain/company/company.ts';

const fieldSourcesSchema = z
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

/** Answer field → fact field. */
export type FieldMap = readonly (readonly [field: string, from: CompanyField])[];

/** Where the fields of an answer come from, in the order they are shown. */
const fieldSourcesOf = (
  fact: CompanyFact | null,
  shown: FieldMap,
): z.input<typeof fieldSourcesSchema> =>
  shown.flatMap(([field, from]) => {
    const stated = fact?.[from];
    return stated ? [{ field, source: stated.source, as_of: stated.asOf }] : [];
  });

/** Of the insights of every product about a company. */
export const fieldSourceFields = {
  sources: fieldSourcesSchema,
  as_of: z
    .string()
    .nullable()
    .describe(
      'The oldest as_of among sources: no field that is dated is older. Null when none is dated.',
    ),
};

/** Where the fields of an answer come from, and the oldest date among them. */
export function describeFieldSources(fact: CompanyFact | null, shown: FieldMap) {
  const sources = fieldSourcesOf(fact, shown);
  // Years, months and days compare as texts.
  const dates = sources.flatMap(({ as_of }) => as_of ?? []).sort();
  return { sources, as_of: dates[0] ?? null };
}
