import * as z from 'zod';
import { PLANS, type Plan } from '../domain/plans.ts';
import type { Caller } from '../lookup/account/caller.ts';
import { billingPage, errorPage } from '../lookup/envelope.ts';
import { describeFree, describeUnusable } from '../lookup/jobs/files.ts';
import { JOB_STATUSES } from '../lookup/jobs/job.ts';
import { describeAllowance, shortageWords } from '../lookup/pipeline/account-calls.ts';
import type { InsufficientCredits } from './holds.ts';
import type { CreatedJob, PricedJob } from './job-creation.ts';

const notedRow = z.object({
  row: z.int().min(1).describe('1 for the first row.'),
  input: z.string().describe('As it was sent, trimmed and cut.'),
  message: z.string().describe('Why, for people.'),
});
const unusableField = z.array(
  notedRow.extend({ code: z.string().describe('Code of the refusal.') }),
);
const columnsField = z
  .record(z.string(), z.string())
  .optional()
  .describe(
    'Of a list with columns: fields of the product, and the name or number of the column that was taken for each.',
  );
const unusableCountField = z.int().min(0).describe('Rows that will fail, free: all of them.');

const freeField = z
  .array(notedRow)
  .describe(
    'The first ten rows that are answered and cost nothing by their input alone, as numbers that cannot exist where they are read: a list of them wants another country or column.',
  );
const freeCountField = z
  .int()
  .min(0)
  .describe('Rows that cost nothing by their input: all of them.');

/** What a dry run answers. */
export const pricedJobSchema = z.object({
  dry_run: z.literal(true).describe('Nothing was created, held or kept.'),
  type: z.string().describe('Bulk type of the product.'),
  total: z.int().min(0).describe('Rows sent.'),
  accepted: z.int().min(0).describe('As total.'),
  billable: z.int().min(0).describe('Rows that would be looked up and charged.'),
  duplicates: z.int().min(0).describe('Rows that repeat an earlier one. Free.'),
  skipped: z.int().min(0).describe('Empty rows. Free.'),
  columns: columnsField,
  unusable: unusableField.describe('The first ten rows that would fail.'),
  unusable_count: unusableCountField,
  free: freeField,
  free_count: freeCountField,
  credits_required: z
    .int()
    .min(0)
    .describe(
      'Credits the job would set aside: the most it can cost. Rows that were paid for within seven days count here too; what they would cost comes back.',
    ),
  credits_available: z.int().min(0).describe('Spendable credits.'),
  daily_limit: z
    .object({
      credits_per_day: z.int().min(0).describe('The limit, of a day of UTC.'),
      credits_left: z.int().min(0).describe('What of them is neither spent nor set aside.'),
      resets_at: z.string().describe('Midnight UTC, when the limit is whole again.'),
    })
    .nullable()
    .describe('Of the API key; null where it has none.'),
  is_affordable: z
    .boolean()
    .describe('Whether credits and the daily limit cover the job now: else 402 or 429.'),
});

/** The answer of a dry run. @param mode a test job costs nothing */
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
  id: z.string().describe('As job_id.'),
  job_id: z.string(),
  status: z
    .enum(JOB_STATUSES)
    .describe('processing for a new job; on a replay what the job is now.'),
  accepted: z.int().min(0).describe('Rows sent.'),
  credits_held: z
    .int()
    .min(0)
    .optional()
    .describe('Credits set aside: the most the job can cost. Not on a replay.'),
  columns: columnsField,
  unusable: unusableField
    .optional()
    .describe('The first ten rows that will fail. Not on a replay.'),
  unusable_count: unusableCountField.optional(),
  free: freeField.optional(),
  free_count: freeCountField.optional(),
  webhook_url: z.string().optional(),
  webhook_endpoint_id: z
    .string()
    .optional()
    .describe('Endpoint its events are sent to, where one was named.'),
  webhook_secret: z
    .string()
    .optional()
    .describe('Signs the deliveries. Shown once, in the answer that created the job.'),
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
 * The insufficient-credits body: the one refusal that is not wrapped (specification, "Errors", rule
 * 3). @param origin scheme and host of the service, for links
 */
export const describeInsufficientCredits = (
  { required, available, rowCount, tokenCostPerRow, suggestedPlan }: InsufficientCredits,
  { requestId, origin }: { requestId: string; origin: string },
) => ({
  code: 'UPGRADE_REQUIRED' as const,
  error: `This job costs at most ${shortageWords(required, available)}. Rows that were paid for within seven days count here too; single lookups and batches of them are free.`,
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
