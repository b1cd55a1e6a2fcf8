import type { LedgerEntry } from '../lookup/account/ledger.ts';
import { RESULT_RETENTION_MS } from '../lookup/jobs/job.ts';
import type { RecoveryPorts } from './ports.ts';
import { missingJobs, missingMonitors, unendedJobs } from './store.ts';

/** Objects called per repair, within the subrequest limit of an invocation. */
export const MAX_OBJECTS = 2_000;
const OBJECTS_AT_ONCE = 6;

/** Collects bulk jobs from their holds in the ledger, as long as their objects keep them. */
export class HeldJobs {
  readonly #ids = new Set<string>();
  readonly #since: number;

  constructor(now: number) {
    this.#since = now - RESULT_RETENTION_MS;
  }

  /** Ignores other entries, and holds of monitor runs. */
  add({ kind, ref, at }: Pick<LedgerEntry, 'kind' | 'ref' | 'at'>): void {
    if (at > this.#since && kind === 'hold' && ref.startsWith('job_')) this.#ids.add(ref);
  }

  /** Newest first. */
  get ids(): string[] {
    return [...this.#ids].reverse();
  }
}

/** Ids of jobs, monitors and webhook endpoints with a quota claim in the account. */
export async function quotaIds(
  organizationId: string,
  { recovery }: Pick<RecoveryPorts, 'recovery'>,
): Promise<{ jobs: string[]; monitors: string[]; endpoints: string[] }> {
  const { rooms } = await recovery.export(organizationId);
  const ids = (kind: string) => rooms.flatMap((room) => (room.kind === kind ? [room.id] : []));
  return { jobs: ids('jobs'), monitors: ids('monitors'), endpoints: ids('webhookEndpoints') };
}

/** @returns number of ids for which a row was written */
async function relistEach(ids: readonly string[], relist: (id: string) => Promise<boolean>) {
  let count = 0;
  for (let first = 0; first < ids.length; first += OBJECTS_AT_ONCE) {
    const written = await Promise.all(ids.slice(first, first + OBJECTS_AT_ONCE).map(relist));
    count += written.filter(Boolean).length;
  }
  return count;
}

/**
 * Rewrites lost rows of jobs and monitors, and missing ends of jobs, from their objects, and lost
 * rows of webhook endpoints from their copies. Their ids come from the account: from quota claims
 * and the ledger.
 * @param held jobs found in the ledger
 */
export async function rebuildRows(
  organizationId: string,
  held: readonly string[],
  ports: RecoveryPorts,
): Promise<{ jobs: number; monitors: number; endpoints: number }> {
  const { db, jobs, monitors, endpoints } = ports;
  const claimed = await quotaIds(organizationId, ports);
  const unlisted = await missingJobs(db, [...new Set([...claimed.jobs, ...held])]);
  const wanting = [...(await unendedJobs(db, organizationId)), ...unlisted.slice(0, MAX_OBJECTS)];
  return {
    jobs: await relistEach(wanting, (id) => jobs.relist({ id, organizationId })),
    monitors: await relistEach(await missingMonitors(db, claimed.monitors), (id) =>
      monitors.relist({ id, organizationId }),
    ),
    endpoints: await endpoints.restore(organizationId, claimed.endpoints),
  };
}
