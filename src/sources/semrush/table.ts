import * as z from 'zod';

/** One row of a report: its cells by the names of the header. */
export type Row = ReadonlyMap<string, string>;

/** Cells of one line, separated by semicolons; a cell in double quotes may hold some. Linear. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(';');
  const cells = [''];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === ';' && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells;
}

/**
 * A report as the vendor writes it: a header and rows. A text without these columns is none.
 * @param required columns without which the report says nothing
 */
export const table = (...required: readonly string[]) =>
  z.string().transform((text, context): Row[] => {
    const [header = '', ...lines] = text.trim().split(/\r?\n/);
    const columns = cellsOf(header).map((name) => name.trim());
    if (!required.every((name) => columns.includes(name))) {
      context.addIssue({ code: 'custom', message: 'lacks columns of the report' });
      return z.NEVER;
    }
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const cells = cellsOf(line);
        return new Map(columns.map((name, at) => [name, cells[at]?.trim() ?? '']));
      });
  });

/** A figure of a row; null for a cell that is empty or no number. */
export function figureOf(row: Row | undefined, column: string): number | null {
  const cell = row?.get(column) ?? '';
  return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell) ? Number(cell) : null;
}

/** A whole number that is not negative. */
export function countOf(row: Row | undefined, column: string): number | null {
  const figure = figureOf(row, column);
  return figure !== null && figure >= 0 ? Math.round(figure) : null;
}

/** A text of a row; null for an empty cell. */
export const textOf = (row: Row | undefined, column: string): string | null =>
  row?.get(column) || null;
