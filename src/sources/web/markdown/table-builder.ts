export type Alignment = 'left' | 'center' | 'right' | null;

export interface Cell {
  markdown: string;
  heading: boolean;
  alignment: Alignment;
  colspan: number;
  rowspan: number;
}

/** Wider tables are cut: spans are numbers anyone can write. */
const MAX_COLUMNS = 100;
const MAX_ROWSPAN = 1_000;

const RULES: Record<'left' | 'center' | 'right' | 'none', string> = {
  left: ':---',
  center: ':---:',
  right: '---:',
  none: '---',
};

const escapeCell = (markdown: string): string =>
  markdown.replaceAll('|', '\\|').replaceAll('\n', '<br>');

/** Collects the rows of one table and writes it in GFM's form, spans filled with empty cells. */
export class TableBuilder {
  readonly #rows: { cells: string[]; heading: boolean }[] = [];
  readonly #alignments: Alignment[] = [];
  /** Rows still to be covered, by column, by cells that reach down. */
  readonly #reach: number[] = [];
  #row: string[] | null = null;
  #headings = 0;
  #cells = 0;
  chars = 0;

  openRow(): void {
    this.closeRow();
    this.#row = [];
  }

  add(cell: Cell): void {
    this.#row ??= [];
    this.#skipCovered();
    const column = this.#row.length;
    if (column >= MAX_COLUMNS) return;
    this.chars += cell.markdown.length;
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

  /** Ends the row. @param inHead it stands in the table's head, so it is a heading row whatever its cells are */
  closeRow(inHead = false): void {
    if (!this.#row) return;
    this.#skipCovered();
    const cells = this.#row;
    if (cells.some((cell) => cell !== ''))
      this.#rows.push({
        cells,
        heading: inHead || (this.#cells > 0 && this.#headings === this.#cells),
      });
    for (let column = 0; column < this.#reach.length; column++)
      this.#reach[column] = Math.max(0, (this.#reach[column] ?? 0) - 1);
    this.#row = null;
    this.#headings = 0;
    this.#cells = 0;
  }

  /** Columns that a cell above still covers are empty in this row. */
  #skipCovered(): void {
    const row = this.#row as string[];
    while (row.length < MAX_COLUMNS && (this.#reach[row.length] ?? 0) > 0) row.push('');
  }

  /** Lines of the table, the first row as its head: GFM has no table without one. Empty for a table without content. */
  lines(): string[] {
    this.closeRow();
    const width = Math.max(0, ...this.#rows.map((row) => row.cells.length));
    if (width === 0) return [];
    const line = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, column) => escapeCell(cells[column] ?? '')).join(' | ')} |`;
    const [head, ...body] = this.#rows;
    const rule = Array.from(
      { length: width },
      (_, column) => RULES[this.#alignments[column] ?? 'none'],
    );
    return [line(head?.cells ?? []), line(rule), ...body.map((row) => line(row.cells))].map(
      (text) => text.replace(/ {2,}/g, ' '),
    );
  }

  /** The cells of a table of one column without a heading, which lays text out and is no table; null otherwise. */
  layoutCells(): string[] | null {
    this.closeRow();
    return this.#rows.every((row) => row.cells.length === 1 && !row.heading)
      ? this.#rows.map((row) => row.cells[0] ?? '')
      : null;
  }
}
