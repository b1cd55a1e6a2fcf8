import { ApiError } from '../../../src/lib/errors.ts';
import {
  NoSuchHost,
  type PublicFetchOptions,
  type PublicResponse,
} from '../../../src/lookup/outbound.ts';
import type { World } from '../../../src/lookup/world.ts';

export interface FakePage {
  status?: number;
  type?: string | null;
  headers?: Record<string, string>;
  body?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Answers as if a redirect had led there. */
  url?: string;
  fails?:
    | 'UPSTREAM_ERROR'
    | 'UPSTREAM_TIMEOUT'
    | 'INVALID_INPUT'
    | 'NO_SUCH_HOST'
    | 'VALIDATION_FAILED';
}

export interface FakeSites {
  world: World;
  /** Addresses fetched, in order. */
  asked: string[];
  options: PublicFetchOptions[];
}

const bytesOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;

/**
 * A world whose guarded fetcher knows these addresses; an unknown page is 404, an unknown host does
 * not answer.
 */
export function fakeSites(
  pages: Record<string, FakePage>,
  renderer?: (url: string) => Promise<string>,
): FakeSites {
  const asked: string[] = [];
  const options: PublicFetchOptions[] = [];
  const origins = new Set(Object.keys(pages).map((url) => new URL(url).origin));
  const fetch = async (url: string, given: PublicFetchOptions): Promise<PublicResponse> => {
    asked.push(url);
    options.push(given);
    const page = pages[url];
    if (page?.fails === 'NO_SUCH_HOST') throw new NoSuchHost(new URL(url).host);
    if (page?.fails) throw new ApiError(page.fails);
    if (!page && !origins.has(new URL(url).origin))
      throw new ApiError('UPSTREAM_ERROR', 'The site does not answer.');
    const { status = 200, type = 'text/html; charset=utf-8', body = '' } = page ?? { status: 404 };
    if (page?.url) await given.checkRedirect?.(page.url);
    const headers = { ...page?.headers, ...(type !== null && { 'Content-Type': type }) };
    const stream =
      body instanceof ReadableStream
        ? body
        : (new Response(bytesOf(body)).body as ReadableStream<Uint8Array>);
    return {
      url: page?.url ?? url,
      status,
      headers: new Headers(headers),
      body: stream,
    };
  };
  const world = {
    clock: { now: () => 0 },
    outbound: { fetcher: { fetch }, ...(renderer && { renderer }) },
  } as unknown as World;
  return { world, asked, options };
}
