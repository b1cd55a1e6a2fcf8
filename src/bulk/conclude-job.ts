import type { JobOrder, JobState } from '../core/jobs/bulk.ts';
import type { ResultRow } from '../core/jobs/files.ts';
import { recordEnd } from '../store/bulk-jobs.ts';
import { announceEnd, jobFileKeys } from './announce.ts';
import { releaseHold } from './hold-job.ts';
import type { FinishedChunk, Turn } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { readEach } from './row-records.ts';

/** Chunks a job may have, at the least lookups of each. */
const MAX_CHUNKS = 10_000;

async function* resultRows(
  order: JobOrder,
  chunks: readonly FinishedChunk[],
  { files }: BulkPorts,
): AsyncGenerator<ResultRow> {
  for await (const records of readEach(order, chunks, files))
    for (const { input, status, credits, errorMessage, data } of records)
      yield { input, status, credits, errorMessage, data };
}

/** Writes both files. @returns whether there was anything to write */
async function assemble(order: JobOrder, ports: BulkPorts): Promise<boolean> {
  const product = ports.products.get(order.type);
  if (!product) throw new Error(`there is no bulk product ${order.type}`);
  const chunks = await ports.jobs.finished(order.id, 0, MAX_CHUNKS);
  if (chunks.length === 0) return false;
  const rows = resultRows(order, chunks, ports);
  await ports.assembleCsv({ product, rows, keys: jobFileKeys(order.id) });
  return true;
}

async function end({ order, state, turn }: Turn, ports: BulkPorts): Promise<JobState | null> {
  if (state.endedAt !== null) return state;
  await releaseHold(order.id, order.caller, ports.ledger);
  return ports.jobs.end(order.id, turn, await assemble(order, ports));
}

/**
 * Ends a job all of whose chunks are finished: the rest of the hold goes back, the files are
 * written, the end is recorded and announced. May be stopped anywhere and run again.
 */
export async function concludeJob(turn: Turn, ports: BulkPorts): Promise<void> {
  const state = await end(turn, ports);
  if (!state) return;
  await recordEnd(ports.db, state);
  const { id, caller } = turn.order;
  await ports.rooms.releaseRoom(caller.organizationId, { kind: 'jobs', id });
  await announceEnd(turn.order, state, ports);
  await ports.jobs.markAnnounced(turn.order.id, turn.turn, null);
}
