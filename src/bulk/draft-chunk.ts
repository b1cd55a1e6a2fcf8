import type { ChunkWork } from '../core/bulk.ts';
import type { AnyProduct } from '../core/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { type DraftRecord, decodeRecords, encodeRecords } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { decodeRows, type Row } from './row.ts';
import { type Fresh, runRow } from './run-rows.ts';

/** Bounds how many rows are looked up at once across everything one consumer does. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Nothing waits any longer: what has no answer has failed. */
const giveUp = (record: DraftRecord): DraftRecord => {
  if (record.state !== 'waiting') return record;
  const { waitSeconds: _, ...rest } = record;
  return { ...rest, state: 'failed' };
};

/** How much is still tried: `all` of it, all but waiting for another time, or nothing, since trying has failed too often. */
export type Effort = 'all' | 'last' | 'none';

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
  { limit, fresh, effort }: { limit: Limiter; fresh: Fresh; effort: Effort },
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
  const { clock } = ports.pipeline.world;
  const found = await Promise.all(
    rows.map((row, index) => {
      const earlier = known?.[index];
      if (earlier && earlier.state !== 'waiting') return earlier;
      if (effort === 'none') return abandoned(row, clock.now());
      return limit(() => runRow(row, product, work, ports, fresh));
    }),
  );
  const records = effort === 'all' ? found : found.map(giveUp);
  const text = encodeRecords(records);
  const winner = await ports.files.putOnce(jobKeys.draft(plan.id, chunk, attempt), text);
  return winner === text ? records : decodeRecords<DraftRecord>(winner);
}
