import { NO_ATTRIBUTES } from '../html/attributes.ts';
import { PageAddresses } from './addresses.ts';
import { BlockWriter } from './blocks.ts';
import type { CodeBlock } from './code-block.ts';
import { escapeLineStart } from './escape.ts';
import { InlineRun } from './inline-run.ts';
import type { ListState } from './list-state.ts';
import { OpenStyles } from './open-styles.ts';
import { PageHead } from './page-head.ts';
import { renderInline } from './render-inline.ts';
import { TableReader } from './table-reader.ts';

/**
 * Writes a page as Markdown (CommonMark 0.31 with GFM tables) while it is being read; holds one
 * block and the result.
 */
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
  /** Names the open link when nothing in it can be read. */
  linkAttributes = NO_ATTRIBUTES;
  heading = 0;
  links = 0;

  /** @param maxChars the result is cut there; see {@link full} */
  constructor(pageUrl: string, maxChars: number) {
    this.addresses = new PageAddresses(pageUrl);
    this.blocks = new BlockWriter(maxChars);
    this.#maxChars = maxChars;
  }

  /** Nothing more will fit: the rest of the page need not be read. */
  get full(): boolean {
    return this.heldChars > this.#maxChars;
  }

  /** Everything this writer keeps in memory, in characters. */
  get heldChars(): number {
    return this.blocks.chars + this.run.chars + this.tables.chars + (this.code?.chars ?? 0);
  }

  text(text: string): void {
    if (this.head.text(text)) return;
    if (this.code) this.code.text(text);
    else this.run.text(text, this.styles.path);
  }

  /** Text that is Markdown already. */
  markup(text: string): void {
    if (!this.code) this.run.markup(text, this.styles.path);
  }

  /** Ends the block of text being read, wherever it stands. */
  breakBlock(): void {
    if (this.code) this.code.startLine();
    else if (this.tables.inCell) this.run.break();
    else this.flush();
  }

  /** `<br>`: a line end; two in a row part paragraphs. */
  breakLine(): void {
    if (this.code) this.code.text('\n');
    else if (this.run.endsInBreak && !this.tables.inCell && this.heading === 0) this.flush();
    else this.run.break();
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

  /**
   * Ends the page. @returns its Markdown, cut at a line end when it is too long, and whether it was
   */
  finish(): { markdown: string; truncated: boolean } {
    this.breakBlock();
    const whole = this.blocks.toString();
    if (whole.length <= this.#maxChars) return { markdown: whole, truncated: this.full };
    const line = whole.lastIndexOf('\n', this.#maxChars);
    return {
      markdown: whole.slice(0, line > this.#maxChars / 2 ? line : this.#maxChars).trimEnd(),
      truncated: true,
    };
  }
}

function headingLine(level: number, markdown: string): string {
  const line = markdown.replaceAll('\n', ' ').replace(/(?<=^|\s)(#+)$/, '\\$1');
  return `${'#'.repeat(level)} ${line}`;
}

/** Two spaces end a line that ends by itself (CommonMark 0.31, section 6.7). */
function paragraphLines(markdown: string): string[] {
  if (!markdown.includes('\n')) return [escapeLineStart(markdown)];
  const lines = markdown.split('\n').map(escapeLineStart);
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}  ` : line));
}
