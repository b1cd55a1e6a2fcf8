import * as z from 'zod';
import {
  billedMinutes,
  countWords,
  hasSpeech,
  languageCode,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../domain/social/transcript.ts';
import { parsePageUrl } from '../../domain/web/site.ts';
import { ApiError } from '../../lib/errors.ts';
import { isAbsent, lookupField, refuseInput, UnusableInput } from '../../lib/inputs.ts';
import type { InputCode } from '../../lib/issues.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { firstAnswer, type Sources } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import { whisperTranscript } from '../../vendors/speech/whisper.ts';
import { workersAiTranscript } from '../../vendors/speech/workers-ai.ts';
import { speechSegments } from './fields.ts';

/** One day: the longest audio that credits are held for. */
const MAX_MINUTES = 1_440;

/** Parses the URL of a recording. @throws UnusableInput without http:// or https:// */
function readAudioUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) throw new UnusableInput('must start with http:// or https://');
  return parsePageUrl(text);
}

const minutes = z
  .unknown()
  .transform((value, context): number => {
    const refuse = (code: InputCode, message: string) => refuseInput(context, code, message);
    if (isAbsent(value)) return refuse('MISSING_FIELD', 'is required');
    if (typeof value !== 'number') return refuse('INVALID_REQUEST', 'must be a number');
    if (value > 0 && value <= MAX_MINUTES) return Math.ceil(value);
    return refuse('INVALID_INPUT', `must be more than 0 and at most ${MAX_MINUTES}`);
  })
  .meta({
    type: 'number',
    exclusiveMinimum: 0,
    maximum: MAX_MINUTES,
    description:
      'Expected length of the audio in minutes. Its price is held during the lookup, with each minute begun counted as a whole one. The actual length is charged.',
  });

const transcriptionInput = z.object({
  url: lookupField(readAudioUrl, {
    description:
      'URL of the audio or video file itself, served as audio/*, video/* or application/octet-stream. Not a page that plays it.',
    examples: ['https://example.com/episode.mp3'],
    format: 'uri',
  }),
  expected_duration_minutes: minutes,
  language: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2,3}$/, 'must be a language code, such as en')
    .nullish()
    .transform((code) => code ?? null)
    .describe('Spoken language, ISO 639 code such as en. If absent, the source detects it.'),
  speaker_labels: z
    .boolean()
    .nullish()
    .transform((wanted) => wanted ?? false)
    .describe('Distinguish speakers, if the source can; default false.'),
});

type TranscriptionInput = z.output<typeof transcriptionInput>;

const transcriptionClassification = z.object({
  matched: field.boolean('Whether there is speech. Audio without speech is charged as well.'),
  language: field.textOrNull('Language, ISO 639 code such as en.'),
  duration_seconds: z
    .number()
    .min(0)
    .describe('Actual length of the audio in seconds, which is charged.'),
  word_count: field.count('Number of words in the transcript.'),
  speakers_count: field.countOrNull(
    'Number of speakers; null if they were not requested or the source cannot distinguish them.',
  ),
});

const transcriptionInsights = z.object({
  audio_transcription_result: field.object('The transcript, as a whole and in segments.', {
    transcript: field.text('The transcript; empty if there is no speech.'),
    segments: speechSegments.describe('Segments in the order spoken.'),
  }),
});

function classifyTranscription(
  fact: TranscriptionFact,
): z.input<typeof transcriptionClassification> {
  const speakers = new Set(fact.segments.flatMap(({ speaker }) => speaker ?? []));
  return {
    matched: hasSpeech(fact.transcript),
    language: languageCode(fact.language),
    duration_seconds: fact.durationSeconds,
    word_count: countWords(fact.transcript),
    speakers_count: speakers.size > 0 ? speakers.size : null,
  };
}

const describeTranscription = ({
  transcript,
  segments,
}: TranscriptionFact): z.input<typeof transcriptionInsights> => ({
  audio_transcription_result: { transcript, segments: [...segments] },
});

const CREDITS_A_MINUTE = 6;
/** Enough for both sources in turn, and less than the lifetime of the hold. */
const LIMIT_MS = 280_000;

const priceOfSeconds = (seconds: number): number => CREDITS_A_MINUTE * billedMinutes(seconds);

const queryOf = ({ url, language, speaker_labels }: TranscriptionInput): SpeechQuery => ({
  url,
  language,
  speakerLabels: speaker_labels,
});

const asked = firstAnswer(
  mapQuery(queryOf, whisperTranscript),
  mapQuery(queryOf, workersAiTranscript),
);

/** Every recording has a length, with or without words: "no record" is an upstream error. */
const sources: Sources<TranscriptionInput, TranscriptionFact> = {
  list: asked.list,
  async resolve(input, ask) {
    const fact = await asked.resolve(input, ask);
    if (fact === null) throw new ApiError('UPSTREAM_ERROR');
    return fact;
  },
};

const at = (name: string) => `https://media.example/${name}.wav`;
const body = (name: string, more = {}) => ({
  url: at(name),
  expected_duration_minutes: 2,
  ...more,
});
const spoken = (start: number, end: number, text: string, who: string | null): SpeechSegment => ({
  start,
  end,
  text,
  speaker: who,
});

/** Sandbox cases: invented recordings; the names say what is shown. */
const sandbox: readonly SandboxCase<TranscriptionFact>[] = [
  {
    subject: at('talk'),
    shows: 'a recording of a minute and a half, charged as two',
    body: body('talk'),
    fact: {
      transcript: 'Good morning. Today we bake bread.',
      language: 'english',
      durationSeconds: 91.4,
      segments: [
        spoken(0, 1.5, 'Good morning.', null),
        spoken(1.5, 4, 'Today we bake bread.', null),
      ],
    },
  },
  {
    subject: at('interview'),
    shows: 'two speakers',
    body: body('interview', { speaker_labels: true }),
    fact: {
      transcript: 'Who are you? Nobody.',
      language: 'en',
      durationSeconds: 40,
      segments: [spoken(0, 2, 'Who are you?', '0'), spoken(2, 3, 'Nobody.', '1')],
    },
  },
  {
    subject: at('silence'),
    shows: 'a recording without speech, charged for its length',
    body: body('silence'),
    fact: { transcript: '', language: null, durationSeconds: 12, segments: [] },
  },
  {
    subject: at('page'),
    shows: 'an address of a page, not of a recording',
    body: body('page'),
    fails: 'VALIDATION_FAILED',
  },
  ...inSandbox.refusals(at('cash'), at('busy'), at('slow')).map((entry) => ({
    ...entry,
    body: { url: entry.subject, expected_duration_minutes: 2 },
  })),
];

export const audioTranscription = defineProduct({
  path: '/audio-transcription',
  summary: 'Transcript of an audio or video file, priced by the minute',
  tier: 'standard',
  input: transcriptionInput,
  subject: ({ url }) => url,
  cacheKey: ({ url, language, speaker_labels }) =>
    `${language ?? ''}|${speaker_labels ? 'speakers' : ''}|${url}`,
  fetched: ({ url }) => url,
  sources,
  limitMs: LIMIT_MS,
  price: {
    upTo: CREDITS_A_MINUTE,
    per: 'minute of audio',
    listed: ({ expected_duration_minutes }) => CREDITS_A_MINUTE * expected_duration_minutes,
    measured: priceOfSeconds,
    charge: ({ durationSeconds }) => priceOfSeconds(durationSeconds),
  },
  classification: { schema: transcriptionClassification, from: classifyTranscription },
  insights: { schema: transcriptionInsights, from: describeTranscription },
  sandbox,
  example: { url: 'https://media.example/talk.wav', expected_duration_minutes: 2 },
});
