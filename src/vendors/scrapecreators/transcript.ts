import * as z from 'zod';
import type { PostAddress } from '../../domain/social/address.ts';
import { type Captions, captionsOfPieces, readCaptions } from '../../domain/social/captions.ts';
import type { TranscriptFact } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import { number, text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { readSocialPage, SCRAPECREATORS } from './client.ts';

const TIMEOUT_MS = 45_000;
/** Hours of talk, with times and tags. */
const MAX_BYTES = 8_388_608;

const piece = z
  .object({ text: z.string(), startMs: number, endMs: number })
  .transform(({ text: said, startMs, endMs }) => ({
    start: startMs === null ? null : startMs / 1_000,
    end: endMs === null ? null : endMs / 1_000,
    text: said,
    speaker: null,
  }));

/** One text with times or without, or its pieces; null where nothing is said. */
const spoken = z
  .union([z.string().transform(readCaptions), z.array(piece).transform(captionsOfPieces)])
  .nullable()
  .transform((said): Captions => said ?? { text: '', segments: [] });

const LANGUAGE = /^Language:[ \t]*([a-z]{2,3}(?:-[a-z\d]{2,8})*)[ \t]*$/im;
/** The header of WEBVTT, where a language may stand. */
const HEADER_CHARS = 300;

/** A transcript as it came, not read yet. */
interface Written {
  transcript?: unknown;
  language?: unknown;
}

const plain = z
  .object({ transcript: z.unknown(), language: z.unknown().optional() })
  .transform(({ transcript, language }): Written => {
    const header = typeof transcript === 'string' ? transcript.slice(0, HEADER_CHARS) : '';
    return { transcript, language: language ?? LANGUAGE.exec(header)?.[1] ?? null };
  })
  .pipe(z.object({ transcript: z.unknown().pipe(spoken), language: text }))
  .transform(({ transcript, language }): TranscriptFact => ({ ...transcript, language }));

/** Of a video: its pieces, and where there are none the text without times. */
const ofVideo = z
  .object({
    transcript: z.unknown().optional(),
    transcript_only_text: z.unknown().optional(),
    language: z.unknown().optional(),
  })
  .transform(({ transcript, transcript_only_text, language }): Written => {
    const hasPieces = Array.isArray(transcript) && transcript.length > 0;
    return { transcript: hasPieces ? transcript : (transcript_only_text ?? transcript), language };
  })
  .pipe(plain);

const ofMedia = z.object({ transcripts: z.array(z.object({ text: spoken })).nullable() }).transform(
  ({ transcripts }): TranscriptFact => ({
    ...(transcripts?.find((each) => each.text.text !== '')?.text ?? { text: '', segments: [] }),
    language: null,
  }),
);

const PATHS: ReadonlyMap<Platform, { path: string; schema: z.ZodType<TranscriptFact> }> = new Map<
  Platform,
  { path: string; schema: z.ZodType<TranscriptFact> }
>([
  ['tiktok', { path: '/v1/tiktok/video/transcript', schema: plain }],
  ['instagram', { path: '/v2/instagram/media/transcript', schema: ofMedia }],
  ['youtube', { path: '/v1/youtube/video/transcript', schema: ofVideo }],
  ['facebook', { path: '/v1/facebook/post/transcript', schema: plain }],
  ['twitter', { path: '/v1/twitter/tweet/transcript', schema: plain }],
  ['network', { path: '/v1/linkedin/post/transcript', schema: plain }],
  ['reddit', { path: '/v1/reddit/post/transcript', schema: plain }],
]);

/** What is said in a video; null where it has no transcript, which the vendor bills too. */
export const scrapedTranscript = fromUpstream<PostAddress, TranscriptFact>(SCRAPECREATORS, {
  name: 'scrapecreators',
  label: 'social_page',
  metered: 'calls',
  timeoutMs: TIMEOUT_MS,
  async ask({ platform, url }, call) {
    const known = PATHS.get(platform);
    if (!known) return null;
    const found = await readSocialPage(call, { ...known, query: { url }, maxBytes: MAX_BYTES });
    return found && 'page' in found && found.page.text !== '' ? found.page : null;
  },
});
