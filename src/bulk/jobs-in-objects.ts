import type { JobObjects } from '../core/bulk.ts';
import type { BulkJob } from './bulk-job.ts';

/** The jobs over BulkJob objects. Each call may be repeated, so one that broke is made once more on a fresh stub. */
export function createJobObjects(objects: DurableObjectNamespace<BulkJob>): JobObjects {
  const ask = async <T>(
    jobId: string,
    call: (job: DurableObjectStub<BulkJob>) => Promise<T>,
  ): Promise<T> => {
    try {
      return await call(objects.getByName(jobId));
    } catch {
      return await call(objects.getByName(jobId));
    }
  };
  return {
    prepare: (plan) => ask(plan.id, async (job) => await job.prepare(plan)),
    prepared: (id) => ask(id, async (job) => await job.prepared()),
    start: (id) => ask(id, async (job) => await job.start()),
    abandon: (id) => ask(id, async (job) => await job.abandon()),
    begin: (id, chunk) => ask(id, async (job) => await job.begin(chunk)),
    beat: (id, chunk) => ask(id, async (job) => await job.beat(chunk)),
    retry: (id, chunk, attempt, delayMs) =>
      ask(id, async (job) => await job.retry(chunk, attempt, delayMs)),
    pause: (id, chunk) => ask(id, async (job) => await job.pause(chunk)),
    finish: (id, chunk, outcome) => ask(id, async (job) => await job.finish(chunk, outcome)),
    conclusion: (id) => ask(id, async (job) => await job.conclusion()),
    end: (id, hasFiles) => ask(id, async (job) => await job.end(hasFiles)),
    announced: (id) => ask(id, async (job) => await job.announced()),
    remembering: (id) => ask(id, async (job) => await job.remembering()),
    remembered: (id, more) => ask(id, async (job) => await job.remembered(more)),
    cancel: (id) => ask(id, async (job) => await job.cancel()),
    state: (id) => ask(id, async (job) => await job.state()),
    doneChunks: (id, from, limit) => ask(id, async (job) => await job.doneChunks(from, limit)),
    sweep: (id) => ask(id, async (job) => await job.sweep()),
    forget: (id) => ask(id, async (job) => await job.forget()),
  };
}
