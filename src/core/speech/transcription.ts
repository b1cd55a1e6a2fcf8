import { ApiError } from '../errors.ts';

/** One stretch of speech; times in seconds from the beginning of the audio. */
export interface SpeechSegment {
  start: number | null;
  end: number | null;
  text: string;
  /** Who speaks, as the source tells speakers apart; null where it does not. */
  speaker: string | null;
}

/** What is said in an audio file. */
export interface TranscriptionFact {
  /** Empty where nobody speaks. */
  transcript: string;
  /** As the source names it. */
  language: string | null;
  /** How long the audio is: what is paid for. */
  durationSeconds: number;
  segments: readonly SpeechSegment[];
}

/** A recording somebody put on the web. */
export interface SpeechQuery {
  url: string;
  /** ISO 639, in lower case; null: the source finds out. */
  language: string | null;
  /** Whether speakers are to be told apart, where the source can. */
  speakerLabels: boolean;
}

/** No recording is longer: a source that says so is out of order. */
const MAX_SECONDS = 7 * 86_400;

/**
 * How long the audio is, in seconds: what the source says, else where its last word ends.
 * @throws ApiError UPSTREAM_ERROR when neither is told: nothing could be charged for
 */
export function durationOf(
  said: number | null | undefined,
  segments: readonly Pick<SpeechSegment, 'end'>[],
): number {
  const last = segments.reduce<number | null>(
    (latest, { end }) => (end === null ? latest : Math.max(latest ?? 0, end)),
    null,
  );
  const seconds = said ?? last;
  if (seconds !== null && seconds >= 0 && seconds <= MAX_SECONDS) return seconds;
  throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
}

/** Minutes begun: what is charged for. */
export const billedMinutes = (seconds: number): number => Math.ceil(seconds / 60);
