import type { ChunkWork } from '../core/bulk.ts';
import type { AnyProduct } from '../core/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { type DraftRecord, decodeRecords, encodeRecords } from './chunk-record.ts';
import type { BulkPorts } from './ports.ts';
import { decodeRows, type Row } from './row.ts';
import { giveUp } from './row-ending.ts';
import { runRows, type Shift } from './run-rows.ts';

function abandoned(row: Row, now: number): DraftRecord {
  const message = 'The service failed while it worked on this row.';
  return {
    id: crypto.randomUUID(),
    input: row.text,
    startedAt: now,
    endedAt: now,
    state: 'failed',
    code: 'INTERNAL_ERROR',
    message,
  };
}

/**
 * Finds the rows of a chunk that an earlier attempt has not, and writes all of them down before anyone pays.
 * The first run to write an attempt's draft decides; every other run takes what it says.
 * @param shift null looks nothing up any more: trying has failed too often
 */
export async function draftChunk(
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  shift: Shift | null,
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
  const triesOf = (index: number): number | null => {
    const earlier = known?.[index];
    if (!earlier) return 0;
    return earlier.state === 'waiting' ? earlier.tries : null;
  };
  const open = rows.flatMap((row, index) => {
    const tries = triesOf(index);
    return tries === null ? [] : [{ ...row, tries }];
  });
  const { clock } = ports.pipeline.world;
  const run = shift
    ? await runRows(open, product, work, ports, shift)
    : open.map((row) => abandoned(row, clock.now()));

  let next = 0;
  const found = rows.map(
    (_, index) => (triesOf(index) === null ? known?.[index] : run[next++]) as DraftRecord,
  );
  const records = work.lastChance ? found.map(giveUp) : found;
  const text = encodeRecords(records);
  const winner = await ports.files.putOnce(jobKeys.draft(plan.id, chunk, attempt), text);
  return winner === text ? records : decodeRecords<DraftRecord>(winner);
}
