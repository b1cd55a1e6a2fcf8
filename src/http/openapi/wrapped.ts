import * as z from 'zod';

/** What a success is wrapped in. */
export const wrapped = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data });

/** Which page of a listing this is. */
export const pagination = z.object({
  limit: z.int(),
  next_cursor: z
    .string()
    .nullable()
    .describe('Pass as `cursor` for the next page; null on the last.'),
  has_more: z.boolean(),
});
