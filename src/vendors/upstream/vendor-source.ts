import type * as z from 'zod';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { ApiError } from '../../lib/errors.ts';
import { trimEndOf } from '../../lib/text.ts';
import type { Outbound, RatePermit } from '../../lookup/outbound.ts';
import { type Search, type SearchPage, searchPage, searchPosition } from '../../lookup/search.ts';
import type { IoSource, Source, SourceDeclaration } from '../../lookup/source.ts';
import { retryAfterSeconds, UpstreamStatus } from '../../lookup/upstream-status.ts';
import type { World } from '../../lookup/world.ts';
import type { Statuses, Upstream, UpstreamVerdict } from './upstream.ts';

type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One call of a vendor, as its documentation puts it. */
export interface VendorRequest<Reply> {
  /** One of the upstream's hosts; absent means the first. */
  host?: string;
  /** Absent means GET, or POST with a body. */
  method?: 'GET' | 'POST';
  path: string;
  /** Parameters that are null or undefined are left out; a list repeats its name. */
  query?: Readonly<Record<string, QueryValues[string] | readonly string[]>>;
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
interface VendorCallContext {
  world: World;
  endsAt: number;
  signal: AbortSignal;
}

type Settings = Pick<Outbound['settings'], 'vars' | 'contact'>;

const addressVariable = ({ name }: Upstream): string => `${name}_URL`;

/** Every variable of an upstream, its address first. */
export const variablesOf = (upstream: Upstream): readonly string[] => [
  addressVariable(upstream),
  ...(upstream.needs ?? []),
  ...(upstream.reads ?? []),
  ...(upstream.pace?.liftedBy ? [upstream.pace.liftedBy] : []),
];

/** Whether its requests end at the public hosts: directly, or through a mirror of them. */
const usesPublicHosts = (upstream: Upstream, { vars }: Settings): boolean =>
  upstream.hosts.length > 0 && (!vars.has(addressVariable(upstream)) || !!upstream.hostInPath);

/** The pace its public hosts ask for; null at the operator's own, and once a key has lifted it. */
function effectivePace(upstream: Upstream, settings: Settings): Upstream['pace'] | null {
  const { pace } = upstream;
  if (!pace || !usesPublicHosts(upstream, settings)) return null;
  return pace.liftedBy && settings.vars.has(pace.liftedBy) ? null : pace;
}

/** Names of the variables that have to be set before it can be asked. */
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
 * The address of a path at one of an upstream's hosts: production, or behind the operator's
 * `<name>_URL`.
 * @throws TypeError for a host the upstream does not declare
 */
function upstreamUrl(upstream: Upstream, host: string, path: string, settings: Settings): URL {
  if (host !== '' && !upstream.hosts.includes(host))
    throw new TypeError(`${upstream.name} has no host ${host}`);
  const own = settings.vars.get(addressVariable(upstream));
  if (own === undefined) return new URL(`https://${host}${path}`);
  return new URL(`${trimEndOf(own, '/')}${upstream.hostInPath ? `/${host}` : ''}${path}`);
}

const MAX_BYTES = 1_048_576;
/** Back-off where a host names none, as callers see it in Retry-After. */
const DEFAULT_BACK_OFF_SECONDS = 60;

/** Time kept for the reply: the wait for a permit ends so much earlier than the source's limit. */
const REPLY_RESERVE_MS = 2_000;

/** The status that says the same as a verdict found in the body of a reply. */
const STATUS_OF_VERDICT = { quota: 402, key: 401, later: 503, pending: 202, input: 400 } as const;

const brokenReply = () => new ApiError('UPSTREAM_ERROR', undefined, { aboutInput: false });

function errorOfVerdict(
  verdict: Exclude<UpstreamVerdict, 'none' | 'answer'>,
  headers: Headers,
): Error {
  return verdict === 'broken'
    ? brokenReply()
    : new UpstreamStatus(STATUS_OF_VERDICT[verdict], headers);
}

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

/** The credential is put in last, and only into a request for an address of the upstream's own. */
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
    // A credential does not follow a redirect to another host.
    redirect: 'manual',
    signal,
    ...(body !== null && { body }),
  });
}

/** The runtime may put an address into its error, and that may hold a key: the code goes on. */
async function sendRequest(request: Request, { world }: VendorCallContext): Promise<Response> {
  try {
    return await world.outbound.http(request);
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

async function readVendorReply<Reply>(
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
  if (verdict === 'none' && said === undefined && isWebPage(response))
    throw errorOfVerdict('later', headers);
  if (verdict === 'none') return null;
  if (verdict && verdict !== 'answer') throw errorOfVerdict(verdict, headers);
  if (!ok && !verdict) throw new UpstreamStatus(status, headers);
  return request.schema.parse(body === undefined ? parsed(text, request) : body);
}

/** Back-off that a reply asks for (Retry-After), if any. */
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
 * Asks an upstream once and reads its reply as declared.
 * @returns null for "no record"
 * @throws UpstreamStatus, ZodError, SyntaxError, ApiError: the pipeline gives each its code
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
    return await readVendorReply(upstream, request, response);
  } finally {
    await permit.release(closed);
  }
}

/** Asks the upstream of a source once, within the source's time. Null: no record. */
export type VendorCall = <Reply>(request: VendorRequest<Reply>) => Promise<Reply | null>;

/** What a source of an upstream has of its own, or in place of what the upstream says of all. */
interface VendorSource<Query, Fact>
  extends Pick<SourceDeclaration, 'label' | 'metered' | 'idempotent'> {
  /** Absent: that of the upstream, in lower case. */
  name?: string;
  /** Whole, however many calls it makes. */
  timeoutMs?: number;
  /** A variable that has to be `1`, among those the upstream reads. */
  optIn?: string;
  /** It is no way to look up the rows of a job. */
  notInBulk?: true;
  ask(query: Query, call: VendorCall, world: World): Promise<Fact | null>;
}

/** A source with its upstream; adapters that spread a source keep it. */
interface UpstreamSource extends IoSource<never, unknown> {
  upstream: Upstream;
}

const isUpstreamSource = (source: Source<never, unknown>): source is UpstreamSource =>
  'upstream' in source;

/**
 * The upstreams that these sources ask, each once, by name: what a deployment can configure follows
 * from what its products use.
 */
export const upstreamsOf = (sources: readonly Source<never, unknown>[]): readonly Upstream[] =>
  [
    ...new Set(sources.flatMap((source) => (isUpstreamSource(source) ? [source.upstream] : []))),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));

const DEFAULT_TIMEOUT_MS = 10_000;

function missingSettings(optIn: string | undefined, upstream: Upstream, world: World): string[] {
  const { settings } = world.outbound;
  const names = missingVariables(upstream, settings);
  return optIn === undefined || settings.vars.get(optIn) === '1' ? names : [...names, optIn];
}

/** A source over an upstream: there when configured, on time, paced, its credential kept. */
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
    // The caller's signal is the only clock: the pipeline ends it after `timeoutMs`.
    async ask(query, world, signal = new AbortController().signal) {
      const asker = { world, endsAt: world.clock.now() + timeoutMs, signal };
      return ask(query, (request) => callVendor(upstream, request, asker), world);
    },
  };
  return source;
}

interface VendorPage<Row> {
  rows: readonly Row[];
  /** The vendor's own place of the next page; null after the last. */
  next: string | null;
  total: number | null;
}

interface VendorSearch<Filters, Row>
  extends Omit<VendorSource<Search<Filters>, SearchPage<Row>>, 'ask'> {
  /**
   * @param position where the page begins, in the vendor's own words; null: the first page
   * @returns null where the vendor has no row; a page whose rows are all left out is one
   */
  ask(
    search: Search<Filters>,
    call: VendorCall,
    position: string | null,
    world: World,
  ): Promise<VendorPage<Row> | null>;
}

/** A source of a search, by pages. */
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
