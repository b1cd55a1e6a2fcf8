import { ApiError } from '../lib/errors.ts';
import { pick } from '../lib/fields.ts';
import { keysetPage, type PageRequest } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import type { Caller, KeyMode, Realm } from '../lookup/account/caller.ts';
import { areInScope, requireScopes } from '../lookup/account/principal.ts';
import type { JobSnapshot } from '../lookup/jobs/job.ts';
import { releaseJobHold } from './holds.ts';
import type { BulkPorts } from './ports.ts';
import {
  findJobRow,
  type JobRow,
  listActiveJobRows,
  listRunningJobRows,
  pageJobRows,
} from './store.ts';

/** State of an ended job, from its row. */
export const recordedJobState = (row: JobRow): JobSnapshot => ({
  ...pick(row, 'id', 'status', 'fileName', 'total', 'credits', 'webhookUrl', 'webhookEndpointId'),
  ...pick(row, 'createdAt', 'endedAt', 'hasFiles'),
  counts: pick(row, 'succeeded', 'failed', 'skipped', 'duplicates'),
});

/** Current state of a job: from its row if it has ended, else from its object. */
export async function currentJobState(
  row: JobRow,
  { jobs }: Pick<BulkPorts, 'jobs'>,
): Promise<JobSnapshot> {
  return (row.endedAt === null ? await jobs.state(row.id) : null) ?? recordedJobState(row);
}

export type JobSelector = Realm & { jobId: string };

export const jobProductTypes = (
  { type }: Pick<JobRow, 'type'>,
  { products }: Pick<BulkPorts, 'products'>,
): string[] => [products.get(type)?.type ?? type];

/**
 * Access check: callers reach a job only through it, so that scopes apply to every operation.
 * @throws ApiError NOT_FOUND if there is no such job in this realm, INSUFFICIENT_SCOPE
 */
export async function requireJob(
  { jobId, ...realm }: JobSelector,
  ports: Pick<BulkPorts, 'db' | 'products'>,
): Promise<JobRow> {
  const row = await findJobRow(ports.db, realm, jobId);
  if (!row) throw new ApiError('NOT_FOUND', `There is no bulk job ${quoted(jobId)}.`);
  requireScopes(realm.scopes, jobProductTypes(row, ports));
  return row;
}

export type ListedJob = JobSnapshot & { type: string; mode: KeyMode };

const listedJob = async (row: JobRow, ports: Pick<BulkPorts, 'jobs'>): Promise<ListedJob> => ({
  ...(await currentJobState(row, ports)),
  type: row.type,
  mode: row.mode,
});

/** @throws ApiError as {@link requireJob} */
export async function readJob(
  request: JobSelector,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'products'>,
): Promise<ListedJob> {
  return listedJob(await requireJob(request, ports), ports);
}

export const MAX_LISTED_JOBS = 100;

/**
 * A realm's jobs of products in its scopes, newest first.
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function listJobs(
  { limit, cursor, ...realm }: Realm & PageRequest,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'products'>,
): Promise<{ jobs: ListedJob[]; nextCursor: string | null }> {
  const types = [...ports.products.keys()].filter((type) =>
    areInScope(realm.scopes, jobProductTypes({ type }, ports)),
  );
  const shown = realm.scopes && types;
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'job_' },
    (most, after) => pageJobRows(ports.db, realm, shown, most, after),
    ({ createdAt }) => createdAt,
  );
  const jobs = await Promise.all(page.map((row) => listedJob(row, ports)));
  return { jobs, nextCursor };
}

/** An organization's unfinished jobs, newest first. */
export async function listActiveJobs(
  organizationId: string,
  ports: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<ListedJob[]> {
  const rows = await listActiveJobRows(ports.db, organizationId);
  const jobs = await Promise.all(rows.map((row) => listedJob(row, ports)));
  return jobs.filter(({ endedAt }) => endedAt === null);
}

/** A member's unfinished jobs, which continue without the member. */
export async function listJobsOfMember(
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  { db }: Pick<BulkPorts, 'db'>,
): Promise<Pick<JobRow, 'id' | 'type' | 'webhookUrl' | 'webhookEndpointId'>[]> {
  const rows = await listActiveJobRows(db, organizationId);
  return rows.filter((row) => row.userId === userId);
}

const MAX_RUNNING_JOBS_LISTED = 100;

/** Unfinished jobs of all organizations for the operator, oldest first, at most 100. */
export async function listRunningJobStates(
  ports: Pick<BulkPorts, 'db' | 'jobs'>,
): Promise<(ListedJob & { organizationId: string })[]> {
  const rows = await listRunningJobRows(ports.db, MAX_RUNNING_JOBS_LISTED);
  return Promise.all(
    rows.map(async (row) => ({
      ...(await listedJob(row, ports)),
      organizationId: row.organizationId,
    })),
  );
}

type CancelPorts = Pick<BulkPorts, 'db' | 'jobs' | 'accounts'>;

/**
 * Cancels a job: chunks that have not begun are dropped, those in progress are finished and stay
 * readable. An ended job is not changed.
 * @throws ApiError NOT_FOUND, INSUFFICIENT_SCOPE
 */
export async function cancelJob(
  request: JobSelector,
  ports: CancelPorts & Pick<BulkPorts, 'products'>,
): Promise<JobSnapshot & Pick<JobRow, 'type'>> {
  const row = await requireJob(request, ports);
  return { ...(await cancelJobRow(row, ports)), type: row.type };
}

async function cancelJobRow(row: JobRow, ports: CancelPorts): Promise<JobSnapshot> {
  if (row.endedAt !== null) return currentJobState(row, ports);
  const cancelled = await ports.jobs.cancel(row.id);
  // The object is gone; cron records the end.
  if (!cancelled) return currentJobState(row, ports);
  const { state, concluding } = cancelled;
  // Nothing more will be settled, so the credits are released before the files are written.
  if (concluding) await releaseJobHold(row.id, row, ports.accounts);
  return state;
}

/** Cancels all jobs of an organization. Idempotent. */
export async function cancelOrganizationJobs(
  organizationId: string,
  ports: CancelPorts,
): Promise<void> {
  const rows = await listActiveJobRows(ports.db, organizationId);
  await Promise.all(rows.map((row) => cancelJobRow(row, ports)));
}
