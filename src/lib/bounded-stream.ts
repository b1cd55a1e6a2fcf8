import { concatBytes } from './bytes.ts';
import type { Deadline } from './deadline.ts';
import { ApiError } from './errors.ts';

interface BodyLimits {
  maxBytes: number;
  deadline: Deadline;
  tooLong: () => Error;
  /** Error for a connection that breaks halfway. */
  broken: (cause: unknown) => Error;
}

/**
 * Bounds a body in bytes and time: the stream errors past `maxBytes` or the deadline. Bytes are
 * counted after the runtime has decompressed them, so a compression bomb is stopped at the same
 * size. Pull-based: nothing is read ahead.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
): ReadableStream<Uint8Array> {
  const { maxBytes, deadline, tooLong, broken } = limits;
  const reader = body.getReader();
  let bytes = 0;
  const fail = (error: unknown): never => {
    deadline.end();
    reader.cancel(error).catch(() => undefined);
    throw error;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await deadline
          .wait(reader.read())
          .catch((cause) => fail(deadline.signal.aborted ? cause : broken(cause)));
        if (done) {
          deadline.end();
          return controller.close();
        }
        bytes += value.byteLength;
        if (bytes > maxBytes) fail(tooLong());
        controller.enqueue(value);
      },
      cancel(reason) {
        deadline.end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Reads a stream to its end. @throws the error of `tooLong` past `maxBytes` */
export async function readBytes(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A throw that leaves the loop cancels the stream.
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}

/** Reads a stream to its end as text. @throws the error of `tooLong` past `maxBytes` */
export async function readText(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLong: () => Error,
): Promise<string> {
  return stream ? new TextDecoder().decode(await readBytes(stream, maxBytes, tooLong)) : '';
}

const tooLong = () => new ApiError('UPSTREAM_ERROR', 'The data source sent more than can be read.');

/**
 * Reads a reply's body as text.
 * @throws ApiError UPSTREAM_ERROR for more than `maxBytes`, SERVICE_UNAVAILABLE when the connection
 * breaks halfway
 */
export async function readReplyText({ body }: Response, maxBytes: number): Promise<string> {
  try {
    return await readText(body, maxBytes, tooLong);
  } catch (error) {
    if (error instanceof ApiError || error instanceof DOMException) throw error;
    throw new ApiError('SERVICE_UNAVAILABLE', 'The reply of the data source was cut off.', {
      cause: error,
    });
  }
}
