import * as z from 'zod';
import { fieldValue, type Sourced } from '../domain/sourced.ts';
import { field } from './answer-fields.ts';
import type { Source } from './source.ts';

const fieldSourcesSchema = z
  .array(
    z.object({
      field: field.text('Name of a field in this answer.'),
      source: field.text('Source of the value, as named in `metadata.data_sources`.'),
      as_of: field.textOrNull(
        'Date of the value, as YYYY, YYYY-MM or YYYY-MM-DD; null if the source does not say.',
      ),
    }),
  )
  .describe('The source and date of each field. A field that is not listed is not known.');

/** Insight fields of every product whose fact combines several sources. */
export const fieldSourceFields = {
  sources: fieldSourcesSchema,
  as_of: field.textOrNull(
    'The oldest `as_of` among the sources: no dated field is older. Null if none is dated.',
  ),
};

/** Answer field → fact field, in display order. */
export type FieldMap<Fields> = Readonly<Record<string, keyof Fields>>;

/** Answer fields selected by a map; null if no source has a value. */
export const mappedValues = <Fields, Shown extends FieldMap<Fields>>(
  fact: Sourced<Fields> | null,
  shown: Shown,
) =>
  Object.fromEntries(
    Object.entries(shown).map(([field, from]) => [field, fieldValue(fact, from)]),
  ) as { [Field in keyof Shown]: Fields[Shown[Field]] | null };

/** Source and date of each answer field, and the oldest date. @param list sources, for labels */
export function describeFieldSources<Fields>(
  fact: Sourced<Fields> | null,
  shown: FieldMap<Fields>,
  list: readonly Pick<Source<never, unknown>, 'name' | 'label'>[],
) {
  const labels = new Map(list.map(({ name, label }) => [name, label]));
  const sources = Object.entries(shown).flatMap(([name, from]) => {
    const stated = fact?.[from];
    if (!stated) return [];
    return [
      { field: name, source: labels.get(stated.source) ?? stated.source, as_of: stated.asOf },
    ];
  });
  // Years, months and days are compared as text.
  const dates = sources.flatMap(({ as_of }) => as_of ?? []).sort();
  return { sources, as_of: dates[0] ?? null };
}
