import type { JobOrder, RunJobs, RunRow } from '../lookup/jobs/job.ts';
import { NoSourceConfigured } from '../lookup/source.ts';
import { releaseJobHold } from './holds.ts';
import { abandonJob, prepareJob } from './job-creation.ts';
import type { FinishedChunk, JobLease } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { requireBulkProduct, requireConfiguredSource } from './products.ts';
import { readResultsByChunk } from './results.ts';
import { MAX_CHUNKS } from './rows.ts';

export const createRunJobs = (ports: BulkPorts): RunJobs => ({
  async available(types) {
    for (const type of types) {
      try {
        await requireConfiguredSource(requireBulkProduct(type, ports), ports);
      } catch (error) {
        if (error instanceof NoSourceConfigured) return false;
        throw error;
      }
    }
    return true;
  },
  async prepare(order, parts) {
    const products = parts.map(({ type, rows }) => ({
      product: requireBulkProduct(type, ports),
      rows: rows(),
      type,
    }));
    const { shortage } = await prepareJob(order, products, ports);
    if (!shortage) return null;
    const { required, available, isOfDailyLimit } = shortage;
    const reason = isOfDailyLimit ? 'daily_limit' : 'insufficient_credits';
    return { reason, required, available };
  },
  start: (jobId) => ports.jobs.start(jobId),
  abandon: (job) => abandonJob(job, ports),
  wake: (jobId) => ports.jobs.wake(jobId),
  async resend(jobId) {
    await ports.jobs.resendAll(jobId);
  },
  async cancel({ id, caller }) {
    const cancelled = await ports.jobs.cancel(id);
    if (cancelled?.concluding) await releaseJobHold(id, caller, ports.accounts);
  },
  async forget(jobId) {
    await ports.files.removeJob(jobId);
    await ports.jobs.forget(jobId);
  },
});

/** Finished rows of one product. */
async function* runRowsOfType(
  order: JobOrder,
  chunks: readonly FinishedChunk[],
  type: string,
  { files }: BulkPorts,
): AsyncGenerator<RunRow[]> {
  const own = chunks.filter(({ place }) => place.type === type);
  // A lost row has no input, so it belongs to no member.
  for await (const records of readResultsByChunk(order, own, files))
    yield records.flatMap(({ input, data }) => (input === '' ? [] : [{ input, data }]));
}

/**
 * Ends the job of a monitor run: releases the rest of the hold, records changes, then notifies.
 * Safe to stop anywhere and to run again.
 * @returns whether all was notified; false also if the lease was lost
 */
export async function finalizeRun(lease: JobLease, ports: BulkPorts): Promise<boolean> {
  const { order } = lease;
  const { jobs, runs, accounts } = ports;
  if (lease.state.endedAt === null) {
    await releaseJobHold(order.id, order.caller, accounts);
    const chunks = await jobs.finished(order.id, 0, MAX_CHUNKS);
    await runs.record(order, (type) => runRowsOfType(order, chunks, type, ports));
  }
  const state = await jobs.end(order.id, lease.turn, { hasFiles: false });
  if (!state) return false;
  const more = await runs.notify(order, state);
  if (more) await jobs.markNotified(order.id, lease.turn, more);
  return more === null;
}

/** Recovers a run that was prepared but not started; its monitor's claim decides. */
export async function recoverRun(order: JobOrder, ports: BulkPorts): Promise<void> {
  const claim = await ports.runs.claim(order);
  if (claim === 'runs') await ports.jobs.start(order.id);
  else if (claim === 'given_up') await abandonJob(order, ports);
}
