import { AUDIT_DAYS } from '../accounts/audit-log.ts';
import type { Database } from '../lib/database.ts';
import { ApiError } from '../lib/errors.ts';
import { createLimiter } from '../lib/limiter.ts';
import { pagesAround } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import { DAY_MS, HOUR_MS } from '../lib/time.ts';
import { RESULT_RETENTION_MS } from '../lookup/jobs/job.ts';
import { recordedJobState } from './jobs.ts';
import { notifyJobEnd } from './notifications.ts';
import type { BulkPorts } from './ports.ts';
import {
  deleteJobRows,
  insertJobRow,
  type JobRow,
  jobExists,
  markJobsPurged,
  newJobRow,
  pageRunningJobRows,
  pageUnpurgedJobs,
  purgeIdempotencyClaims,
  recordJobEnd,
  recordJobStatus,
} from './store.ts';

type MaintenancePorts = Pick<BulkPorts, 'db' | 'files' | 'jobs' | 'accounts' | 'pipeline' | 'warn'>;
type WakePorts = MaintenancePorts & Pick<BulkPorts, 'products' | 'webhooks' | 'links'>;

/** Jobs per statement, concurrently and per run, within the subrequests of an invocation. */
const PAGE_JOBS = 100;
const JOBS_AT_ONCE = 6;
const JOBS_PER_RUN = 2_000;

/** Time limit of a run, within the 15 minutes of a cron invocation. */
const RUN_LIMIT_MS = 600_000;

/** Processes jobs until none are left or the time is up. A failing job is skipped. */
async function eachJob<Job extends { id: string }>(
  pages: AsyncIterable<Job[]>,
  process: (job: Job) => Promise<void>,
  { pipeline, warn }: MaintenancePorts,
  endPage: (processed: string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const { clock } = pipeline.world;
  const endsAt = clock.now() + RUN_LIMIT_MS;
  const limit = createLimiter(JOBS_AT_ONCE);
  let seen = 0;
  for await (const page of pages) {
    const processed: string[] = [];
    const one = async (job: Job) => {
      await process(job);
      processed.push(job.id);
    };
    const passOver = (cause: unknown) => warn('a bulk job could not be tended', cause);
    await Promise.all(page.map((job) => limit(() => one(job).catch(passOver))));
    await endPage(processed);
    seen += page.length;
    if (seen >= JOBS_PER_RUN || clock.now() >= endsAt) return;
  }
}

/** Ended jobs whose files are to be purged, oldest first. */
async function* unpurgedPages(db: Database, endedBefore: number) {
  for (let last = { endedAt: 0, id: '' }; ; ) {
    const page = await pageUnpurgedJobs(db, endedBefore, last, PAGE_JOBS);
    const end = page.at(-1);
    if (!end) return;
    yield page;
    last = end;
  }
}

/**
 * Purges inputs, results and files of jobs that ended 30 days ago, and expired idempotency claims.
 * A job's counts stay readable for {@link AUDIT_DAYS}.
 */
export async function purgeJobs(ports: MaintenancePorts): Promise<void> {
  const { db, files, jobs, pipeline } = ports;
  const now = pipeline.world.clock.now();
  await purgeIdempotencyClaims(db, now);
  await deleteJobRows(db, now - AUDIT_DAYS * DAY_MS);
  await eachJob(
    unpurgedPages(db, now - RESULT_RETENTION_MS),
    async ({ id }) => {
      await files.removeJob(id);
      await jobs.forget(id);
    },
    ports,
    (processed) => markJobsPurged(db, processed, now),
  );
}

/** Longest creation of a job; after that, a job with an empty object counts as lost. */
const LOST_AFTER_MS = HOUR_MS;

/**
 * Ends a job whose object is lost, or was abandoned during creation: as failed, with its hold
 * voided. Its end is announced to the endpoints, as the secret of an address is lost with it.
 */
async function endLostJob(row: JobRow, now: number, ports: WakePorts): Promise<void> {
  if (row.createdAt + LOST_AFTER_MS > now) return;
  const { db, accounts } = ports;
  const { id, type, organizationId, mode, webhookEndpointId: endpointId } = row;
  if (mode === 'live') await accounts.void(organizationId, { id });
  const state = { ...recordedJobState(row), status: 'failed', endedAt: now } as const;
  const webhook = endpointId === null ? null : { endpointId, url: null };
  await notifyJobEnd(
    { id, type, caller: { organizationId, mode }, webhook, origin: '' },
    state,
    ports,
  );
  await recordJobEnd(db, state);
  await accounts.releaseQuota(organizationId, { kind: 'jobs', id });
}

/**
 * Wakes the objects of unfinished jobs, so that none depends only on its own alarm, and records
 * which of them wait for credits, and ends that the database has lost.
 * @param from id to start at; random, so that every job is reached even if there are many
 */
export async function wakeJobs(ports: WakePorts, from: string): Promise<void> {
  const { db, jobs, pipeline } = ports;
  const now = pipeline.world.clock.now();
  const wake = async (row: JobRow) => {
    if (!(await jobs.wake(row.id))) return endLostJob(row, now, ports);
    const state = await jobs.state(row.id);
    if (state && state.endedAt !== null) await recordJobEnd(db, state);
    else if (state && state.status !== row.status) await recordJobStatus(db, state);
  };
  const pages = pagesAround(from, PAGE_JOBS, (after, upTo) =>
    pageRunningJobRows(db, after, upTo, PAGE_JOBS),
  );
  await eachJob(pages, wake, ports);
}

/** Whether the object has a job of the organization that has begun and not ended. */
export async function isLivingJob(
  { id, organizationId }: Pick<JobRow, 'id' | 'organizationId'>,
  { jobs }: Pick<BulkPorts, 'jobs'>,
): Promise<boolean> {
  const known = await jobs.ordered(id);
  if (known?.order.caller.organizationId !== organizationId) return false;
  return known.state.status !== 'pending' && known.state.endedAt === null;
}

/**
 * Rewrites a job's row from its object, if the row is lost or lacks the job's end.
 * @returns whether there was anything to write
 */
export async function relistJob(
  { id, organizationId }: Pick<JobRow, 'id' | 'organizationId'>,
  { db, jobs }: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<boolean> {
  const known = await jobs.ordered(id);
  // A job that has not begun has no row, and the job of a run is listed by its monitor.
  if (!known || known.state.status === 'pending' || known.order.run) return false;
  if (known.order.caller.organizationId !== organizationId) return false;
  const isMissing = !(await jobExists(db, id));
  if (isMissing) await insertJobRow(db, newJobRow(known.order), { isClaimed: false });
  const hasEnded = known.state.endedAt !== null;
  if (hasEnded) await recordJobEnd(db, known.state);
  return isMissing || hasEnded;
}

/**
 * Resends all pending messages of a job, without waiting until they count as lost.
 * @returns number of messages sent @throws ApiError NOT_FOUND
 */
export async function resendJob(
  jobId: string,
  { db, jobs }: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<number> {
  if (!(await jobExists(db, jobId)))
    throw new ApiError('NOT_FOUND', `There is no bulk job ${quoted(jobId)}.`);
  return jobs.resendAll(jobId);
}
