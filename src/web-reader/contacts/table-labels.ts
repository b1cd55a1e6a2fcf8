import { isLabel } from '../../domain/phone/phone-labels.ts';

/** A heading of more is a sentence. */
const MAX_LABEL_CHARS = 40;
/** Tables within tables; deeper ones are layout. */
const MAX_TABLES = 32;
/** Columns of a table that lists branches. */
const MAX_COLUMNS = 40;

interface OpenTable {
  /** What the first row says above each column; none where it has numbers of its own. */
  headings: string[];
  row: number;
  column: number;
  /** What the first cell of the row says of the others. */
  rowHeading: string;
  cell: string | null;
}

/** Table headings: what a column or a row says of the numbers in its cells. */
export class TableLabels {
  readonly #tables: OpenTable[] = [];

  /** @returns what is to be read before the element's text; '' for most */
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
    // The second cell has the first right before it.
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
    const label = text.length <= MAX_LABEL_CHARS && isLabel(text) ? text : '';
    if (table.column === 0) table.rowHeading = label;
    if (table.row === 0 && table.column < MAX_COLUMNS)
      table.headings[table.column] = /\d/.test(text) ? text : label;
  }
}
