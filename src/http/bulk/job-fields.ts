import * as z from 'zod';
import { MAX_LISTED_JOBS } from '../../bulk/read-jobs.ts';
import { MAX_RESULT_ROWS } from '../../bulk/read-results.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { optional, required } from '../admin/fields.ts';

/**
 * What has been seen of the rows while they went by; a class, so that no value of a body can pass
 * for it.
 */
export class RowsSeen {
  count = 0;
  /** The first that is no string, 1 for the first row. */
  wrong: number | null = null;
}

/** The rows of a job. How many there may be is the verb's to say, as it has a code of its own. */
const rows = z
  .unknown()
  .optional()
  .transform((value, context): number => {
    const refuse = (code: ErrorCode, message: string) => {
      context.addIssue({ code: 'custom', message, params: { code } });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === '')
      return refuse('MISSING_FIELD', 'is required');
    if (!(value instanceof RowsSeen)) return refuse('INVALID_REQUEST', 'must be a list of strings');
    if (value.count === 0) return refuse('MISSING_FIELD', 'needs at least one row');
    if (value.wrong === null) return value.count;
    return refuse('INVALID_REQUEST', `row ${value.wrong} is not a string`);
  });

export const bulkJobBody = z.object({
  type: required(z.string()),
  inputs: rows,
  webhook_url: optional(z.string()),
});

const limit = (most: number) => z.coerce.number().int().min(1).max(most).optional();

export const listQuery = z.object({ limit: limit(MAX_LISTED_JOBS), cursor: z.string().optional() });

export const resultsQuery = z.object({
  limit: limit(MAX_RESULT_ROWS),
  offset: z.coerce.number().int().min(0).optional(),
  cursor: z.string().optional(),
});
