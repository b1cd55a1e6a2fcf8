import * as z from 'zod';
import { describePagination, paginationSchema } from '../lib/page.ts';
import { toIso } from '../lib/time.ts';
import { field } from '../lookup/answer-fields.ts';
import type { FileLinks } from '../lookup/jobs/files.ts';
import { JOB_STATUSES } from '../lookup/jobs/job.ts';
import { linkJobFiles } from './notifications.ts';
import { type ResultRecord, type ResultsPage, ROW_STATUSES } from './results.ts';

// Wire format of jobs and their results, for HTTP and agent tools (specification, "Bulk job
// resources").

export const rowCountField = (description?: string) =>
  description ? field.count(description) : z.int().min(0);
const linkField = (what: string) =>
  field.textOrNull(`${what}. Link valid for one hour; null until the job has ended.`);
const answersField = linkField(
  'The rows as they were sent, each followed by its answer, in the format of the file they came in',
);
const goodAnswersField = linkField(
  'Like `answers_url`, with the good rows only: something was found, and the answer recommends neither REVIEW nor BLOCK',
);
const jobStatusField = z.enum(JOB_STATUSES);
export const jobSchema = z.object({
  id: field.text('Same as `job_id`.'),
  job_id: z.string(),
  type: field.text('Bulk type of the product.'),
  status: jobStatusField,
  file_name: field.textOrNull('Name of the file that the rows came from.'),
  total: rowCountField('Rows sent.'),
  processed: rowCountField('succeeded + failed + skipped + duplicates'),
  succeeded: rowCountField().describe('Rows that were answered.'),
  failed: rowCountField('Rows that could not be answered, including unusable ones. Free.'),
  skipped: rowCountField('Empty rows. Free.'),
  duplicates: rowCountField('Rows that repeat an earlier row after normalization. Free.'),
  processed_count: rowCountField('Same as `processed`.'),
  successful_count: rowCountField('Same as `succeeded`.'),
  failed_count: rowCountField('Same as `failed`.'),
  credits_used: rowCountField('Credits charged so far.'),
  results_url: linkField('CSV of input, status, credits and the classification fields'),
  answers_url: answersField,
  good_answers_url: goodAnswersField,
  webhook_url: z.string().optional(),
  webhook_endpoint_id: z
    .string()
    .optional()
    .describe('Webhook endpoint that receives the events of the job, if one was named.'),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const resultRowSchema = z.object({
  id: field.text('Id of the row.'),
  input: field.text('The row as it was sent, trimmed.'),
  status: z.enum(ROW_STATUSES),
  tokens_consumed: rowCountField('Credits this row cost.'),
  response_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('`data` of the single lookup; null if there is no answer.'),
  error_code: z.string().nullable(),
  error_message: field.textOrNull('Why the row failed, in words; null if it did not.'),
  repeats_row: z
    .number()
    .int()
    .nullable()
    .describe('For a duplicate, the position of the row whose answer it shares, counted from 1.'),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

export const jobResultsSchema = z.object({
  id: field.text('Same as `job_id`.'),
  job_id: z.string(),
  status: jobStatusField,
  results_url: linkField('CSV of input, status, credits and the classification fields'),
  full_results_url: linkField('CSV of every field'),
  answers_url: answersField,
  good_answers_url: goodAnswersField,
  csv_note: field.text('What each file contains.'),
  lookups: z
    .array(resultRowSchema)
    .describe(
      'Rows in the order they were sent. Rows that had not begun when a job was cancelled are left out.',
    ),
  complete: field.boolean(
    'False if the job is running and the page ends at a row that has not ended. `next_cursor` continues with that row, so no row is skipped: wait a few seconds before you follow it.',
  ),
  pagination: paginationSchema,
});

const CSV_NOTE =
  'results_url has input, status, credits and the classification fields; full_results_url has every field; answers_url has the rows as they were sent, each with its answer; good_answers_url has only those with a good answer. All are null until the job has ended and are valid for one hour; fetch the job again for fresh links.';

const describeResultRow = (row: ResultRecord) => ({
  id: row.id,
  input: row.input,
  status: row.status,
  tokens_consumed: row.credits,
  response_data: row.data,
  error_code: row.errorCode,
  error_message: row.errorMessage,
  repeats_row: row.repeats === null ? null : row.repeats + 1,
  created_at: toIso(row.startedAt),
  completed_at: toIso(row.endedAt),
});

export async function describeJobResults(
  { state, rows, nextCursor, isComplete }: ResultsPage,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const { results, full, answers, good } = await linkJobFiles(state, origin, links);
  return {
    id: state.id,
    job_id: state.id,
    status: state.status,
    results_url: results,
    full_results_url: full,
    answers_url: answers,
    good_answers_url: good,
    csv_note: CSV_NOTE,
    lookups: rows.map(describeResultRow),
    complete: isComplete,
    pagination: describePagination(limit, nextCursor),
  };
}
