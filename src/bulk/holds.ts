import { PLANS, type Plan } from '../domain/plans.ts';
import { ApiError } from '../lib/errors.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Caller } from '../lookup/account/caller.ts';
import type { Ledger } from '../lookup/account/ledger.ts';
import { credentialError } from '../lookup/account/principal.ts';
import { type JobOrder, jobLifetime } from '../lookup/jobs/job.ts';
import { dailyLimitError } from '../lookup/pipeline/account-calls.ts';
import type { BulkPorts } from './ports.ts';
import type { RowPlan } from './rows.ts';

/** Figures of an insufficient-credits refusal (specification, "Insufficient credits body"). */
export interface InsufficientCredits {
  required: number;
  available: number;
  rowCount: number;
  tokenCostPerRow: number;
  /** Smallest plan whose credits cover the job; null if none does. */
  suggestedPlan: Plan | null;
  /** Set for a monitor run that exceeds the daily limit of its key, whatever the balance. */
  isOfDailyLimit?: true;
}

/** Grace period for settling after a job's lifetime. */
const SETTLE_LIMIT_MS = DAY_MS;

/**
 * Places a hold for the listed price of all rows, under the job's id.
 * @returns null, or the figures of a refusal
 * @throws ApiError RATE_LIMIT_EXCEEDED for the key's daily limit, SERVICE_BUSY if the ledger takes
 * no more holds, UNAUTHORIZED if the organization was closed meanwhile
 */
export async function holdJob(
  order: JobOrder,
  { price, billable, dearest }: Pick<RowPlan, 'price' | 'billable' | 'dearest'>,
  { accounts }: Pick<BulkPorts, 'accounts'>,
): Promise<InsufficientCredits | null> {
  const { id, caller, type, run } = order;
  const { userId, keyId, organizationId } = caller;
  const request = {
    id,
    amount: price,
    userId,
    keyId,
    lifetimeMs: jobLifetime(order) + SETTLE_LIMIT_MS,
    note: run
      ? `run ${run.number} of monitor ${run.monitorId}, ${billable} lookups`
      : `bulk job, ${billable} rows of ${type}`,
  };
  const outcome = await accounts.hold(organizationId, request);
  if (outcome.ok) return null;
  if (outcome.reason === 'daily_limit') {
    if (!run) throw dailyLimitError(outcome, order.createdAt);
    const { required, left: available } = outcome;
    const figures = { rowCount: billable, tokenCostPerRow: dearest, suggestedPlan: null };
    return { required, available, ...figures, isOfDailyLimit: true };
  }
  const { required, available, reason } = outcome;
  switch (reason) {
    case 'insufficient_credits': {
      const suggestedPlan = PLANS.find((plan) => plan.creditsPerMonth >= required) ?? null;
      return { required, available, rowCount: billable, tokenCostPerRow: dearest, suggestedPlan };
    }
    case 'organization_closed':
      throw credentialError('organization_closed');
    case 'too_many_holds':
    case 'voided':
    case 'hold_closed':
    case 'hold_unknown':
      throw new ApiError('SERVICE_BUSY', undefined, { cause: reason });
  }
}

/** Releases the rest of a job's hold; does nothing if it is closed or expired. */
export async function releaseJobHold(
  jobId: string,
  { organizationId, mode }: Pick<Caller, 'organizationId' | 'mode'>,
  accounts: Pick<Ledger, 'settle'>,
) {
  if (mode === 'test') return;
  const end = { id: `${jobId}:end`, holdId: jobId, items: [], final: true };
  await accounts.settle(organizationId, end);
}
