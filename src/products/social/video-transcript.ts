import * as z from 'zod';
import { type PostAddress, postKey, readPostAddress } from '../../domain/social/address.ts';
import type { TranscriptFact } from '../../domain/social/facts.ts';
import { countWords, hasSpeech, languageCode } from '../../domain/social/transcript.ts';
import { lookupField } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import {
  firstAnswer,
  foundFact,
  type Outcome,
  type QuerySource,
  requireAnswer,
  type Source,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { mapFact, mapQuery } from '../../lookup/source-adapters.ts';
import { scrapedTranscript, scrapedVideoFile } from '../../vendors/scrapecreators/transcript.ts';
import { whisperTranscript } from '../../vendors/speech/whisper.ts';
import { workersAiTranscript } from '../../vendors/speech/workers-ai.ts';
import { authorSubjects, speechSegments } from './fields.ts';
import { requirePlatform } from './platform-sources.ts';

const PLATFORMS = [
  'tiktok',
  'instagram',
  'youtube',
  'facebook',
  'twitter',
  'network',
  'reddit',
] as const;

type Video = PostAddress & { platform: (typeof PLATFORMS)[number] };

const readVideo = (text: string): Video => requirePlatform(readPostAddress(text), PLATFORMS);

/** Transcript from the platform's captions or from speech recognition. */
interface SpokenFact extends TranscriptFact {
  recognized: boolean;
}

/** Longest video for speech recognition: the price is the same for every length. */
const MAX_RECOGNIZED_SECONDS = 600;

/** Drops a transcript without speech, such as sound notes only, so that it is not charged. */
const unlessSilent = (fact: SpokenFact): SpokenFact | null => (hasSpeech(fact.text) ? fact : null);

const captions = mapFact(scrapedTranscript, (fact) => unlessSilent({ ...fact, recognized: false }));

const recognizers = [whisperTranscript, workersAiTranscript] as const;

/** File of a video, queried only if a recognizer is configured: reading the page costs a call. */
const hearableFile: Source<Video, { url: string }> = {
  ...mapFact(scrapedVideoFile, (file) => (file.seconds > MAX_RECOGNIZED_SECONDS ? null : file)),
  // In a bulk job a row would wait for minutes.
  notInBulk: () => true,
  available: async (world) =>
    (await Promise.all(recognizers.map((source) => source.available(world)))).includes(true) &&
    scrapedVideoFile.available(world),
};

const recognized = firstAnswer(
  ...recognizers.map((source) =>
    mapFact(
      mapQuery(
        ({ url }: { url: string }) => ({ url, language: null, speakerLabels: false }),
        source,
      ),
      ({ transcript: text, segments, language }) =>
        unlessSilent({ text, segments: [...segments], language, recognized: true }),
    ),
  ),
);

/** The fact; null if it is missing or not audible. @throws ApiError a transient failure */
function unlessTransient<Fact>(outcome: Outcome<Fact>): Fact | null {
  const isTransient = outcome.kind === 'failed' && outcome.failure.status === 503;
  return isTransient ? unlessFailed(outcome) : foundFact(outcome);
}

async function recognizeSpeech(video: Video, ask: QuerySource): Promise<SpokenFact | null> {
  const file = unlessTransient(await ask(hearableFile, video));
  return file && unlessTransient(await ask(recognized, file));
}

/** Captions of the platform, else speech recognition. */
const sources: Sources<{ url: Video }, SpokenFact | null> = {
  list: [captions, hearableFile, ...recognizers],
  answeredBy: [captions],
  async resolve({ url: video }, ask) {
    const captioned = await ask(captions, video);
    if (captioned.kind === 'found' || captioned.kind === 'notConfigured')
      return requireAnswer(captioned);
    return (await recognizeSpeech(video, ask)) ?? requireAnswer(captioned);
  },
};

/** Time for captions, page, and a ten-minute file at the pace of a small server. */
const LIMIT_MS = 240_000;

const wordCount = field.countOrNull(
  'Number of words in the transcript; null if there is no transcript.',
);
const language = field.textOrNull('Language, ISO 639 code such as en.');

const at = (id: string) => `https://www.youtube.com/watch?v=sandbox${id}`;

/** Sandbox cases: invented videos; the ids say what is shown. */
const sandbox: readonly SandboxCase<SpokenFact | null>[] = [
  inSandbox.answer(at('talk'), 'a video with a transcript', {
    text: 'Good morning. Today we bake bread.',
    segments: [
      { start: 0, end: 1.5, text: 'Good morning.', speaker: null },
      { start: 1.5, end: 4, text: 'Today we bake bread.', speaker: null },
    ],
    language: 'English',
    recognized: false,
  }),
  inSandbox.answer(at('noln'), 'a transcript without times and language', {
    text: 'Bonjour.',
    segments: [],
    language: null,
    recognized: false,
  }),
  inSandbox.answer(at('hear'), 'a video without captions, whose speech is recognised', {
    text: 'Good evening.',
    segments: [{ start: 0, end: 2, text: 'Good evening.', speaker: null }],
    language: 'english',
    recognized: true,
  }),
  inSandbox.answer(at('none'), 'a video without a transcript, not charged', null),
  ...inSandbox.refusals(at('cash'), at('busy'), at('slow')),
];

export const videoTranscript = defineProduct({
  path: '/video-transcript',
  summary: 'Transcript of a video from one of seven platforms, as text and with times',
  tier: 'live',
  input: z.object({
    url: lookupField(readVideo, {
      description:
        'Full URL of the video. Mobile hosts, short URLs and tracking parameters are accepted.',
      examples: ['https://www.youtube.com/watch?v=aaaaaaaaaaa'],
      format: 'uri',
    }),
  }),
  subject: ({ url }) => url.url,
  cacheKey: ({ url }) => postKey(url),
  sources,
  people: {
    inputSubjects: ({ url }) => authorSubjects(url, url.author),
    factSubjects: () => [],
    emptyFact: null,
  },
  limitMs: LIMIT_MS,
  derive: (fact, { url }) => ({
    video: url,
    fact,
    words: fact && countWords(fact.text),
    spokenIn: languageCode(fact?.language ?? null),
  }),
  price: { upTo: 5, isPaid: ({ fact }) => fact !== null },
  classification: {
    schema: z.object({
      matched: field.boolean('Whether there is a transcript.'),
      transcript_available: field.boolean('Same as `matched`.'),
      platform: field.enum(PLATFORMS, 'The platform.'),
      word_count: wordCount,
      language,
    }),
    from: ({ video, fact, words: count, spokenIn }) => ({
      matched: fact !== null,
      transcript_available: fact !== null,
      platform: video.platform,
      word_count: count,
      language: spokenIn,
    }),
  },
  insights: {
    schema: z.object({
      video_transcript_result: field.object('The transcript.', {
        url: field.text('URL of the video.'),
        transcript: field.textOrNull(
          'The transcript, without times and cue numbers; null if there is none.',
        ),
        segments: speechSegments
          .nullable()
          .describe('The transcript in segments with times; null if the source has no times.'),
        language,
        word_count: wordCount,
        recognized: field.booleanOrNull(
          'Whether the transcript comes from speech recognition, which is used for videos of at most ten minutes if the platform has no captions. False: captions. Null: there is no transcript.',
        ),
      }),
    }),
    from: ({ video, fact, words: count, spokenIn }) => ({
      video_transcript_result: {
        url: video.url,
        transcript: fact?.text ?? null,
        segments: fact && fact.segments.length > 0 ? fact.segments : null,
        language: spokenIn,
        word_count: count,
        recognized: fact?.recognized ?? null,
      },
    }),
  },
  bulk: 'video_transcript',
  factVersion: 3,
  sandbox,
  example: { url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' },
});
