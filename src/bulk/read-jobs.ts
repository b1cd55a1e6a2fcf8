import type { Caller, KeyMode, Realm } from '../core/account/caller.ts';
import { areInScope, requireScopes } from '../core/account/scopes.ts';
import { ApiError } from '../core/errors.ts';
import type { JobState } from '../core/jobs/bulk.ts';
import { quoted } from '../core/one-line.ts';
import {
  findJob,
  type JobRow,
  listActiveJobs,
  listRunningJobs,
  pageJobs,
} from '../store/bulk-jobs.ts';
import type { BulkPorts } from './ports.ts';

/** A job that has ended, as it was recorded. */
export const recordedState = (row: JobRow): JobState => ({
  id: row.id,
  status: row.status,
  total: row.total,
  counts: {
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    duplicates: row.duplicates,
  },
  credits: row.credits,
  webhookUrl: row.webhookUrl,
  createdAt: row.createdAt,
  endedAt: row.endedAt,
  hasFiles: row.hasFiles,
});

/** A job as it is now: from its row when it has ended, else from its object. */
export async function currentState(
  row: JobRow,
  { jobs }: Pick<BulkPorts, 'jobs'>,
): Promise<JobState> {
  return (row.endedAt === null ? await jobs.state(row.id) : null) ?? recordedState(row);
}

/** A job, as somebody names it who may see it. */
export type NamedJob = Realm & { jobId: string };

/** What products a job is of, for scopes and for what receivers are told. */
export const productTypesOf = (
  { type }: Pick<JobRow, 'type'>,
  { products }: Pick<BulkPorts, 'products'>,
): string[] => [products.get(type)?.type ?? type];

/**
 * The only way to a job for callers, so that scopes hold for whatever is done with it.
 * @throws ApiError NOT_FOUND when there is no such job in this realm, INSUFFICIENT_SCOPE
 */
export async function requireJob(
  { jobId, ...realm }: NamedJob,
  ports: Pick<BulkPorts, 'db' | 'products'>,
): Promise<JobRow> {
  const row = await findJob(ports.db, realm, jobId);
  if (!row) throw new ApiError('NOT_FOUND', `There is no bulk job ${quoted(jobId)}.`);
  requireScopes(realm.scopes, productTypesOf(row, ports));
  return row;
}

/** A job as its organization sees it. */
export type ListedJob = JobState & {
  /** Bulk type of its product. */
  type: string;
  mode: KeyMode;
};

const listed = async (row: JobRow, ports: Pick<BulkPorts, 'jobs'>): Promise<ListedJob> => ({
  ...(await currentState(row, ports)),
  type: row.type,
  mode: row.mode,
});

/** @throws ApiError as {@link requireJob} */
export async function readJob(
  request: NamedJob,
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'products'>,
): Promise<ListedJob> {
  return listed(await requireJob(request, ports), ports);
}

export const MAX_LISTED_JOBS = 100;

function parseCursor(text: string): { createdAt: number; id: string } {
  const match = /^(\d{1,15})\.([\w-]{1,60})$/.exec(text);
  if (!match) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return { createdAt: Number(match[1]), id: match[2] as string };
}

/**
 * A realm's jobs, newest first; of products in its scopes.
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function listJobs(
  { limit, cursor, ...realm }: Realm & { limit: number; cursor: string | null },
  ports: Pick<BulkPorts, 'db' | 'jobs' | 'products'>,
): Promise<{ jobs: ListedJob[]; nextCursor: string | null }> {
  const after = cursor === null ? null : parseCursor(cursor);
  const types = [...ports.products.keys()].filter((type) =>
    areInScope(realm.scopes, productTypesOf({ type }, ports)),
  );
  const shown = realm.scopes && types;
  const rows = await pageJobs(ports.db, realm, shown, limit + 1, after);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const jobs = await Promise.all(page.map((row) => listed(row, ports)));
  return { jobs, nextCursor: rows.length > limit && last ? `${last.createdAt}.${last.id}` : null };
}

/** Jobs a member made that have not ended, and go on without them. */
export async function jobsMadeBy(
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  { db }: Pick<BulkPorts, 'db'>,
): Promise<Pick<JobRow, 'id' | 'type' | 'webhookUrl'>[]> {
  const rows = await listActiveJobs(db, organizationId);
  return rows.filter((row) => row.userId === userId);
}

const MAX_WATCHED_JOBS = 100;

/** A running job as the operator sees it: of any organization. */
export type WatchedJob = JobState & { organizationId: string; type: string };

/** Jobs that have not ended, the oldest first, 100 at most. */
export async function watchJobs(ports: Pick<BulkPorts, 'db' | 'jobs'>): Promise<WatchedJob[]> {
  const rows = await listRunningJobs(ports.db, MAX_WATCHED_JOBS);
  return Promise.all(
    rows.map(async (row) => ({
      ...(await currentState(row, ports)),
      organizationId: row.organizationId,
      type: row.type,
    })),
  );
}
