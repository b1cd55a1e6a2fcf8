import type * as z from 'zod';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { ApiError } from '../../lib/errors.ts';
import { trimEndOf } from '../../lib/text.ts';
import type { Outbound, RatePermit } from '../../lookup/outbound.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { IoSource, Source, SourceDeclaration } from '../../lookup/source.ts';
import { retryAfterSeconds, UpstreamStatus } from '../../lookup/upstream-status.ts';
import type { World } from '../../lookup/world.ts';
import type { Statuses, Upstream } from './upstream.ts';

type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One call of a vendor, in the terms of its documentation. */
export interface VendorRequest<Reply> {
  /** One of the upstream's hosts; if absent, the first. */
  host?: string;
  /** If absent, GET, or POST with a body. */
  method?: 'GET' | 'POST';
  path: string;
  /** Null and undefined parameters are left out; a list repeats its name. */
  query?: Readonly<Record<string, QueryValues[string] | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  form?: Readonly<Record<string, string>>;
  /** Streamed body with its media type, for content too large for memory. */
  stream?: { body: ReadableStream<Uint8Array>; type: string };
  /** `text` gives the schema the unparsed reply, such as CSV. */
  reply?: 'json' | 'text';
  /** Parses the reply; one that it rejects is a failure, never a no-match. */
  schema: z.ZodType<Reply>;
  /** For this call; precedes those of the upstream. */
  statuses?: Statuses;
  /** For this call; precedes that of the upstream. */
  envelope?: Upstream['envelope'];
  maxBytes?: number;
}

/** World, deadline and signal of a vendor call. */
interface VendorCallContext {
  world: World;
  endsAt: number;
  signal: AbortSignal;
}

type Settings = Pick<Outbound['settings'], 'vars' | 'contact'>;

const addressVariable = ({ name }: Upstream): string => `${name}_URL`;

/** All variables of an upstream, its address first. */
export const variablesOf = (upstream: Upstream): readonly string[] => [
  addressVariable(upstream),
  ...(upstream.needs ?? []),
  ...(upstream.reads ?? []),
  ...(upstream.optIn ? [upstream.optIn] : []),
  ...(upstream.pace?.liftedBy ? [upstream.pace.liftedBy] : []),
];

/** Whether its requests reach the public hosts: directly, or through a mirror of them. */
const usesPublicHosts = (upstream: Upstream, { vars }: Settings): boolean =>
  upstream.hosts.length > 0 && (!vars.has(addressVariable(upstream)) || !!upstream.hostInPath);

/** Rate limit of its public hosts; null at the operator's own, and once a key has lifted it. */
function effectivePace(upstream: Upstream, settings: Settings): Upstream['pace'] | null {
  const { pace } = upstream;
  if (!pace || !usesPublicHosts(upstream, settings)) return null;
  return pace.liftedBy && settings.vars.has(pace.liftedBy) ? null : pace;
}

/** Names of the variables that are required but not set. */
function missingVariables(upstream: Upstream, settings: Settings): string[] {
  const { hosts, needs = [], contact } = upstream;
  const needed = hosts.length === 0 ? [addressVariable(upstream), ...needs] : needs;
  const wantsContact =
    contact === 'always' || (contact === 'public' && usesPublicHosts(upstream, settings));
  return [
    ...needed.filter((name) => !settings.vars.has(name)),
    ...(wantsContact && !settings.contact ? ['OPERATOR_CONTACT'] : []),
  ];
}

/**
 * URL of a path at one of an upstream's hosts: in production, or at the operator's `<name>_URL`.
 * @throws TypeError for a host that the upstream does not declare
 */
function upstreamUrl(upstream: Upstream, host: string, path: string, settings: Settings): URL {
  if (host !== '' && !upstream.hosts.includes(host))
    throw new TypeError(`${upstream.name} has no host ${host}`);
  const own = settings.vars.get(addressVariable(upstream));
  if (own === undefined) return new URL(`https://${host}${path}`);
  return new URL(`${trimEndOf(own, '/')}${upstream.hostInPath ? `/${host}` : ''}${path}`);
}

const MAX_BYTES = 1_048_576;
/** Back-off if a host states none; callers see it in Retry-After. */
const DEFAULT_BACK_OFF_SECONDS = 60;

/** Time reserved for the reply: the wait for a permit ends this long before the source's limit. */
const REPLY_RESERVE_MS = 2_000;

/** HTTP status that stands for a verdict found in the body of a reply. */
const STATUS_OF_VERDICT = { quota: 402, key: 401, later: 503, pending: 202, input: 400 } as const;

const errorOfVerdict = (verdict: keyof typeof STATUS_OF_VERDICT, headers: Headers) =>
  new UpstreamStatus(STATUS_OF_VERDICT[verdict], headers);

function requestBody({ json, form, stream }: VendorRequest<unknown>) {
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

/** The credential is added last, and only to a request to one of the upstream's own hosts. */
async function buildRequest(
  upstream: Upstream,
  request: VendorRequest<unknown>,
  { world, signal }: VendorCallContext,
): Promise<Request> {
  const { settings } = world.outbound;
  const { host = upstream.hosts[0] ?? '', path } = request;
  const { text, body, type } = requestBody(request);
  const method = request.method ?? (body === null ? 'GET' : 'POST');
  const outgoing = { host, method, path, body: text, now: world.clock.now() };
  const secret = (name: string) => settings.vars.get(name) ?? '';
  const credential = (await upstream.authenticate?.(secret, outgoing)) ?? {};
  const url = upstreamUrl(upstream, host, path, settings);
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
    // A credential must not follow a redirect to another host.
    redirect: 'manual',
    signal,
    ...(body !== null && { body }),
  });
}

/** Drops the cause of an error, which may contain the URL and with it a key; keeps the code. */
async function sendRequest(request: Request, { world }: VendorCallContext): Promise<Response> {
  try {
    return await world.outbound.http(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause === undefined) throw error;
    throw new ApiError(error.code, error.message, { aboutInput: error.aboutInput });
  }
}

/** @throws SyntaxError for invalid JSON */
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

/** HTML from a web server other than the vendor's is not a statement about the input. */
const isWebPage = ({ headers }: Response): boolean =>
  /^text\/html\b/i.test(headers.get('Content-Type') ?? '');

async function readVendorReply<Reply>(
  upstream: Upstream,
  request: VendorRequest<Reply>,
  response: Response,
  { markPartial }: World,
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
  if (verdict === 'none' && said === undefined && isWebPage(response))
    throw errorOfVerdict('later', headers);
  if (verdict === 'none') return null;
  if (verdict === 'partial') markPartial?.();
  else if (verdict && verdict !== 'answer') throw errorOfVerdict(verdict, headers);
  if (!ok && !verdict) throw new UpstreamStatus(status, headers);
  return request.schema.parse(body === undefined ? parsed(text, request) : body);
}

/** Back-off that a reply requests (Retry-After); undefined if none. */
function backOffMs({ status, headers }: Response): number | undefined {
  const seconds = retryAfterSeconds(headers);
  if (status === 429) return (seconds ?? DEFAULT_BACK_OFF_SECONDS) * 1_000;
  return status === 503 && seconds !== null ? seconds * 1_000 : undefined;
}

const NO_PERMIT: RatePermit = { release: async () => undefined };

async function acquirePermit(
  upstream: Upstream,
  { host }: URL,
  asker: VendorCallContext,
): Promise<RatePermit> {
  const { pace } = upstream;
  const { outbound, clock } = asker.world;
  const lifted = pace?.liftedBy !== undefined && outbound.settings.vars.has(pace.liftedBy);
  if (!pace || lifted) return NO_PERMIT;
  const waitMs = Math.max(0, asker.endsAt - REPLY_RESERVE_MS - clock.now());
  const ours = effectivePace(upstream, outbound.settings);
  const limits = ours
    ? { limit: ours.limit, perMs: ours.perMs, ...(ours.serial && { serial: true }) }
    : null;
  return outbound.rateLimiter.acquire(host, limits, waitMs);
}

/**
 * Calls an upstream once and parses its reply as declared.
 * @returns null for "no record"
 * @throws UpstreamStatus, ZodError, SyntaxError, ApiError: the pipeline maps each to its code
 */
async function callVendor<Reply>(
  upstream: Upstream,
  request: VendorRequest<Reply>,
  asker: VendorCallContext,
): Promise<Reply | null> {
  const outgoing = await buildRequest(upstream, request, asker);
  const permit = await acquirePermit(upstream, new URL(outgoing.url), asker);
  let closed: number | undefined;
  try {
    asker.signal.throwIfAborted();
    const response = await sendRequest(outgoing, asker);
    closed = backOffMs(response);
    return await readVendorReply(upstream, request, response, asker.world);
  } finally {
    await permit.release(closed);
  }
}

/** Calls the upstream of a source once, within the source's time. Null: no record. */
export type VendorCall = <Reply>(request: VendorRequest<Reply>) => Promise<Reply | null>;

/** Properties of a source of an upstream; they override those of the upstream. */
interface VendorSource<Query, Fact>
  extends Pick<SourceDeclaration, 'label' | 'metered' | 'idempotent'> {
  /** If absent, the upstream's name in lower case. */
  name?: string;
  /** For all of its calls together. */
  timeoutMs?: number;
  /** Flag that must be set: the opt-in of the upstream. */
  optIn?: string;
  /** Excluded from bulk jobs. */
  notInBulk?: true;
  ask(query: Query, call: VendorCall, world: World): Promise<Fact | null>;
}

/** Source with its upstream, which adapters that spread a source keep. */
interface UpstreamSource extends IoSource<never, unknown> {
  upstream: Upstream;
}

const isUpstreamSource = (source: Source<never, unknown>): source is UpstreamSource =>
  'upstream' in source;

/**
 * Distinct upstreams of these sources, by name: what a deployment can configure follows from what
 * its products use.
 */
export const upstreamsOf = (sources: readonly Source<never, unknown>[]): readonly Upstream[] =>
  [
    ...new Set(sources.flatMap((source) => (isUpstreamSource(source) ? [source.upstream] : []))),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));

const DEFAULT_TIMEOUT_MS = 10_000;

function missingSettings(optIn: string | undefined, upstream: Upstream, world: World): string[] {
  const { settings } = world.outbound;
  const names = missingVariables(upstream, settings);
  return optIn === undefined || settings.vars.has(optIn) ? names : [...names, optIn];
}

/** Source over an upstream: available if configured, with timeout, rate limit and credential. */
export function fromUpstream<Query, Fact>(
  upstream: Upstream,
  { optIn, notInBulk, ask, ...own }: VendorSource<Query, Fact>,
): IoSource<Query, Fact> {
  const { metered = upstream.metered } = own;
  const { timeoutMs = upstream.timeoutMs ?? DEFAULT_TIMEOUT_MS } = own;
  const source: IoSource<Query, Fact> & { upstream: Upstream } = {
    name: upstream.name.toLowerCase(),
    idempotent: !metered,
    ...own,
    ...(metered && { metered }),
    upstream,
    kind: metered ? 'upstream' : 'open',
    reads: 'io',
    timeoutMs,
    available: (world) => missingSettings(optIn, upstream, world).length === 0,
    missing: (world) => missingSettings(optIn, upstream, world),
    notInBulk: ({ outbound }) =>
      notInBulk ?? effectivePace(upstream, outbound.settings)?.notInBulk === true,
    // The caller's signal is the only timeout: the pipeline aborts it after `timeoutMs`.
    async ask(query, world, signal = new AbortController().signal) {
      const asker = { world, endsAt: world.clock.now() + timeoutMs, signal };
      return ask(query, (request) => callVendor(upstream, request, asker), world);
    },
  };
  return source;
}

interface VendorPage<Row> {
  rows: readonly Row[];
  /** Vendor's cursor of the next page; null after the last. */
  next: string | null;
  total: number | null;
}

interface VendorSearch<Filters, Row>
  extends Omit<VendorSource<Search<Filters>, SearchPage<Row>>, 'ask'> {
  /**
   * @param position vendor's cursor of the page; null for the first page
   * @returns null if the vendor has no row; not if all rows of a page are left out
   */
  ask(
    search: Search<Filters>,
    call: VendorCall,
    position: string | null,
    world: World,
  ): Promise<VendorPage<Row> | null>;
}

/** Source of a paged search. */
export function searchUpstream<Filters, Row>(
  upstream: Upstream,
  { ask, ...own }: VendorSearch<Filters, Row>,
): IoSource<Search<Filters>, SearchPage<Row>> {
  const source: IoSource<Search<Filters>, SearchPage<Row>> = fromUpstream(upstream, {
    ...own,
    async ask(search: Search<Filters>, call, world) {
      const found = await ask(search, call, await searchPosition(search, world), world);
      return found && searchPage(search, world, { source: source.name, ...found });
    },
  });
  return source;
}
