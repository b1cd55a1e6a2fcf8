/** How far a call has come. `progress` is sent only where it grew (protocol, "Progress"). */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** One call of a tool, from its message to the last byte of its answer. */
export interface Exchange {
  /** Aborted when its caller cancels it, or is gone. */
  signal: AbortSignal;
  /** Sets what is read for each report of progress: else the seconds gone. */
  measure(read: (seconds: number) => Progress): void;
}

/** What a message and its request say of how a call is to be answered. */
interface ExchangeTerms {
  id: unknown;
  /** `_meta.progressToken`; undefined where no progress is wanted. */
  progressToken: unknown;
  takesStream: boolean;
  /** Fires where the runtime sees that the connection is closed. */
  closed: AbortSignal;
  startedAt: number;
  /** Resolves to whether a notification cancels the call; asked again while it runs. */
  awaitCancellation(): Promise<boolean>;
}

/** The answer of a call, and what its whole request is refused with, if it is. */
export interface CallAnswer {
  response: Response;
  refusal: unknown;
}

/** A call that takes longer waits for its cancellation, and its answer becomes a stream. */
const LONG_AFTER_MS = 1_000;
const FRAME_EVERY_MS = 2_000;

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

const encoder = new TextEncoder();
const frameOf = (json: string) => encoder.encode(`event: message\ndata: ${json}\n\n`);
const COMMENT = encoder.encode(': under way\n\n');

/** Frames of a call under way: its progress where it is wanted and grew, else a comment. */
function frames(progressToken: unknown, read: () => Progress): () => Uint8Array {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const progress = read();
    if (progressToken === undefined || progress.progress <= last) return COMMENT;
    last = progress.progress;
    const params = { progressToken, ...progress };
    return frameOf(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  };
}

const internalError = (id: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'Internal error' } });

/**
 * Event stream of an answer that is not there yet: frames, then the answer, or none at all.
 * @param isUnwanted whether the caller cancelled meanwhile
 * @param leave called when the client is gone
 */
function streamOf(
  answer: Promise<string>,
  frame: () => Uint8Array,
  isUnwanted: () => boolean,
  leave: () => void,
): Response {
  let timer: ReturnType<typeof setInterval>;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(frame());
      timer = setInterval(() => controller.enqueue(frame()), FRAME_EVERY_MS);
      const end = (json: string) => {
        clearInterval(timer);
        if (!isUnwanted()) controller.enqueue(frameOf(json));
        controller.close();
      };
      // Not awaited: a stream is read once `start` has ended. A client that is gone has no stream.
      answer.then(end).catch(() => undefined);
    },
    cancel() {
      clearInterval(timer);
      leave();
    },
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

/**
 * Runs a call of a tool. Its answer is JSON, or after a second an event stream that ends with the
 * same JSON, where the client takes one. In between go reports of progress, or comments: over
 * HTTP/1.1 a closed connection shows by nothing but a write. A closed connection cancels under
 * every revision, as no stream can be resumed here. A call cancelled by notification is answered by
 * no message (protocol, "Cancellation"), or by its refusal to a client that takes no stream.
 * @throws the refusal of the request, and what `run` throws, while no stream has begun
 */
export async function runExchange(
  { id, progressToken, takesStream, closed, startedAt, awaitCancellation }: ExchangeTerms,
  now: () => number,
  run: (exchange: Exchange) => Promise<CallAnswer>,
): Promise<Response> {
  const ending = new AbortController();
  let isRunning = true;
  let isUnwanted = false;
  let read = (seconds: number): Progress => ({ progress: seconds });
  const progress = () => read(Math.round((now() - startedAt) / 1_000));
  const leave = () => ending.abort();
  closed.addEventListener('abort', leave);
  const measure = (reading: typeof read) => {
    read = reading;
  };
  const running = run({ signal: ending.signal, measure }).finally(() => {
    isRunning = false;
    closed.removeEventListener('abort', leave);
  });
  running.catch(() => undefined);
  const watch = async () => {
    while (isRunning && !isUnwanted) isUnwanted = await awaitCancellation();
    if (isUnwanted) leave();
  };
  let wait: ReturnType<typeof setTimeout> | undefined;
  const isLong = new Promise<null>((resolve) => {
    wait = setTimeout(() => {
      // An account that cannot be asked cancels nothing; a closed connection still does.
      watch().catch(() => undefined);
      if (takesStream) resolve(null);
    }, LONG_AFTER_MS);
  });
  const answer = await Promise.race([running, isLong]).finally(() => {
    if (!isRunning) clearTimeout(wait);
  });
  if (answer?.refusal) throw answer.refusal;
  if (answer) return answer.response;
  const text = running.then(({ response }) => response.text()).catch(() => internalError(id));
  return streamOf(text, frames(progressToken, progress), () => isUnwanted, leave);
}
