import * as z from 'zod';
import { MAX_LISTED_JOBS } from '../../bulk/list-jobs.ts';
import { MAX_RESULT_ROWS } from '../../bulk/read-results.ts';
import { MAX_BULK_ROWS } from '../../core/bulk.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { optional, required } from '../admin/fields.ts';

/** The rows of a job. How many there may be is the verb's to say, as it has a code of its own. */
const rows = z
  .unknown()
  .optional()
  .transform((value, context): string[] => {
    const refuse = (code: ErrorCode, message: string) => {
      context.addIssue({ code: 'custom', message, params: { code } });
      return z.NEVER;
    };
    if (value === undefined || value === null || value === '')
      return refuse('MISSING_FIELD', 'is required');
    if (!Array.isArray(value)) return refuse('INVALID_REQUEST', 'must be a list of strings');
    if (value.length === 0) return refuse('MISSING_FIELD', 'needs at least one row');
    if (value.length > MAX_BULK_ROWS) return value;
    const wrong = value.findIndex((row) => typeof row !== 'string');
    return wrong === -1 ? value : refuse('INVALID_REQUEST', `row ${wrong + 1} is not a string`);
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
