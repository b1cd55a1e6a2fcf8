import * as z from 'zod';
import { readText } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import type { HttpClient } from '../../lookup/outbound.ts';

/** Reads the body of a reply or request as text. @throws RangeError past `maxBytes` */
export const readStripeText = ({ body }: Body, maxBytes: number): Promise<string> =>
  readText(body, maxBytes, () => new RangeError(`longer than ${maxBytes} bytes`));

/** Parameter values of Stripe's API; undefined is left out. */
type FormValue =
  | string
  | number
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };

function appendField(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === undefined) return;
  if (typeof value !== 'object') form.append(name, String(value));
  else
    for (const [part, inner] of Object.entries(value)) appendField(form, `${name}[${part}]`, inner);
}

/** Encodes parameters as `line_items[0][price]=…` (Stripe API reference, "Requests"). */
function encodeForm(params: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) appendField(form, name, value as FormValue);
  return form;
}

/** API version of replies, whatever the account's own setting. */
const STRIPE_VERSION = '2026-10-28.endive';

const API_ORIGIN = 'https://api.stripe.com';
const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 8_388_608;

/** Retry delays: for an idempotency key in use, a rate limit, or a broken connection. */
const PAUSES_MS = [250, 1_000];

const tooSlow = () => new DOMException('Stripe took too long', 'TimeoutError');

/** Error reply of Stripe. Its message is left out, because it echoes what was sent. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal';
  readonly status: number;
  /** Stripe's error code, such as `resource_missing`. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`Stripe answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** The object of a call; null if Stripe has none. @throws any other error */
export const nullIfMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof StripeRefusal && error.status === 404) return null;
    throw error;
  });

export interface StripeClient {
  get<T>(path: string, params: object, schema: z.ZodType<T>): Promise<T>;
  /** One page of a list or search, whose objects have the schema `item`. */
  list<T>(path: string, params: object, item: z.ZodType<T>): Promise<T[]>;
  /** @param key idempotency key: the change is made once, however often it is sent within a day */
  post<T>(path: string, params: object, key: string, schema: z.ZodType<T>): Promise<T>;
  /** Whether a URL is Stripe's, or of its configured replacement, and so valid for redirects. */
  isStripeUrl(address: string): boolean;
  /** Sources of those pages for a content security policy. */
  pageSources: readonly string[];
}

interface StripeSettings {
  http: HttpClient;
  secretKey: string;
  /** Scheme and host instead of Stripe's. */
  baseUrl?: string | undefined;
  sleep(ms: number): Promise<unknown>;
}

const errorSchema = z.object({
  error: z.object({
    type: z.string().catch('api_error'),
    code: z.string().optional().catch(undefined),
  }),
});

/** Wraps a connection error with the name of the upstream, which runtime errors lack. */
function namedFailure(cause: Error): Error {
  if (cause instanceof RangeError) return cause;
  const isSlow =
    cause.name === 'TimeoutError' ||
    (cause instanceof ApiError && cause.code === 'UPSTREAM_TIMEOUT');
  return isSlow
    ? new ApiError('UPSTREAM_TIMEOUT', 'Stripe took too long.', { cause })
    : new ApiError('SERVICE_UNAVAILABLE', 'Stripe cannot be reached.', { cause });
}

/** Parses an error, and whether a retry may succeed (Stripe, "Low-level error handling"). */
async function readRefusal(response: Response): Promise<{ error: Error; mayPass: boolean }> {
  const text = await readStripeText(response, MAX_REPLY_BYTES).catch(() => '');
  const { status, headers } = response;
  let code = 'api_error';
  try {
    const { error } = errorSchema.parse(JSON.parse(text));
    code = error.code ?? error.type;
  } catch {
    // Not Stripe's format; the status is enough.
  }
  const advice = headers.get('Stripe-Should-Retry');
  const mayPass = advice ? advice === 'true' : status === 409 || status === 429 || status >= 500;
  return { error: new StripeRefusal(status, code), mayPass };
}

/**
 * Client of Stripe's API over plain HTTPS, form-encoded. Stripe's SDK has 830 KB, which every
 * isolate would parse before its first lookup, even if only billing imported it: a quarter to two
 * fifths more startup time (`docs/architecture.md`). Only its types are used.
 * @throws StripeRefusal for Stripe's errors; ApiError SERVICE_UNAVAILABLE or UPSTREAM_TIMEOUT if it
 *   cannot be reached, UPSTREAM_ERROR for an unexpected reply
 */
export function createStripeClient({
  http,
  secretKey,
  baseUrl,
  sleep,
}: StripeSettings): StripeClient {
  const origin = new URL(baseUrl ?? API_ORIGIN).origin;

  async function once(request: (signal: AbortSignal) => Request) {
    const deadline = new Deadline(TIMEOUT_MS, tooSlow);
    try {
      const response = await http(request(deadline.signal));
      if (response.ok) return { text: await readStripeText(response, MAX_REPLY_BYTES) };
      return await readRefusal(response);
    } catch (error) {
      return { error: namedFailure(error as Error), mayPass: !(error instanceof RangeError) };
    } finally {
      deadline.end();
    }
  }

  async function ask<T>(
    request: (signal: AbortSignal) => Request,
    schema: z.ZodType<T>,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const reply = await once(request);
      if ('text' in reply) return parseReply(reply.text, schema);
      const pause = PAUSES_MS[attempt];
      if (pause === undefined || !reply.mayPass) throw reply.error;
      await sleep(pause);
    }
  }

  const init = (signal: AbortSignal): RequestInit => ({
    headers: { Authorization: `Bearer ${secretKey}`, 'Stripe-Version': STRIPE_VERSION },
    signal,
    // The key must not be sent to another host, so a redirect counts as an error.
    redirect: 'manual',
  });

  const get: StripeClient['get'] = (path, params, schema) =>
    ask((signal) => new Request(`${origin}${path}?${encodeForm(params)}`, init(signal)), schema);

  return {
    get,
    list: async (path, params, item) =>
      (await get(path, params, z.object({ data: z.array(item) }))).data,
    post: (path, params, key, schema) =>
      ask((signal) => {
        const request = new Request(`${origin}${path}`, {
          ...init(signal),
          method: 'POST',
          body: encodeForm(params),
        });
        request.headers.set('Idempotency-Key', key);
        return request;
      }, schema),
    pageSources: [
      'https://*.stripe.com',
      ...(baseUrl ? [`${new URL(baseUrl).protocol}//${new URL(baseUrl).hostname}:*`] : []),
    ],
    isStripeUrl(address) {
      if (!URL.canParse(address)) return false;
      const { protocol, hostname } = new URL(address);
      if (baseUrl && hostname === new URL(baseUrl).hostname) return true;
      const isStripes = hostname === 'stripe.com' || hostname.endsWith('.stripe.com');
      return protocol === 'https:' && isStripes;
    },
  };
}

function parseReply<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ApiError('UPSTREAM_ERROR', 'Stripe returned an unexpected response.', { cause });
  }
}
