import * as z from 'zod';
import { PLANS, type Plan } from '../core/account/plans.ts';
import { JOB_STATUSES } from '../core/jobs/bulk.ts';
import type { CreatedJob } from './create-job.ts';
import type { Shortage } from './hold-job.ts';

/** `BulkJobCreated` of the specification. */
export const createdJob = z.object({
  job_id: z.string(),
  status: z
    .enum(JOB_STATUSES)
    .describe('processing for a new job; on a replay what the job is now.'),
  accepted: z.int().min(0).describe('Rows sent.'),
  webhook_url: z.string().optional(),
  webhook_secret: z
    .string()
    .optional()
    .describe('Signs the deliveries. Shown once, in the answer that created the job.'),
});

export function describeCreated(
  job: Exclude<CreatedJob, { kind: 'refused' }>,
): z.infer<typeof createdJob> {
  const { jobId: job_id, accepted } = job;
  if (job.kind === 'replayed')
    return {
      job_id,
      status: job.status,
      accepted,
      ...(job.webhookUrl !== null && { webhook_url: job.webhookUrl }),
    };
  const { webhook } = job;
  return {
    job_id,
    status: 'processing',
    accepted,
    ...(webhook && { webhook_url: webhook.url, webhook_secret: webhook.secret }),
  };
}

const describePlan = ({ id, creditsPerMonth, monthlyPriceUsd }: Plan) => ({
  id,
  name: id[0]?.toUpperCase() + id.slice(1),
  tier: id,
  tokens: creditsPerMonth,
  monthlyPrice: monthlyPriceUsd,
  monthlyPriceId: `${id}_monthly`,
});

/**
 * The insufficient-credits body: the one refusal that is not wrapped (specification, "Errors", rule
 * 3).
 */
export const describeShortage = ({
  required,
  available,
  rowCount,
  tokenCostPerRow,
  suggestedPlan,
}: Shortage) => ({
  code: 'UPGRADE_REQUIRED',
  error: `This job needs ${required} credits; ${available} are available.`,
  required,
  available,
  shortfall: required - available,
  rowCount,
  tokenCostPerRow,
  suggestedPlan: suggestedPlan && describePlan(suggestedPlan),
  maxPlanTokens: PLANS.at(-1)?.creditsPerMonth ?? 0,
  planFullyCovers: suggestedPlan !== null,
});
