import * as z from 'zod';

// Fields of an answer, each with its description in the reference. Null is what no source says.

export const textField = (description: string) => z.string().nullable().describe(description);

export const numberField = (description: string) => z.number().nullable().describe(description);

export const booleanField = (description: string) => z.boolean().nullable().describe(description);

/** A whole number from 0 on. */
export const countField = (description: string) => z.int().min(0).nullable().describe(description);

/** `insights.as_of` of every product of which a source may date what it says. */
export const asOfField = textField(
  'As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say.',
);
