import type { ChunkWork } from '../core/bulk.ts';
import { announcePause } from './announce.ts';
import { draftChunk } from './draft-chunk.ts';
import { finishChunk } from './finish-chunk.ts';
import type { BulkPorts } from './ports.ts';
import { waitOf } from './row-ending.ts';
import type { Shift } from './run-rows.ts';

/** How often a consumer says that it is still at work; a fraction of the silence after which it is taken for lost. */
const BEAT_MS = 5_000;

async function work(chunk: ChunkWork, ports: BulkPorts, shift: Shift | null): Promise<void> {
  const { plan, chunk: number, attempt } = chunk;
  const product = ports.products.get(plan.type);
  if (!product) throw new Error(`there is no bulk product ${plan.type}`);
  const draft = await draftChunk(chunk, product, ports, shift);
  const waitSeconds = waitOf(draft);
  if (waitSeconds !== null)
    return ports.jobs.retry(plan.id, number, attempt, chunk.lastChance ? 0 : waitSeconds * 1_000);
  if (await finishChunk(draft, chunk, product, ports)) return;
  const pauses = await ports.jobs.pause(plan.id, number);
  if (pauses !== null) await announcePause(plan, pauses, ports);
}

/**
 * Brings one chunk to its end, or to its next attempt. It may be stopped anywhere and run again, also by several
 * consumers at once: each step leaves something behind that the next run finds.
 * @param shift null when its message has failed too often: what has no answer fails without being looked up
 * @throws whatever broke; the message is then to be tried again
 */
export async function runChunk(
  request: { jobId: string; chunk: number },
  ports: BulkPorts,
  shift: Shift | null,
): Promise<void> {
  const { jobId, chunk } = request;
  const begun = await ports.jobs.begin(jobId, chunk);
  if (!begun) return;
  const beat = setInterval(
    () => void ports.jobs.beat(jobId, chunk).catch(() => undefined),
    BEAT_MS,
  );
  try {
    await work(shift ? begun : { ...begun, lastChance: true }, ports, shift);
  } finally {
    clearInterval(beat);
  }
}
