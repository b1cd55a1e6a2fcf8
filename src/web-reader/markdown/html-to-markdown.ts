import type { Attributes } from '../html/attributes.ts';
import { HEADINGS } from '../html/element-kinds.ts';
import { isBoilerplate, SECTIONING } from '../html/hidden-elements.ts';
import { type ElementHandler, OpenElements } from '../html/open-elements.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { ELEMENT_RULES } from './element-rules.ts';
import { MarkdownWriter } from './writer.ts';

/** Dispatches elements to their rules; skips the head and everything that is no text. */
class PageWriter implements ElementHandler {
  readonly #writer: MarkdownWriter;
  #sections = 0;

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
  }

  open(name: string, attributes: Attributes): boolean {
    const writer = this.#writer;
    if (writer.head.open(name, attributes)) {
      if (name === 'base') writer.addresses.setBase(attributes.get('href'));
      return true;
    }
    if (name === 'input') this.#checkbox(attributes);
    if (isBoilerplate(name, attributes, this.#sections > 0, writer.heading > 0)) return false;
    if (SECTIONING.has(name)) this.#sections++;
    if (HEADINGS.has(name)) writer.head.firstHeading(true);
    writer.code?.begin();
    return ELEMENT_RULES.get(name)?.open?.(writer, attributes) ?? true;
  }

  close(name: string): void {
    const writer = this.#writer;
    if (writer.head.close(name)) return;
    ELEMENT_RULES.get(name)?.close?.(writer);
    if (SECTIONING.has(name)) this.#sections--;
    if (HEADINGS.has(name)) writer.head.firstHeading(false);
  }

  text(text: string): void {
    this.#writer.text(text);
  }

  /** Task list items (GFM, section 5.3). */
  #checkbox(attributes: Attributes): void {
    const { run, lists, styles } = this.#writer;
    if (
      attributes.get('type')?.toLowerCase() !== 'checkbox' ||
      !run.empty ||
      lists.length === 0 ||
      styles.inCode
    )
      return;
    this.#writer.markup(attributes.get('checked') === null ? '[ ] ' : '[x] ');
  }
}

export interface PageMarkdown {
  markdown: string;
  truncated: boolean;
  /** Links written, those around images included. */
  links: number;
  title: string | null;
  description: string | null;
  /** As the page declares it, for example `en-GB`. */
  language: string | null;
}

/** Characters read between two checks of the output limit. */
const SLICE_CHARS = 16_384;

/** Streaming HTML to Markdown converter; chunk boundaries may be anywhere. */
export class HtmlToMarkdown {
  readonly #writer: MarkdownWriter;
  readonly #elements: OpenElements;
  readonly #tokenizer: HtmlTokenizer;

  /**
   * @param pageUrl what relative addresses are relative to; @param maxChars where the Markdown is
   * cut
   */
  constructor(pageUrl: string, maxChars: number) {
    this.#writer = new MarkdownWriter(pageUrl, maxChars);
    this.#elements = new OpenElements(new PageWriter(this.#writer));
    this.#tokenizer = new HtmlTokenizer(this.#elements);
  }

  /** @returns false once nothing more will fit: what follows is not read */
  write(chunk: string): boolean {
    for (let at = 0; at < chunk.length && !this.#writer.full; at += SLICE_CHARS)
      this.#tokenizer.write(chunk.slice(at, at + SLICE_CHARS));
    return !this.#writer.full;
  }

  /** Characters in memory: the Markdown so far and what is still being read. */
  get heldChars(): number {
    return this.#tokenizer.heldChars + this.#writer.heldChars;
  }

  end(): PageMarkdown {
    this.#tokenizer.end();
    this.#elements.end();
    const { title, description, language } = this.#writer.head;
    return { ...this.#writer.finish(), links: this.#writer.links, title, description, language };
  }
}
