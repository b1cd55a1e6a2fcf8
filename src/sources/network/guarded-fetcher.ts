import { ApiError } from '../../core/errors.ts';
import type {
  GuardedFetcher,
  HttpClient,
  PublicFetchOptions,
  PublicResponse,
  Resolver,
} from '../../core/network.ts';
import { quotedType } from '../../core/one-line.ts';
import { boundedBody } from './bounded-body.ts';
import { Deadline } from './deadline.ts';
import { checkTarget } from './fetch-target.ts';
import { afterRedirect, type Hop, redirectTarget } from './redirects.ts';

export interface FetcherPorts {
  http: HttpClient;
  resolver: Resolver;
  /** `host:port` pairs accepted though not public. */
  allowHosts: readonly string[];
}

// The site was named by the caller, so its failures never speak against the source that asked for
// it.
const aboutInput = { aboutInput: true };
const tooSlow = () => new ApiError('UPSTREAM_TIMEOUT', 'The site took too long.', aboutInput);
const tooLong = () => new ApiError('VALIDATION_FAILED', 'The reply is too large.');
const noReply = (cause: unknown) =>
  new ApiError('UPSTREAM_ERROR', 'The site did not answer.', { cause });

const mediaType = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const accepts = (types: readonly string[], type: string): boolean =>
  types.some((one) => (one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : one === type));

/** Refuses what its headers already show to be unusable. */
function checkReply(
  { ok, headers }: Response,
  { contentTypes, maxBytes }: PublicFetchOptions,
): void {
  if (ok && contentTypes && !accepts(contentTypes, mediaType(headers))) {
    throw new ApiError(
      'VALIDATION_FAILED',
      `The reply is of the type ${quotedType(mediaType(headers))}.`,
    );
  }
  if (Number(headers.get('Content-Length')) > maxBytes) throw tooLong();
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/**
 * @throws ApiError; whether a redirect led to a forbidden address is the site's doing, not an
 * unusable input
 */
async function checkHop(
  hop: Hop,
  ports: { resolver: Resolver; allowed: ReadonlySet<string> },
): Promise<URL> {
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

/**
 * Fetches what a caller named: see {@link checkTarget} for what may be fetched and what the check
 * cannot promise.
 */
export function createGuardedFetcher({ http, resolver, allowHosts }: FetcherPorts): GuardedFetcher {
  const allowed = new Set(allowHosts.map((host) => host.toLowerCase()));

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
      const response = await deadline.wait(send(hop, deadline.signal));
      const target = options.maxRedirects > 0 ? redirectTarget(response, url) : null;
      try {
        if (target === null) {
          checkReply(response, options);
          const { status, headers } = response;
          const body = boundedBody(response.body ?? new Response('').body!, {
            maxBytes: options.maxBytes,
            deadline,
            tooLong,
            broken: noReply,
          });
          return { url: url.href, status, headers, body };
        }
        if (hop.redirects >= options.maxRedirects)
          throw new ApiError('VALIDATION_FAILED', 'The site redirects too often.');
      } catch (error) {
        await discard(response);
        throw error;
      }
      await discard(response);
      hop = afterRedirect(hop, response.status, target);
    }
  }

  return {
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
