import type { ChunkWork } from '../core/bulk.ts';
import type { AnyProduct } from '../core/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { decodeRecords, type DraftRecord, encodeRecords } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { decodeRows } from './row.ts';
import { type Fresh, runRow } from './run-rows.ts';

/** Bounds how many rows are looked up at once across everything one consumer does. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Nothing waits any longer: what has no answer has failed. */
const giveUp = (record: DraftRecord): DraftRecord => {
  if (record.state !== 'waiting') return record;
  const { waitSeconds: _, ...rest } = record;
  return { ...rest, state: 'failed' };
};

/**
 * Finds the rows of a chunk that an earlier attempt has not, and writes all of them down before anyone pays.
 * The first run to write an attempt's draft decides; every other run takes what it says.
 * @param last rows without an answer fail
 */
export async function draftChunk(
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  { limit, fresh, last }: { limit: Limiter; fresh: Fresh; last: boolean },
): Promise<DraftRecord[]> {
  const { plan, chunk, attempt, range } = work;
  const read = async (number: number) => ports.files.read(jobKeys.draft(plan.id, chunk, number));
  const written = await read(attempt);
  if (written !== null) return decodeRecords<DraftRecord>(written);
  const before = attempt === 0 ? null : await read(attempt - 1);
  const known = before === null ? [] : decodeRecords<DraftRecord>(before);
  const rows = decodeRows(await ports.files.readRows(plan.id, range));
  const records = await Promise.all(
    rows.map((row, index) => {
      const earlier = known[index];
      return earlier && earlier.state !== 'waiting' ? earlier : limit(() => runRow(row, product, work, ports, fresh));
    }),
  );
  const draft = encodeRecords(last ? records.map(giveUp) : records);
  return decodeRecords<DraftRecord>(await ports.files.putOnce(jobKeys.draft(plan.id, chunk, attempt), draft));
}
