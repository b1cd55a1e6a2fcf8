/** A message or a consumer that gives no sign for this long is taken for lost; twice as long each time it was. */
const SILENCE_MS = 20_000;
const MAX_SILENCE_MS = 600_000;

/** @param sends how often the message was sent before */
export const silenceMs = (sends: number): number =>
  Math.min(MAX_SILENCE_MS, SILENCE_MS * 2 ** Math.min(sends, 10));

/** How soon a paused job looks again whether credits have arrived, at first and after a long wait. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 300_000;

export const probeMs = (waitedMs: number): number =>
  Math.min(MAX_PROBE_MS, Math.max(MIN_PROBE_MS, waitedMs / 4));

/** A hundred rows on their way. */
export interface ChunkState {
  number: number;
  phase: 'waiting' | 'sent' | 'running' | 'done' | 'dropped';
  /** A consumer has had it; from then on it is brought to its end, whatever happens. */
  begun: boolean;
  /** Its rows are found and could not be paid. */
  unpaid: boolean;
  /** Counts up when rows have to wait for their source. */
  attempt: number;
  /** How often its message was sent since it last got on. */
  sends: number;
  /** When its silence means that it is lost; null while it is not out. */
  dueAt: number | null;
}

export const newChunk = (number: number): ChunkState => ({
  number,
  phase: 'waiting',
  begun: false,
  unpaid: false,
  attempt: 0,
  sends: 0,
  dueAt: null,
});

/** Numbers of chunks that have results, from this one on. */
export function doneChunks(chunks: readonly ChunkState[], from: number, limit: number): number[] {
  const done: number[] = [];
  for (let number = from; number < chunks.length && done.length < limit; number++) {
    if (chunks[number]?.phase === 'done') done.push(number);
  }
  return done;
}
