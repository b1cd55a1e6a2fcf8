import * as z from 'zod';

/** `insights.as_of` of every product of which a source may date what it says. */
export const asOfField = z
  .string()
  .nullable()
  .describe(
    'As of when the source says so: the date of its file, or when it last saw this to be so; null where it does not say.',
  );
