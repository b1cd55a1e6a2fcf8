import { ApiError } from '../../lib/errors.ts';
import { NoSuchHost, type PublicFetchOptions, type PublicResponse } from '../../lookup/outbound.ts';
import type { World } from '../../lookup/world.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { decodeBody, readStart } from './charset.ts';
import {
  MAX_REDIRECTS,
  mediaType,
  PAGE_HEADERS,
  PageStatusError,
  PRODUCT_TOKEN,
  RobotsOutage,
  readingOf,
  requirePage,
  USER_AGENT,
} from './site-requests.ts';
import { ownPage, SoftError } from './soft-errors.ts';

/** RFC 9309 section 2.5 requires at least 500 kibibytes to be read; the rest is ignored. */
const MAX_ROBOTS_CHARS = 512_000;

const MAX_PATTERN_CHARS = 2_000;
/** Longer paths are disallowed, as are those whose length times the rules exceeds the cost. */
const MAX_PATH_CHARS = 2_048;
const MAX_MATCHING_COST = 5_000 * MAX_PATH_CHARS;

interface Rule {
  allow: boolean;
  pattern: string;
}

/** Robots Exclusion rules of a site for one crawler (RFC 9309). */
interface Robots {
  /** @param path path and query of the URL */
  allows(path: string): boolean;
  /** Status of an unreadable robots.txt; nothing is then allowed (RFC 9309, 2.3.1.4). */
  status?: number;
}

const ALLOW_ALL: Robots = { allows: () => true };

interface Group {
  agents: string[];
  rules: Rule[];
}

/** Parses `key: value # comment` (RFC 9309 section 2.2) by its two separators, in linear time. */
function readLine(line: string): { key: string; value: string } | null {
  const comment = line.indexOf('#');
  const said = comment < 0 ? line : line.slice(0, comment);
  const colon = said.indexOf(':');
  if (colon < 0) return null;
  return { key: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/** Groups of a robots.txt file (RFC 9309 section 2.2.1); unknown lines are ignored. */
function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let current: Group | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const { key, value } = readLine(line) ?? { key: '', value: '' };
    if (key === 'user-agent') {
      if (!current || current.rules.length > 0) {
        current = { agents: [], rules: [] };
        groups.push(current);
      }
      current.agents.push(value.toLowerCase());
    } else if ((key === 'allow' || key === 'disallow') && current) {
      // An empty pattern matches nothing, but it ends the list of user agents.
      current.rules.push({ allow: key === 'allow', pattern: value.slice(0, MAX_PATTERN_CHARS) });
    }
  }
  return groups;
}

/** Normalizes percent-encoding for comparison (RFC 9309 section 2.2.2). */
function normalise(text: string): string {
  // Truncation may leave a lone surrogate, which encodeURI rejects.
  return encodeURI(text.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, (_, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : `%${hex.toUpperCase()}`;
  });
}

/** `*` matches any characters, a final `$` the end (RFC 9309 2.2.3); no backtracking. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (index === 0) {
      if (!path.startsWith(piece)) return false;
      at = piece.length;
      if (isLast && anchored) return at === path.length;
      continue;
    }
    if (isLast && anchored) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/**
 * robots.txt parser for one crawler (RFC 9309): merges the groups that name it, or else the groups
 * for `*`; the longest matching pattern wins, and among equally long ones `allow`.
 */
export function parseRobots(text: string, productToken: string): Robots {
  const groups = readGroups(text.slice(0, MAX_ROBOTS_CHARS).replace(/^\ufeff/, ''));
  const token = productToken.toLowerCase();
  const own = groups.filter(({ agents }) =>
    agents.some((agent) => agent.split(/[\s/]/, 1)[0] === token),
  );
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen
    .flatMap((group) => group.rules)
    .filter((rule) => rule.pattern !== '')
    .map(({ allow, pattern }) => ({ allow, pattern: normalise(pattern) }))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return {
    allows(path) {
      if (rules.length === 0) return true;
      if (path.length > MAX_PATH_CHARS || rules.length * path.length > MAX_MATCHING_COST)
        return false;
      const asked = normalise(path);
      return rules.find((rule) => matches(rule.pattern, asked))?.allow ?? true;
    },
  };
}

/** Less than the time limit of one source. */
const BUDGET_MS = 9_000;
const MIN_STEP_MS = 250;
const ROBOTS_TIMEOUT_MS = 3_000;
const PAGE_TIMEOUT_MS = 4_500;
const MAX_PAGE_BYTES = 8 * 1_048_576;
/**
 * Reply size that the fetcher accepts for robots.txt. Reading stops earlier, so that a long file is
 * truncated and not rejected.
 */
const MAX_ROBOTS_REPLY_BYTES = 32 * 1_048_576;

/** Failures after which the next origin of the site is tried. */
const UNREACHED = new Set(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT']);

/** Whether a failure to read a page may be temporary, so that the page may be readable later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof PageStatusError) return error.httpStatus >= 500 || error.httpStatus === 429;
  if (error instanceof SoftError) return error.kind === 'challenge';
  if (error instanceof RobotsOutage) return true;
  return (
    error instanceof ApiError && (UNREACHED.has(error.code) || error.code === 'SERVICE_UNAVAILABLE')
  );
}

/** A page of a site: its final address, and its text as a stream. */
export interface OpenPage {
  url: string;
  text: AsyncGenerator<string>;
}

/** Characters at the start of a page that are searched for a refresh. */
const HEAD_CHARS = 8_192;
/** A refresh in less than a second; a later one leaves time to read (HTML standard, 4.2.5.3). */
const AT_ONCE = /^0(?:\.\d{0,9})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"']{1,2000})/i;

/** Target of an immediate `<meta http-equiv="refresh">`; null when there is none. */
function refreshTarget(head: string, url: string): string | null {
  let content: string | null = null;
  let unused = 0;
  const tokenizer = new HtmlTokenizer({
    startTag(name, attributes) {
      if (name === 'noscript' || name === 'template') unused++;
      if (name !== 'meta' || unused > 0) return;
      if (attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh')
        content ??= attributes.get('content')?.trim() ?? null;
    },
    endTag(name) {
      if (name === 'noscript' || name === 'template') unused = Math.max(0, unused - 1);
    },
    text() {},
  });
  tokenizer.write(head);
  const target = AT_ONCE.exec(content ?? '')?.[1]?.trim();
  const to = target ? URL.parse(target, url) : null;
  if (!to) return null;
  to.hash = '';
  return to.href === url ? null : to.href;
}

/**
 * Searches the start of a page for an immediate refresh.
 * @returns its target or null, and the page with its whole text
 */
export async function readRefresh({
  url,
  text,
}: OpenPage): Promise<{ target: string | null; page: OpenPage }> {
  const { start, all } = await readStart(text, (_, chars) => chars >= HEAD_CHARS);
  return { target: refreshTarget(start.slice(0, HEAD_CHARS), url), page: { url, text: all } };
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
   * Opens a page and follows its immediate refreshes.
   * @throws ApiError VALIDATION_FAILED when robots.txt disallows it, or the page is not HTML;
   * reading its text may throw a SoftError
   */
  async open(url: string): Promise<OpenPage> {
    let next = url;
    for (let refreshes = 0; ; refreshes++) {
      const opened = await this.#openOne(next, url);
      const { target, page } = await readRefresh(opened);
      if (target === null || refreshes === MAX_REDIRECTS) return page;
      await opened.text.return(undefined);
      next = target;
    }
  }

  /** @throws ApiError VALIDATION_FAILED when robots.txt of the page's origin disallows it */
  async #requireAllowed(url: string): Promise<void> {
    const { origin, pathname, search } = new URL(url);
    const robots = await this.#robotsOf(origin);
    if (robots.allows(pathname + search)) return;
    if (robots.status) throw new RobotsOutage(robots.status);
    const message = "The site's robots.txt does not allow this page to be read.";
    throw new ApiError('VALIDATION_FAILED', message);
  }

  /** @param asked address before any refresh */
  async #openOne(url: string, asked: string): Promise<OpenPage> {
    await this.#requireAllowed(url);
    const response = await this.#fetch(url, PAGE_TIMEOUT_MS, {
      maxBytes: MAX_PAGE_BYTES,
      headers: PAGE_HEADERS,
      checkRedirect: (target) => this.#requireAllowed(target),
    });
    await requirePage(response);
    const header = response.headers.get('content-type');
    if (readingOf(mediaType(header))?.as !== 'html') {
      await response.body.cancel().catch(() => undefined);
      throw new ApiError('VALIDATION_FAILED', 'The site does not answer with a web page.');
    }
    const text = ownPage(decodeBody(response.body, header, true), asked);
    return { url: response.url, text };
  }

  /**
   * Reads the home page at the first of a site's origins that answers.
   * @throws as {@link open}; NoSuchHost when none of them resolves
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
        // An error of another origin is more specific than an unresolved name.
        if (!failure || failure instanceof NoSuchHost) failure = error;
        const isUnreached =
          error instanceof NoSuchHost || (error instanceof ApiError && UNREACHED.has(error.code));
        if (!isUnreached) throw error;
      }
    }
    throw failure;
  }

  /**
   * Whether reading a page stops at the end of the time budget; if so, marks the fact as partial.
   * The Workers clock advances only during I/O, as between body chunks.
   */
  readonly stopAtDeadline = (): boolean => {
    const isPast = this.#world.clock.now() > this.#endsAt;
    if (isPast) this.#world.markPartial?.();
    return isPast;
  };

  #robotsOf(origin: string): Promise<Robots> {
    const known = this.#robots.get(origin);
    if (known) return known;
    const asked = this.#readRobots(origin).catch((error: unknown) => {
      const isFile = error instanceof ApiError && error.code === 'VALIDATION_FAILED';
      if (!isFile || error instanceof NoSuchHost) throw error;
      return ALLOW_ALL;
    });
    this.#robots.set(origin, asked);
    return asked;
  }

  /**
   * RFC 9309 section 2.3.1: 4xx and too many redirects allow everything, as does a file that is no
   * text; 5xx allows nothing. A network failure is thrown, since it would fail the page as well.
   */
  async #readRobots(origin: string): Promise<Robots> {
    const response = await this.#fetch(`${origin}/robots.txt`, ROBOTS_TIMEOUT_MS, {
      maxBytes: MAX_ROBOTS_REPLY_BYTES,
      headers: { 'User-Agent': USER_AGENT },
    });
    if (response.status < 200 || response.status >= 300) {
      await response.body.cancel().catch(() => undefined);
      const { status } = response;
      return status >= 500 ? { allows: () => false, status } : ALLOW_ALL;
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
    options: Pick<PublicFetchOptions, 'maxBytes' | 'headers' | 'checkRedirect'>,
  ): Promise<PublicResponse> {
    const left = this.#endsAt - this.#world.clock.now();
    if (left < MIN_STEP_MS)
      throw new ApiError('UPSTREAM_TIMEOUT', 'The site takes too long to answer.', {
        aboutInput: true,
      });
    return this.#world.outbound.fetcher.fetch(url, {
      timeoutMs: Math.min(timeoutMs, left),
      maxRedirects: MAX_REDIRECTS,
      ...options,
    });
  }
}
