import type { ChunkWork } from '../core/bulk.ts';
import { announcePause } from './announce.ts';
import type { DraftRecord } from './chunk-record.ts';
import { draftChunk, type Effort } from './draft-chunk.ts';
import { finishChunk } from './finish-chunk.ts';
import type { BulkPorts } from './ports.ts';
import type { Limiter } from './row-limiter.ts';

/** How often a consumer says that it is still at work; a fraction of the silence after which it is taken for lost. */
const BEAT_MS = 5_000;

/** Waits between attempts at rows whose source is out; after the last one they have failed. */
const RETRY_DELAYS_MS = [5_000, 15_000, 45_000];

/** A source that asks for more patience than this does not get it. */
const MAX_WAIT_MS = 120_000;

/** When to ask again for rows that wait; null when none does. */
function nextAttemptMs(draft: readonly DraftRecord[], { attempt, lastChance }: ChunkWork): number | null {
  const waits = draft.flatMap((record) => (record.state === 'waiting' ? [record.waitSeconds * 1_000] : []));
  if (waits.length === 0) return null;
  if (lastChance) return 0;
  return Math.min(MAX_WAIT_MS, Math.max(RETRY_DELAYS_MS[attempt] ?? 0, ...waits));
}

const effortOf = ({ attempt, lastChance }: ChunkWork): Effort => (lastChance || attempt >= RETRY_DELAYS_MS.length ? 'last' : 'all');

async function work(chunk: ChunkWork, ports: BulkPorts, limit: Limiter, effort: Effort): Promise<void> {
  const { plan, chunk: number, attempt } = chunk;
  const product = ports.products.get(plan.type);
  if (!product) throw new Error(`there is no bulk product ${plan.type}`);
  const draft = await draftChunk(chunk, product, ports, { limit, effort });
  const delayMs = nextAttemptMs(draft, chunk);
  if (delayMs !== null) return ports.jobs.retry(plan.id, number, attempt, delayMs);
  if (await finishChunk(draft, chunk, product, ports)) return;
  const pauses = await ports.jobs.pause(plan.id, number);
  if (pauses !== null) await announcePause(plan, pauses, ports);
}

/**
 * Brings one chunk to its end, or to its next attempt. It may be stopped anywhere and run again, also by several
 * consumers at once: each step leaves something behind that the next run finds.
 * @throws whatever broke; the message is then to be tried again
 */
export async function runChunk(
  request: { jobId: string; chunk: number },
  ports: BulkPorts,
  { limit, dead = false }: { limit: Limiter; dead?: boolean },
): Promise<void> {
  const { jobId, chunk } = request;
  const begun = await ports.jobs.begin(jobId, chunk);
  if (!begun) return;
  const beat = setInterval(() => void ports.jobs.beat(jobId, chunk).catch(() => undefined), BEAT_MS);
  try {
    await work(dead ? { ...begun, lastChance: true } : begun, ports, limit, dead ? 'none' : effortOf(begun));
  } finally {
    clearInterval(beat);
  }
}
