import type * as z from 'zod';
import { ApiError } from '../../core/errors.ts';
import { retryAfterSeconds, UpstreamStatus } from '../../core/lookup/upstream-status.ts';
import type { Turn } from '../../core/network.ts';
import type { World } from '../../core/ports.ts';
import { readReplyText } from '../reply-text.ts';
import { addressOf, paceOf, type Statuses, type Upstream, type Verdict } from './upstream.ts';

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One call of a vendor, as its documentation puts it. */
export interface VendorRequest<Reply> {
  /** One of the upstream's hosts; absent means the first. */
  host?: string;
  /** Absent means GET, or POST with a body. */
  method?: 'GET' | 'POST';
  path: string;
  /** Parameters that are null or undefined are left out; a list repeats its name. */
  query?: Readonly<Record<string, Values[string] | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  form?: Readonly<Record<string, string>>;
  /** Sent as it is read, with its media type: what is too large for memory. */
  stream?: { body: ReadableStream<Uint8Array>; type: string };
  /** `text` gives the schema the reply as it is, such as CSV. */
  reply?: 'json' | 'text';
  /** Reads the reply: what it refuses is a failure, never a no-match. */
  schema: z.ZodType<Reply>;
  /** For this call, over those of the upstream. */
  statuses?: Statuses;
  /** For this call, before that of the upstream. */
  envelope?: Upstream['envelope'];
  maxBytes?: number;
}

/** On whose behalf a vendor is asked, and until when. */
export interface Asker {
  world: World;
  /** Milliseconds since the epoch. */
  endsAt: number;
  signal: AbortSignal;
}

const MAX_BYTES = 1_048_576;
/** What a host that names no time is left alone for, as it would be told to a caller. */
const CLOSED_SECONDS = 60;

/** Of a source's time, what is kept for the reply once its turn has come. */
const REPLY_MS = 2_000;

/** The status that says the same as a verdict found in the body of a reply. */
const STATUS_OF = { quota: 402, key: 401, later: 503, pending: 202, input: 400 } as const;

const broken = () => new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });

function refusal(verdict: Exclude<Verdict, 'none' | 'answer'>, headers: Headers): Error {
  return verdict === 'broken' ? broken() : new UpstreamStatus(STATUS_OF[verdict], headers);
}

function bodyOf({ json, form, stream }: VendorRequest<unknown>) {
  if (stream) return { text: '', ...stream };
  if (json !== undefined) {
    const text = JSON.stringify(json);
    return { text, body: text, type: 'application/json' };
  }
  const text = form ? new URLSearchParams(form).toString() : '';
  return form
    ? { text, body: text, type: 'application/x-www-form-urlencoded' }
    : { text, body: null, type: null };
}

function addQuery(url: URL, query: VendorRequest<unknown>['query'] = {}): void {
  for (const [name, value] of Object.entries(query)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values)
      if (one !== null && one !== undefined) url.searchParams.append(name, String(one));
  }
}

/** The credential is put in last, and only into a request for an address of the upstream's own. */
async function build(
  upstream: Upstream,
  request: VendorRequest<unknown>,
  { world, signal }: Asker,
): Promise<Request> {
  const { settings } = world.network;
  const { host = upstream.hosts[0] ?? '', path } = request;
  const { text, body, type } = bodyOf(request);
  const method = request.method ?? (body === null ? 'GET' : 'POST');
  const outgoing = { host, method, path, body: text, now: world.clock.now() };
  const secret = (name: string) => settings.vars.get(name) ?? '';
  const credential = (await upstream.authenticate?.(secret, outgoing)) ?? {};
  const url = addressOf(upstream, host, path, settings);
  addQuery(url, request.query);
  addQuery(url, credential.query);
  return new Request(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...(type && { 'Content-Type': type }),
      ...request.headers,
      ...credential.headers,
    },
    // A credential does not follow a redirect to somebody else.
    redirect: 'manual',
    signal,
    ...(body !== null && { body }),
  });
}

/**
 * The runtime may put an address into its error, and an address may hold a key: only the code goes
 * on.
 */
async function send(request: Request, { world }: Asker): Promise<Response> {
  try {
    return await world.network.http(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause === undefined) throw error;
    throw new ApiError(error.code, error.message, { aboutInput: error.aboutInput });
  }
}

/** @throws SyntaxError for what is no JSON */
function parsed(text: string, { reply = 'json' }: VendorRequest<unknown>): unknown {
  return reply === 'json' ? JSON.parse(text) : text;
}

const parsedOrUndefined = (text: string, request: VendorRequest<unknown>): unknown => {
  try {
    return parsed(text, request);
  } catch {
    return undefined;
  }
};

/** A page of a web server that is no vendor's is no statement about the input. */
const isWebPage = ({ headers }: Response): boolean =>
  /^text\/html\b/i.test(headers.get('Content-Type') ?? '');

async function read<Reply>(
  upstream: Upstream,
  request: VendorRequest<Reply>,
  response: Response,
): Promise<Reply | null> {
  const { status, headers, ok } = response;
  const text = await readReplyText(response, request.maxBytes ?? MAX_BYTES);
  const body = parsedOrUndefined(text, request);
  const byStatus = request.statuses?.[status] ?? upstream.statuses?.[status];
  const said =
    body === undefined
      ? undefined
      : (request.envelope?.(body, status) ?? upstream.envelope?.(body, status));
  const verdict = said ?? byStatus;
  if (verdict === 'none' && !isWebPage(response)) return null;
  if (verdict === 'none') throw refusal('later', headers);
  if (verdict && verdict !== 'answer') throw refusal(verdict, headers);
  if (!ok && !verdict) throw new UpstreamStatus(status, headers);
  return request.schema.parse(body === undefined ? parsed(text, request) : body);
}

/** How long a host wants to be left alone, when its reply says so. */
function closedForMs({ status, headers }: Response): number | undefined {
  const seconds = retryAfterSeconds(headers);
  if (status === 429) return (seconds ?? CLOSED_SECONDS) * 1_000;
  return status === 503 && seconds !== null ? seconds * 1_000 : undefined;
}

const NO_TURN: Turn = { end: async () => undefined };

async function turnAt(upstream: Upstream, { host }: URL, asker: Asker): Promise<Turn> {
  const { pace } = upstream;
  const { network, clock } = asker.world;
  const lifted = pace?.liftedBy !== undefined && network.settings.vars.has(pace.liftedBy);
  if (!pace || lifted) return NO_TURN;
  const waitMs = Math.max(0, asker.endsAt - REPLY_MS - clock.now());
  const ours = paceOf(upstream, network.settings);
  const limits = ours
    ? { limit: ours.limit, perMs: ours.perMs, ...(ours.serial && { serial: true }) }
    : null;
  return network.turns.take(host, limits, waitMs);
}

/**
 * Asks an upstream once and reads its reply as declared.
 * @returns null for "no record"
 * @throws UpstreamStatus, ZodError, SyntaxError, ApiError: the pipeline gives each its code
 */
export async function askVendor<Reply>(
  upstream: Upstream,
  request: VendorRequest<Reply>,
  asker: Asker,
): Promise<Reply | null> {
  const outgoing = await build(upstream, request, asker);
  const turn = await turnAt(upstream, new URL(outgoing.url), asker);
  let closed: number | undefined;
  try {
    const response = await send(outgoing, asker);
    closed = closedForMs(response);
    return await read(upstream, request, response);
  } finally {
    await turn.end(closed);
  }
}
