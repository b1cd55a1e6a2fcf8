import { boundedBody } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { quoted, quotedType } from '../../lib/text.ts';
import {
  type GuardedFetcher,
  type HttpClient,
  isHostAllowed,
  NoSuchHost,
  type PublicFetchOptions,
  type PublicResponse,
  type Resolver,
} from '../../lookup/outbound.ts';
import { isPublicAddress } from '../ip/special-purpose-ranges.ts';

/**
 * Suffixes that never belong to a public host: RFC 6761 (localhost), RFC 6762 (local), RFC 8375
 * (home.arpa), RFC 7686 (onion), RFC 9476 (alt), and internal, which ICANN reserved for private use
 * in 2024.
 */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'home.arpa', 'onion', 'alt', 'internal'];

/** IPv4 host. The URL parser has already normalized other spellings (127.1, 0x7f000001). */
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

const PROTOCOLS = ['http:', 'https:'];

const refuse = (message: string): never => {
  throw new ApiError('INVALID_INPUT', `The address ${message}.`);
};

/** @throws ApiError INVALID_INPUT */
function parseTarget(address: string): URL {
  const url = URL.parse(address);
  if (!url) return refuse('is not a URL');
  if (!PROTOCOLS.includes(url.protocol)) return refuse('must start with http:// or https://');
  if (url.username || url.password) return refuse('must not contain credentials');
  return url;
}

/**
 * Checks a host by its name alone. IP addresses are refused: the platform's fetch refuses them, so
 * they would work on a laptop only.
 */
function checkHost(host: string): void {
  if (host.startsWith('[') || IPV4.test(host))
    refuse('must have a domain name as its host, not an IP address');
  if (host.endsWith('.')) refuse('must not have a host that ends in a dot');
  if (!host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`)))
    refuse('must have a public host');
}

/** Checks that need nothing but the URL. @throws ApiError INVALID_INPUT */
function checkSpelling(address: string, allowHosts: readonly string[]): URL {
  const url = parseTarget(address);
  if (isHostAllowed(url, allowHosts)) return url;
  if (url.port) return refuse('must use the default port');
  checkHost(url.hostname);
  return url;
}

/** Requires every address of the name to be public: the runtime chooses which it connects to. */
async function checkAddresses(host: string, resolver: Resolver): Promise<void> {
  const [four, six] = await Promise.all([
    resolver.resolve(host, 'A'),
    resolver.resolve(host, 'AAAA'),
  ]);
  if (four.records.length + six.records.length === 0) throw new NoSuchHost(host);
  const allPublic =
    four.records.every((text) => isPublicAddress(text, 4)) &&
    six.records.every((text) => isPublicAddress(text, 6));
  if (!allPublic) refuse('must have a public host');
}

/**
 * Decides whether a URL from a caller may be fetched: http or https on its default port, no
 * credentials, and a domain name all of whose addresses are public. `host:port` pairs of
 * `allowHosts` are exempt from the conditions on port and host.
 *
 * A Worker cannot pin the address it checked: its fetch resolves the name again, so a zone that
 * changes its answer in between (DNS rebinding) passes this check. The remaining protection is the
 * platform: a Worker's fetch leaves from the edge, which has no route to private networks, and
 * workerd's own outbound network admits public addresses only.
 * @throws ApiError INVALID_INPUT; VALIDATION_FAILED for a name without addresses; errors of the
 * resolver
 */
async function checkTarget(address: string, resolver: Resolver, allowHosts: readonly string[]) {
  const url = checkSpelling(address, allowHosts);
  if (!isHostAllowed(url, allowHosts)) await checkAddresses(url.hostname, resolver);
  return url;
}

interface Hop {
  url: string;
  method: NonNullable<PublicFetchOptions['method']>;
  headers: Headers;
  body: PublicFetchOptions['body'];
  /** Redirects followed so far. */
  redirects: number;
}

/** RFC 9110 section 15.4; 300, 304, 305 and 306 have no target to follow. */
const REDIRECTS = [301, 302, 303, 307, 308];

/** Headers that describe the body (RFC 9110 section 15.4). */
const BODY_HEADERS = [
  'Content-Type',
  'Content-Length',
  'Content-Encoding',
  'Content-Language',
  'Content-Location',
];

/** Credential headers, dropped on a redirect to another origin. */
const SECRET_HEADERS = ['Authorization', 'Cookie', 'Proxy-Authorization'];

/** Target of a redirect; null if the reply is none. An invalid Location is returned unchanged. */
function redirectTarget(response: Response, from: URL): string | null {
  const location = response.headers.get('Location');
  if (location === null || !REDIRECTS.includes(response.status)) return null;
  return URL.parse(location, from.href)?.href ?? location;
}

/** Request that follows a redirect, by the Fetch standard ("HTTP-redirect fetch"). */
function afterRedirect(hop: Hop, status: number, target: string): Hop {
  const becomesGet = status === 303 || (hop.method === 'POST' && status < 303);
  const headers = new Headers(hop.headers);
  if (becomesGet) for (const name of BODY_HEADERS) headers.delete(name);
  if (URL.parse(target)?.origin !== new URL(hop.url).origin)
    for (const name of SECRET_HEADERS) headers.delete(name);
  return {
    url: target,
    method: becomesGet ? 'GET' : hop.method,
    headers,
    body: becomesGet ? undefined : hop.body,
    redirects: hop.redirects + 1,
  };
}

interface FetcherPorts {
  http: HttpClient;
  resolver: Resolver;
  /** `host:port` pairs that are accepted although not public. */
  allowHosts: readonly string[];
}

// The caller named the site, so its failures do not count against the source that fetches it.
const aboutInput = { aboutInput: true };
const tooSlow = () => new ApiError('UPSTREAM_TIMEOUT', 'The site took too long.', aboutInput);
const tooLong = () => new ApiError('VALIDATION_FAILED', 'The reply is too large.');
const noReply = (cause: unknown) =>
  new ApiError('UPSTREAM_ERROR', 'The site did not answer.', { cause });

const mediaType = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const accepts = (types: readonly string[], type: string): boolean =>
  types.some((one) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type));

/** Rejects a reply that is unusable by its headers. */
function checkReply({ ok, headers }: Response, { contentTypes, maxBytes }: PublicFetchOptions) {
  if (ok && contentTypes && !accepts(contentTypes, mediaType(headers))) {
    throw new ApiError(
      'VALIDATION_FAILED',
      `The reply is of the type ${quotedType(mediaType(headers))}.`,
    );
  }
  if (Number(headers.get('Content-Length')) > maxBytes) throw tooLong();
}

/**
 * Body of a reply with its `Content-Encoding` removed (RFC 9110, section 8.4). The runtime decodes
 * `gzip` and `br` in this spelling only; names are case-insensitive, `x-gzip` is gzip, and
 * `deflate` is the zlib format.
 * @throws ApiError VALIDATION_FAILED for any other encoding
 */
function decodedBody({ body, headers }: Response): ReadableStream<Uint8Array> {
  const stream = body ?? new Response('').body!;
  const written = headers.get('Content-Encoding')?.trim() ?? '';
  const encoding = written.toLowerCase();
  if (['', 'identity', 'gzip', 'br'].includes(written) || encoding === 'identity') return stream;
  if (encoding === 'gzip' || encoding === 'x-gzip')
    return stream.pipeThrough(new DecompressionStream('gzip'));
  if (encoding === 'deflate') return stream.pipeThrough(new DecompressionStream('deflate'));
  const message = `The reply is encoded as ${quoted(written)}, which is not supported.`;
  throw new ApiError('VALIDATION_FAILED', message);
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** @throws ApiError; a redirect to a forbidden address is VALIDATION_FAILED, not INVALID_INPUT */
async function checkHop(hop: Hop, ports: { resolver: Resolver; allowed: readonly string[] }) {
  try {
    return await checkTarget(hop.url, ports.resolver, ports.allowed);
  } catch (error) {
    if (hop.redirects === 0 || !(error instanceof ApiError) || error.code !== 'INVALID_INPUT')
      throw error;
    throw new ApiError(
      'VALIDATION_FAILED',
      'The site redirects to an address that may not be fetched.',
      { cause: error },
    );
  }
}

/** Fetches URLs from callers. {@link checkTarget} describes which, and the limits of the check. */
export function createGuardedFetcher({ http, resolver, allowHosts }: FetcherPorts): GuardedFetcher {
  const allowed = allowHosts.map((host) => host.toLowerCase());

  async function send(hop: Hop, signal: AbortSignal): Promise<Response> {
    const { url, method, headers, body } = hop;
    const request = new Request(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    try {
      return await http(request);
    } catch (cause) {
      throw noReply(cause);
    }
  }

  async function follow(
    start: Hop,
    options: PublicFetchOptions,
    deadline: Deadline,
  ): Promise<PublicResponse> {
    for (let hop = start; ; ) {
      const url = await deadline.wait(checkHop(hop, { resolver, allowed }));
      if (hop.redirects > 0 && options.checkRedirect)
        await deadline.wait(options.checkRedirect(url.href));
      const response = await deadline.wait(send(hop, deadline.signal));
      const target = options.maxRedirects > 0 ? redirectTarget(response, url) : null;
      try {
        if (target === null) {
          checkReply(response, options);
          const { status, headers } = response;
          const body = boundedBody(decodedBody(response), {
            maxBytes: options.maxBytes,
            deadline,
            tooLong,
            broken: noReply,
          });
          return { url: url.href, status, headers, body };
        }
        if (hop.redirects >= options.maxRedirects)
          throw new ApiError('VALIDATION_FAILED', 'The site redirects too many times.');
      } catch (error) {
        await discard(response);
        throw error;
      }
      await discard(response);
      hop = afterRedirect(hop, response.status, target);
    }
  }

  return {
    requireFetchable(url) {
      checkSpelling(url, allowed);
    },
    async check(url) {
      await checkTarget(url, resolver, allowed);
    },
    async fetch(url, options) {
      const deadline = new Deadline(options.timeoutMs, tooSlow);
      const { method = 'GET', headers, body } = options;
      try {
        return await follow(
          { url, method, headers: new Headers(headers), body, redirects: 0 },
          options,
          deadline,
        );
      } catch (error) {
        deadline.end();
        throw error;
      }
    },
  };
}
