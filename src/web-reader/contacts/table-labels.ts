import { isLabel } from '../../domain/phone/phone-labels.ts';

/** Longest heading; longer text is a sentence. */
const MAX_LABEL_CHARS = 40;
/** Limit of nested tables; deeper ones are layout. */
const MAX_TABLES = 32;
/** Column limit, enough for a table of branches. */
const MAX_COLUMNS = 40;

interface OpenTable {
  /** Text of the first row per column; empty if that row contains digits. */
  headings: string[];
  row: number;
  column: number;
  /** Label in the first cell of the row, for its other cells. */
  rowHeading: string;
  cell: string | null;
}

/** Tracks table headings, the labels of the numbers in a column or row. */
export class TableLabels {
  readonly #tables: OpenTable[] = [];

  /** @returns the heading to read before the element's text; '' for most */
  open(name: string): string {
    if (name === 'table' && this.#tables.length < MAX_TABLES)
      this.#tables.push({ headings: [], row: -1, column: -1, rowHeading: '', cell: null });
    const table = this.#tables.at(-1);
    if (!table) return '';
    if (name === 'tr') {
      table.row++;
      table.column = -1;
      table.rowHeading = '';
    }
    if (name !== 'td' && name !== 'th') return '';
    table.column++;
    table.cell = '';
    const heading = table.headings[table.column] ?? '';
    if (table.row > 0 && heading !== '') return `${heading}: `;
    // The second cell directly follows the first, whose text is already its label.
    return table.column > 1 && table.rowHeading !== '' ? `${table.rowHeading}: ` : '';
  }

  text(text: string): void {
    const table = this.#tables.at(-1);
    if (table && table.cell !== null && table.cell.length <= MAX_LABEL_CHARS) table.cell += text;
  }

  close(name: string): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    if (name === 'table') this.#tables.pop();
    if (name === 'tr' && table.row === 0 && table.headings.some((heading) => /\d/.test(heading)))
      table.headings = [];
    if ((name !== 'td' && name !== 'th') || table.cell === null) return;
    const text = table.cell.trim();
    table.cell = null;
    if (table.column > 0 && (table.row > 0 || table.column >= MAX_COLUMNS)) return;
    const label = text.length <= MAX_LABEL_CHARS && isLabel(text) ? text : '';
    if (table.column === 0) table.rowHeading = label;
    if (table.row === 0) table.headings[table.column] = /\d/.test(text) ? text : label;
  }
}
