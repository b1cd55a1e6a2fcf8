import * as z from 'zod';
import { type PostAddress, readPostAddress } from '../../domain/social/address.ts';
import type { TranscriptFact } from '../../domain/social/facts.ts';
import { countWords } from '../../domain/social/transcript.ts';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
import { firstAnswer, mapQuery } from '../../lookup/source.ts';
import { scrapedTranscript } from '../../vendors/scrapecreators/transcript.ts';
import { speechSegments, textField } from './fields.ts';

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

const isVideo = (post: PostAddress): post is Video =>
  (PLATFORMS as readonly string[]).includes(post.platform);

function readVideo(text: string): Video {
  const post = readPostAddress(text);
  if (!isVideo(post)) throw new UnusableInput('is not of a platform this product knows');
  return post;
}

const wordCount = z.int().min(0).nullable().describe('Words of the transcript; null without one.');
const language = textField('Language as the source names it, such as English or en.');

const at = (id: string) => `https://www.youtube.com/watch?v=sandbox${id}`;

/** Sandbox cases: invented videos; the ids say what is shown. */
const sandbox: readonly SandboxCase<TranscriptFact | null>[] = [
  {
    subject: at('talk'),
    shows: 'a video with a transcript',
    fact: {
      text: 'Good morning. Today we bake bread.',
      segments: [
        { start: 0, end: 1.5, text: 'Good morning.', speaker: null },
        { start: 1.5, end: 4, text: 'Today we bake bread.', speaker: null },
      ],
      language: 'English',
    },
  },
  {
    subject: at('noln'),
    shows: 'a transcript whose times and language are not told',
    fact: { text: 'Bonjour.', segments: [], language: null },
  },
  { subject: at('none'), shows: 'a video without a transcript, not charged', fact: null },
  ...forcedRefusals(at('cash'), at('busy'), at('slow')),
];

const PRICE = 5;

/** What is said in this video? */
export const videoTranscript = defineProduct({
  path: '/video-transcript',
  type: 'video_transcript',
  summary: 'What is said in a video of one of seven platforms, as text and with times',
  tier: 'live',
  input: z.object({
    url: lookupField(readVideo, {
      description:
        'Full address of the video. Mobile hosts, short addresses and tracking parameters do not matter.',
      examples: ['https://www.youtube.com/watch?v=aaaaaaaaaaa'],
      format: 'uri',
    }),
  }),
  subject: ({ url }) => url.url,
  sources: firstAnswer<{ url: Video }, TranscriptFact>(
    mapQuery(({ url }) => url, scrapedTranscript),
  ),
  derive: (fact, { url }) => ({
    video: url,
    fact,
    words: fact && countWords(fact.text),
  }),
  price: { upTo: PRICE, charge: ({ fact }) => (fact ? PRICE : 0) },
  classification: {
    schema: z.object({
      matched: z.boolean().describe('There is a transcript.'),
      transcript_available: z.boolean().describe('The same.'),
      platform: z.enum(PLATFORMS).describe('The platform.'),
      word_count: wordCount,
      language,
    }),
    from: ({ video, fact, words: count }) => ({
      matched: fact !== null,
      transcript_available: fact !== null,
      platform: video.platform,
      word_count: count,
      language: fact?.language ?? null,
    }),
  },
  insights: {
    schema: z.object({
      video_transcript_result: z
        .object({
          url: z.string().describe('Address of the video.'),
          transcript: textField('What is said, without times and cue numbers; null without one.'),
          segments: speechSegments
            .nullable()
            .describe('The same in stretches with their times; null where the source gives none.'),
          language,
          word_count: wordCount,
        })
        .describe('The transcript.'),
    }),
    from: ({ video, fact, words: count }) => ({
      video_transcript_result: {
        url: video.url,
        transcript: fact?.text ?? null,
        segments: fact && fact.segments.length > 0 ? fact.segments : null,
        language: fact?.language ?? null,
        word_count: count,
      },
    }),
  },
  bulk: 'video_transcript',
  factVersion: 2,
  sandbox,
  example: { url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' },
});
