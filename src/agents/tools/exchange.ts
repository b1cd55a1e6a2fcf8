/** How far a call has come. `progress` is sent only where it grew (protocol, "Progress"). */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/**
 * Calls under way in this isolate, by who sends them and the id of their message. There are no
 * sessions, so a name may be that of several calls: then none of them is cancelled. A notification
 * that reaches another isolate finds nothing; what every isolate sees is its own connection closed.
 */
export class CallsUnderWay {
  readonly #calls = new Map<string, Set<() => void>>();

  /** @returns what to call when the call has ended */
  begin(name: string, cancel: () => void): () => void {
    const calls = this.#calls.get(name) ?? new Set();
    this.#calls.set(name, calls.add(cancel));
    return () => {
      calls.delete(cancel);
      if (calls.size === 0) this.#calls.delete(name);
    };
  }

  cancel(name: string): void {
    const [cancel, another] = this.#calls.get(name) ?? [];
    if (!another) cancel?.();
  }
}

/** One call of a tool, from its message to the last byte of its answer. */
export interface Exchange {
  /** Aborted when its caller cancels it, or is gone. */
  signal: AbortSignal;
  /** Sets what is read for each report of progress: else the seconds gone. */
  measure(read: (seconds: number) => Progress): void;
}

/** What a message and its request say of how a call is to be answered. */
export interface ExchangeTerms {
  /** JSON-RPC id. */
  id: unknown;
  /** Of the call among those under way: who sends it, and its id. */
  name: string;
  /** `_meta.progressToken`; undefined where no progress is wanted. */
  progressToken: unknown;
  /** Whether the client takes an event stream. */
  takesStream: boolean;
  /** Fires where the runtime sees that the connection is closed. */
  closed: AbortSignal;
}

/** The answer of a call, and what its whole request is refused with, if it is. */
export interface CallAnswer {
  response: Response;
  refusal: unknown;
}

/** An answer that takes longer becomes a stream. */
const STREAM_AFTER_MS = 1_000;
/** Between two frames. */
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
  { id, name, progressToken, takesStream, closed }: ExchangeTerms,
  calls: CallsUnderWay,
  now: () => number,
  run: (exchange: Exchange) => Promise<CallAnswer>,
): Promise<Response> {
  const ending = new AbortController();
  const startedAt = now();
  let isUnwanted = false;
  let read = (seconds: number): Progress => ({ progress: seconds });
  const progress = () => read(Math.round((now() - startedAt) / 1_000));
  const leave = () => ending.abort();
  closed.addEventListener('abort', leave);
  let forget!: () => void;
  // A promise, as its continuation runs for this request: an abort would act for the other one.
  const cancelled = new Promise<void>((resolve) => {
    forget = calls.begin(name, resolve);
  });
  void cancelled.then(() => {
    isUnwanted = true;
    leave();
  });
  const measure = (reading: typeof read) => {
    read = reading;
  };
  const running = run({ signal: ending.signal, measure }).finally(() => {
    forget();
    closed.removeEventListener('abort', leave);
  });
  running.catch(() => undefined);
  let wait: ReturnType<typeof setTimeout> | undefined;
  const isLong = new Promise<null>((resolve) => {
    if (takesStream) wait = setTimeout(resolve, STREAM_AFTER_MS, null);
  });
  const answer = await Promise.race([running, isLong]).finally(() => clearTimeout(wait));
  if (answer?.refusal) throw answer.refusal;
  if (answer && !(isUnwanted && takesStream)) return answer.response;
  const text = running.then(({ response }) => response.text()).catch(() => internalError(id));
  return streamOf(text, frames(progressToken, progress), () => isUnwanted, leave);
}
