import * as z from 'zod';
import { PLANS, type Plan } from '../domain/plans.ts';
import type { Caller } from '../lookup/account/caller.ts';
import { field } from '../lookup/answer-fields.ts';
import { billingPage, errorPage } from '../lookup/envelope.ts';
import { describeFree, describeUnusable } from '../lookup/jobs/files.ts';
import { JOB_STATUSES } from '../lookup/jobs/job.ts';
import { describeAllowance, shortageText } from '../lookup/pipeline/account-calls.ts';
import type { InsufficientCredits } from './holds.ts';
import type { CreatedJob, PricedJob } from './job-creation.ts';

const notedRow = z.object({
  row: z.int().min(1).describe('Position of the row; 1 is the first.'),
  input: field.text('The row as it was sent, trimmed and shortened.'),
  message: field.text('The reason, in words.'),
});
const unusableField = z.array(notedRow.extend({ code: field.text('Error code of the refusal.') }));
const columnsField = z
  .record(z.string(), z.string())
  .optional()
  .describe(
    'For a list with columns: each field of the product, with the name or number of the column it is read from.',
  );
const unusableCountField = field.count('Number of all rows that will fail. They are free.');

const freeField = z
  .array(notedRow)
  .describe(
    'The first ten rows that are answered at no cost because of their input alone, such as numbers that cannot exist in the country they are read in. A list with many of them probably needs another country or column.',
  );
const freeCountField = field.count('Number of all rows that cost nothing because of their input.');

/** Answer of a dry run. */
export const pricedJobSchema = z.object({
  dry_run: z.literal(true).describe('Always true: nothing was created, held or stored.'),
  type: field.text('Bulk type of the product.'),
  total: field.count('Rows sent.'),
  accepted: field.count('Same as `total`.'),
  billable: field.count('Rows that would be looked up and charged.'),
  duplicates: field.count('Rows that repeat an earlier row. Free.'),
  skipped: field.count('Empty rows. Free.'),
  columns: columnsField,
  unusable: unusableField.describe('The first ten rows that would fail.'),
  unusable_count: unusableCountField,
  free: freeField,
  free_count: freeCountField,
  credits_required: field.count(
    'Credits the job would hold: the most it can cost. Rows paid for within the last seven days are included; their credits are returned.',
  ),
  credits_available: field.count('Credits that can be spent.'),
  daily_limit: field.objectOrNull('Daily limit of the API key; null if it has none.', {
    credits_per_day: field.count('The limit for one UTC day.'),
    credits_left: field.count('Credits of the limit that are neither spent nor held.'),
    resets_at: field.text('When the limit resets: midnight UTC.'),
  }),
  is_affordable: field.boolean(
    'Whether the credits and the daily limit cover the job now. If not, creating it is refused with 402 or 429.',
  ),
});

/** Builds the answer of a dry run. @param mode a test job costs nothing */
export const describePricedJob = (
  { type, price, columns, balance: { available, daily } }: PricedJob,
  mode: Caller['mode'],
): z.infer<typeof pricedJobSchema> => {
  const required = mode === 'live' ? price.price : 0;
  return {
    dry_run: true,
    type,
    total: price.rows,
    accepted: price.rows,
    billable: price.billable,
    duplicates: price.duplicates,
    skipped: price.empty,
    columns,
    ...describeUnusable(price.unusable, price.reasons),
    ...describeFree(price.free, price.freeReasons),
    credits_required: required,
    credits_available: available,
    daily_limit: daily ? describeAllowance(daily) : null,
    is_affordable: required <= Math.min(available, daily?.left ?? available),
  };
};

/** `BulkJobCreated` of the specification. */
export const createdJobSchema = z.object({
  id: field.text('Same as `job_id`.'),
  job_id: z.string(),
  status: field.enum(
    JOB_STATUSES,
    '`processing` for a new job; on a replay, the current status of the job.',
  ),
  accepted: field.count('Rows sent.'),
  credits_held: z
    .int()
    .min(0)
    .optional()
    .describe('Credits held: the most the job can cost. Absent on a replay.'),
  columns: columnsField,
  unusable: unusableField
    .optional()
    .describe('The first ten rows that will fail. Absent on a replay.'),
  unusable_count: unusableCountField.optional(),
  free: freeField.optional(),
  free_count: freeCountField.optional(),
  webhook_url: z.string().optional(),
  webhook_endpoint_id: z
    .string()
    .optional()
    .describe('Webhook endpoint that receives the events of the job, if one was named.'),
  webhook_secret: z
    .string()
    .optional()
    .describe(
      'Secret that signs the deliveries. Shown once, in the response that created the job.',
    ),
});

export function describeCreatedJob(
  job: Exclude<CreatedJob, { kind: 'refused' }>,
): z.infer<typeof createdJobSchema> {
  const { jobId: id, accepted } = job;
  if (job.kind === 'replayed')
    return {
      id,
      job_id: id,
      status: job.status,
      accepted,
      webhook_url: job.webhookUrl ?? undefined,
      webhook_endpoint_id: job.webhookEndpointId ?? undefined,
    };
  const { webhook, webhookSecret, creditsHeld: credits_held, plan, columns } = job;
  return {
    id,
    job_id: id,
    status: 'processing',
    accepted,
    credits_held,
    columns,
    ...describeUnusable(plan.unusable, plan.reasons),
    ...describeFree(plan.free, plan.freeReasons),
    webhook_url: webhook?.url ?? undefined,
    webhook_endpoint_id: webhook?.endpointId ?? undefined,
    webhook_secret: webhookSecret ?? undefined,
  };
}

const describeSuggestedPlan = ({ id, creditsPerMonth, monthlyPriceUsd }: Plan) => ({
  id,
  name: id[0]?.toUpperCase() + id.slice(1),
  tier: id,
  tokens: creditsPerMonth,
  monthlyPrice: monthlyPriceUsd,
  monthlyPriceId: `${id}_monthly`,
});

/**
 * Body of an insufficient-credits refusal, the only one without an envelope (specification,
 * "Errors", rule 3). @param origin scheme and host of the service, for links
 */
export const describeInsufficientCredits = (
  { required, available, rowCount, tokenCostPerRow, suggestedPlan }: InsufficientCredits,
  { requestId, origin }: { requestId: string; origin: string },
) => ({
  code: 'UPGRADE_REQUIRED' as const,
  error: `This job costs at most ${shortageText(required, available)}. Rows that were paid for within seven days count here too; single lookups and batches of them are free.`,
  required,
  available,
  shortfall: required - available,
  rowCount,
  tokenCostPerRow,
  suggestedPlan: suggestedPlan && describeSuggestedPlan(suggestedPlan),
  maxPlanTokens: PLANS.at(-1)?.creditsPerMonth ?? 0,
  planFullyCovers: suggestedPlan !== null,
  billing_url: billingPage(origin),
  doc_url: errorPage(origin, 'UPGRADE_REQUIRED'),
  request_id: requestId,
});
