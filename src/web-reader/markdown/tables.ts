import { type Attributes, NO_ATTRIBUTES } from '../html/tokenizer.ts';
import { renderInline } from './inline-renderer.ts';
import { InlineRun } from './inline-run.ts';

type Alignment = 'left' | 'center' | 'right' | null;

interface Cell {
  markdown: string;
  heading: boolean;
  alignment: Alignment;
  colspan: number;
  rowspan: number;
}

/** Column limit; wider tables are cut, because pages can declare any span. */
const MAX_COLUMNS = 100;
const MAX_ROWSPAN = 1_000;
/** Cells per table, with the empty fillers of its rows: more than the longest answer holds. */
const MAX_CELLS = 400_000;

const RULES: Record<'left' | 'center' | 'right' | 'none', string> = {
  left: ':---',
  center: ':---:',
  right: '---:',
  none: '---',
};

const escapeCell = (markdown: string): string =>
  markdown.replaceAll('|', '\\|').replaceAll('\n', '<br>');

/** Table builder: collects the rows of a table and writes GFM, spans filled with empty cells. */
export class TableBuilder {
  readonly #rows: { cells: string[]; heading: boolean }[] = [];
  readonly #alignments: Alignment[] = [];
  /** Per column, the number of rows still covered by a cell above. */
  readonly #reach: number[] = [];
  #row: string[] | null = null;
  #headings = 0;
  #hasHeadingRow = false;
  #cells = 0;
  #width = 0;
  #textChars = 0;

  /** Lower bound of the table's length in Markdown. */
  get chars(): number {
    return this.#textChars + this.#rows.length * this.#width * 2;
  }

  openRow(): void {
    this.closeRow();
    this.#row = [];
  }

  add(cell: Cell): void {
    this.#row ??= [];
    this.#skipCovered();
    const column = this.#row.length;
    if (column >= MAX_COLUMNS) return;
    this.#textChars += cell.markdown.length;
    this.#cells++;
    if (cell.heading) this.#headings++;
    if (this.#rows.length === 0) this.#alignments[column] = cell.alignment;
    const width = Math.min(Math.max(1, cell.colspan), MAX_COLUMNS - column);
    for (let offset = 0; offset < width; offset++) {
      this.#row.push(offset === 0 ? cell.markdown : '');
      const rows = Math.min(cell.rowspan, MAX_ROWSPAN) - 1;
      if (rows > 0) this.#reach[column + offset] = rows + 1;
    }
  }

  /** Ends the row. @param inHead it is in `thead`, and so a heading row whatever its cells */
  closeRow(inHead = false): void {
    if (!this.#row) return;
    this.#skipCovered();
    const cells = this.#row;
    const width = Math.max(this.#width, cells.length);
    const fits = (this.#rows.length + 1) * width <= MAX_CELLS;
    if (fits && cells.some((cell) => cell !== '')) {
      this.#width = width;
      const heading = inHead || (this.#cells > 0 && this.#headings === this.#cells);
      this.#rows.push({ cells, heading });
      this.#hasHeadingRow ||= heading;
    }
    for (let column = 0; column < this.#reach.length; column++)
      this.#reach[column] = Math.max(0, (this.#reach[column] ?? 0) - 1);
    this.#row = null;
    this.#headings = 0;
    this.#cells = 0;
  }

  /** Adds empty cells for the columns that a cell above still covers. */
  #skipCovered(): void {
    const row = this.#row as string[];
    while (row.length < MAX_COLUMNS && (this.#reach[row.length] ?? 0) > 0) row.push('');
  }

  /**
   * Lines of the table. The first row is its head, because GFM requires one. Empty for a table
   * without content.
   */
  lines(): string[] {
    this.closeRow();
    const [head, ...body] = this.#rows;
    if (!head) return [];
    const rule = Array.from(
      { length: this.#width },
      (_, column) => RULES[this.#alignments[column] ?? 'none'],
    );
    const lines = [this.#line(head.cells), this.#line(rule)];
    for (const { cells } of body) lines.push(this.#line(cells));
    return lines;
  }

  #line(cells: readonly string[]): string {
    let line = '|';
    for (let column = 0; column < this.#width; column++) {
      const cell = cells[column] ?? '';
      line += cell === '' ? ' |' : ` ${escapeCell(cell)} |`;
    }
    return line;
  }

  /** The non-empty cells so far; null once there are headings, because layout tables have none. */
  cellsWithoutHeadings(): string[] | null {
    if (this.#headings > 0 || this.#hasHeadingRow) return null;
    const cells = [...this.#rows.flatMap((row) => row.cells), ...(this.#row ?? [])];
    return cells.filter((cell) => cell !== '');
  }

  /** The cells of a one-column table without a heading, which is layout; null for others. */
  layoutCells(): string[] | null {
    this.closeRow();
    return this.#rows.every((row) => row.cells.length === 1 && !row.heading)
      ? this.#rows.map((row) => row.cells[0] ?? '')
      : null;
  }
}

const TEXT_ALIGN = /text-align\s*:\s*(left|center|right)/i;

interface OpenCell {
  heading: boolean;
  attributes: Attributes;
  /** Run that was being written when the cell was opened. */
  outer: InlineRun;
}

const span = (text: string | undefined): number => {
  const value = Number.parseInt(text ?? '', 10);
  return value > 0 ? value : 1;
};

function alignment(attributes: Attributes): Alignment {
  const align =
    attributes.get('align') ?? TEXT_ALIGN.exec(attributes.get('style') ?? '')?.[1] ?? '';
  const known = align.toLowerCase();
  return known === 'left' || known === 'center' || known === 'right' ? known : null;
}

/** State of the table being read. A table nested in a cell becomes lines of that cell. */
export class TableReader {
  #builder: TableBuilder | null = null;
  #cell: OpenCell | null = null;
  #inHead = false;
  /** For each open table element, whether it is written as a table. */
  readonly #written: boolean[] = [];

  get inCell(): boolean {
    return this.#cell !== null;
  }

  get cellAttributes(): Attributes {
    return this.#cell?.attributes ?? NO_ATTRIBUTES;
  }

  get chars(): number {
    return (this.#builder?.chars ?? 0) + (this.#cell?.outer.chars ?? 0);
  }

  /**
   * Whether the innermost table is written as a Markdown table, so not a layout table and not a
   * table within a cell.
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

  /**
   * Gives up a table that turns out to be layout: its open cell and those that follow are read as
   * blocks. @returns the cells before; null outside a cell or with headings, when it stays a table
   */
  layOut(): string[] | null {
    if (!this.#cell || this.#cell.heading || this.#inHead) return null;
    const cells = this.#builder?.cellsWithoutHeadings() ?? null;
    if (!cells) return null;
    this.#written[this.#written.lastIndexOf(true)] = false;
    this.#builder = null;
    this.#cell = null;
    return cells;
  }

  /** @returns the builder of the finished table; null when it was not written as a table */
  close(): TableBuilder | null {
    if (!this.#written.pop()) return null;
    const builder = this.#builder;
    this.#builder = null;
    this.#inHead = false;
    return builder;
  }

  openHead(): void {
    if (this.writing) this.#inHead = true;
  }

  closeHead(): void {
    if (this.writing) this.#inHead = false;
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

  /** @returns the run to continue with, and the number of links in the cell */
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
