import { ApiError } from '../../lib/errors.ts';
import { DAY_SECONDS } from '../../lib/time.ts';

/** One stretch of speech; times in seconds from the beginning of the audio. */
export interface SpeechSegment {
  start: number | null;
  end: number | null;
  text: string;
  /** Speaker label of the source; null without diarization. */
  speaker: string | null;
}

/** What is said in an audio file. */
export interface TranscriptionFact {
  /** Empty for audio without speech. */
  transcript: string;
  /** As the source names it. */
  language: string | null;
  /** How long the audio is: what is paid for. */
  durationSeconds: number;
  segments: readonly SpeechSegment[];
}

/** A recording on the web to transcribe. */
export interface SpeechQuery {
  url: string;
  /** ISO 639, in lower case; null: the source finds out. */
  language: string | null;
  /** Speaker diarization, where the source can. */
  speakerLabels: boolean;
}

/** Plausibility bound of a recording; a source that reports more is broken. */
const MAX_SECONDS = 7 * DAY_SECONDS;

/**
 * Billable duration of the audio in seconds: the source's figure, else the end of the last segment.
 * @throws ApiError UPSTREAM_ERROR when the source gives neither: there is no figure to charge by
 */
export function audioDuration(
  stated: number | null | undefined,
  segments: readonly Pick<SpeechSegment, 'end'>[],
): number {
  const last = segments.reduce<number | null>(
    (latest, { end }) => (end === null ? latest : Math.max(latest ?? 0, end)),
    null,
  );
  const seconds = stated ?? last;
  if (seconds !== null && seconds >= 0 && seconds <= MAX_SECONDS) return seconds;
  throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
}

/** Minutes begun: what is charged for. */
export const billedMinutes = (seconds: number): number => Math.ceil(seconds / 60);

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words of a text: what stands between spaces and has a letter or digit; by dictionary where a
 * script has no spaces.
 */
export function countWords(text: string): number {
  if (!UNSPACED.test(text))
    return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
