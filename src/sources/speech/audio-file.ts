import type { World } from '../../core/ports.ts';
import { mediaType } from '../web/page/media-type.ts';
import { MAX_REDIRECTS, requirePage, USER_AGENT } from '../web/page/site-requests.ts';

/** What recordings are served as; servers that do not know them say octet-stream. */
const CONTENT_TYPES = ['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'];

/** A recording on its way. */
export interface AudioFile {
  /** Its media type, as its server says. */
  type: string;
  /** Nothing is read before it is asked for; past its limits it errors. */
  body: ReadableStream<Uint8Array>;
  /**
   * Why the recording broke off, null while it has not: whoever reads it reports that in words of
   * their own.
   */
  failure(): unknown;
  /** Gives up what has not been read. */
  close(): Promise<void>;
}

/**
 * Opens a recording that a caller named, through the guarded fetcher, and reads none of it.
 * @param limits bytes of the whole file, and milliseconds until its last one
 * @throws ApiError as the guarded fetcher does; UPSTREAM_ERROR for a status without a file
 */
export async function openAudio(
  url: string,
  limits: { maxBytes: number; timeoutMs: number },
  { network }: World,
): Promise<AudioFile> {
  const response = await network.fetcher.fetch(url, {
    headers: { 'User-Agent': USER_AGENT, Accept: 'audio/*,video/*;q=0.9,*/*;q=0.5' },
    maxRedirects: MAX_REDIRECTS,
    contentTypes: CONTENT_TYPES,
    ...limits,
  });
  await requirePage(response);
  let failure: unknown = null;
  const reader = response.body.getReader();
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
 * Reads a recording by way of somebody else. What broke it off is told rather than what they made
 * of it, be it an answer to half a file.
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
    // Whoever answered without reading to the end leaves a connection open.
    await audio.close();
  }
}
