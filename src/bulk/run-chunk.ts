import type { AnyProduct } from '../core/lookup/product.ts';
import { jobKeys } from '../store/bulk-objects.ts';
import { announcePause } from './announce.ts';
import { finishChunk } from './finish-chunk.ts';
import type { ChunkWork } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { productOfChunk } from './product-of.ts';
import { abandoned, giveUp, waitOf } from './row-failures.ts';
import {
  type DraftRecord,
  decodeRecords,
  encodeRecords,
  lostRows,
  rowId,
  unaskedOutcome,
} from './row-records.ts';
import { decodeRows, isOpen } from './rows.ts';
import { type Consumer, type OpenRow, runRows } from './run-rows.ts';

/**
 * Finds the rows of a chunk that an earlier attempt has not, and writes all of them down before
 * anyone pays. The first run to write an attempt's draft decides; every other run takes what it
 * says.
 */
export async function draftChunk(
  work: ChunkWork,
  product: AnyProduct,
  ports: BulkPorts,
  consumer: Consumer,
): Promise<DraftRecord[]> {
  const { order, chunk, attempt, place } = work;
  const { files, pipeline } = ports;
  const read = async (number: number) => {
    const text = await files.read(jobKeys.draft(order.id, chunk, number));
    return text === null ? null : decodeRecords<DraftRecord>(text);
  };
  const written = work.isFirst ? null : await read(attempt);
  if (written) return written;
  const known = attempt === 0 ? null : await read(attempt - 1);
  const now = pipeline.world.clock.now();
  const times = { startedAt: now, endedAt: now };
  const bare = (text: string, position: number) => ({
    ...{ id: rowId(order.id, position), input: text, ...times },
  });
  const rowsText = await files.readRows(order.id, place);
  if (rowsText === null) return lostRows(order.id, place, now);
  const rows = decodeRows(rowsText);
  const open: OpenRow[] = [];
  const records = rows.map((row, index): DraftRecord | null => {
    const position = place.row + index;
    const { text } = row;
    if (!isOpen(row)) return { ...bare(text, position), ...unaskedOutcome(row) };
    const earlier = known?.[index];
    if (earlier && earlier.state !== 'waiting') return earlier;
    if (work.givenUp) return { ...bare(text, position), ...abandoned };
    open.push({ text, position, tries: earlier?.tries ?? 0 });
    return null;
  });
  const run = await runRows(open, product, work, ports, consumer);
  const found = records.map((record) => record ?? (run.shift() as DraftRecord));
  const draft = work.lastChance ? found.map(giveUp) : found;
  await consumer.turn();
  const text = encodeRecords(draft);
  const winner = await files.putOnce(jobKeys.draft(order.id, chunk, attempt), text);
  return winner === text ? draft : decodeRecords<DraftRecord>(winner);
}

/**
 * Brings one chunk to its end, or to its next attempt. It may be stopped anywhere and run again,
 * also by several consumers at once: each step leaves something behind that the next run finds.
 * @throws whatever broke; the chunk is then to be tried again
 */
export async function runChunk(
  { jobId, chunk }: { jobId: string; chunk: number },
  ports: BulkPorts,
  consumer: Consumer,
): Promise<void> {
  const work = await ports.jobs.begin(jobId, chunk);
  if (!work) return;
  const { order, attempt, lastChance } = work;
  const product = productOfChunk(work, ports);
  const draft = await draftChunk(work, product, ports, consumer);
  const waitSeconds = waitOf(draft);
  if (waitSeconds !== null)
    return ports.jobs.retry(jobId, chunk, attempt, lastChance ? 0 : waitSeconds * 1_000);
  if (await finishChunk(draft, work, product, ports, consumer)) return;
  const pauses = await ports.jobs.pause(jobId, chunk);
  if (pauses !== null) await announcePause(order, pauses, ports);
}
