import * as z from 'zod';
import type { LinkPage, LinkPageAnswer } from '../../domain/social/facts.ts';
import { OWN_PAGE, readLinkAddress } from '../../domain/social/link-pages.ts';
import { socialProfile } from '../../domain/social/profile-links.ts';
import { ApiError } from '../../lib/errors.ts';
import { alike } from '../../lib/fields.ts';
import { part, parts, text } from '../../lib/loose-fields.ts';
import type { Source } from '../../lookup/source.ts';
import { EmbeddedData } from '../html/embedded-data.ts';
import { tidyText } from '../html/plain-text.ts';
import { type Attributes, HtmlTokenizer, type TokenHandler } from '../html/tokenizer.ts';
import { PageStatusError } from '../page/site-requests.ts';
import { SiteVisit } from '../page/site-visit.ts';
import { DRAWN_BY_SCRIPTS, isPlaceholder, SoftError } from '../page/soft-errors.ts';
import { assembleLinkPage, emailsOfWords } from './link-assembly.ts';

interface ShownLink {
  /** As written. */
  href: string;
  /** Its text, or else its aria-label, title or image alt; null without any. */
  title: string | null;
}

interface ParsedLinkPage {
  title: string | null;
  /** `og:` and `name` metadata; for a repeated key, the first. */
  meta: ReadonlyMap<string, string>;
  /** Links outside navigation and footer. */
  links: readonly ShownLink[];
  /** Links in navigation and footer, where many pages place the icons of their profiles. */
  asides: readonly string[];
  /** Start of the visible text. */
  shown: string;
  hasScripts: boolean;
  emails: readonly string[];
  data: Pick<EmbeddedData, 'linkedData' | 'state'>;
}

const MAX_SHOWN_LINKS = 500;
const MAX_TITLE_CHARS = 300;
const MAX_EMAILS = 20;
/** Elements whose text is not displayed. */
const RAW_ELEMENTS = new Set(['script', 'style', 'template', 'title', 'noscript']);
/** Inline elements that may be within a word; any other tag separates words. */
const WITHIN_WORDS = new Set(['b', 'i', 'em', 'strong', 'u', 's', 'sup', 'sub', 'mark', 'font']);
/** Boilerplate: links in these elements belong to the navigation of the page or its host. */
const BOILERPLATE_ELEMENTS = new Set(['nav', 'footer', 'noscript']);
const STATE_ID = '__NEXT_DATA__';

const plain = (text: string): string | null => tidyText(text, MAX_TITLE_CHARS) || null;

class LinkPageReader implements TokenHandler {
  readonly meta = new Map<string, string>();
  readonly links: ShownLink[] = [];
  readonly asides: string[] = [];
  readonly emails: string[] = [];
  shown = '';
  hasScripts = false;
  #isRaw = false;
  readonly data = new EmbeddedData(STATE_ID);
  title: string | null = null;
  #asides = 0;
  #open: { href: string; text: string; label: string | null } | null = null;
  /** Text of the title while it is open; null otherwise. */
  #text: string | null = null;

  startTag(name: string, attributes: Attributes): void {
    if (RAW_ELEMENTS.has(name)) this.#isRaw = true;
    this.#partWords(name);
    if (BOILERPLATE_ELEMENTS.has(name)) this.#asides++;
    if (name === 'a') this.#startLink(attributes);
    else if (name === 'img' && this.#open) this.#open.label ??= attributes.get('alt') ?? null;
    else if (name === 'meta') this.#note(attributes);
    else if (name === 'title' && this.title === null) this.#text = '';
    else if (name === 'script') this.hasScripts = !this.data.open(attributes) || this.hasScripts;
  }

  endTag(name: string): void {
    if (RAW_ELEMENTS.has(name)) this.#isRaw = false;
    this.#partWords(name);
    if (BOILERPLATE_ELEMENTS.has(name)) this.#asides = Math.max(0, this.#asides - 1);
    if (name === 'a') this.#endLink();
    if (name === 'script') this.data.close();
    if (name === 'title' && this.#text !== null) {
      this.title = plain(this.#text);
      this.#text = null;
    }
  }

  text(text: string): void {
    if (this.#open && this.#open.text.length < MAX_TITLE_CHARS) this.#open.text += text;
    if (this.#text !== null && this.#text.length < MAX_TITLE_CHARS) this.#text += text;
    this.data.text(text);
    if (this.#isRaw || this.#asides > 0) return;
    if (this.shown.length < MAX_TITLE_CHARS) this.shown += text;
    if (text.includes('@') && this.emails.length < MAX_EMAILS)
      this.emails.push(...emailsOfWords(text));
  }

  end(): ParsedLinkPage {
    this.#endLink();
    const { title, meta, links, asides, shown, hasScripts, emails, data } = this;
    return { title, meta, links, asides, shown, hasScripts, emails, data };
  }

  #partWords(name: string): void {
    if (this.#open && !WITHIN_WORDS.has(name)) this.#open.text += ' ';
  }

  #startLink(attributes: Attributes): void {
    this.#endLink();
    const href = attributes.get('href');
    if (href === undefined) return;
    const isAside = this.#asides > 0;
    if ((isAside ? this.asides : this.links).length >= MAX_SHOWN_LINKS) return;
    if (isAside) {
      this.asides.push(href);
      return;
    }
    const label = attributes.get('aria-label') ?? attributes.get('title') ?? null;
    this.#open = { href, text: '', label };
  }

  #endLink(): void {
    if (!this.#open) return;
    const { href, text, label } = this.#open;
    this.links.push({ href, title: plain(text) ?? plain(label ?? '') });
    this.#open = null;
  }

  #note(attributes: Attributes): void {
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
    const content = attributes.get('content')?.trim();
    if (content && !this.meta.has(name) && this.meta.size < MAX_SHOWN_LINKS)
      this.meta.set(name, content);
  }
}

/** Parses a page from a stream, until `isLate` returns true. */
async function parseLinkPage(
  text: AsyncIterable<string>,
  isLate: () => boolean,
): Promise<ParsedLinkPage> {
  const reader = new LinkPageReader();
  const tokenizer = new HtmlTokenizer(reader);
  for await (const piece of text) {
    tokenizer.write(piece);
    if (isLate()) break;
  }
  tokenizer.end();
  return reader.end();
}

/** Fields found in the embedded state of a page. */
interface EmbeddedLinkPage
  extends Pick<LinkPage, 'username' | 'displayName' | 'bio' | 'avatarUrl' | 'links'> {
  /** Profile addresses. */
  socials: string[];
}

const links = parts({ type: text, title: text, url: text });

/** Embedded state of Linktree's pages. */
const linktree = z.object({
  props: z.object({
    pageProps: z.object({
      links,
      socialLinks: parts({ url: text }),
      account: z.object({
        username: z.string().min(1),
        ...alike(text, 'pageTitle', 'description', 'profilePictureUrl'),
        links,
        socialLinks: parts({ type: text, url: text }),
      }),
    }),
  }),
});

const MAX_NODES = 50_000;
const MAX_STATE_LINKS = 200;
/** Addresses of the page's assets, which are not links of its owner. */
const ASSET = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|js|mjs|woff2?|ttf|mp4|json)(?:[?#]|$)/i;

const anyLink = part({
  ...alike(text, 'url', 'href', 'link', 'destination', 'title', 'name', 'label'),
  text,
});

/** Iterates all values of a state in document order. */
function* nodesOf(state: unknown): IterableIterator<unknown> {
  const open: unknown[] = [state];
  for (let nodes = 0; open.length > 0 && nodes < MAX_NODES; nodes++) {
    const node = open.pop();
    yield node;
    if (typeof node !== 'object' || node === null) continue;
    // Pushed one at a time, because a list may exceed the limit of call arguments.
    for (const value of Object.values(node).reverse()) open.push(value);
  }
}

/** Profile addresses anywhere in a value; states and structured data hold them unlabelled. */
function profileAddresses(state: unknown): string[] {
  const found: string[] = [];
  for (const node of nodesOf(state)) {
    if (typeof node !== 'string' || !socialProfile(node)) continue;
    if (found.push(node) >= MAX_STATE_LINKS) break;
  }
  return found;
}

/**
 * Profiles that structured data declares with `sameAs` (schema.org). One traversal covers all,
 * because nodes may be nested.
 */
function samePages(linkedData: readonly unknown[]): string[] {
  const stated: unknown[] = [];
  for (const node of nodesOf(linkedData))
    if (typeof node === 'object' && node !== null && 'sameAs' in node) stated.push(node.sameAs);
  return profileAddresses(stated);
}

/** All objects in a state with an address and a title, in document order. */
function titledAddresses(state: unknown): EmbeddedLinkPage['links'] {
  const found: EmbeddedLinkPage['links'] = [];
  for (const node of nodesOf(state)) {
    if (found.length >= MAX_STATE_LINKS) break;
    if (typeof node !== 'object' || node === null) continue;
    const read = Array.isArray(node) ? null : anyLink.parse(node);
    const url = read?.url ?? read?.href ?? read?.link ?? read?.destination ?? null;
    const title = read?.title ?? read?.label ?? read?.text ?? read?.name ?? null;
    if (url !== null && title !== null && /^https?:\/\//i.test(url) && !ASSET.test(url))
      found.push({ title, url });
  }
  return found;
}

const NO_EMBEDDED_FIELDS = { ...alike(null, 'username', 'displayName', 'bio', 'avatarUrl') };

function readEmbeddedLinkPage(state: unknown): EmbeddedLinkPage | null {
  if (state === null) return null;
  const read = linktree.safeParse(state);
  if (!read.success)
    return {
      ...NO_EMBEDDED_FIELDS,
      links: titledAddresses(state),
      socials: profileAddresses(state),
    };
  const { account, links: beside, socialLinks } = read.data.props.pageProps;
  const listed = beside.length > 0 ? beside : account.links;
  return {
    username: account.username,
    displayName: account.pageTitle,
    bio: account.description,
    avatarUrl: account.profilePictureUrl,
    links: listed.flatMap(({ type, title, url }) =>
      url === null || type === 'GROUP' ? [] : [{ title, url }],
    ),
    socials: [...account.socialLinks, ...socialLinks].flatMap(({ url }) => url ?? []),
  };
}

const GONE = new Set([404, 410]);

const addressIn = (text: string | undefined | null, base: string): string | null => {
  const url = text ? URL.parse(text, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

/** Merges the embedded state, which is more complete, with the tags of the page as fallback. */
function linkPageOf(
  parts: ParsedLinkPage,
  state: EmbeddedLinkPage | null,
  url: string,
): LinkPage | null {
  const { meta } = parts;
  const shown = parts.links.map(({ href, title }) => ({ url: href, title }));
  // Links found generically in a state are used only if the page itself displays none.
  const drawn = assembleLinkPage({ ...EMPTY_LINK_PAGE, links: shown }, url) !== null;
  const heard = state !== null && (state.username !== null || !drawn) ? state : null;
  const stated = heard?.links ?? [];
  return assembleLinkPage(
    {
      username: state?.username ?? null,
      displayName: state?.displayName ?? meta.get('og:title') ?? parts.title,
      bio: state?.bio ?? meta.get('og:description') ?? meta.get('description') ?? null,
      avatarUrl: addressIn(state?.avatarUrl ?? meta.get('og:image'), url),
      links: stated.length > 0 ? stated : shown,
      socials: [...(heard?.socials ?? []), ...samePages(parts.data.linkedData), ...parts.asides],
      emails: parts.emails,
    },
    url,
  );
}

const EMPTY_LINK_PAGE = {
  ...alike(null, 'username', 'displayName', 'bio', 'avatarUrl'),
  links: [],
  socials: [],
  emails: [],
};

/** Whether a service redirected from a page that does not exist to its home page. */
function isHomeRedirect(asked: string, ended: string): boolean {
  const { platform, username } = readLinkAddress(asked);
  return platform !== OWN_PAGE && username !== null && readLinkAddress(ended).username === null;
}

/**
 * Source: any link page, by the embedded state of services that have one, or else by its links
 * outside navigation and footer. Null when no link can be read.
 */
export const linkPage: Source<string, LinkPageAnswer> = {
  name: 'linkpage',
  label: 'public_web_pages',
  kind: 'open',
  reads: 'io',
  available: () => true,
  async ask(asked, world) {
    const visit = new SiteVisit(world);
    try {
      const { url, text } = await visit.open(asked);
      const parts = await parseLinkPage(text, visit.stopAtDeadline);
      if (isHomeRedirect(asked, url)) return { page: null };
      const page = linkPageOf(parts, readEmbeddedLinkPage(parts.data.state), url);
      if (page) return { page };
      // Scripts may still add content, so the answer is an error and not "none".
      if (parts.hasScripts && (isPlaceholder(parts.shown) || parts.shown.trim() === ''))
        throw new ApiError('VALIDATION_FAILED', DRAWN_BY_SCRIPTS);
      return null;
    } catch (error) {
      if (error instanceof PageStatusError && GONE.has(error.httpStatus)) return { page: null };
      if (error instanceof SoftError && error.kind === 'missing') return { page: null };
      throw error;
    }
  },
};
