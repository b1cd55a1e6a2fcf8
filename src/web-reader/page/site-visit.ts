import { ApiError } from '../../lib/errors.ts';
import type { PublicResponse } from '../../lookup/outbound.ts';
import { NoSuchHost } from '../../lookup/outbound.ts';
import type { World } from '../../lookup/world.ts';
import { decodeBody } from './charset.ts';
import { mediaType, readingOf } from './media-type.ts';
import { ALLOW_ALL, DISALLOW_ALL, MAX_ROBOTS_CHARS, parseRobots, type Robots } from './robots.ts';
import {
  MAX_REDIRECTS,
  PAGE_HEADERS,
  PRODUCT_TOKEN,
  requirePage,
  USER_AGENT,
} from './site-requests.ts';

/** Below the time one source may take in all. */
const BUDGET_MS = 9_000;
const MIN_STEP_MS = 250;
const ROBOTS_TIMEOUT_MS = 3_000;
const PAGE_TIMEOUT_MS = 4_500;
const MAX_PAGE_BYTES = 8 * 1_048_576;
/**
 * What the fetcher lets through of robots.txt; reading stops earlier, so that a long file is cut
 * and not refused.
 */
const MAX_ROBOTS_REPLY_BYTES = 32 * 1_048_576;

/**
 * Failures that say the address leads nowhere, so that the next spelling of the site is worth
 * trying.
 */
const UNREACHED = new Set(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT']);

/** A page of a site: where it was found in the end, and its text as it arrives. */
export interface OpenPage {
  url: string;
  text: AsyncGenerator<string>;
}

/** Crawl session of one site within a time budget; robots.txt is fetched once per origin. */
export class SiteVisit {
  readonly #world: World;
  readonly #endsAt: number;
  readonly #robots = new Map<string, Promise<Robots>>();

  constructor(world: World) {
    this.#world = world;
    this.#endsAt = world.clock.now() + BUDGET_MS;
  }

  /**
   * @throws ApiError VALIDATION_FAILED when the site asks robots to stay out, or the page is no
   * HTML
   */
  async open(url: string): Promise<OpenPage> {
    const { origin, pathname, search } = new URL(url);
    if (!(await this.#robotsOf(origin)).allows(pathname + search)) {
      throw new ApiError(
        'VALIDATION_FAILED',
        "The site's robots.txt does not allow this page to be read.",
      );
    }
    const response = await this.#fetch(url, PAGE_TIMEOUT_MS, MAX_PAGE_BYTES, PAGE_HEADERS);
    await requirePage(response);
    const header = response.headers.get('content-type');
    if (readingOf(mediaType(header))?.as !== 'html') {
      await response.body.cancel().catch(() => undefined);
      throw new ApiError('VALIDATION_FAILED', 'The site does not answer with a web page.');
    }
    return { url: response.url, text: decodeBody(response.body, header, true) };
  }

  /**
   * Reads the home page at the first of a site's origins that answers.
   * @throws as {@link open}; NoSuchHost when none of them has an address
   */
  async home<Read>(
    origins: readonly string[],
    read: (page: OpenPage) => Promise<Read>,
  ): Promise<Read> {
    let failure: unknown;
    for (const origin of origins) {
      try {
        return await read(await this.open(`${origin}/`));
      } catch (error) {
        // Where one spelling has no address, the error of the others says more.
        if (!failure || failure instanceof NoSuchHost) failure = error;
        const isUnreached =
          error instanceof NoSuchHost || (error instanceof ApiError && UNREACHED.has(error.code));
        if (!isUnreached) throw error;
      }
    }
    throw failure;
  }

  /** The Workers clock advances only during I/O, as between the chunks of a body. */
  readonly isPastDeadline = (): boolean => this.#world.clock.now() > this.#endsAt;

  #robotsOf(origin: string): Promise<Robots> {
    const known = this.#robots.get(origin);
    if (known) return known;
    const asked = this.#readRobots(origin);
    this.#robots.set(origin, asked);
    return asked;
  }

  /**
   * RFC 9309 section 2.3.1: 4xx allows everything, 5xx nothing; a site that cannot be reached is
   * the page's failure too.
   */
  async #readRobots(origin: string): Promise<Robots> {
    const response = await this.#fetch(
      `${origin}/robots.txt`,
      ROBOTS_TIMEOUT_MS,
      MAX_ROBOTS_REPLY_BYTES,
      { 'User-Agent': USER_AGENT },
    );
    if (response.status < 200 || response.status >= 300) {
      await response.body.cancel().catch(() => undefined);
      return response.status >= 500 ? DISALLOW_ALL : ALLOW_ALL;
    }
    let text = '';
    for await (const chunk of decodeBody(response.body, 'text/plain; charset=utf-8', false)) {
      text += chunk;
      if (text.length > MAX_ROBOTS_CHARS) break;
    }
    return parseRobots(text, PRODUCT_TOKEN);
  }

  #fetch(
    url: string,
    timeoutMs: number,
    maxBytes: number,
    headers: Record<string, string>,
  ): Promise<PublicResponse> {
    const left = this.#endsAt - this.#world.clock.now();
    if (left < MIN_STEP_MS)
      throw new ApiError('UPSTREAM_TIMEOUT', 'The site takes too long to answer.', {
        aboutInput: true,
      });
    return this.#world.outbound.fetcher.fetch(url, {
      timeoutMs: Math.min(timeoutMs, left),
      maxBytes,
      maxRedirects: MAX_REDIRECTS,
      headers,
    });
  }
}
