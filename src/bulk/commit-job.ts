import type { JobPlan } from '../core/bulk.ts';
import { insertJob, type JobRow, jobExists } from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';

const rowOf = ({ id, caller, type, total, webhook, createdAt }: JobPlan): JobRow => ({
  id,
  organizationId: caller.organizationId,
  userId: caller.userId,
  keyId: caller.keyId,
  mode: caller.mode,
  type,
  status: 'processing',
  total,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  duplicates: 0,
  credits: 0,
  webhookUrl: webhook?.url ?? null,
  hasFiles: false,
  createdAt,
  endedAt: null,
  tidiedAt: null,
});

/**
 * Makes a prepared job exist: from here on it runs, whatever becomes of its creator.
 * @param claimed whether an Idempotency-Key was claimed for it
 * @returns false when that claim was lost; then there is no job
 */
export async function commitJob(
  plan: JobPlan,
  claimed: boolean,
  { db }: Pick<BulkPorts, 'db'>,
): Promise<boolean> {
  try {
    return await insertJob(db, rowOf(plan), claimed);
  } catch (cause) {
    // Only the answer may have been lost.
    if (await jobExists(db, plan.id)) return true;
    throw cause;
  }
}
