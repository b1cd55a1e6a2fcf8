import * as z from 'zod';
import { ApiError } from '../core/errors.ts';
import type { Source } from '../core/lookup/source.ts';
import { successful, UpstreamStatus } from '../core/lookup/upstream-status.ts';
import type { World } from '../core/ports.ts';
import { Deadline } from './network/deadline.ts';
import { currentRegistries } from './rdap-bootstrap.ts';
import { errorObject, readAbsence, readDomainObject } from './rdap-reply.ts';
import type { Registration, RegistrationQuery } from './registration-fact.ts';
import { leaveAlone, recall, refuseWhileQuiet } from './registry-memory.ts';
import { readReplyText } from './reply-text.ts';

/**
 * Registries hand over to each other at most this often before an answer (RFC 7480 section 5.2
 * warns of loops).
 */
const MAX_REDIRECTS = 4;
/** Domain objects are a few KiB. */
const MAX_BYTES = 512 * 1_024;
/** Wait after a 429 without Retry-After. */
const QUIET_SECONDS = 60;

const unreadable = (reason: string, cause?: unknown, waitSeconds?: number | null): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', `The registry ${reason}.`, {
    aboutInput: true,
    cause,
    ...(waitSeconds && { retryAfterSeconds: waitSeconds }),
  });

/** Where a redirect leads. @throws ApiError for no address, or one that gives up encryption */
function nextUrl(response: Response, from: URL): URL {
  const location = response.headers.get('Location');
  if (!location || !URL.canParse(location, from.href)) throw unreadable('redirects nowhere');
  const next = new URL(location, from);
  if (next.protocol !== 'https:' && next.protocol !== from.protocol)
    throw unreadable('redirects to an unencrypted address');
  return next;
}

const HEADERS = { Accept: 'application/rdap+json, application/json;q=0.9' };
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses whose replies have no body (Fetch standard, "null body status"). */
const NO_BODY = [204, 205, 304];

/**
 * What a registry's reply names elsewhere is fetched like what a caller names: public hosts only.
 * @throws ApiError
 */
async function fetchNamed(url: URL, world: World, timeoutMs: number): Promise<Response> {
  const limits = { timeoutMs, maxBytes: MAX_BYTES, maxRedirects: 0 };
  try {
    const reply = await world.network.fetcher.fetch(url.href, { headers: HEADERS, ...limits });
    const { status, headers } = reply;
    return new Response(NO_BODY.includes(status) ? null : reply.body, { status, headers });
  } catch (error) {
    if (error instanceof ApiError && ['INVALID_INPUT', 'VALIDATION_FAILED'].includes(error.code))
      throw unreadable('redirects to an address that cannot be read', error);
    throw error;
  }
}

/** Asks, following redirects between registries by hand. */
async function fetchObject(
  start: URL,
  world: World,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<{ response: Response; url: URL }> {
  const until = world.clock.now() + timeoutMs;
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    refuseWhileQuiet(url.host, world);
    const response =
      url.origin === start.origin
        ? await world.network.http(
            new Request(url, { headers: HEADERS, redirect: 'manual', signal }),
          )
        : await fetchNamed(url, world, Math.max(1, until - world.clock.now()));
    if (!REDIRECTS.includes(response.status)) return { response, url };
    await response.body?.cancel();
    url = nextUrl(response, url);
  }
  throw unreadable('redirects in a circle');
}

/** A page of a web server that knows nothing of RDAP is no statement about the name. */
const isWebPage = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');

async function readReply(
  { response, url }: { response: Response; url: URL },
  world: World,
): Promise<Registration> {
  if (response.status === 429) {
    await response.body?.cancel();
    leaveAlone(
      url.host,
      new UpstreamStatus(429, response.headers).retryAfterSeconds ?? QUIET_SECONDS,
      world,
    );
  }
  if (response.status === 404 && !isWebPage(response))
    return readAbsence(await readReplyText(response, MAX_BYTES), url.host);
  if (response.status === 404) await response.body?.cancel();
  if (response.status === 404) throw unreadable('has no RDAP service at its published address');
  const body = await readReplyText(await successful(response), MAX_BYTES);
  const error = errorObject.safeParse(JSON.parse(body));
  if (error.data?.errorCode === 404) return readAbsence(body, url.host);
  if (error.data) throw new UpstreamStatus(error.data.errorCode);
  return readDomainObject(body, url.host, world.clock.now());
}

const isRefusal = (status: number): boolean => status >= 500 || status === 401 || status === 403;

/**
 * A failing registry is no reason to stop asking the others, so nothing here counts in the circuit
 * breaker.
 */
function ofThisRegistry(error: unknown): unknown {
  if (error instanceof UpstreamStatus && isRefusal(error.status))
    return unreadable('is out of order', error, error.retryAfterSeconds);
  if (error instanceof DOMException)
    return new ApiError('UPSTREAM_TIMEOUT', 'The registry took too long.', {
      aboutInput: true,
      cause: error,
    });
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError) {
    return new ApiError('UPSTREAM_ERROR', 'The registry sent something that is no RDAP answer.', {
      cause: error,
    });
  }
  if (!(error instanceof ApiError) || error.aboutInput) return error;
  const wait = Number(error.headers['Retry-After']);
  return new ApiError(error.code, error.message, {
    aboutInput: true,
    cause: error,
    ...(wait > 0 && { retryAfterSeconds: wait }),
  });
}

async function askRegistry(
  { domain, timeoutMs }: RegistrationQuery,
  world: World,
  signal: AbortSignal,
): Promise<Registration | null> {
  const base = (await currentRegistries(world, signal)).rdapBase(domain.name);
  if (base === null) return null;
  const start = new URL(`domain/${domain.name}`, base);
  try {
    return await readReply(await fetchObject(start, world, { signal, timeoutMs }), world);
  } catch (error) {
    throw ofThisRegistry(error);
  }
}

const tooSlow = () => new DOMException('The registry took too long.', 'TimeoutError');

/** Asks within the query's time, and no longer than `signal` lasts. */
async function askInTime(
  query: RegistrationQuery,
  world: World,
  signal: AbortSignal | undefined,
): Promise<Registration | null> {
  const deadline = new Deadline(query.timeoutMs, tooSlow);
  const ends = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
  try {
    return await askRegistry(query, world, ends);
  } finally {
    deadline.end();
  }
}

/**
 * The registry's own record of a name (RFC 7480, 9082, 9083). Null: no RDAP service is published
 * for its suffix.
 */
export const rdap: Source<RegistrationQuery, Registration> = {
  name: 'rdap',
  label: 'domain registry',
  kind: 'open',
  available: () => true,
  ask: (query, world, signal) =>
    recall('rdap', query, world, () => askInTime(query, world, signal)),
};
