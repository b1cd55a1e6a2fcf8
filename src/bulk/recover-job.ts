import { jobExists } from '../store/bulk-jobs.ts';
import { abandonJob } from './create-job.ts';
import type { BulkPorts } from './ports.ts';

/** A request that creates a job is gone by then. */
const CREATION_LIMIT_MS = 600_000;

/**
 * A job was prepared and nobody started it: its creator was stopped on the way. If the job exists, it starts
 * now; else what was set aside for it goes back.
 */
export async function recoverJob({ jobId }: { jobId: string }, ports: BulkPorts): Promise<void> {
  if (await jobExists(ports.db, jobId)) {
    await ports.jobs.start(jobId);
    return;
  }
  const plan = await ports.jobs.prepared(jobId);
  if (plan && plan.createdAt + CREATION_LIMIT_MS <= ports.pipeline.world.clock.now())
    await abandonJob(plan, ports);
}
