import { ApiError } from '../../lib/errors.ts';
import { lazy } from '../../lib/lazy.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import languageAliases from './language-aliases.json' with { type: 'json' };

/** A segment of speech; times in seconds from the start of the audio. */
export interface SpeechSegment {
  start: number | null;
  end: number | null;
  text: string;
  /** Speaker label of the source; null without diarization. */
  speaker: string | null;
}

/** Transcription of an audio file. */
export interface TranscriptionFact {
  /** Empty for audio without speech. */
  transcript: string;
  /** In the notation of the source. */
  language: string | null;
  /** Length of the audio, by which the lookup is billed. */
  durationSeconds: number;
  segments: readonly SpeechSegment[];
}

/** A recording on the web to transcribe. */
export interface SpeechQuery {
  url: string;
  /** ISO 639, in lower case; null for detection by the source. */
  language: string | null;
  /** Speaker diarization, if the source supports it. */
  speakerLabels: boolean;
}

/** Plausibility limit of a recording's length; a larger figure is an error of the source. */
const MAX_SECONDS = 7 * DAY_SECONDS;

/**
 * Billable duration of the audio in seconds: the source's figure; without one, or if it is 0, the
 * end of the last segment.
 * @throws ApiError UPSTREAM_ERROR without either, since there is no basis for the charge
 */
export function audioDuration(
  stated: number | null | undefined,
  segments: readonly Pick<SpeechSegment, 'end'>[],
): number {
  const last = segments.reduce<number | null>(
    (latest, { end }) => (end === null ? latest : Math.max(latest ?? 0, end)),
    null,
  );
  const seconds = stated || (last ?? stated ?? null);
  if (seconds !== null && seconds >= 0 && seconds <= MAX_SECONDS) return seconds;
  throw new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });
}

/** Started minutes, which are billed. */
export const billedMinutes = (seconds: number): number => Math.ceil(seconds / 60);

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Counts words: text between spaces with a letter or digit; in scripts without spaces, words by a
 * dictionary.
 */
export function countWords(text: string): number {
  if (!UNSPACED.test(text))
    return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}

/** Sound descriptions in captions and transcripts: `[Music]`, `(applause)`, `[BLANK_AUDIO]`. */
const SOUND_NOTES = /\[[^[\]]*\]|\([^()]*\)|【[^【】]*】|（[^（）]*）/g;

/** Whether a text contains speech: words besides sound descriptions. */
export const hasSpeech = (text: string): boolean => countWords(text.replace(SOUND_NOTES, ' ')) > 0;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * ISO 639-1 codes by English name in lower case: those of CLDR, and names of recognisers that it
 * does not have (Whisper's table among them).
 */
const CODES_BY_NAME = lazy((): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const named = codes.flatMap((code): [string, string][] => {
    const name = names.of(code)?.toLowerCase();
    // A deprecated code has the name of its replacement.
    return name === undefined || Intl.getCanonicalLocales(code)[0] !== code ? [] : [[name, code]];
  });
  return new Map([...named, ...Object.entries(languageAliases)]);
});

/**
 * Parses a language given as a code or tag (`eng`, `en-US`) or by its English name (`English`,
 * `English (auto-generated)`); null when unknown.
 * @returns ISO 639-1; ISO 639-3 if there is no such code
 */
export function languageCode(named: string | null): string | null {
  const plain = (named ?? '').trim().toLowerCase();
  if (/^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/.test(plain)) {
    try {
      return new Intl.Locale(plain.replaceAll('_', '-')).language;
    } catch {
      return null;
    }
  }
  return CODES_BY_NAME().get(plain.replace(/[([;,].*$/s, '').trim()) ?? null;
}
