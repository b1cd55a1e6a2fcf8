/** Progress of a call. A report is sent only if `progress` grew (protocol, "Progress"). */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** One call of a tool, from its message to the last byte of its answer. */
export interface Exchange {
  /** Aborted when the caller cancels or disconnects. */
  signal: AbortSignal;
  /** Sets the reading for progress reports; the default is the elapsed seconds. */
  measure(read: (seconds: number) => Progress): void;
}

/** Terms of an answer, from the message and its HTTP request. */
interface ExchangeTerms {
  id: unknown;
  /** `_meta.progressToken`; undefined if no progress is requested. */
  progressToken: unknown;
  takesStream: boolean;
  /** Fires when the runtime detects that the connection is closed. */
  closed: AbortSignal;
  startedAt: number;
  /** Resolves to whether a notification cancels the call; called repeatedly while it runs. */
  awaitCancellation(): Promise<boolean>;
}

/** The answer of a call, and the refusal of its whole request, if any. */
export interface CallAnswer {
  response: Response;
  refusal: unknown;
}

/** From this time on a call polls for cancellation, and its answer may become a stream. */
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

/** Frames of a running call: progress if it is requested and grew, else a comment. */
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
 * Event stream of a pending answer: frames, then the answer, unless it is unwanted.
 * @param isUnwanted whether the caller cancelled meanwhile
 * @param leave called when the client disconnects
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
      // Not awaited: a stream is read after `start` returns. Enqueuing fails if the client is gone.
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
 * Runs a call of a tool. The answer is JSON or, after one second and if the client accepts it, an
 * event stream that ends with the same JSON. Until then the stream has progress reports or
 * comments: over HTTP/1.1, only a write reveals a closed connection. A closed connection cancels
 * the call under every revision, because streams cannot be resumed here. A call cancelled by
 * notification gets no message (protocol, "Cancellation"), or its refusal without a stream.
 * @throws the refusal of the request, or any error of `run`, before a stream has begun
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
      // If the account cannot be reached, nothing is cancelled; a closed connection still cancels.
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
