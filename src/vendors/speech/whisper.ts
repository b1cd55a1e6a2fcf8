import * as z from 'zod';
import {
  audioDuration,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../domain/social/transcript.ts';
import { streamOf } from '../../lib/bounded-stream.ts';
import { number, parts, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { openAudio, readingAudio } from './audio-file.ts';

/**
 * Operator's own speech recognition server with OpenAI's API: whisper.cpp, faster-whisper, vLLM and
 * others. The key is sent if set; the model is `whisper-1` unless set.
 */
const WHISPER: Upstream = {
  name: 'WHISPER',
  adds: "speech recognition for audio-transcription by your own server with OpenAI's API (whisper.cpp, faster-whisper), with a key and a model if it needs them (default `whisper-1`). Files of up to 100 MB are streamed to it. Without it, or if it fails, the `AI` binding of `wrangler.toml` is used: files of up to 16 MB, or 25 MB with speaker labels",
  hosts: [],
  reads: ['WHISPER_KEY', 'WHISPER_MODEL'],
  authenticate: (secret) => {
    const key = secret('WHISPER_KEY');
    return key === '' ? {} : { headers: { Authorization: `Bearer ${key}` } };
  },
};

/**
 * multipart/form-data body (RFC 7578) that reads its file while it is sent.
 * @param fields in the order sent; names and values are our own, without quotes or line breaks
 */
function streamForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; fileName: string; type: string; body: ReadableStream<Uint8Array> },
) {
  const boundary = `form-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const part = (disposition: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`;
  const head = [
    ...fields.map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`)),
    part(`name="${file.name}"; filename="${file.fileName}"`, `Content-Type: ${file.type}\r\n\r\n`),
  ].join('');
  async function* whole() {
    yield encoder.encode(head);
    yield* file.body;
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return { body: streamOf(whole()), type: `multipart/form-data; boundary=${boundary}` };
}

/** About an hour and a half at 128 kbit/s; streamed, and never in memory as a whole. */
export const WHISPER_MAX_BYTES = 100 * 1_048_576;
const FETCH_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 240_000;
/** Reply for an hour of speech, with the tokens of every segment. */
const MAX_REPLY_BYTES = 16 * 1_048_576;
const DEFAULT_MODEL = 'whisper-1';
/** File name in the form; the caller's own would reach the operator's server. */
const FILE_NAME = 'audio';

/** Speaker's name or number; the server writes `?` if it is not sure. */
const speaker = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    const label = typeof value === 'number' ? String(value) : value;
    return typeof label === 'string' && /[\p{L}\p{N}]/u.test(label) ? label.trim() : null;
  });

const reply = z.object({
  text: z.string(),
  language: text,
  duration: number,
  segments: parts({ start: number, end: number, text: z.string(), speaker }),
});

const collapseSpaces = (spoken: string): string => spoken.replace(/\s+/g, ' ').trim();

function transcriptionOfReply(
  found: z.output<typeof reply>,
  { speakerLabels }: SpeechQuery,
): TranscriptionFact {
  const segments = found.segments.flatMap(({ start, end, text: spoken, speaker: who }) => {
    const said = collapseSpaces(spoken);
    const segment: SpeechSegment = { start, end, text: said, speaker: speakerLabels ? who : null };
    return said === '' ? [] : [segment];
  });
  const durationSeconds = audioDuration(found.duration, found.segments);
  return {
    transcript: collapseSpaces(found.text),
    language: found.language,
    durationSeconds,
    segments,
  };
}

/** Transcript of a recording by the operator's own server; the file is sent as it arrives. */
export const whisperTranscript = fromUpstream<SpeechQuery, TranscriptionFact>(WHISPER, {
  label: 'speech_recognition',
  idempotent: false,
  timeoutMs: TIMEOUT_MS,
  async ask(query, call, world) {
    const limits = { maxBytes: WHISPER_MAX_BYTES, timeoutMs: FETCH_TIMEOUT_MS };
    const audio = await openAudio(query.url, limits, world);
    const model = world.outbound.settings.vars.get('WHISPER_MODEL') ?? DEFAULT_MODEL;
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
    return found && transcriptionOfReply(found, query);
  },
});
