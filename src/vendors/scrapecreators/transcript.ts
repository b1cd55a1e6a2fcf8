import * as z from 'zod';
import type { PostAddress } from '../../domain/social/address.ts';
import type { TranscriptFact } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import { joinSegments, transcriptText } from '../../domain/social/transcript.ts';
import { text } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { readSocialPage, SCRAPECREATORS } from './client.ts';

const TIMEOUT_MS = 45_000;
/** Hours of talk, with times and tags. */
const MAX_BYTES = 8_388_608;

/** One text with times or without, or its pieces; null where nothing is said. */
const spoken = z
  .union([z.string().transform(transcriptText), z.array(z.object({ text: z.string() }))])
  .nullable()
  .transform((said) =>
    Array.isArray(said) ? joinSegments(said.map((piece) => piece.text)) : (said ?? ''),
  );

const LANGUAGE = /^Language:[ \t]*([a-z]{2,3}(?:-[a-z\d]{2,8})*)[ \t]*$/im;
/** The header of WEBVTT, where a language may stand. */
const HEADER_CHARS = 300;

const plain = z
  .object({ transcript: z.unknown(), language: text })
  .transform(({ transcript, language }) => {
    const header = typeof transcript === 'string' ? transcript.slice(0, HEADER_CHARS) : '';
    return { transcript, language: language ?? LANGUAGE.exec(header)?.[1] ?? null };
  })
  .pipe(z.object({ transcript: spoken, language: z.string().nullable() }))
  .transform(({ transcript, language }): TranscriptFact => ({ text: transcript, language }));

const ofVideo = z
  .object({ transcript_only_text: spoken, language: text })
  .transform(
    ({ transcript_only_text, language }): TranscriptFact => ({
      text: transcript_only_text,
      language,
    }),
  )
  .or(plain);

const ofMedia = z.object({ transcripts: z.array(z.object({ text: spoken })).nullable() }).transform(
  ({ transcripts }): TranscriptFact => ({
    text: transcripts?.find((each) => each.text !== '')?.text ?? '',
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
  ['linkedin', { path: '/v1/linkedin/post/transcript', schema: plain }],
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
