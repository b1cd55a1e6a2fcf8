import * as z from 'zod';
import { describePagination, paginationSchema } from '../lib/page.ts';
import { toIso } from '../lib/time.ts';
import type { FileLinks } from '../lookup/jobs/files.ts';
import { JOB_STATUSES } from '../lookup/jobs/job.ts';
import { jobFileKeys } from './notifications.ts';
import { type ResultRecord, type ResultsPage, ROW_STATUSES } from './results.ts';

// Jobs and their results as they go over the wire, over HTTP and by tool (specification, "Bulk job
// resources").

export const rowCountField = (description?: string) =>
  description ? z.int().min(0).describe(description) : z.int().min(0);
const linkField = (what: string) =>
  z.string().nullable().describe(`${what}, valid for one hour; null until the job has ended.`);
const answersField = linkField(
  'The rows as they were sent, each with its answer behind it, written as the file they came in',
);
const goodAnswersField = linkField(
  'The same of the good rows alone: something was found, and the answer recommends neither REVIEW nor BLOCK',
);
const jobStatusField = z.enum(JOB_STATUSES);
export const jobSchema = z.object({
  id: z.string().describe('As job_id.'),
  job_id: z.string(),
  type: z.string().describe('Bulk type of its product.'),
  status: jobStatusField,
  file_name: z.string().nullable().describe('Name of the file that the rows came from.'),
  total: rowCountField('Rows sent.'),
  processed: rowCountField('succeeded + failed + skipped + duplicates'),
  succeeded: rowCountField().describe('Rows that were answered.'),
  failed: rowCountField('Rows that could not be answered, unusable ones too. Free.'),
  skipped: rowCountField('Empty rows. Free.'),
  duplicates: rowCountField('Rows that repeat an earlier one after normalisation. Free.'),
  processed_count: rowCountField('As processed.'),
  successful_count: rowCountField('As succeeded.'),
  failed_count: rowCountField('As failed.'),
  credits_used: rowCountField('Credits taken so far.'),
  results_url: linkField('Input, status, credits and the classification fields as CSV'),
  answers_url: answersField,
  good_answers_url: goodAnswersField,
  webhook_url: z.string().optional(),
  webhook_endpoint_id: z
    .string()
    .optional()
    .describe('Endpoint its events are sent to, where one was named.'),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

const resultRowSchema = z.object({
  id: z.string().describe('Id of the row.'),
  input: z.string().describe('As it was sent, trimmed.'),
  status: z.enum(ROW_STATUSES),
  tokens_consumed: rowCountField('Credits this row cost.'),
  response_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('`data` of the single lookup; null where there is no answer.'),
  error_code: z.string().nullable(),
  error_message: z.string().nullable().describe('The same for people; null when it did not.'),
  repeats_row: z
    .number()
    .int()
    .nullable()
    .describe('Of a duplicate: the row whose answer it shares, counted from 1.'),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

export const jobResultsSchema = z.object({
  id: z.string().describe('As job_id.'),
  job_id: z.string(),
  status: jobStatusField,
  results_url: linkField('Input, status, credits and the classification fields as CSV'),
  full_results_url: linkField('Every field as CSV'),
  answers_url: answersField,
  good_answers_url: goodAnswersField,
  csv_note: z.string().describe('What the files hold.'),
  lookups: z
    .array(resultRowSchema)
    .describe(
      'In the order the rows were sent. While the job runs, rows that have not ended are left out.',
    ),
  pagination: paginationSchema,
});

const CSV_NOTE =
  'results_url holds input, status, credits and the classification fields; full_results_url every field; answers_url the rows as they were sent, each with its answer; good_answers_url those of them with a good one. All are null until the job has ended and are valid for one hour; fetch the job again for fresh ones.';

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
  { state, rows, nextCursor }: ResultsPage,
  limit: number,
  origin: string,
  links: FileLinks | null,
) {
  const { results, full, answers, good } = jobFileKeys(state.id);
  const link = (key: string) => (links && state.hasFiles ? links.link(key, origin) : null);
  return {
    id: state.id,
    job_id: state.id,
    status: state.status,
    results_url: await link(results),
    full_results_url: await link(full),
    answers_url: await link(answers),
    good_answers_url: await link(good),
    csv_note: CSV_NOTE,
    lookups: rows.map(describeResultRow),
    pagination: describePagination(limit, nextCursor),
  };
}
