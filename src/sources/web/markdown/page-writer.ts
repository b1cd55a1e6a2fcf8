import type { Attributes } from '../html/attributes.ts';
import { HEADINGS } from '../html/element-kinds.ts';
import type { ElementHandler } from '../html/open-elements.ts';
import { ELEMENT_RULES } from './element-rules.ts';
import { isLeftOut, SECTIONING } from './left-out.ts';
import type { MarkdownWriter } from './writer.ts';

/** Reads a page into a writer, each element by its rule; head and what is no text stay out. */
export class PageWriter implements ElementHandler {
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
    if (isLeftOut(name, attributes, this.#sections > 0, writer.heading > 0)) return false;
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
