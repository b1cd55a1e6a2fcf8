import { Bulk } from './bulk.js';
import { ApiError, ConnectionError, errorOf, LookupError, TimeoutError } from './errors.js';
import { OPERATIONS, type Operations } from './generated/operations.js';
import { type Page, Pages } from './pages.js';

/** How an operation of the interface is sent. */
export interface Operation {
  method: string;
  path: string;
  /** Parameters in the path, the first arguments of the method. */
  params?: number;
  body?: boolean;
  query?: boolean;
  /** It takes an Idempotency-Key: whatever is sent twice is done once. */
  key?: boolean;
  /** The field of the answer that holds the entries of a page. */
  entries?: string;
  /** Seconds it may take, where that is long. */
  seconds?: number;
}

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call, and the waits between its attempts. */
  signal?: AbortSignal;
  /** Milliseconds for one attempt. */
  timeout?: number;
  /** Further attempts after the first. */
  maxRetries?: number;
  /** By default a fresh one, the same for all attempts of the call. */
  idempotencyKey?: string;
  /** Is shown each reply, for its headers: rate limits, request id, whether it is a replay. */
  onResponse?: (response: Response) => void;
}

/** Settings of a client. */
export interface ClientOptions extends Pick<CallOptions, 'timeout' | 'maxRetries' | 'onResponse'> {
  /** `sk_live_…`, or `sk_test_…` for the sandbox. */
  apiKey: string;
  /** Where the service is, for example `https://api.example.com`. */
  baseUrl: string;
  /** Longest wait between two attempts, in milliseconds; what asks for more is thrown at once. */
  maxRetryWait?: number;
  /** Another `fetch`, for tests and proxies. */
  fetch?: typeof fetch;
}

interface Call {
  operation: Operation;
  path: string;
  body: unknown;
  query: object | undefined;
  options: CallOptions;
}

const DEFAULTS = { timeout: 30_000, maxRetries: 3, maxRetryWait: 60_000 };
const FIRST_WAIT_MS = 500;
/** Beyond what the service itself takes. */
const TRANSFER_MS = 10_000;

/** Resolves after a while. @throws the signal's reason */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Why a call failed: Node's "fetch failed" has the reason behind it, or its code alone. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } | null };
  const { code } = (cause ?? {}) as { code?: string };
  return cause?.message || code || message || String(error);
}

/** What a reply of success holds; a page of a proxy is no answer. */
function answerOf(text: string): unknown {
  try {
    const answer = JSON.parse(text);
    return 'success' in answer ? answer.data : answer;
  } catch (cause) {
    return new ConnectionError('There is no answer from the service: the reply is not JSON.', {
      cause,
    });
  }
}

/** Doubled each time, and spread so that clients that failed together do not return together. */
const backOff = (attempt: number): number =>
  FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);

/**
 * Refuses a value that cannot be sent as a header, which fetch would name in its error.
 * @throws LookupError without the value
 */
function requireHeaderText(name: string, value: string): void {
  if (/[^\x20-\x7e]/.test(value))
    throw new LookupError(`${name} has a character that cannot be sent in a header`);
}

// The methods come from the table that is generated with their types.
export interface LookupApi extends Operations {}

/** The service: a method for every operation, and lists. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: every one of them is defined below.
export class LookupApi {
  /** Lists, from the first row to the last answer. */
  readonly bulk: Bulk;
  readonly #options: ClientOptions & typeof DEFAULTS;

  constructor(options: ClientOptions) {
    const apiKey = options.apiKey?.trim();
    if (!apiKey) throw new LookupError('apiKey is missing');
    requireHeaderText('apiKey', apiKey);
    const baseUrl = options.baseUrl?.trim();
    if (!baseUrl) throw new LookupError('baseUrl is missing');
    if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl))
      throw new LookupError('baseUrl must be a URL such as https://api.example.com');
    const { timeout, maxRetries, maxRetryWait } = options;
    this.#options = {
      ...options,
      ...{ apiKey, baseUrl },
      timeout: timeout ?? DEFAULTS.timeout,
      maxRetries: maxRetries ?? DEFAULTS.maxRetries,
      maxRetryWait: maxRetryWait ?? DEFAULTS.maxRetryWait,
    };
    this.bulk = new Bulk(this);
  }

  /** Makes the call that a method of the table stands for. */
  static #define(name: string, operation: Operation): void {
    const { params = 0, body, query, entries } = operation;
    Object.defineProperty(LookupApi.prototype, name, {
      value(this: LookupApi, ...sent: unknown[]) {
        const args = [...sent];
        const names = args.splice(0, params);
        const call: Call = {
          operation,
          path: operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(names.shift()))),
          body: body ? args.shift() : undefined,
          query: query ? (args.shift() as object | undefined) : undefined,
          options: (args.shift() as CallOptions | undefined) ?? {},
        };
        if (!entries) return this.#call(call);
        const read = (cursor: string | null) =>
          this.#call({ ...call, query: { ...call.query, ...(cursor && { cursor }) } });
        return new Pages(read as (cursor: string | null) => Promise<Page>, entries);
      },
    });
  }

  static {
    for (const [name, operation] of Object.entries(OPERATIONS)) LookupApi.#define(name, operation);
  }

  async #call(call: Call): Promise<unknown> {
    const { operation, options } = call;
    const { maxRetries = this.#options.maxRetries, signal } = options;
    const key = operation.key ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    if (key !== null) requireHeaderText('idempotencyKey', key);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(call, key);
      if (!(outcome instanceof LookupError)) return outcome;
      const pause = outcome instanceof ApiError ? outcome.retryAfter : null;
      const waitMs = pause === null ? backOff(attempt) : pause * 1000;
      const isLast = attempt >= maxRetries || waitMs > this.#options.maxRetryWait;
      if (isLast || !mayPass(outcome)) throw outcome;
      await wait(waitMs, signal);
    }
  }

  /** One attempt: the answer, or why there is none. @throws the reason of the caller's signal */
  async #attempt(call: Call, key: string | null): Promise<unknown> {
    const { operation, options, body } = call;
    const { timeout = this.#options.timeout, signal } = options;
    const needed = (operation.seconds ?? 0) * 1000 + TRANSFER_MS;
    const limit = AbortSignal.timeout(options.timeout ?? Math.max(timeout, needed));
    const url = this.#url(call);
    const lost = (cause: unknown): ConnectionError => {
      signal?.throwIfAborted();
      if (limit.aborted) return new TimeoutError('No answer came in time.', { cause });
      return new ConnectionError(`There is no answer from the service: ${reasonOf(cause)}`, {
        cause,
      });
    };
    const response = await (this.#options.fetch ?? fetch)(url, {
      method: operation.method,
      // Followed, a redirect would make a GET of a POST.
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${this.#options.apiKey}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== null && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch(lost);
    if (response instanceof ConnectionError) return response;
    (options.onResponse ?? this.#options.onResponse)?.(response);
    const text = await response.text().catch(lost);
    if (text instanceof ConnectionError) return text;
    return response.ok ? answerOf(text) : errorOf(response, text, url);
  }

  #url({ path, query = {} }: Call): string {
    const url = new URL(`${this.#options.baseUrl.replace(/\/+$/, '')}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    return url.href;
  }
}

/** Whether another attempt may end better. It does nothing twice: it reads, or has the same key. */
function mayPass(error: LookupError): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, retryAfter } = error;
  // Refused before anything was done, or the first attempt with this key is still under way.
  if (status === 429 || (status === 409 && retryAfter !== null)) return true;
  return status >= 500;
}
