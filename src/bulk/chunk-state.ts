/** A message or a consumer that gives no sign for this long is taken for lost; twice as long each time it was. */
const SILENCE_MS = 20_000;
const MAX_SILENCE_MS = 600_000;

/** @param sends how often the message was sent before */
export const silenceMs = (sends: number): number => Math.min(MAX_SILENCE_MS, SILENCE_MS * 2 ** Math.min(sends, 10));

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
