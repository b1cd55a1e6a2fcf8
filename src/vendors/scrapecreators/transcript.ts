import * as z from 'zod';
import type { PostAddress } from '../../domain/social/address.ts';
import { type Captions, captionsOfPieces, readCaptions } from '../../domain/social/captions.ts';
import type { TranscriptFact, VideoFileFact } from '../../domain/social/facts.ts';
import type { Platform } from '../../domain/social/platforms.ts';
import {
  fieldsBelow,
  firstText,
  listOf,
  number,
  part,
  parts,
  text,
} from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { readSocialPage, SCRAPECREATORS } from './client.ts';

/** Hours of speech, with times and tags. */
const MAX_BYTES = 8_388_608;

const piece = z
  .object({ text: z.string(), startMs: number, endMs: number })
  .transform(({ text: said, startMs, endMs }) => ({
    start: startMs === null ? null : startMs / 1_000,
    end: endMs === null ? null : endMs / 1_000,
    text: said,
    speaker: null,
  }));

/** Text with or without times, or its pieces; null, for no speech, becomes an empty text. */
const spoken = z
  .union([z.string().transform(readCaptions), listOf(piece).transform(captionsOfPieces)])
  .nullable()
  .transform((said): Captions => said ?? { text: '', segments: [] });

const LANGUAGE = /^Language:[ \t]*([a-z]{2,3}(?:-[a-z\d]{2,8})*)[ \t]*$/im;
/** Length of WEBVTT's header, which may state a language. */
const HEADER_CHARS = 300;

/** Unparsed transcript. */
interface Written {
  transcript?: unknown;
  language?: unknown;
}

const plain = z
  .object({
    transcript: z.unknown().optional(),
    language: z.unknown().optional(),
    transcriptNotAvailable: z.unknown().optional(),
  })
  .transform(({ transcript: said, language, transcriptNotAvailable }): Written => {
    const transcript = transcriptNotAvailable === true ? (said ?? null) : said;
    const header = typeof transcript === 'string' ? transcript.slice(0, HEADER_CHARS) : '';
    return { transcript, language: language ?? LANGUAGE.exec(header)?.[1] ?? null };
  })
  .pipe(z.object({ transcript: z.unknown().pipe(spoken), language: text }))
  .transform(({ transcript, language }): TranscriptFact => ({ ...transcript, language }));

/** Transcript of a video: its pieces, or the text without times if there are none. */
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

const ofMedia = z.object({ transcripts: listOf(z.object({ text: spoken })).nullable() }).transform(
  ({ transcripts }): TranscriptFact => ({
    ...(transcripts?.find((each) => each.text.text !== '')?.text ?? { text: '', segments: [] }),
    language: null,
  }),
);

/** Path of each platform's page about a video, and the schema of its reply. */
type VideoPages<Fact> = ReadonlyMap<Platform, { path: string; schema: z.ZodType<Fact> }>;

/** Source of a fact from the platform's page of a video; null if the platform has none. */
const videoSource = <Fact>(pages: VideoPages<Fact | null>, own: { timeoutMs?: number } = {}) =>
  fromUpstream<PostAddress, Fact>(SCRAPECREATORS, {
    label: 'social_page',
    ...own,
    async ask({ platform, url }, call) {
      const known = pages.get(platform);
      if (!known) return null;
      const found = await readSocialPage(call, { ...known, query: { url }, maxBytes: MAX_BYTES });
      return found && 'page' in found ? found.page : null;
    },
  });

const orNone = (schema: z.ZodType<TranscriptFact>) =>
  schema.transform((transcript) => (transcript.text === '' ? null : transcript));

const TRANSCRIPT_PAGES: VideoPages<TranscriptFact | null> = new Map([
  ['tiktok', { path: '/v1/tiktok/video/transcript', schema: orNone(plain) }],
  ['instagram', { path: '/v2/instagram/media/transcript', schema: orNone(ofMedia) }],
  ['youtube', { path: '/v1/youtube/video/transcript', schema: orNone(ofVideo) }],
  ['facebook', { path: '/v1/facebook/post/transcript', schema: orNone(plain) }],
  ['twitter', { path: '/v1/twitter/tweet/transcript', schema: orNone(plain) }],
  ['network', { path: '/v1/linkedin/post/transcript', schema: orNone(plain) }],
  ['reddit', { path: '/v1/reddit/post/transcript', schema: orNone(plain) }],
]);

/** Transcript of a video; null if it has none, which the vendor bills too. */
export const scrapedTranscript = videoSource(TRANSCRIPT_PAGES, { timeoutMs: 45_000 });

/** File of a video; null without a URL or a duration, because the duration bounds the cost. */
const videoFile = (url: string | null | undefined, seconds: number | null): VideoFileFact | null =>
  url?.startsWith('https://') && seconds !== null && seconds > 0 ? { url, seconds } : null;

const inSeconds = number.transform((ms) => ms && ms / 1_000);

const tiktokFile = fieldsBelow('aweme_detail', {
  url: ['video.play_addr.url_list', firstText],
  seconds: ['video.duration', inSeconds],
}).transform(({ url, seconds }) => videoFile(url, seconds));

const instagramFile = fieldsBelow('data.xdt_shortcode_media', {
  url: ['video_url', text],
  seconds: ['video_duration', number],
}).transform(({ url, seconds }) => videoFile(url, seconds));

const variant = { content_type: text, bitrate: number, url: text };

/** Smallest file: all have the same sound. */
const twitterFile = z
  .object({
    legacy: z.object({
      extended_entities: part({
        media: parts({
          video_info: part({ duration_millis: inSeconds, variants: parts(variant) }),
        }),
      }),
    }),
  })
  .transform(({ legacy }) => {
    const info = legacy.extended_entities?.media.find((each) => each.video_info)?.video_info;
    const [smallest] = (info?.variants ?? [])
      .filter((each) => each.content_type === 'video/mp4')
      .sort((one, other) => (one.bitrate ?? 0) - (other.bitrate ?? 0));
    return videoFile(smallest?.url, info?.duration_millis ?? null);
  });

/** Pages that state the file of their video, as the platforms' own APIs do. */
const FILE_PAGES: VideoPages<VideoFileFact | null> = new Map([
  ['tiktok', { path: '/v2/tiktok/video', schema: tiktokFile }],
  ['instagram', { path: '/v1/instagram/post', schema: instagramFile }],
  ['twitter', { path: '/v1/twitter/tweet', schema: twitterFile }],
]);

/** File of a video; null if its page states none. */
export const scrapedVideoFile = videoSource(FILE_PAGES);
