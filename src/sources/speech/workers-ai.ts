import * as z from 'zod';
import type { Source } from '../../core/lookup/source.ts';
import type { World } from '../../core/ports.ts';
import {
  durationOf,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../core/speech/transcription.ts';
import { number, part, parts, text } from '../upstream/fields.ts';
import { type AudioFile, openAudio, readingAudio } from './audio-file.ts';
import { readBase64 } from './base64-stream.ts';

const WHISPER_TURBO = '@cf/openai/whisper-large-v3-turbo';
const NOVA = '@cf/deepgram/nova-3';

/** What nova takes, by stream. */
const STREAMED_BYTES = 25 * 1_048_576;
/**
 * The other model wants the file as text in JSON: a third longer, and in memory three times before
 * it is sent.
 */
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
                  start: number,
                  end: number,
                  speaker: number,
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

/** Words of one speaker after another are one stretch. */
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
  const found = turboReply.parse(await world.network.models?.(WHISPER_TURBO, input));
  const segments = found.segments.map((each) => ({
    ...each,
    text: each.text.trim(),
    speaker: null,
  }));
  return {
    transcript: found.text.trim(),
    language: found.transcription_info?.language ?? null,
    durationSeconds: durationOf(found.transcription_info?.duration, segments),
    segments: segments.filter((each) => each.text !== ''),
  };
}

async function askNova({ language }: SpeechQuery, audio: AudioFile, world: World) {
  const found = novaReply.parse(
    await world.network.models?.(NOVA, {
      audio: { body: audio.body, contentType: audio.type },
      diarize: true,
      ...(language === null ? { detect_language: true } : { language }),
    }),
  );
  const [channel] = found.results.channels;
  const [best] = channel?.alternatives ?? [];
  const segments = bySpeaker(best?.words ?? []);
  const transcript = best?.transcript.trim() ?? '';
  // Of silence it tells no words, and may tell no length: then there is nothing to pay for.
  const said = found.metadata?.duration ?? (transcript === '' && segments.length === 0 ? 0 : null);
  return {
    transcript,
    language: channel?.detected_language ?? language,
    durationSeconds: durationOf(said, segments),
    segments,
  };
}

/** What is said in a recording, by a model of the platform that the operator bound. */
export const workersAiTranscript: Source<SpeechQuery, TranscriptionFact> = {
  name: 'workers_ai',
  label: 'speech_recognition',
  kind: 'upstream',
  metered: 'calls',
  timeoutMs: TIMEOUT_MS,
  available: ({ network }) => network.models !== undefined,
  missing: ({ network }) => (network.models ? [] : ['AI']),
  async ask(query, world) {
    const maxBytes = query.speakerLabels ? STREAMED_BYTES : ENCODED_BYTES;
    const audio = await openAudio(query.url, { maxBytes, timeoutMs: FETCH_TIMEOUT_MS }, world);
    const ask = query.speakerLabels ? askNova : askTurbo;
    return readingAudio(audio, () => ask(query, audio, world));
  },
};
