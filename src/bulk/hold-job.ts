import { JOB_LIFETIME_MS, type JobPlan } from '../core/bulk.ts';
import { ApiError } from '../core/errors.ts';
import { PLANS, type Plan } from '../core/plans.ts';
import type { PlannedRows } from './plan-rows.ts';
import type { BulkPorts } from './ports.ts';

/** What a caller is told whose balance cannot cover a job (specification, "Insufficient credits body"). */
export interface Shortage {
  required: number;
  available: number;
  /** Rows that would be looked up. */
  rowCount: number;
  tokenCostPerRow: number;
  /** The smallest plan whose credits cover the job; null when none does. */
  suggestedPlan: Plan | null;
}

/** A job may be settled for a day after its own time is over. */
const HOLD_LIFETIME_MS = JOB_LIFETIME_MS + 86_400_000;

/**
 * Sets the listed price of every row aside, under the job's id.
 * @returns null, or what is missing
 * @throws ApiError SERVICE_BUSY when the ledger takes no more holds
 */
export async function holdJob(
  { id, caller, type }: JobPlan,
  { price, billable, dearest }: PlannedRows,
  { ledger }: Pick<BulkPorts, 'ledger'>,
): Promise<Shortage | null> {
  const { userId, keyId, organizationId } = caller;
  const request = {
    id,
    amount: price,
    userId,
    keyId,
    lifetimeMs: HOLD_LIFETIME_MS,
    note: `bulk job, ${billable} rows of ${type}`,
  };
  const outcome = await ledger.hold(organizationId, request);
  if (outcome.ok) return null;
  if (outcome.reason !== 'insufficient_credits')
    throw new ApiError('SERVICE_BUSY', undefined, { cause: outcome.reason });
  const { required, available } = outcome;
  const suggestedPlan = PLANS.find((plan) => plan.creditsPerMonth >= required) ?? null;
  return { required, available, rowCount: billable, tokenCostPerRow: dearest, suggestedPlan };
}
