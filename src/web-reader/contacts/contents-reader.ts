import { BLOCK } from '../html/element-kinds.ts';
import { cloudflareEmail } from '../html/email-cloaks.ts';
import { isJsonScript } from '../html/embedded-data.ts';
import { isHidden } from '../html/hidden-elements.ts';
import { type ElementHandler, parseElements, readElements } from '../html/open-elements.ts';
import { collapseBlanks } from '../html/plain-text.ts';
import type { Attributes } from '../html/tokenizer.ts';
import {
  isEmbeddedPost,
  joomlaEmail,
  MAX_SCRIPT_CHARS,
  MAX_VALUE_CHARS,
  PageCollector,
  type PageContents,
  type PageLink,
  signOf,
} from './page-contents.ts';
import { type StatedContactKind, statedContactKind } from './stated-contacts.ts';
import { TableLabels } from './table-labels.ts';

/** How a page displays an element, as far as it affects the text a visitor reads. */
type ElementVisibility = 'shown' | 'hidden' | 'reversed';

const MAX_STYLE_CHARS = 262_144;
const MAX_SELECTORS = 2_000;
const MAX_CLASSES = 20;

const HIDES =
  /(?:^|[;\s])(?:display:\s?none|visibility:\s?hidden|(?:left|top):\s?-\d{4,9}px|font-size:\s?0(?:px)?(?:;|$))/i;
const REVERSES = /direction:\s?rtl/i;
const OVERRIDES = /unicode-bidi:\s?(?:bidi|isolate)-override/i;
const SHOWS = /(?:^|[;\s])display:(?!\s?none)/i;
/** Class names that hide elements in the most common style sheets, or mark traps for harvesters. */
const HIDING_CLASSES = new Set(
  'hidden d-none is-hidden invisible honeypot hp-field ohnohoney email-trap spamtrap'.split(' '),
);
/** Classes that show a hidden element again on wider or narrower screens. */
const RESPONSIVE = /^(?:d-|visible-|show|(?:xs|sm|md|lg|xl|2xl):)/;
const SELECTOR = /^[a-z]{0,10}([.#][\w-]{1,60})$/i;

function visibilityOf(declarations: string): ElementVisibility {
  if (HIDES.test(declarations)) return 'hidden';
  return REVERSES.test(declarations) && OVERRIDES.test(declarations) ? 'reversed' : 'shown';
}

/** Replaces comments by spaces (CSS Syntax, section 4.3.2), in linear time. */
function withoutComments(sheet: string): string {
  const [start = '', ...behind] = sheet.split('/*');
  return behind.reduce((rest, piece) => {
    const end = piece.indexOf('*/');
    return end < 0 ? rest : `${rest} ${piece.slice(end + 2)}`;
  }, start);
}

/**
 * CSS visibility resolver: which elements the page's own style sheets and inline styles hide or
 * reverse. Linked style sheets are not read.
 */
export class PageStyles {
  readonly #showings = new Map<string, ElementVisibility>();
  /** Names shown at some screen width; an element hidden only at other widths counts as shown. */
  readonly #shown = new Set<string>();
  #chars = 0;

  /** Reads one style element. Rules within `@media` can only show elements, not hide them. */
  read(sheet: string): void {
    this.#chars += sheet.length;
    if (this.#chars > MAX_STYLE_CHARS) return;
    let depth = 0;
    for (const block of withoutComments(sheet).split('}')) {
      const open = block.lastIndexOf('{');
      if (open < 0) {
        depth = Math.max(0, depth - 1);
        continue;
      }
      const outer = block.lastIndexOf('{', open - 1);
      if (outer >= 0 && open > 0) depth++;
      this.#readRule(block.slice(outer + 1, open), block.slice(open + 1), depth > 0);
    }
  }

  #readRule(selectors: string, declarations: string, isConditional: boolean): void {
    const written = declarations.replace(/\s+/g, ' ').replaceAll(' :', ':');
    const showing = visibilityOf(written);
    const shows = SHOWS.test(written);
    if (showing === 'shown' && !shows) return;
    for (const selector of selectors.split(',', MAX_SELECTORS)) {
      const name = SELECTOR.exec(selector.trim())?.[1];
      if (!name || this.#showings.size >= MAX_SELECTORS) continue;
      if (showing !== 'shown' && !isConditional) this.#showings.set(name, showing);
      if (shows) this.#shown.add(name);
    }
  }

  /** The visibility of an element by its own attributes. */
  visibility(name: string, attributes: Attributes): ElementVisibility {
    if (attributes.size === 0) return 'shown';
    if (isHidden(attributes)) return 'hidden';
    if (name === 'bdo' && attributes.get('dir')?.toLowerCase() === 'rtl') return 'reversed';
    const style = attributes.get('style');
    const inline = style ? visibilityOf(style.slice(0, 2_000).replace(/\s+/g, ' ')) : 'shown';
    return inline === 'shown' ? this.#showingOfNames(attributes) : inline;
  }

  #showingOfNames(attributes: Attributes): ElementVisibility {
    const id = attributes.get('id');
    const byId = id ? this.#named(`#${id}`) : 'shown';
    if (byId !== 'shown') return byId;
    const classes = (attributes.get('class') ?? '').split(/\s+/, MAX_CLASSES);
    if (classes.some((word) => HIDING_CLASSES.has(word.toLowerCase())))
      return classes.some((word) => word !== 'd-none' && RESPONSIVE.test(word))
        ? 'shown'
        : 'hidden';
    for (const word of classes) {
      const showing = this.#named(`.${word}`);
      if (showing !== 'shown') return showing;
    }
    return 'shown';
  }

  #named(name: string): ElementVisibility {
    const showing = this.#showings.get(name) ?? 'shown';
    return showing === 'hidden' && this.#shown.has(name) ? 'shown' : showing;
  }
}

const MAX_HTML_CHARS = 3_000_000;
const MAX_LABEL_CHARS = 200;

const UNREAD = new Set(
  'svg textarea select iframe noframes noembed canvas audio video title object template'.split(' '),
);
/** Elements whose contents are read as scripts or style sheets, not as text. */
const RAW = new Set(['script', 'style']);
/** Declarative shadow DOM: the current attribute and its first form. */
const SHADOW_ROOT = ['shadowrootmode', 'shadowroot'];
/** Attributes that browsers display or read aloud. */
const SHOWN_ATTRIBUTES = ['alt', 'title', 'aria-label'] as const;
/** Whether a script of the page may read or run this attribute. */
const isForScripts = ([name, value]: [name: string, value: string]): boolean =>
  name.startsWith('data-') || name.startsWith('on') || value.includes('mailto');

/** An open element and the state that ends with it. */
interface OpenElement {
  name: string;
  showing: ElementVisibility;
  stated: { kind: StatedContactKind; text: string } | null;
  reversed: string | null;
  isEmbed: boolean;
}

/** A script or a style sheet being read. */
interface RawElement {
  name: string;
  text: string[];
  isJson: boolean;
}

class ContentsReader implements ElementHandler {
  readonly #page = new PageCollector();
  readonly #styles = new PageStyles();
  readonly #tables = new TableLabels();
  readonly #open: OpenElement[] = [];
  readonly #stated: OpenElement[] = [];
  readonly #reversed: OpenElement[] = [];
  #preformatted = 0;
  #noscripts = 0;
  #raw: RawElement | null = null;
  #link: PageLink | null = null;

  open(name: string, attributes: Attributes): boolean {
    if (RAW.has(name)) return this.#openRaw(name, attributes);
    if (UNREAD.has(name)) {
      if (name === 'svg' && this.#page.hidden === 0) this.#add(signOf(name, attributes));
      return name === 'template' && SHADOW_ROOT.some((root) => attributes.has(root));
    }
    if (name === 'html') this.#page.contents.language ??= attributes.get('lang') ?? null;
    if (name === 'base')
      this.#page.contents.baseHref ??= attributes.get('href')?.slice(0, 2_000) ?? null;
    if (name === 'meta') this.#page.readMeta(attributes);
    if (BLOCK.has(name) || name === 'br') this.#page.text.break();
    else if (name !== 'wbr') this.#page.text.seam();
    const heading = this.#tables.open(name);
    if (heading !== '' && this.#page.hidden === 0) this.#page.text.add(heading);
    const element = this.#describe(name, attributes);
    if (element.stated) this.#page.text.add(element.stated.kind === 'fax' ? ' Fax: ' : ' ');
    this.#enter(element);
    if (attributes.size > 0) this.#readAttributes(name, attributes, element);
    const code = attributes.get('data-cfemail');
    if (code === undefined) return true;
    const email = cloudflareEmail(code);
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
    this.#tables.close(name);
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
    if (this.#noscripts === 0) this.#page.contents.shown.chars += text.trim().length;
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
    if (text === '') return;
    this.#tables.text(text);
    this.#addStated(text);
    if (this.#link && this.#link.label.length < MAX_LABEL_CHARS)
      this.#link.label += collapseBlanks(text);
    if (this.#page.embeds === 0) this.#page.text.add(text, this.#preformatted > 0);
  }

  /** Collapsed and capped as it is read; an enclosing statement receives it at the end. */
  #addStated(text: string): void {
    const inner = this.#stated.at(-1)?.stated;
    if (inner && inner.text.length < MAX_VALUE_CHARS)
      inner.text += collapseBlanks(text).slice(0, MAX_VALUE_CHARS);
  }

  #describe(name: string, attributes: Attributes): OpenElement {
    const kind = attributes.size === 0 || name === 'meta' ? null : statedContactKind(attributes);
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
    if (element.name === 'noscript') this.#noscripts++;
    if (element.stated) this.#stated.push(element);
    if (element.reversed !== null) this.#reversed.push(element);
  }

  /** Closes the innermost element of this name; formatting elements may overlap. */
  #leave(name: string): void {
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at < 0) return;
    const [element] = this.#open.splice(at, 1) as [OpenElement];
    if (element.showing === 'hidden') this.#page.hidden--;
    if (element.isEmbed) this.#page.embeds--;
    if (element.name === 'pre') this.#preformatted--;
    if (element.name === 'noscript') this.#noscripts--;
    if (element.reversed !== null) {
      this.#reversed.splice(this.#reversed.indexOf(element), 1);
      this.#add([...element.reversed].reverse().join(''));
    }
    if (!element.stated) return;
    this.#page.text.add(' ');
    this.#stated.splice(this.#stated.indexOf(element), 1);
    this.#addStated(element.stated.text);
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
        this.#page.addLink(href, attributes, 'own');
    }
    // `aria-hidden` hides an icon from screen readers only, so a hidden icon is still read.
    if (this.#page.hidden <= (element.showing === 'hidden' ? 1 : 0))
      this.#add(signOf(name, attributes));
    if (this.#page.hidden > 0 || this.#page.embeds > 0) return;
    for (const shown of SHOWN_ATTRIBUTES) this.#page.aside(attributes.get(shown) ?? '');
    if (name === 'meta') return;
    if (name.includes('-') || [...attributes].some(isForScripts))
      this.#page.readCarried(name, attributes);
  }

  #readLinkElement(href: string | undefined, attributes: Attributes): void {
    if (href && /(?:^|\s)(?:me|author|publisher)(?:\s|$)/i.test(attributes.get('rel') ?? ''))
      this.#page.addLink(href, attributes);
  }

  #openLink(href: string | undefined, attributes: Attributes): void {
    this.#link = href ? this.#page.addLink(href, attributes) : null;
    if (this.#link && !this.#link.isHidden && this.#noscripts === 0)
      this.#page.contents.shown.links++;
  }

  #openRaw(name: string, attributes: Attributes): boolean {
    this.#raw = { name, text: [], isJson: isJsonScript(attributes) };
    return true;
  }

  #closeRaw(): void {
    const { name, text, isJson } = this.#raw as RawElement;
    this.#raw = null;
    const whole = text.join('');
    if (name === 'style') this.#styles.read(whole);
    else this.#page.addScript(whole, isJson ? 'json' : 'code');
  }
}

/** Reads a piece of HTML, such as a string in the page's embedded state. */
export function readFragment(html: string): PageContents {
  const reader = new ContentsReader();
  parseElements(reader, html);
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
