import * as z from 'zod';
import {
  createdJobSchema,
  describeCreatedJob,
  describeInsufficientCredits,
} from '../../bulk/created-job.ts';
import { createJob } from '../../bulk/job-creation.ts';
import { describeJobResults, jobResultsSchema, jobSchema } from '../../bulk/job-resources.ts';
import { readJob } from '../../bulk/jobs.ts';
import { jobStatusObject } from '../../bulk/notifications.ts';
import { MAX_RESULT_ROWS, type ResultRecord, readResults } from '../../bulk/results.ts';
import type { IncomingJob } from '../../bulk/rows.ts';
import { ApiError } from '../../lib/errors.ts';
import { isAbsent, parseInput, refuseInput, withoutNulls } from '../../lib/inputs.ts';
import type { InputCode } from '../../lib/issues.ts';
import { formatCount } from '../../lib/text.ts';
import { pause } from '../../lib/time.ts';
import { callerRealm } from '../../lookup/account/caller.ts';
import { field } from '../../lookup/answer-fields.ts';
import { isRowTooLong, MAX_ROW_BYTES, processedRows } from '../../lookup/jobs/job.ts';
import { unlessCancelled } from '../../lookup/pipeline/source-call.ts';
import { rowCountryOf } from '../../uploads/column-mapping.ts';
import { admitOwner } from './admission.ts';
import { idempotencyKeyField } from './lookup-tools.ts';
import { maxCharactersField, requiredText, type Tool, takeIdempotencyKey } from './tool.ts';

/** Contract, "Agent-protocol server": half the limit of a job over HTTP. */
const MAX_INPUTS = 50_000;

const inputs = z.array(z.string()).min(1).max(MAX_INPUTS);

/** Distinct errors for missing, wrong and too many rows, as over HTTP. */
const inputsGiven = z.unknown().transform((value, context): string[] => {
  const refuse = (code: InputCode, message: string) => refuseInput(context, code, message);
  if (isAbsent(value)) return refuse('MISSING_FIELD', 'is required');
  if (!Array.isArray(value)) return refuse('INVALID_REQUEST', 'must be a list of strings');
  if (value.length === 0) return refuse('MISSING_FIELD', 'needs at least one row');
  const wrong = value.findIndex((row) => typeof row !== 'string');
  if (wrong >= 0) return refuse('INVALID_REQUEST', `row ${wrong + 1} is not a string`);
  const long = value.findIndex(isRowTooLong);
  if (long >= 0)
    return refuse('INVALID_REQUEST', `row ${long + 1} has more than ${MAX_ROW_BYTES} bytes`);
  return value;
});

const countryField = z
  .string()
  .optional()
  .describe('Country of the inputs that name none, by code or name, if the lookup has one.');

const jobArguments = z.object({
  type: requiredText,
  inputs: inputsGiven,
  country: countryField,
});

/** @throws ApiError MISSING_FIELD, INVALID_REQUEST, INPUT_LIMIT_EXCEEDED */
function arrivingJob(body: Record<string, unknown>): IncomingJob {
  const { type, inputs: rows, country } = parseInput(jobArguments, withoutNulls(body));
  if (rows.length > MAX_INPUTS) {
    const message = `inputs: has more than ${MAX_INPUTS} rows; POST /v1/bulk/jobs takes 100,000.`;
    throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'inputs' });
  }
  return {
    rows: (async function* () {
      yield* rows;
    })(),
    terms: () => ({ type, webhookUrl: null, ...rowCountryOf(country) }),
  };
}

const followSchema = z.object({
  status_url: field.text('URL of the job over HTTP, with the same API key.'),
  results_url: field.text('URL of the results over HTTP.'),
  advice: z.string(),
});

const ADVICE =
  'The job runs in the background, about a hundred rows a second. Call get_bulk_job with wait_seconds until status is no longer processing, then get_bulk_results. Reading is free.';

/** Tool for `POST /v1/bulk/jobs`. @param types bulk types of the products */
export const bulkVerify = (types: readonly string[]): Tool => ({
  name: 'bulk_verify',
  title: 'Look up a list in the background',
  description: `Runs one lookup over up to ${formatCount(MAX_INPUTS)} inputs in the background. Costs its price for each distinct input, held first; credits not charged are returned. Returns job_id, status, accepted and follow; then call get_bulk_job. Tell the user the rows and price, and ask before starting.`,
  readOnly: false,
  openWorld: true,
  resource: 'owned',
  input: z.object({
    type: z.enum(types),
    inputs: inputs.describe(
      "The lookup's main input, one per row, or its fields as a JSON object in a string.",
    ),
    country: countryField,
    idempotency_key: idempotencyKeyField,
  }),
  output: createdJobSchema
    .pick({ job_id: true, status: true, accepted: true })
    .extend({ follow: followSchema }),
  async run(args, call, services) {
    const caller = await admitOwner(call, services);
    const { sent, idempotencyKey } = takeIdempotencyKey(args, call);
    const { origin } = call;
    const request = { caller, job: arrivingJob(sent), idempotencyKey, origin };
    const job = await createJob(request, services.bulk);
    if (job.kind === 'refused')
      return { ok: false, body: describeInsufficientCredits(job.shortage, call) };
    const created = describeCreatedJob(job);
    const status_url = `${origin}/v1/bulk/jobs/${created.job_id}`;
    const following = { status_url, results_url: `${status_url}/results`, advice: ADVICE };
    return { ok: true, content: { ...created, follow: following } };
  },
});

const jobArgument = z.object({ job_id: requiredText });
const jobInput = z.object({ job_id: z.string() });

/** Below the default timeout of clients, which is 60 seconds. */
const MAX_WAIT_SECONDS = 50;
const READ_EVERY_MS = 1_000;

const waitInput = {
  wait_seconds: z
    .int()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .default(0)
    .describe('Seconds to wait for the job to end.'),
};

/** Tool for `GET /v1/bulk/jobs/{id}`, which can wait for the job to end. */
export const getBulkJob: Tool = {
  name: 'get_bulk_job',
  title: 'Read a bulk job',
  description: 'Status and counts of a job that bulk_verify began; may wait for its end. Free.',
  readOnly: true,
  openWorld: false,
  resource: 'owned',
  input: jobInput.extend(waitInput),
  output: jobSchema,
  async run(args, call, services) {
    const caller = await admitOwner(call, services);
    const given = parseInput(jobArgument.extend(waitInput), withoutNulls(args));
    const { job_id: jobId, wait_seconds: seconds } = given;
    const read = () => readJob({ ...callerRealm(caller), jobId }, services.bulk);
    let state = await read();
    call.measure(() => ({ progress: processedRows(state.counts), total: state.total }));
    const { now } = services.pipeline.world.clock;
    const until = now() + seconds * 1_000;
    while (state.status === 'processing' && now() < until) {
      await unlessCancelled(pause(Math.min(READ_EVERY_MS, until - now())), call.signal);
      state = await read();
    }
    return { ok: true, content: await jobStatusObject(state, call.origin, services.bulk.links) };
  },
};

const USUAL_ROWS = 20;

const pageInput = {
  limit: z.int().min(1).max(MAX_RESULT_ROWS).default(USUAL_ROWS),
  offset: z.int().min(0).default(0),
  max_characters: maxCharactersField,
  cursor: z.string().optional().describe('pagination.next_cursor of the previous page.'),
};

/** Number of rows, at least one, that fit in the given number of characters of JSON. */
function rowsWithin(rows: readonly ResultRecord[], most: number): number {
  let written = 0;
  const beyond = rows.findIndex((row) => {
    written += JSON.stringify(row).length;
    return written > most;
  });
  return beyond < 0 ? rows.length : Math.max(1, beyond);
}

/** Tool for `GET /v1/bulk/jobs/{id}/results`, in pages that an agent can read. */
export const getBulkResults: Tool = {
  name: 'get_bulk_results',
  title: 'Read results of a bulk job',
  description:
    'Rows of a bulk job that have ended, in the order sent, and links to its CSV files. Free.',
  readOnly: true,
  openWorld: false,
  resource: 'owned',
  input: jobInput.extend(pageInput),
  output: jobResultsSchema,
  async run(args, call, services) {
    const caller = await admitOwner(call, services);
    const { links } = services.bulk;
    const given = parseInput(jobArgument.extend(pageInput), withoutNulls(args));
    const { job_id: jobId, limit, offset, cursor = null, max_characters: most } = given;
    const request = { ...callerRealm(caller), jobId, limit, offset, cursor };
    const whole = await readResults(request, services.bulk);
    const rows = rowsWithin(whole.rows, most);
    // Read again with a smaller limit, for the cursor of the first row that did not fit.
    const page =
      rows < whole.rows.length
        ? await readResults({ ...request, limit: rows }, services.bulk)
        : whole;
    return { ok: true, content: await describeJobResults(page, limit, call.origin, links) };
  },
};
