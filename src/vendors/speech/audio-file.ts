import type { World } from '../../lookup/world.ts';
import { concatBytes } from '../../web-reader/page/charset.ts';
import { mediaType } from '../../web-reader/page/media-type.ts';
import { MAX_REDIRECTS, requirePage, USER_AGENT } from '../../web-reader/page/site-requests.ts';
import { AUDIO_HEAD_BYTES, headBytesOf, longestSeconds, readAudioHeader } from './audio-length.ts';

/** What recordings are served as; servers that do not know them say octet-stream. */
const CONTENT_TYPES = ['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'];

/** A recording on its way. */
export interface AudioFile {
  /** Its media type, as its server says. */
  type: string;
  /** Nothing is read before it is asked for; past its limits it errors. */
  body: ReadableStream<Uint8Array>;
  /** Why the download broke off, null while it has not: its reader reports an error of its own. */
  failure(): unknown;
  /** Gives up what has not been read. */
  close(): Promise<void>;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The beginning of a file, as far as its length can be read there. */
async function readHead(reader: Reader): Promise<{ head: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let wanted = AUDIO_HEAD_BYTES;
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (value) chunks.push(value);
    length += value?.length ?? 0;
    if (!done && length < wanted) continue;
    const head = concatBytes(chunks, length);
    wanted = headBytesOf(head);
    if (done || length >= wanted) return { head, isWhole: done };
  }
}

/** Bytes of the whole file; null where its server does not say, or counts compressed ones. */
function sizeOf(headers: Headers): number | null {
  const length = headers.get('Content-Length');
  if (length === null || headers.has('Content-Encoding')) return null;
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/**
 * Has a recording's length covered before it goes on to a vendor who bills by it: by its header and
 * size at once, and where more bytes come than those, before they pass.
 */
async function coverAudio(
  reader: Reader,
  headers: Headers,
  cover: (seconds: number) => Promise<void>,
): Promise<Reader> {
  const { head, isWhole } = await readHead(reader);
  const size = isWhole ? head.length : sizeOf(headers);
  const header = readAudioHeader(head, size);
  const stated = (header.seconds ?? 0) * header.mostBytesPerSecond;
  let covered = Math.max(head.length, size ?? stated);
  await cover(longestSeconds(header, covered));
  let passed = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let value: Uint8Array | undefined = head; value; ) {
      passed += value.length;
      if (passed > covered) {
        covered = 2 * passed;
        await cover(longestSeconds(header, covered));
      }
      yield value;
      ({ value } = await reader.read());
    }
  }
  const chunks = bytes();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  ).getReader();
}

/**
 * Opens a recording that a caller named, through the guarded fetcher, and reads none of it but,
 * where its length has to be covered, the beginning.
 * @param limits bytes of the whole file, and milliseconds until its last one
 * @throws ApiError as the guarded fetcher does; UPSTREAM_ERROR for a status without a file;
 * INSUFFICIENT_CREDITS
 */
export async function openAudio(
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
  { outbound, cover }: World,
): Promise<AudioFile> {
  const response = await outbound.fetcher.fetch(url, {
    headers: { 'User-Agent': USER_AGENT, Accept: 'audio/*,video/*;q=0.9,*/*;q=0.5' },
    maxRedirects: MAX_REDIRECTS,
    contentTypes: CONTENT_TYPES,
    ...limits,
  });
  await requirePage(response);
  let failure: unknown = null;
  const source = response.body.getReader();
  const reader = cover ? await coverAudio(source, response.headers, cover).catch(giveUp) : source;
  async function giveUp(error: unknown): Promise<never> {
    await source.cancel().catch(() => undefined);
    throw error;
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = error;
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const type = mediaType(response.headers.get('Content-Type')) ?? 'application/octet-stream';
  const close = () => reader.cancel().catch(() => undefined);
  return { type, body, failure: () => failure, close };
}

/**
 * Runs a vendor's reading of a recording. A broken download is thrown instead of the vendor's
 * answer, which may be one to half a file.
 */
export async function readingAudio<T>(audio: AudioFile, read: () => Promise<T>): Promise<T> {
  const settle = (): void => {
    const failure = audio.failure();
    if (failure !== null) throw failure;
  };
  try {
    const answer = await read();
    settle();
    return answer;
  } catch (error) {
    settle();
    throw error;
  } finally {
    // A vendor that answered before the end leaves a connection open.
    await audio.close();
  }
}
