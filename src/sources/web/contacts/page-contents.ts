import type { Attributes } from '../html/attributes.ts';
import { BLOCK } from '../html/element-kinds.ts';
import { type ElementHandler, OpenElements } from '../html/open-elements.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { cloudflareEmail } from './cloudflare-email.ts';
import {
  emailInParts,
  isDescription,
  isEmbeddedPost,
  joomlaEmail,
  signOf,
} from './element-attributes.ts';
import { PageStyles, type Showing } from './page-styles.ts';
import { collapseBlanks } from './plain-text.ts';
import { metaStatement, type StatedKind, type Statement, statedKind } from './stated-contacts.ts';
import { TextRun } from './text-run.ts';

/** Limits per page; contacts stand at the top, at the bottom or on their own page. */
const MAX_HTML_CHARS = 3_000_000;
const MAX_TEXT_CHARS = 400_000;
const MAX_LINKS = 4_000;
const MAX_ADDRESS_CHARS = 4_000;
const MAX_SCRIPT_CHARS = 1_500_000;
const MAX_SCRIPTS = 300;
const MAX_STATEMENTS = 2_000;
const MAX_ASIDE_CHARS = 60_000;
const MAX_LABEL_CHARS = 200;
const MAX_VALUE_CHARS = 500;

const UNREAD = new Set(
  'svg textarea select iframe noframes noembed canvas audio video title object template'.split(' '),
);
/** Read as scripts and style sheets, not as text. */
const RAW = new Set(['script', 'style', 'noscript']);
const JSON_TYPE = /json/i;
/** Attributes shown or spoken to a reader. */
const SHOWN_ATTRIBUTES = ['alt', 'title', 'aria-label'] as const;
/** Attributes that carry an address for a script to use. */
const CARRIES =
  /mail|phone|tel|contact|clipboard|copy|href|url|link|user|domain|name|prop|setting|page|state|config|option|json/;
const LINK_SCHEME = /^\s*(?:mailto|tel|sms|callto|whatsapp|https?|javascript):/i;
export interface PageLink {
  /** As written. */
  href: string;
  label: string;
  /** The last text before it, with whatever names it aloud. */
  before: string;
  /** Not shown: its address may be a trap. */
  isHidden: boolean;
  /** `rel="me"`: the owner's own page elsewhere. */
  isOwn: boolean;
}

export interface PageScript {
  text: string;
  isJson: boolean;
}

/** What contact finders read of a page. */
export interface PageContents {
  /** Blocks parted by line feeds. */
  text: string;
  /** Texts of attributes, one a line. */
  asides: string;
  links: PageLink[];
  scripts: PageScript[];
  statements: Statement[];
  /** Addresses that Cloudflare replaced by a code. */
  protectedEmails: string[];
  language: string | null;
  baseHref: string | null;
}

/** What an open element changes until it ends. */
interface OpenElement {
  name: string;
  showing: Showing;
  stated: { kind: StatedKind; text: string } | null;
  reversed: string | null;
  isEmbed: boolean;
}

/** A script, a style sheet or a `noscript` element being read. */
interface RawElement {
  name: string;
  text: string[];
  isJson: boolean;
}

class ContentsReader implements ElementHandler {
  readonly #contents: Omit<PageContents, 'text' | 'asides'> = {
    links: [],
    scripts: [],
    statements: [],
    protectedEmails: [],
    language: null,
    baseHref: null,
  };
  readonly #text = new TextRun(MAX_TEXT_CHARS);
  readonly #asides = new TextRun(MAX_ASIDE_CHARS);
  readonly #styles = new PageStyles();
  readonly #open: OpenElement[] = [];
  readonly #stated: OpenElement[] = [];
  readonly #reversed: OpenElement[] = [];
  #hidden = 0;
  #embeds = 0;
  #preformatted = 0;
  #raw: RawElement | null = null;
  #rawChars = 0;
  #link: PageLink | null = null;

  open(name: string, attributes: Attributes): boolean {
    if (RAW.has(name)) return this.#openRaw(name, attributes);
    if (UNREAD.has(name)) return name === 'template' && attributes.mention('shadowroot');
    if (name === 'html') this.#contents.language ??= attributes.get('lang');
    if (name === 'base')
      this.#contents.baseHref ??= attributes.get('href')?.slice(0, 2_000) ?? null;
    if (name === 'meta') this.#readMeta(attributes);
    if (BLOCK.has(name) || name === 'br') this.#text.break();
    else if (name !== 'wbr') this.#text.seam();
    const element = this.#describe(name, attributes);
    if (element.stated) this.#text.add(element.stated.kind === 'fax' ? ' Fax: ' : ' ');
    this.#enter(element);
    if (!attributes.empty) this.#readAttributes(name, attributes, element);
    if (!attributes.mention('cfemail')) return true;
    const email = cloudflareEmail(attributes.get('data-cfemail') ?? '');
    if (email && this.#hidden === 0) this.#contents.protectedEmails.push(email);
    if (email) this.#leave(name);
    return email === null;
  }

  close(name: string): void {
    if (this.#raw && RAW.has(name)) {
      this.#closeRaw();
      return;
    }
    this.#leave(name);
    if (name === 'a' || name === 'area') this.#link = null;
    if (BLOCK.has(name)) this.#text.break();
    else this.#text.seam();
  }

  text(text: string): void {
    if (this.#raw) {
      this.#rawChars += text.length;
      if (this.#rawChars <= MAX_SCRIPT_CHARS) this.#raw.text.push(text);
      return;
    }
    if (this.#hidden > 0) return;
    const turned = this.#reversed.at(-1);
    if (turned) {
      if ((turned.reversed as string).length < MAX_VALUE_CHARS) turned.reversed += text;
      return;
    }
    this.#add(text);
  }

  finish(): PageContents {
    return { ...this.#contents, text: this.#text.toString(), asides: this.#asides.toString() };
  }

  #add(text: string): void {
    const inner = this.#stated.at(-1);
    if (inner?.stated && inner.stated.text.length < MAX_VALUE_CHARS) inner.stated.text += text;
    if (this.#link && this.#link.label.length < MAX_LABEL_CHARS)
      this.#link.label += collapseBlanks(text);
    if (this.#embeds === 0) this.#text.add(text, this.#preformatted > 0);
  }

  #describe(name: string, attributes: Attributes): OpenElement {
    const kind = attributes.empty || name === 'meta' ? null : statedKind(attributes);
    const showing = this.#styles.showing(name, attributes);
    return {
      name,
      showing,
      stated: kind && { kind, text: '' },
      reversed: showing === 'reversed' ? '' : null,
      isEmbed: isEmbeddedPost(name, attributes),
    };
  }

  #enter(element: OpenElement): void {
    this.#open.push(element);
    if (element.showing === 'hidden') this.#hidden++;
    if (element.isEmbed) this.#embeds++;
    if (element.name === 'pre') this.#preformatted++;
    if (element.stated) this.#stated.push(element);
    if (element.reversed !== null) this.#reversed.push(element);
  }

  /** Formatting elements may end out of order, so the innermost of the name is meant. */
  #leave(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at < 0) return;
    const [element] = this.#open.splice(at, 1) as [OpenElement];
    if (element.showing === 'hidden') this.#hidden--;
    if (element.isEmbed) this.#embeds--;
    if (element.name === 'pre') this.#preformatted--;
    if (element.reversed !== null) {
      this.#reversed.splice(this.#reversed.indexOf(element), 1);
      this.#add([...element.reversed].reverse().join(''));
    }
    if (!element.stated) return;
    this.#text.add(' ');
    this.#stated.splice(this.#stated.indexOf(element), 1);
    const outer = this.#stated.at(-1);
    if (outer?.stated) outer.stated.text += element.stated.text;
    this.#state(element.stated.kind, element.stated.text);
  }

  #state(kind: StatedKind, text: string): void {
    const value = collapseBlanks(text).trim();
    if (value !== '' && this.#hidden === 0 && this.#contents.statements.length < MAX_STATEMENTS)
      this.#contents.statements.push({ kind, value: value.slice(0, MAX_VALUE_CHARS) });
  }

  #readMeta(attributes: Attributes): void {
    const statement = metaStatement(attributes);
    if (statement) this.#state(statement.kind, statement.value);
    else if (/@|\d{3}/.test(attributes.get('content') ?? '') && isDescription(attributes))
      this.#aside(attributes.get('content') ?? '');
  }

  #readAttributes(name: string, attributes: Attributes, element: OpenElement): void {
    const href = attributes.get('href');
    const hidden = joomlaEmail(name, attributes);
    if (hidden) this.#state('email', hidden);
    if (name === 'a' || name === 'area') this.#openLink(href, attributes);
    else if (name === 'link') this.#readLinkElement(href, attributes);
    if (element.stated && name !== 'meta') {
      const value = attributes.get('content') ?? attributes.get('resource') ?? null;
      if (value) this.#state(element.stated.kind, value);
      else if (element.stated.kind === 'profile' && href) this.#addLink(href, attributes, true);
    }
    // An icon is hidden from those who listen, not from those who look.
    if (this.#hidden <= (element.showing === 'hidden' ? 1 : 0)) this.#add(signOf(name, attributes));
    if (this.#hidden > 0 || this.#embeds > 0) return;
    for (const shown of SHOWN_ATTRIBUTES)
      if (attributes.mention(shown)) this.#aside(attributes.get(shown) ?? '');
    if (name === 'meta') return;
    if (
      attributes.mention('data-') ||
      name.includes('-') ||
      attributes.mention(' on') ||
      attributes.mention('mailto')
    )
      this.#readCarried(name, attributes);
  }

  #readCarried(element: string, attributes: Attributes): void {
    for (const [name, value] of attributes.entries()) {
      if (value === '' || value.length > 100_000 || name === 'data-cfemail') continue;
      this.#rawChars += value.length;
      if (/^on[a-z]{3,}$/.test(name)) this.#addScript(value, false);
      else if (LINK_SCHEME.test(value) && name !== 'href' && name !== 'src')
        this.#addLink(value, attributes, false);
      else if (/^\s*[[{]/.test(value)) this.#addScript(value, true);
      else if ((name.startsWith('data-') || element.includes('-')) && CARRIES.test(name))
        this.#carried(name, value);
      else if (name === 'value' && element !== 'option' && attributes.get('readonly') !== null)
        this.#aside(value);
    }
    const joined = attributes.mention('data-') ? emailInParts(attributes) : null;
    if (joined) this.#state('email', joined);
  }

  #carried(name: string, value: string): void {
    if (/fax/.test(name)) return;
    if (/phone|tel(?:$|-)|telefon|mobile|whatsapp/.test(name)) this.#state('phone', value);
    else if (/mail/.test(name)) this.#state('email', value);
    else this.#aside(value);
  }

  #aside(text: string): void {
    if (text.length < 4 || text.length > 10_000) return;
    this.#asides.break();
    this.#asides.add(text);
  }

  #readLinkElement(href: string | null, attributes: Attributes): void {
    if (href && /(?:^|\s)(?:me|author|publisher)(?:\s|$)/i.test(attributes.get('rel') ?? ''))
      this.#addLink(href, attributes, false);
  }

  #openLink(href: string | null, attributes: Attributes): void {
    this.#link = href ? this.#addLink(href, attributes, false) : null;
  }

  #addLink(href: string, attributes: Attributes, isStated: boolean): PageLink | null {
    if (href.length > MAX_ADDRESS_CHARS || this.#contents.links.length >= MAX_LINKS) return null;
    if (this.#embeds > 0) return null;
    const aloud = `${attributes.get('class') ?? ''} ${attributes.get('title') ?? ''} ${attributes.get('aria-label') ?? ''}`;
    if (/fax/i.test(aloud)) this.#text.add(' Fax: ');
    const link = {
      href: href.trim(),
      label: '',
      before: this.#text.tail,
      isHidden: this.#hidden > 0,
      isOwn: isStated || /(?:^|\s)me(?:\s|$)/i.test(attributes.get('rel') ?? ''),
    };
    this.#contents.links.push(link);
    return link;
  }

  #openRaw(name: string, attributes: Attributes): boolean {
    this.#raw = { name, text: [], isJson: JSON_TYPE.test(attributes.get('type') ?? '') };
    return true;
  }

  #closeRaw(): void {
    const { name, text, isJson } = this.#raw as RawElement;
    this.#raw = null;
    const whole = text.join('');
    if (name === 'style') this.#styles.read(whole);
    else if (name === 'script') this.#addScript(whole, isJson);
    else if (this.#hidden === 0) readInto(this, whole);
  }

  #addScript(text: string, isJson: boolean): void {
    if (this.#contents.scripts.length < MAX_SCRIPTS && this.#rawChars <= MAX_SCRIPT_CHARS)
      this.#contents.scripts.push({ text, isJson });
  }
}

/** What stands in a `noscript` element, for readers without scripts. */
function readInto(reader: ContentsReader, html: string): void {
  const elements = new OpenElements(reader);
  const tokenizer = new HtmlTokenizer(elements);
  tokenizer.write(html.replace(/<\/?noscript/gi, '<p'));
  tokenizer.end();
  elements.end();
}

/** Reads a piece of HTML, as the state of a page holds it. */
export function readFragment(html: string): PageContents {
  const reader = new ContentsReader();
  readInto(reader, html);
  return reader.finish();
}

/**
 * Reads a page for contacts, chunk by chunk, with bounded memory.
 * @param isLate asked between chunks; what has been read by then is what there is
 */
export async function readContents(
  chunks: AsyncIterable<string> | Iterable<string>,
  isLate: () => boolean = () => false,
): Promise<PageContents> {
  const reader = new ContentsReader();
  const elements = new OpenElements(reader);
  const tokenizer = new HtmlTokenizer(elements);
  let chars = 0;
  for await (const chunk of chunks) {
    tokenizer.write(chunk);
    chars += chunk.length;
    if (chars > MAX_HTML_CHARS || isLate()) break;
  }
  tokenizer.end();
  elements.end();
  return reader.finish();
}
