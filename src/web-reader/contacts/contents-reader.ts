import type { Attributes } from '../html/attributes.ts';
import { BLOCK } from '../html/element-kinds.ts';
import { type ElementHandler, OpenElements, readElements } from '../html/open-elements.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { cloudflareEmail } from './email-cloaks.ts';
import {
  atSignOf,
  isEmbeddedPost,
  joomlaEmail,
  MAX_SCRIPT_CHARS,
  MAX_VALUE_CHARS,
  PageCollector,
  type PageContents,
  type PageLink,
} from './page-contents.ts';
import { type ElementVisibility, PageStyles } from './page-styles.ts';
import { collapseBlanks } from './plain-text.ts';
import { type StatedContactKind, statedContactKind } from './stated-contacts.ts';

const MAX_HTML_CHARS = 3_000_000;
const MAX_LABEL_CHARS = 200;

const UNREAD = new Set(
  'svg textarea select iframe noframes noembed canvas audio video title object template'.split(' '),
);
/** Read as scripts and style sheets, not as text. */
const RAW = new Set(['script', 'style', 'noscript']);
const JSON_TYPE = /json/i;
/** Attributes shown or spoken to a reader. */
const SHOWN_ATTRIBUTES = ['alt', 'title', 'aria-label'] as const;
/** What an open element changes until it ends. */
interface OpenElement {
  name: string;
  showing: ElementVisibility;
  stated: { kind: StatedContactKind; text: string } | null;
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
  readonly #page = new PageCollector();
  readonly #styles = new PageStyles();
  readonly #open: OpenElement[] = [];
  readonly #stated: OpenElement[] = [];
  readonly #reversed: OpenElement[] = [];
  #preformatted = 0;
  #raw: RawElement | null = null;
  #link: PageLink | null = null;

  open(name: string, attributes: Attributes): boolean {
    if (RAW.has(name)) return this.#openRaw(name, attributes);
    if (UNREAD.has(name)) return name === 'template' && attributes.mention('shadowroot');
    if (name === 'html') this.#page.contents.language ??= attributes.get('lang');
    if (name === 'base')
      this.#page.contents.baseHref ??= attributes.get('href')?.slice(0, 2_000) ?? null;
    if (name === 'meta') this.#page.readMeta(attributes);
    if (BLOCK.has(name) || name === 'br') this.#page.text.break();
    else if (name !== 'wbr') this.#page.text.seam();
    const element = this.#describe(name, attributes);
    if (element.stated) this.#page.text.add(element.stated.kind === 'fax' ? ' Fax: ' : ' ');
    this.#enter(element);
    if (!attributes.empty) this.#readAttributes(name, attributes, element);
    if (!attributes.mention('cfemail')) return true;
    const email = cloudflareEmail(attributes.get('data-cfemail') ?? '');
    if (email && this.#page.hidden === 0) this.#page.contents.protectedEmails.push(email);
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
    if (BLOCK.has(name)) this.#page.text.break();
    else this.#page.text.seam();
  }

  text(text: string): void {
    if (this.#raw) {
      this.#page.rawChars += text.length;
      if (this.#page.rawChars <= MAX_SCRIPT_CHARS) this.#raw.text.push(text);
      return;
    }
    if (this.#page.hidden > 0) return;
    const turned = this.#reversed.at(-1);
    if (turned) {
      if ((turned.reversed as string).length < MAX_VALUE_CHARS) turned.reversed += text;
      return;
    }
    this.#add(text);
  }

  finish(): PageContents {
    return this.#page.finish();
  }

  #add(text: string): void {
    const inner = this.#stated.at(-1);
    if (inner?.stated && inner.stated.text.length < MAX_VALUE_CHARS) inner.stated.text += text;
    if (this.#link && this.#link.label.length < MAX_LABEL_CHARS)
      this.#link.label += collapseBlanks(text);
    if (this.#page.embeds === 0) this.#page.text.add(text, this.#preformatted > 0);
  }

  #describe(name: string, attributes: Attributes): OpenElement {
    const kind = attributes.empty || name === 'meta' ? null : statedContactKind(attributes);
    const showing = this.#styles.visibility(name, attributes);
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
    if (element.showing === 'hidden') this.#page.hidden++;
    if (element.isEmbed) this.#page.embeds++;
    if (element.name === 'pre') this.#preformatted++;
    if (element.stated) this.#stated.push(element);
    if (element.reversed !== null) this.#reversed.push(element);
  }

  /** Formatting elements may end out of order, so the innermost of the name is meant. */
  #leave(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at < 0) return;
    const [element] = this.#open.splice(at, 1) as [OpenElement];
    if (element.showing === 'hidden') this.#page.hidden--;
    if (element.isEmbed) this.#page.embeds--;
    if (element.name === 'pre') this.#preformatted--;
    if (element.reversed !== null) {
      this.#reversed.splice(this.#reversed.indexOf(element), 1);
      this.#add([...element.reversed].reverse().join(''));
    }
    if (!element.stated) return;
    this.#page.text.add(' ');
    this.#stated.splice(this.#stated.indexOf(element), 1);
    const outer = this.#stated.at(-1);
    if (outer?.stated) outer.stated.text += element.stated.text;
    this.#page.state(element.stated.kind, element.stated.text);
  }

  #readAttributes(name: string, attributes: Attributes, element: OpenElement): void {
    const href = attributes.get('href');
    const hidden = joomlaEmail(name, attributes);
    if (hidden) this.#page.state('email', hidden);
    if (name === 'a' || name === 'area') this.#openLink(href, attributes);
    else if (name === 'link') this.#readLinkElement(href, attributes);
    if (element.stated && name !== 'meta') {
      const value = attributes.get('content') ?? attributes.get('resource') ?? null;
      if (value) this.#page.state(element.stated.kind, value);
      else if (element.stated.kind === 'profile' && href)
        this.#page.addLink(href, attributes, true);
    }
    // An icon is hidden from those who listen, not from those who look.
    if (this.#page.hidden <= (element.showing === 'hidden' ? 1 : 0))
      this.#add(atSignOf(name, attributes));
    if (this.#page.hidden > 0 || this.#page.embeds > 0) return;
    for (const shown of SHOWN_ATTRIBUTES)
      if (attributes.mention(shown)) this.#page.aside(attributes.get(shown) ?? '');
    if (name === 'meta') return;
    if (
      attributes.mention('data-') ||
      name.includes('-') ||
      attributes.mention(' on') ||
      attributes.mention('mailto')
    )
      this.#page.readCarried(name, attributes);
  }

  #readLinkElement(href: string | null, attributes: Attributes): void {
    if (href && /(?:^|\s)(?:me|author|publisher)(?:\s|$)/i.test(attributes.get('rel') ?? ''))
      this.#page.addLink(href, attributes, false);
  }

  #openLink(href: string | null, attributes: Attributes): void {
    this.#link = href ? this.#page.addLink(href, attributes, false) : null;
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
    else if (name === 'script') this.#page.addScript(whole, isJson);
    else if (this.#page.hidden === 0) readInto(this, whole);
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
 * Reads a page for contacts chunk by chunk, with bounded memory.
 * @param isLate polled between chunks: true stops reading, and the result is what was read so far
 */
export async function readContents(
  chunks: AsyncIterable<string> | Iterable<string>,
  isLate?: () => boolean,
): Promise<PageContents> {
  const reader = new ContentsReader();
  await readElements(reader, chunks, { maxChars: MAX_HTML_CHARS, isLate });
  return reader.finish();
}
