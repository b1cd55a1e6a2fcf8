import { ApiError } from '../../../core/errors.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { asking, firstOf, type Sources } from '../../../core/lookup/source.ts';
import {
  billedMinutes,
  type SpeechQuery,
  type SpeechSegment,
  type TranscriptionFact,
} from '../../../core/speech/transcription.ts';
import { whisperTranscript } from '../../../sources/speech/whisper.ts';
import { workersAiTranscript } from '../../../sources/speech/workers-ai.ts';
import { type TranscriptionInput, transcriptionInput } from './input.ts';
import {
  classifyTranscription,
  describeTranscription,
  transcriptionClassification,
  transcriptionInsights,
} from './sections.ts';

const CREDITS_A_MINUTE = 6;
/** Both sources, one after the other; less than credits stay set aside. */
const LIMIT_MS = 280_000;

const priceOfSeconds = (seconds: number): number => CREDITS_A_MINUTE * billedMinutes(seconds);

const queryOf = ({ url, language, speaker_labels }: TranscriptionInput): SpeechQuery => ({
  url,
  language,
  speakerLabels: speaker_labels,
});

const asked = firstOf(asking(queryOf, whisperTranscript), asking(queryOf, workersAiTranscript));

/** Every recording has a length and some words or none: no source answers "no record". */
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

/** Recordings nobody made: the names say what is shown. */
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
    shows: 'two speakers told apart',
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
    shows: 'a recording in which nobody speaks, charged for its length',
    body: body('silence'),
    fact: { transcript: '', language: null, durationSeconds: 12, segments: [] },
  },
  {
    subject: at('page'),
    shows: 'an address of a page, not of a recording',
    body: body('page'),
    fails: 'VALIDATION_FAILED',
  },
  ...forcedRefusals(at('cash'), at('busy'), at('slow')).map((entry) => ({
    ...entry,
    body: { url: entry.subject, expected_duration_minutes: 2 },
  })),
];

/** What is said in this recording? */
export const audioTranscription = defineProduct({
  path: '/audio-transcription',
  type: 'audio_transcription',
  summary: 'What is said in an audio or video file, by the minute',
  tier: 'standard',
  input: transcriptionInput,
  subject: ({ url }) => url,
  cacheKey: ({ url, language, speaker_labels }) =>
    `${language ?? ''}|${speaker_labels ? 'speakers' : ''}|${url}`,
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
  factVersion: 1,
  sandbox,
  example: { url: 'https://media.example/talk.wav', expected_duration_minutes: 2 },
});
