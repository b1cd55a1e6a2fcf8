import { alike } from '../../lib/fields.ts';
import { parseTime } from '../../lib/time.ts';
import { Byline } from './byline.ts';
import { HEAD_ELEMENTS, VOID } from './element-kinds.ts';
import { DecloakedEmails } from './email-cloaks.ts';
import { EmbeddedData } from './embedded-data.ts';
import { type MainContent, type PageExtent, PageScope } from './hidden-elements.ts';
import {
  authorsOf,
  propertyNodes,
  propertyText,
  propertyTexts,
  propertyUrl,
  referredValues,
  workNode,
} from './linked-data.ts';
import { type ElementHandler, ElementParser } from './open-elements.ts';
import { PageAddresses } from './page-addresses.ts';
import { MarkupItems } from './page-owner.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

export interface OutlineLink {
  /** Absolute address. */
  url: string;
  /** Link text, or else its aria-label, title or image alt; null without any. */
  text: string | null;
}

/**
 * Metadata from the head of a page or its JSON-LD; null when in neither. Author and date of
 * publication may also come from its only byline.
 */
export interface PageMetadata {
  canonicalUrl: string | null;
  siteName: string | null;
  /** Open Graph type, such as article. */
  type: string | null;
  image: string | null;
  icon: string | null;
  author: string | null;
  publishedAt: string | null;
  modifiedAt: string | null;
  keywords: string | null;
  robots: string | null;
}

interface PageOutlineFact {
  /** Without scripts, styles and hidden elements. */
  html: string;
  linkList: OutlineLink[];
  metadata: PageMetadata;
  /** The HTML or the list of links was cut. */
  truncated: boolean;
}

const MAX_LINKS = 5_000;
const MAX_LINK_TEXT_CHARS = 300;
const MAX_VALUE_CHARS = 5_000;

/** Attributes left out: event handlers, styles, and addresses that would be loaded or sent to. */
const DROPPED_ATTRIBUTE =
  /^(?:on|style$|srcdoc$|srcset$|nonce$|integrity$|formaction$|ping$|background$|poster$)/;
/** Names that can be serialized in a tag (HTML standard, 13.1.2.3). */
const ATTRIBUTE_NAME = /^[a-z_:][\w:.-]*$/;
const TAG_NAME = /^[a-z][\w:.-]*$/;

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const tidy = (text: string | undefined): string | null => tidyText(text, MAX_VALUE_CHARS) || null;

/** Serializes the elements of a page as HTML, and collects its links and head metadata. */
class OutlineWriter implements ElementHandler {
  readonly #links = new Map<string, string | null>();
  readonly #scope: PageScope;
  readonly #addresses: PageAddresses;
  readonly #pageUrl: string;
  readonly #maxChars: number;
  /** By name; of names of authors, all that are stated. */
  readonly #meta = new Map<string, string[]>();
  readonly #markup = new MarkupItems();
  readonly #rels = new Map<string, string>();
  readonly #pieces: string[] = [];
  /** Start tags of open elements, to reopen them after an element around them has closed. */
  readonly #open: { name: string; tag: string }[] = [];
  readonly #data = new EmbeddedData();
  readonly #byline = new Byline();
  #inScript = false;
  /** Until the first element of the body. */
  #inHead = true;
  #chars = 0;
  #inTitle = false;
  #link: { url: string; text: string; label: string | null } | null = null;
  /** The HTML limit, or below the link limit, is reached. */
  #full = false;
  #linksFull = false;

  constructor(pageUrl: string, maxChars: number, extent: PageExtent, content: MainContent | null) {
    this.#addresses = new PageAddresses(pageUrl);
    this.#pageUrl = pageUrl;
    this.#maxChars = maxChars;
    this.#scope = new PageScope(extent, content);
  }

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    this.#markup.open(attributes, ordinal);
    if (HEAD_ELEMENTS.has(name)) {
      this.#readHead(name, attributes);
      return true;
    }
    if (name === 'script') {
      this.#inScript = this.#data.open(attributes);
      return this.#inScript;
    }
    if (!this.#scope.open(name, attributes, ordinal)) return false;
    if (name !== 'html') this.#inHead = false;
    this.#byline.open(name, attributes, ordinal);
    if (name === 'a') this.#startLink(attributes);
    if (name === 'img' && this.#link) this.#link.label ??= tidy(attributes.get('alt'));
    if (!TAG_NAME.test(name)) return true;
    const tag = `<${name}${this.#attributes(attributes)}>`;
    if (this.#write(tag) && !VOID.has(name)) this.#open.push({ name, tag });
    return true;
  }

  close(name: string, ordinal: number): void {
    this.#markup.close(ordinal);
    if (HEAD_ELEMENTS.has(name)) {
      if (name === 'title') this.#inTitle = false;
      return;
    }
    if (name === 'script') {
      this.#inScript = false;
      this.#data.close();
      return;
    }
    this.#scope.close(name, ordinal);
    this.#byline.close(ordinal);
    if (name === 'a') this.#endLink();
    const at = this.#open.findLastIndex((open) => open.name === name);
    if (VOID.has(name) || at < 0) return;
    const inside = this.#open.splice(at).slice(1);
    for (const open of inside.toReversed()) this.#write(`</${open.name}>`, true);
    this.#write(`</${name}>`, true);
    for (const open of inside) if (this.#write(open.tag)) this.#open.push(open);
  }

  text(text: string): void {
    if (this.#inTitle) return;
    if (this.#inScript) {
      this.#data.text(text);
      return;
    }
    if (!this.#scope.holdsText) return;
    this.#byline.text(text);
    this.#markup.text(text);
    if (this.#link && this.#link.text.length < MAX_LINK_TEXT_CHARS) this.#link.text += text;
    this.#write(escapeHtml(text));
  }

  finish(): PageOutlineFact {
    return {
      html: this.#pieces.join('').trim(),
      linkList: [...this.#links].map(([url, text]) => ({ url, text })),
      metadata: this.#metadata(),
      truncated: this.#full || this.#linksFull,
    };
  }

  /** Writes text up to the limit, and always end tags. @returns whether it was written */
  #write(text: string, isEnd = false): boolean {
    if (!isEnd && this.#chars + text.length > this.#maxChars) this.#full = true;
    if (this.#full && !isEnd) return false;
    this.#pieces.push(text);
    this.#chars += text.length;
    return true;
  }

  /** Serializes attributes with absolute addresses; leaves out those that run or embed data. */
  #attributes(attributes: Attributes): string {
    let written = '';
    for (const [name, value] of attributes) {
      if (!ATTRIBUTE_NAME.test(name) || DROPPED_ATTRIBUTE.test(name)) continue;
      const isAddress = name === 'href' || name === 'src' || name === 'action' || name === 'cite';
      const shown = isAddress ? this.#addresses.link(value) : value;
      if (shown !== null) written += ` ${name}="${escapeHtml(shown)}"`;
    }
    return written;
  }

  #startLink(attributes: Attributes): void {
    this.#endLink();
    const url = this.#addresses.link(attributes.get('href'));
    if (url === null) return;
    const label = tidy(attributes.get('aria-label')) ?? tidy(attributes.get('title'));
    this.#link = { url, text: '', label };
  }

  #endLink(): void {
    if (!this.#link) return;
    const { url, text, label } = this.#link;
    this.#link = null;
    if (this.#links.size >= MAX_LINKS && !this.#links.has(url)) this.#linksFull = true;
    else {
      const words = this.#links.get(url) ?? tidy(text.slice(0, MAX_LINK_TEXT_CHARS)) ?? label;
      this.#links.set(url, words);
    }
  }

  #readHead(name: string, attributes: Attributes): void {
    if (name === 'title') this.#inTitle = true;
    if (name === 'base') this.#addresses.setBase(attributes.get('href'));
    if (name === 'meta') {
      const key = this.#metaKey(attributes);
      const content = tidy(attributes.get('content'));
      const known = this.#meta.get(key) ?? [];
      const isMore = known.length === 0 || (AUTHORS.has(key) && known.length < MAX_AUTHORS);
      if (content !== null && READ_META.has(key) && isMore)
        this.#meta.set(key, [...known, content]);
    }
    if (name !== 'link') return;
    const href = this.#addresses.link(attributes.get('href'));
    for (const rel of (attributes.get('rel') ?? '').toLowerCase().split(/\s+/, 4))
      if (href !== null && (rel === 'canonical' || rel === 'icon') && !this.#rels.has(rel))
        this.#rels.set(rel, href);
  }

  /** Lower-case name of a meta element. Microdata of the body may describe a review. */
  #metaKey(attributes: Attributes): string {
    const property = this.#inHead ? `itemprop:${attributes.get('itemprop') ?? ''}` : '';
    return (attributes.get('property') ?? attributes.get('name') ?? property).toLowerCase();
  }

  /** The authors that a repeated element states; profiles of Open Graph only without names. */
  #authors(name: string): string | null {
    const stated = [...new Set(this.#meta.get(name)?.map(withoutBy))];
    const names = stated.filter((one) => !NO_PERSON.test(one));
    return (names.length > 0 ? names : stated.slice(0, 1)).join(', ') || null;
  }

  /** The card of X names the author behind a label: `Written by`. */
  #labelledAuthor(): string | null {
    const labelOf = (at: string) => this.#meta.get(CARD_LABEL + at)?.[0]?.toLowerCase() ?? '';
    const at = ['1', '2'].find((one) => CARD_AUTHORS.has(labelOf(one)));
    return this.#meta.get(`twitter:data${at}`)?.[0] ?? null;
  }

  #metadata(): PageMetadata {
    const said = (...names: string[]): string | null =>
      names.flatMap((name) => this.#meta.get(name)?.[0] ?? []).at(0) ?? null;
    const address = (text: string | null) => this.#addresses.image(text ?? undefined);
    const { linkedData } = this.#data;
    const byline = this.#byline.found;
    const work = workNode(linkedData, this.#markup.items);
    const referred = (name: string) => referredValues(linkedData, work.get(name));
    const siteName = said('og:site_name', 'application-name') ?? publisherOf(referred('publisher'));
    return {
      canonicalUrl: this.#rels.get('canonical') ?? address(said('og:url')),
      siteName,
      type: said('og:type'),
      image: address(said(...IMAGE_META) ?? propertyUrl(referred('image'))),
      icon: this.#rels.get('icon') ?? null,
      author: authorOf(
        [
          ...AUTHOR_META.map((name) => this.#authors(name)),
          listed(referredValues(linkedData, authorsOf(work))),
          this.#labelledAuthor(),
          ...LATER_AUTHOR_META.map((name) => this.#authors(name)),
          byline.author,
        ],
        siteName,
      ),
      publishedAt:
        said(...PUBLISHED_META) ??
        propertyText(WORK_DATES.map((name) => work.get(name)).find(Boolean)) ??
        byline.publishedAt ??
        dayInAddress(this.#pageUrl),
      modifiedAt: said(...MODIFIED_META) ?? propertyText(work.get('dateModified')),
      keywords: said('keywords') ?? listed(work.get('keywords')),
      robots: said('robots'),
    };
  }
}

/** The texts of a property, separated by commas. */
const listed = (value: unknown): string | null =>
  tidy([...new Set(propertyTexts(value))].join(', '));

/** Accounts that site software names as authors, addresses (Open Graph), and names of sites. */
const NO_PERSON =
  /^(?:https?:.*|admin(?:istrator)?|webmaster|editor|user|root|(?:[\w-]+\.)+[a-z]{2,})$/i;

/** The author of a meta element without `by`. */
const withoutBy = (author: string): string => author.replace(/^by:? {1,4}(?=\p{Lu})/iu, '');

/** The first name among candidates; an account, a URL or the site's name only without one. */
function authorOf(candidates: readonly (string | null)[], siteName: string | null): string | null {
  const given = candidates.filter((candidate) => candidate !== null);
  const isPerson = (name: string) => !NO_PERSON.test(name) && name !== siteName;
  return given.find(isPerson) ?? given[0] ?? null;
}

/** The day in the path of a post: `/2021/05/03/bread`; not of an archive, `/2021/05/03/`. */
const DAY_IN_PATH = /\/((?:19|20)\d\d)([/-])([01]\d)\2([0-3]\d)[/-](?=[^/?#]*\p{L})/u;

function dayInAddress(url: string): string | null {
  const [, year, , month, day] = DAY_IN_PATH.exec(URL.parse(url)?.pathname ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  return Number.isNaN(parseTime(date)) ? null : date;
}

const publisherOf = (publishers: unknown): string | null =>
  propertyText(propertyNodes(publishers)[0]?.get('name'));

const IMAGE_META = ['og:image', 'og:image:url', 'twitter:image'];
const AUTHOR_META = (
  'author article:author dc.creator dcterms.creator itemprop:author dc:creator dcterms:creator ' +
  'og:article:author og:author article.author byl'
).split(' ');
/** Of scholarly articles and of measuring services. */
const LATER_AUTHOR_META = 'parsely-author sailthru.author citation_author cxenseparse:author'.split(
  ' ',
);
const AUTHORS: ReadonlySet<string> = new Set([...AUTHOR_META, ...LATER_AUTHOR_META]);
const MAX_AUTHORS = 50;
const PUBLISHED_META = (
  'article:published_time og:article:published_time date dc.date dc.date.issued dcterms.issued ' +
  'dcterms.date itemprop:datepublished parsely-pub-date sailthru.date citation_publication_date ' +
  'citation_online_date citation_date og:published_time article.published datepublished ' +
  'date_published pubdate publishdate publish_date publish-date published-date publication_date ' +
  'publication-date originalpublicationdate dc:date dcterms:issued dc.date.created dc.created ' +
  'dcterms.created rnews:datepublished bt:pubdate cxenseparse:recs:publishtime itemprop:datecreated'
).split(' ');
const CARD_LABEL = 'twitter:label';
const CARD_AUTHORS = new Set(
  (
    'written by;author;verfasst von;geschrieben von;autor;auteur;autore;écrit par;rédigé par;' +
    'escrito por;scritto da;geschreven door;skriven av;skrevet af;автор'
  ).split(';'),
);
const WORK_DATES = ['datePublished', 'uploadDate', 'dateCreated'];
const MODIFIED_META = [
  ...'article:modified_time og:updated_time dc.date.modified dcterms.modified'.split(' '),
  ...'dc.modified og:article:modified_time itemprop:datemodified last-modified'.split(' '),
];
/**
 * Meta elements that are read (Open Graph protocol; HTML standard, 4.2.5.1; Dublin Core in HTML,
 * DC-HTML 2008; microdata as `itemprop:`).
 */
const READ_META = new Set([
  ...IMAGE_META,
  ...'og:url og:site_name application-name og:type keywords robots'.split(' '),
  ...AUTHOR_META,
  ...LATER_AUTHOR_META,
  ...['1', '2'].flatMap((at) => [CARD_LABEL + at, `twitter:data${at}`]),
  ...PUBLISHED_META,
  ...MODIFIED_META,
]);

/** Streaming reader of a page's HTML, links and metadata; chunk boundaries may be anywhere. */
export class PageOutline {
  readonly #writer: OutlineWriter;
  readonly #parser: ElementParser;

  /**
   * @param pageUrl base of relative addresses
   * @param maxChars length at which the HTML is cut
   * @param content elements that hold the content; null to select by `extent` alone
   */
  constructor(
    pageUrl: string,
    maxChars: number,
    extent: PageExtent,
    content: MainContent | null = null,
  ) {
    this.#writer = new OutlineWriter(pageUrl, maxChars, extent, content);
    this.#parser = new ElementParser(new DecloakedEmails(this.#writer));
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  end(): PageOutlineFact {
    this.#parser.end();
    return this.#writer.finish();
  }
}

/** Metadata of a document that is not HTML. */
export const NO_METADATA: PageMetadata = {
  ...alike(null, 'canonicalUrl', 'siteName', 'type', 'image', 'icon', 'author', 'publishedAt'),
  ...alike(null, 'modifiedAt', 'keywords', 'robots'),
};
