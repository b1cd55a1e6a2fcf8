import * as z from 'zod';
import {
  createdJobSchema,
  describeCreatedJob,
  describeInsufficientCredits,
} from '../../bulk/created-job.ts';
import { createJob } from '../../bulk/job-creation.ts';
import type { IncomingJob } from '../../bulk/rows.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseInput } from '../../lib/inputs.ts';
import { bypassFlags } from '../../lookup/body.ts';
import { requestAdmission, requireAdmitted } from '../../lookup/pipeline/admission.ts';
import { MAX_IDEMPOTENCY_KEY_CHARS, requestLookup } from '../../lookup/pipeline/lookup-request.ts';
import { type AnyProduct, responseSchema } from '../../lookup/product.ts';
import { type McpCall, type McpServices, type Tool, takeIdempotencyKey } from './tool.ts';

/** From how many credits a call on, what an agent should ask its user for. */
const WHEN_TO_ASK: readonly [credits: number, advice: string][] = [
  [25, 'Ask the user before every call.'],
  [5, 'Ask the user before more than 5 calls in a row.'],
  [0, 'Ask the user before more than 50 calls in a row.'],
];

const formatCredits = (credits: number): string =>
  credits === 1 ? '1 credit' : `${credits} credits`;

function costSentence({ price: { upTo, fixed, listed, per } }: AnyProduct): string {
  if (per)
    return `Costs ${formatCredits(upTo)} per ${per}; what comes back empty or unusable costs nothing.`;
  if (fixed && !listed) return `Costs ${formatCredits(upTo)}.`;
  return `Costs at most ${formatCredits(upTo)}; what comes back empty or unusable costs less or nothing.`;
}

function fieldNames(schema: z.ZodType): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.length > 0 ? ` (${names.join(', ')})` : '';
}

function answerSentence({ classification, insights, risk, recommend }: AnyProduct): string {
  const sections = [
    `classification${fieldNames(classification.schema)}`,
    `insights${fieldNames(insights.schema)}`,
    ...(risk ? ['risk_assessment'] : []),
    ...(recommend ? ['recommendations'] : []),
    'metadata (credits_used, credits_remaining, cache_hit)',
  ];
  return `Gives ${sections.join(', ')}.`;
}

/** Lists are cheaper to ask for at once, where the product runs in bulk. */
const bulkSentence = ({ bulk }: AnyProduct): string =>
  bulk ? ` For a list use bulk_verify with type ${bulk}.` : '';

/** Description of a product's tool. Every word is the registry's or ours. */
function describeProduct(product: AnyProduct): string {
  const { summary, price, limitMs } = product;
  const advice = WHEN_TO_ASK.find(([credits]) => price.upTo >= credits)?.[1] ?? '';
  return [
    `${summary}.`,
    costSentence(product),
    'The same lookup is free again for seven days; a failed call is free.',
    answerSentence(product),
    ...(limitMs ? [`May take ${limitMs / 1_000} seconds.`] : []),
    advice + bulkSentence(product),
  ].join(' ');
}

const INITIALS = new Set(['b2b', 'hlr', 'ip', 'mnp', 'nt', 'seo']);

/** A path as people read it: `/hlr-lookup` is "HLR lookup". */
function productTitle({ path }: Pick<AnyProduct, 'path'>): string {
  const words = path.slice(1).split('-');
  const title = words.map((word) => (INITIALS.has(word) ? word.toUpperCase() : word)).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const idempotencyKeyField = z
  .string()
  .max(MAX_IDEMPOTENCY_KEY_CHARS)
  .optional()
  .describe(
    'Sent again within 24 hours with the same arguments, the first answer comes back free.',
  );

/** What every lookup takes besides the product's own fields; the aliases of HTTP work unlisted. */
const OPTIONS = {
  bypass_cache: bypassFlags.shape.bypass_cache,
  idempotency_key: idempotencyKeyField,
};

/** The same lookup as over HTTP. @param given a name of its own; else that of the path */
export function productTool(
  product: AnyProduct,
  given?: Pick<Tool, 'name' | 'title'> & { hint: string },
): Tool {
  const { hint, ...named } = given ?? {
    name: product.path.slice(1).replaceAll('-', '_'),
    title: productTitle(product),
    hint: '',
  };
  return {
    ...named,
    description: `${describeProduct(product)}${hint && ` ${hint}`}`,
    readOnly: true,
    openWorld: true,
    ...(!given && { keysOnly: product.type }),
    input: product.input.safeExtend(OPTIONS),
    output: responseSchema(product).shape.data,
    async run(args, call, { pipeline }) {
      const { requestId: id, principal, startedAt, defer, onAdmission } = call;
      const incoming = { id, product, principal, bypass: false, startedAt, onAdmission };
      const read = () => takeIdempotencyKey(args, call);
      const { data } = await requestLookup(incoming, read, { ...pipeline, defer });
      return { ok: true, content: { ...data } };
    },
  };
}

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
  const { type, inputs: rows } = parseInput(jobArguments, body);
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
      .max(MAX_IDEMPOTENCY_KEY_CHARS)
      .optional()
      .describe('A fresh UUID per job: sent again within 24 hours, the same job comes back.'),
  }),
  output: createdJobSchema
    .pick({ job_id: true, status: true, accepted: true })
    .extend({ follow: followSchema }),
  async run(args, call, services) {
    const { sent, idempotencyKey } = takeIdempotencyKey(args, call);
    const job = await startJob(sent, idempotencyKey, call, services);
    if (job.kind === 'refused')
      return { ok: false, body: describeInsufficientCredits(job.shortage) };
    const created = describeCreatedJob(job);
    const status_url = `${call.origin}/v1/bulk/jobs/${created.job_id}`;
    const following = { status_url, results_url: `${status_url}/results`, advice: ADVICE };
    return { ok: true, content: { ...created, follow: following } };
  },
});
