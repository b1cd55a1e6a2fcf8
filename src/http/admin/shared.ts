import * as z from 'zod';
import { successSchema } from '../openapi/json-schemas.ts';

/** Fields and answers that the operator's routes share. */

/** A success whose `data` has these fields. */
export const successAnswer = (fields: () => z.ZodRawShape) => ({
  schema: () => successSchema(z.object(fields())),
});

export const pageAnswer = (field: string, entry: () => z.ZodType) =>
  successAnswer(() => ({
    [field]: z.array(entry()),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last.'),
    has_more: z.boolean(),
  }));

/** Where a listing goes on. */
export const describeNextPage = (nextCursor: string | null) => ({
  next_cursor: nextCursor,
  has_more: nextCursor !== null,
});

export const organizationParams = {
  id: { description: 'Id of the organization.', example: 'org_demo' },
};
