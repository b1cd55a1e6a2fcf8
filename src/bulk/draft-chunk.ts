import type { ChunkWork } from '../core/bulk.ts';
import type { AnyProduct } from '../core/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { type DraftRecord, decodeRecords, encodeRecords } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { decodeRows, type Row } from './row.ts';
import type { Limiter } from './row-limiter.ts';
import { runRows } from './run-rows.ts';

/** How much is still tried: `all` of it, all but waiting for another time, or nothing, since trying has failed too often. */
export type Effort = 'all' | 'last' | 'none';

/** Nothing waits any longer: what has no answer has failed. */
function giveUp(record: DraftRecord): DraftRecord {
  if (record.state !== 'waiting') return record;
  const { waitSeconds: _, ...rest } = record;
  return { ...rest, state: 'failed' };
}

function abandoned(row: Row, now: number): DraftRecord {
  const message = 'The service failed while it worked on this row.';
  return { id: crypto.randomUUID(), input: row.text, startedAt: now, endedAt: now, state: 'failed', code: 'INTERNAL_ERROR', message };
}

/**
 * Finds the rows of a chunk that an earlier attempt has not, and writes all of them down before anyone pays.
 * The first run to write an attempt's draft decides; every other run takes what it says.
 */
export async function draftChunk(
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  { limit, effort }: { limit: Limiter; effort: Effort },
): Promise<DraftRecord[]> {
  const { plan, chunk, attempt, range } = work;
  const read = async (number: number) => {
    const text = await ports.files.read(jobKeys.draft(plan.id, chunk, number));
    return text === null ? null : decodeRecords<DraftRecord>(text);
  };
  const written = await read(attempt);
  if (written) return written;
  const known = attempt === 0 ? null : await read(attempt - 1);
  const rows = decodeRows(await ports.files.readRows(plan.id, range));
  const isOpen = (_: Row, index: number) => known?.[index] === undefined || known[index].state === 'waiting';
  const open = rows.filter(isOpen);
  const { clock } = ports.pipeline.world;
  const run = effort === 'none' ? open.map((row) => abandoned(row, clock.now())) : await runRows(open, product, work, ports, limit);

  let next = 0;
  const found = rows.map((row, index) => (isOpen(row, index) ? run[next++] : known?.[index]) as DraftRecord);
  const records = effort === 'all' ? found : found.map(giveUp);
  const text = encodeRecords(records);
  const winner = await ports.files.putOnce(jobKeys.draft(plan.id, chunk, attempt), text);
  return winner === text ? records : decodeRecords<DraftRecord>(winner);
}
