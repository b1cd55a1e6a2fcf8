import type { KeyMode } from '../core/caller.ts';
import type { Ledger } from '../core/ledger.ts';

/** Gives back what a job's hold still has. A hold that is closed or expired already has nothing. */
export async function releaseHold(
  jobId: string,
  { organizationId, mode }: { organizationId: string; mode: KeyMode },
  ledger: Ledger,
) {
  if (mode === 'test') return;
  await ledger.settle(organizationId, {
    id: `${jobId}:end`,
    holdId: jobId,
    items: [],
    final: true,
  });
}
