import type { Deadline } from './deadline.ts';

export interface BodyLimits {
  maxBytes: number;
  deadline: Deadline;
  tooLong: () => Error;
  /** What a connection that breaks halfway is reported as. */
  broken: (cause: unknown) => Error;
}

/**
 * The same bytes, but erroring past `maxBytes` or the deadline. The runtime has undone any
 * compression by now, so a small download that unpacks to much more is stopped at the same size.
 * Nothing is read before it is asked for.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
): ReadableStream<Uint8Array> {
  const { maxBytes, deadline, tooLong, broken } = limits;
  const reader = body.getReader();
  let bytes = 0;
  const give = (error: unknown): never => {
    deadline.end();
    reader.cancel(error).catch(() => undefined);
    throw error;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await deadline
          .wait(reader.read())
          .catch((cause) => give(deadline.signal.aborted ? cause : broken(cause)));
        if (done) {
          deadline.end();
          return controller.close();
        }
        bytes += value.byteLength;
        if (bytes > maxBytes) give(tooLong());
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
