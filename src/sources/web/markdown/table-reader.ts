import type { Attributes } from '../html/attributes.ts';
import { InlineRun } from './inline-run.ts';
import { renderInline } from './render-inline.ts';
import { type Alignment, TableBuilder } from './table-builder.ts';

const TEXT_ALIGN = /text-align\s*:\s*(left|center|right)/i;

interface OpenCell {
  heading: boolean;
  attributes: Attributes;
  /** What was being written around the table. */
  outer: InlineRun;
}

const span = (text: string | null): number => {
  const value = Number.parseInt(text ?? '', 10);
  return value > 0 ? value : 1;
};

function alignment(attributes: Attributes): Alignment {
  const align =
    attributes.get('align') ?? TEXT_ALIGN.exec(attributes.get('style') ?? '')?.[1] ?? '';
  const known = align.toLowerCase();
  return known === 'left' || known === 'center' || known === 'right' ? known : null;
}

/** The table being read. A table within a cell of it becomes lines of that cell. */
export class TableReader {
  #builder: TableBuilder | null = null;
  #cell: OpenCell | null = null;
  #inHead = false;
  /** Each open table element: whether it is written as a table. */
  readonly #written: boolean[] = [];

  get inCell(): boolean {
    return this.#cell !== null;
  }

  get chars(): number {
    return (this.#builder?.chars ?? 0) + (this.#cell?.outer.chars ?? 0);
  }

  /**
   * Whether the parts of the innermost table are cells of Markdown: not in layout tables nor in
   * tables within cells.
   */
  get writing(): boolean {
    return this.#written.at(-1) === true;
  }

  open(attributes: Attributes): void {
    const role = attributes.get('role');
    const written = this.#builder === null && role !== 'presentation' && role !== 'none';
    this.#written.push(written);
    if (written) this.#builder = new TableBuilder();
  }

  /** @returns the finished table's builder; null for one that was not written as a table */
  close(): TableBuilder | null {
    if (!this.#written.pop()) return null;
    const builder = this.#builder;
    this.#builder = null;
    this.#inHead = false;
    return builder;
  }

  head(begins: boolean): void {
    if (this.writing) this.#inHead = begins;
  }

  openRow(): void {
    this.#builder?.openRow();
  }

  closeRow(): void {
    this.#builder?.closeRow(this.#inHead);
  }

  /** @returns the run that collects the cell's content */
  openCell(heading: boolean, attributes: Attributes, outer: InlineRun): InlineRun {
    this.#cell = { heading, attributes, outer };
    return new InlineRun();
  }

  /** @returns the run to go on with, and the links of the cell */
  closeCell(run: InlineRun): { outer: InlineRun; links: number } {
    const cell = this.#cell;
    if (!cell) return { outer: run, links: 0 };
    run.dropBreak();
    const { markdown, links } = renderInline(run.take());
    const { heading, attributes } = cell;
    const spans = {
      colspan: span(attributes.get('colspan')),
      rowspan: span(attributes.get('rowspan')),
    };
    this.#builder?.add({ markdown, heading, alignment: alignment(attributes), ...spans });
    this.#cell = null;
    return { outer: cell.outer, links };
  }
}
