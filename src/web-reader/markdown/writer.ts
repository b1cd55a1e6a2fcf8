import { HEAD_ELEMENTS } from '../html/element-kinds.ts';
import { PageAddresses } from '../html/page-addresses.ts';
import { cutText, tidyText } from '../html/plain-text.ts';
import { type Attributes, NO_ATTRIBUTES } from '../html/tokenizer.ts';
import { BlockWriter, type ListState } from './blocks.ts';
import type { CodeBlock } from './code-block.ts';
import { escapeLineStart } from './escape.ts';
import { renderInline } from './inline-renderer.ts';
import { InlineRun, OpenStyles } from './inline-run.ts';
import { TableReader } from './tables.ts';

const MAX_TITLE_CHARS = 1_000;
const MAX_DESCRIPTION_CHARS = 5_000;
/** The longest tags of BCP 47 have 35 characters; some pages declare arbitrary text. */
const MAX_LANGUAGE_CHARS = 100;
const DESCRIPTIONS = new Set(['description', 'og:description', 'twitter:description']);
const TITLES = new Set(['og:title', 'twitter:title']);

/** A longer cell with paragraphs is layout. */
const MAX_CELL_CHARS = 200;

/** Appends to a title up to the limit; a full title is not copied again. */
function appended(title: string | null, text: string): string {
  if (title === null) return text.slice(0, MAX_TITLE_CHARS);
  return title.length < MAX_TITLE_CHARS ? (title + text).slice(0, MAX_TITLE_CHARS) : title;
}

function languageOf(declared: string | undefined): string | null {
  const language = declared?.trim() ?? '';
  return language === '' || language.length > MAX_LANGUAGE_CHARS ? null : language;
}

/** Title, description and language that a page declares. */
class PageHead {
  #language: string | null = null;
  /** Of the meta element, which the HTML standard (4.2.5.3) uses where `lang` is missing. */
  #defaultLanguage: string | null = null;
  /** Of Open Graph: `sv_SE`. */
  #shareLanguage: string | null = null;
  description: string | null = null;
  #title: string | null = null;
  #shareTitle: string | null = null;
  #heading: string | null = null;
  #inTitle = false;
  #inHeading = false;

  get language(): string | null {
    return this.#language ?? this.#defaultLanguage ?? this.#shareLanguage;
  }

  /** The title element, else the title for sharing, else the first heading. */
  get title(): string | null {
    const titles = [this.#title, this.#shareTitle, this.#heading];
    return titles.map((title) => tidyText(title ?? '')).find((title) => title !== '') ?? null;
  }

  /** @returns true for an element of the head, which holds no content of the page */
  open(name: string, attributes: Attributes): boolean {
    if (name === 'html') this.#language ??= languageOf(attributes.get('lang'));
    else if (name === 'title') this.#inTitle = true;
    else if (name === 'meta') this.#readMeta(attributes);
    return HEAD_ELEMENTS.has(name);
  }

  close(name: string): boolean {
    if (name === 'title') {
      this.#inTitle = false;
      this.#title ??= '';
      return true;
    }
    return HEAD_ELEMENTS.has(name);
  }

  /** @returns true when the text belongs to the title */
  text(text: string): boolean {
    if (this.#inTitle) {
      this.#title = appended(this.#title, text);
      return true;
    }
    if (this.#inHeading) this.#heading = appended(this.#heading, text);
    return false;
  }

  /** Records the start or end of a heading; the first with text is the fallback title. */
  firstHeading(begins: boolean): void {
    this.#inHeading = begins && !this.#heading?.trim();
  }

  #readMeta(attributes: Attributes): void {
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
    const content = tidyText(attributes.get('content'), MAX_DESCRIPTION_CHARS);
    if (content === '') return;
    // A list of languages has no first choice (HTML standard, 4.2.5.3).
    if (
      attributes.get('http-equiv')?.toLowerCase() === 'content-language' &&
      !content.includes(',')
    )
      this.#defaultLanguage ??= languageOf(content);
    if (name === 'og:locale') this.#shareLanguage ??= languageOf(content.replaceAll('_', '-'));
    if (DESCRIPTIONS.has(name)) this.description ??= content;
    else if (TITLES.has(name)) this.#shareTitle ??= content.slice(0, MAX_TITLE_CHARS);
  }
}

/** Streaming Markdown writer (CommonMark 0.31 with GFM tables); holds one block and the result. */
export class MarkdownWriter {
  readonly head = new PageHead();
  readonly blocks: BlockWriter;
  readonly addresses: PageAddresses;
  readonly lists: ListState[] = [];
  readonly tables = new TableReader();
  readonly styles = new OpenStyles();
  readonly #maxChars: number;
  run = new InlineRun();
  code: CodeBlock | null = null;
  /** Attributes of the open link, which name it if its content has no text. */
  linkAttributes = NO_ATTRIBUTES;
  /** Characters written before the open link. */
  linkFrom = 0;
  heading = 0;
  links = 0;

  /** @param maxChars length at which the result is cut; see {@link full} */
  constructor(pageUrl: string, maxChars: number) {
    this.addresses = new PageAddresses(pageUrl);
    this.blocks = new BlockWriter(maxChars);
    this.#maxChars = maxChars;
  }

  /** Whether the output limit is reached; the rest of the page is then not read. */
  get full(): boolean {
    return this.heldChars > this.#maxChars;
  }

  /** Characters this writer holds in memory. */
  get heldChars(): number {
    return this.blocks.chars + this.run.chars + this.tables.chars + (this.code?.chars ?? 0);
  }

  text(text: string): void {
    if (this.head.text(text)) return;
    if (this.code) this.code.text(text);
    else this.run.text(text, this.styles.path);
  }

  /** Adds text that is already Markdown. */
  markup(text: string): void {
    if (!this.code) this.run.markup(text, this.styles.path);
  }

  /** Ends the current block of text; within code or a table cell, the current line. */
  breakBlock(): void {
    if (this.code) this.code.startLine();
    else if (this.tables.inCell) this.run.break();
    else this.flush();
  }

  /** `<br>`: a line break; two in a row separate paragraphs. */
  breakLine(): void {
    if (this.code) {
      this.code.text('\n');
      return;
    }
    const isSecond = this.run.endsInBreak && this.heading === 0;
    if (isSecond && this.run.chars > MAX_CELL_CHARS) this.layOutTable();
    if (isSecond && !this.tables.inCell) this.flush();
    else this.run.break();
  }

  /**
   * Reads a table as layout if it has no headings but contains a table, a heading or paragraphs:
   * its cells become blocks.
   */
  layOutTable(): void {
    const cells = this.code ? null : this.tables.layOut();
    if (!cells) return;
    this.paragraphs(cells);
    this.flush();
  }

  /** Writes each text as a paragraph with hard line breaks. */
  paragraphs(texts: readonly string[]): void {
    for (const text of texts) this.blocks.write(hardLines(text), 'paragraph');
  }

  flush(): void {
    if (this.run.empty) return;
    this.run.dropBreak();
    const { markdown, links } = renderInline(this.run.take());
    this.links += links;
    this.styles.endFilledLink();
    if (markdown === '') return;
    if (this.heading > 0) this.blocks.write([headingLine(this.heading, markdown)], 'heading');
    else this.blocks.write(paragraphLines(markdown), 'paragraph');
  }

  /** Ends the page. @returns its Markdown, cut at a line end if too long, and whether it was cut */
  finish(): { markdown: string; truncated: boolean } {
    this.breakBlock();
    const whole = this.blocks.toString();
    if (whole.length <= this.#maxChars) return { markdown: whole, truncated: this.full };
    const line = whole.lastIndexOf('\n', this.#maxChars);
    return {
      markdown: cutText(whole, line > this.#maxChars / 2 ? line : this.#maxChars).trimEnd(),
      truncated: true,
    };
  }
}

function headingLine(level: number, markdown: string): string {
  const line = markdown.replaceAll('\n', ' ').replace(/(?<=^|\s)(#+)$/, '\\$1');
  return `${'#'.repeat(level)} ${line}`;
}

const hardLines = (text: string): string[] =>
  text.split('\n').map((line, at, all) => (at < all.length - 1 ? `${line}  ` : line));

/** Hard line break: two spaces at the line end (CommonMark 0.31, section 6.7). */
function paragraphLines(markdown: string): string[] {
  if (!markdown.includes('\n')) return [escapeLineStart(markdown)];
  const lines = markdown.split('\n').map(escapeLineStart);
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}  ` : line));
}

/** Element rule. `open` returns false to leave the element out with its contents. */
export interface ElementRule {
  open?(writer: MarkdownWriter, attributes: Attributes): unknown;
  close?(writer: MarkdownWriter): void;
}
