import * as z from 'zod';
import {
  durationOf,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../core/speech/transcription.ts';
import { number, parts, text } from '../upstream/fields.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { openAudio, readingAudio } from './audio-file.ts';
import { WHISPER } from './client.ts';
import { streamForm } from './multipart-stream.ts';

/** About an hour and a half at 128 kbit/s; it passes through, and is never in memory. */
export const WHISPER_MAX_BYTES = 100 * 1_048_576;
const FETCH_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 240_000;
/** An hour of speech with the tokens of every segment. */
const MAX_REPLY_BYTES = 16 * 1_048_576;
const DEFAULT_MODEL = 'whisper-1';
/** Of the form; a name of the caller's would reach the operator's server. */
const FILE_NAME = 'audio';

/** A speaker's name or number; the server writes `?` where it cannot tell. */
const speaker = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    const label = typeof value === 'number' ? String(value) : value;
    return typeof label === 'string' && /[\p{L}\p{N}]/u.test(label) ? label.trim() : null;
  });

/** The reply of `verbose_json`. */
const reply = z.object({
  text: z.string(),
  language: text,
  duration: number,
  segments: parts({ start: number, end: number, text: z.string(), speaker }),
});

/** One space between words, as they are read. */
const oneLine = (spoken: string): string => spoken.replace(/\s+/g, ' ').trim();

function factOf(found: z.output<typeof reply>, { speakerLabels }: SpeechQuery): TranscriptionFact {
  const segments = found.segments.flatMap(({ start, end, text: spoken, speaker: who }) => {
    const said = oneLine(spoken);
    const segment: SpeechSegment = { start, end, text: said, speaker: speakerLabels ? who : null };
    return said === '' ? [] : [segment];
  });
  const durationSeconds = durationOf(found.duration, found.segments);
  return { transcript: oneLine(found.text), language: found.language, durationSeconds, segments };
}

/**
 * What is said in a recording, by the operator's own server, which is sent the file while it is
 * fetched.
 */
export const whisperTranscript = fromUpstream<SpeechQuery, TranscriptionFact>(WHISPER, {
  name: 'whisper',
  label: 'speech_recognition',
  timeoutMs: TIMEOUT_MS,
  async ask(query, call, world) {
    const limits = { maxBytes: WHISPER_MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS };
    const audio = await openAudio(query.url, limits, world);
    const model = world.network.settings.vars.get('WHISPER_MODEL') ?? DEFAULT_MODEL;
    const fields = [
      ['model', model],
      ['response_format', 'verbose_json'],
      ...(query.language === null ? [] : [['language', query.language] as const]),
    ] as const;
    const file = { name: 'file', fileName: FILE_NAME, type: audio.type, body: audio.body };
    const found = await readingAudio(audio, () =>
      call({
        path: '/v1/audio/transcriptions',
        stream: streamForm(fields, file),
        schema: reply,
        maxBytes: MAX_REPLY_BYTES,
      }),
    );
    return found && factOf(found, query);
  },
});
