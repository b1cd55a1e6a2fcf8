import { OpenElements } from '../html/open-elements.ts';
import { HtmlTokenizer } from '../html/tokenizer.ts';
import { PageWriter } from './page-writer.ts';
import { MarkdownWriter } from './writer.ts';

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

/** Read at a time: how far the result may grow past its limit before anybody looks. */
const SLICE_CHARS = 16_384;

/** Turns a page into Markdown chunk by chunk; the chunks may be cut anywhere. */
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
