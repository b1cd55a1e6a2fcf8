import * as z from 'zod';
import {
  createdJobSchema,
  createJob,
  describeCreatedJob,
  describeInsufficientCredits,
} from '../../bulk/job-creation.ts';
import type { IncomingJob } from '../../bulk/rows.ts';
import { ApiError } from '../../lib/errors.ts';
import { requestAdmission, requireAdmitted } from '../../lookup/pipeline/admission.ts';
import {
  MAX_TOOL_KEY_CHARS,
  type McpCall,
  type McpServices,
  parseArguments,
  type Tool,
  takeIdempotencyKey,
} from './tool.ts';

/** Contract, "Agent-protocol server": half of what a job over HTTP may carry. */
const MAX_INPUTS = 50_000;

const MAX_ROW_BYTES = 4_096;

const encoder = new TextEncoder();

/** A character is at most three bytes a code unit: most rows need not be encoded. */
const isTooLong = (row: string): boolean =>
  3 * row.length > MAX_ROW_BYTES && encoder.encode(row).length > MAX_ROW_BYTES;

const inputs = z.array(z.string()).min(1).max(MAX_INPUTS);

/** Distinct errors for missing, wrong and too many rows, as over HTTP. */
const inputsGiven = z.unknown().transform((value, context): string[] => {
  const refuse = (code: string, message: string) => {
    context.addIssue({ code: 'custom', message, params: { code } });
    return z.NEVER;
  };
  if (value === undefined || value === null || value === '')
    return refuse('MISSING_FIELD', 'is required');
  if (!Array.isArray(value)) return refuse('INVALID_REQUEST', 'must be a list of strings');
  if (value.length === 0) return refuse('MISSING_FIELD', 'needs at least one row');
  const wrong = value.findIndex((row) => typeof row !== 'string');
  if (wrong >= 0) return refuse('INVALID_REQUEST', `row ${wrong + 1} is not a string`);
  const long = value.findIndex(isTooLong);
  if (long >= 0)
    return refuse('INVALID_REQUEST', `row ${long + 1} has more than ${MAX_ROW_BYTES} bytes`);
  return value;
});

const typeGiven = z.unknown().transform((value, context): string => {
  if (typeof value === 'string' && value !== '') return value;
  const isAbsent = value === undefined || value === null || value === '';
  const code = isAbsent ? 'MISSING_FIELD' : 'INVALID_REQUEST';
  const message = isAbsent ? 'is required' : 'must be a string';
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
});

const jobArguments = z.object({ type: typeGiven, inputs: inputsGiven });

/** @throws ApiError MISSING_FIELD, INVALID_REQUEST, INPUT_LIMIT_EXCEEDED */
function arrivingJob(body: Record<string, unknown>): IncomingJob {
  const { type, inputs: rows } = parseArguments(jobArguments, body);
  if (rows.length > MAX_INPUTS) {
    const message = `inputs: has more than ${MAX_INPUTS} rows; POST /v1/bulk/jobs takes 100,000.`;
    throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'inputs' });
  }
  return {
    rows: (async function* () {
      yield* rows;
    })(),
    terms: () => ({ type, webhookUrl: null }),
  };
}

const followSchema = z.object({
  status_url: z.string().describe('GET it with the same API key for status and counts.'),
  results_url: z.string().describe('GET it with the same API key for the rows, page by page.'),
  advice: z.string(),
});

const ADVICE =
  'The job runs in the background, about a hundred rows a second. GET status_url every few seconds until status is no longer processing; then results_url lists every row, and the CSV links in it are valid for one hour. Reading is free.';

async function startJob(
  body: Record<string, unknown>,
  key: string | null,
  call: McpCall,
  { access, bulk }: McpServices,
) {
  const { principal, startedAt, origin } = call;
  const owner = { ...principal, resource: 'owned' };
  const admission = await requestAdmission(owner, 'account', null, access.accounts);
  call.onAdmission(admission);
  const { caller } = requireAdmitted(admission, startedAt);
  return createJob({ caller, job: arrivingJob(body), idempotencyKey: key, origin }, bulk);
}

/** The same job as `POST /v1/bulk/jobs`. @param types bulk types of the products */
export const bulkVerify = (types: readonly string[]): Tool => ({
  name: 'bulk_verify',
  title: 'Look up a list in the background',
  description: `Runs one product over a list of up to ${MAX_INPUTS.toLocaleString('en')} inputs in the background. Needs an API key. Costs the product's price for each distinct input; the whole job is priced and set aside first, and refused when the balance does not cover it. What costs nothing goes back at the end. Gives job_id, status, accepted and follow, which says how to read status and results. Always tell the user the number of rows and the price, and ask before starting.`,
  readOnly: false,
  openWorld: true,
  input: z.object({
    type: z.enum(types).describe('What to run over the list.'),
    inputs: inputs.describe(
      "The product's main input, one to a row; or a JSON object of all its fields, written as a string.",
    ),
    idempotency_key: z
      .string()
      .max(MAX_TOOL_KEY_CHARS)
      .optional()
      .describe('A fresh UUID per job: sent again within 24 hours, the same job comes back.'),
  }),
  output: createdJobSchema
    .pick({ job_id: true, status: true, accepted: true })
    .extend({ follow: followSchema }),
  async run(args, call, services) {
    const { body, idempotencyKey } = takeIdempotencyKey(args, call);
    const job = await startJob(body, idempotencyKey, call, services);
    if (job.kind === 'refused')
      return { ok: false, body: describeInsufficientCredits(job.shortage) };
    const created = describeCreatedJob(job);
    const status_url = `${call.origin}/v1/bulk/jobs/${created.job_id}`;
    const following = { status_url, results_url: `${status_url}/results`, advice: ADVICE };
    return { ok: true, content: { ...created, follow: following } };
  },
});
