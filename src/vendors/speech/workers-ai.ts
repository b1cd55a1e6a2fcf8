import * as z from 'zod';
import {
  audioDuration,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../domain/social/transcript.ts';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { alike } from '../../lib/fields.ts';
import { number, part, parts, text } from '../../lib/loose-fields.ts';
import type { ModelRunner } from '../../lookup/outbound.ts';
import type { Source } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { type AudioFile, openAudio, readingAudio } from './audio-file.ts';

export interface AiBinding {
  run(model: string, input: Record<string, unknown>): Promise<unknown>;
}

/**
 * Error codes at the start of messages (Workers AI documentation, "Errors"): quota of the account
 * used up, no capacity left, timeout, input refused.
 */
const ERROR_CODES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['3036', 'UPSTREAM_QUOTA_EXHAUSTED'],
  ['4006', 'UPSTREAM_QUOTA_EXHAUSTED'],
  ['3040', 'SERVICE_UNAVAILABLE'],
  ['3007', 'UPSTREAM_TIMEOUT'],
  ['3008', 'UPSTREAM_TIMEOUT'],
  ['3003', 'UPSTREAM_ERROR'],
  ['3006', 'UPSTREAM_ERROR'],
  ['5004', 'UPSTREAM_ERROR'],
  ['5006', 'UPSTREAM_ERROR'],
  ['8001', 'UPSTREAM_ERROR'],
]);

/** Daily quota used up, whatever the code. */
const IS_ABOUT_ALLOWANCE = /\bdaily free allocation\b/i;

const errorCodeOf = (error: unknown): ErrorCode => {
  const message = error instanceof Error ? error.message : '';
  if (IS_ABOUT_ALLOWANCE.test(message)) return 'UPSTREAM_QUOTA_EXHAUSTED';
  const [, code = ''] = /\b(\d{4}):/.exec(message) ?? [];
  return ERROR_CODES.get(code) ?? 'SERVICE_UNAVAILABLE';
};

/** Runs models by the operator's binding. Error messages may contain input: only codes pass. */
export const createModelRunner =
  (ai: AiBinding): ModelRunner =>
  async (model, input) => {
    try {
      return await ai.run(model, input);
    } catch (error) {
      throw new ApiError(errorCodeOf(error));
    }
  };

/** Bytes encoded at once: a multiple of three, so that only the last piece is padded. */
const PIECE_BYTES = 3 * 16_384;

/** Base64 of some bytes (RFC 4648 section 4). */
function encode(bytes: Uint8Array): string {
  let text = '';
  // The number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** Encodes a stream as base64 while it is read: its bytes are never all in memory. */
export async function readBase64(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: string[] = [];
  const held = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE_BYTES - filled);
      held.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE_BYTES) continue;
      pieces.push(encode(held));
      filled = 0;
    }
  }
  pieces.push(encode(held.subarray(0, filled)));
  return pieces.join('');
}

const WHISPER_TURBO = '@cf/openai/whisper-large-v3-turbo';
const NOVA = '@cf/deepgram/nova-3';

/** Limit of nova, which takes a stream. */
const STREAMED_BYTES = 25 * 1_048_576;
/** Limit of the other model, which takes base64 in JSON: a third longer, three times in memory. */
const ENCODED_BYTES = 16 * 1_048_576;
const FETCH_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 150_000;

const turboReply = z.object({
  text: z.string(),
  transcription_info: part({ language: text, duration: number }),
  segments: parts({ start: number, end: number, text: z.string() }),
});

const novaReply = z.object({
  metadata: part({ duration: number }).optional(),
  results: z.object({
    channels: z
      .array(
        z.object({
          detected_language: text,
          alternatives: z
            .array(
              z.object({
                transcript: z.string(),
                words: parts({
                  word: z.string(),
                  punctuated_word: text,
                  ...alike(number, 'start', 'end', 'speaker'),
                }),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  }),
});

type Word = z.output<
  typeof novaReply
>['results']['channels'][number]['alternatives'][number]['words'][number];

/** Joins consecutive words of one speaker into one segment. */
function bySpeaker(words: readonly Word[]): SpeechSegment[] {
  const segments: SpeechSegment[] = [];
  for (const { word, punctuated_word, start, end, speaker: number } of words) {
    const speaker = number === null ? null : String(number);
    const spoken = punctuated_word ?? word;
    const last = segments.at(-1);
    if (last && last.speaker === speaker)
      segments[segments.length - 1] = { ...last, end, text: `${last.text} ${spoken}` };
    else segments.push({ start, end, text: spoken, speaker });
  }
  return segments;
}

async function askTurbo({ language }: SpeechQuery, audio: AudioFile, world: World) {
  const encoded = await readBase64(audio.body);
  const input = { audio: encoded, ...(language !== null && { language }) };
  const found = turboReply.parse(await world.outbound.models?.(WHISPER_TURBO, input));
  const segments = found.segments.map((each) => ({
    ...each,
    text: each.text.trim(),
    speaker: null,
  }));
  return {
    transcript: found.text.trim(),
    language: found.transcription_info?.language ?? null,
    durationSeconds: audioDuration(found.transcription_info?.duration, segments),
    segments: segments.filter((each) => each.text !== ''),
  };
}

async function askNova({ language }: SpeechQuery, audio: AudioFile, world: World) {
  const found = novaReply.parse(
    await world.outbound.models?.(NOVA, {
      audio: { body: audio.body, contentType: audio.type },
      diarize: true,
      ...(language === null ? { detect_language: true } : { language }),
    }),
  );
  const [channel] = found.results.channels;
  const [best] = channel?.alternatives ?? [];
  const segments = bySpeaker(best?.words ?? []);
  const transcript = best?.transcript.trim() ?? '';
  // Silence has no words in the reply, and perhaps no length: it then costs nothing.
  const said = found.metadata?.duration ?? (transcript === '' && segments.length === 0 ? 0 : null);
  return {
    transcript,
    language: channel?.detected_language ?? language,
    durationSeconds: audioDuration(said, segments),
    segments,
  };
}

/** Transcript of a recording by a platform model that the operator bound. */
export const workersAiTranscript: Source<SpeechQuery, TranscriptionFact> = {
  name: 'workers_ai',
  label: 'speech_recognition',
  kind: 'upstream',
  reads: 'io',
  metered: 'calls',
  timeoutMs: TIMEOUT_MS,
  available: ({ outbound }) => outbound.models !== undefined,
  missing: ({ outbound }) => (outbound.models ? [] : ['AI']),
  async ask(query, world) {
    const maxBytes = query.speakerLabels ? STREAMED_BYTES : ENCODED_BYTES;
    const audio = await openAudio(query.url, { maxBytes, timeoutMs: FETCH_TIMEOUT_MS }, world);
    const ask = query.speakerLabels ? askNova : askTurbo;
    return readingAudio(audio, () => ask(query, audio, world));
  },
};
