import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which half of a sample: what rules may be mended with, or what waits to be read once. */
export type Half = 'A' | 'B';

/** The half of a row, by its text and a seed: a coin that was tossed before anyone looked. */
export const halfOf = (row: string, seed = ''): Half =>
  (createHash('sha256').update(`${seed}${row}`).digest()[0] ?? 0) < 128 ? 'A' : 'B';

export interface Row {
  section: string;
  row: string;
}

/** Rows of a list of this folder, of both halves or of one, by its sections (`= name`). */
export function readRows(file: string, half?: Half, seed?: string): Row[] {
  let section = '';
  const rows: Row[] = [];
  for (const row of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    if (row.startsWith('= ')) section = row.slice(2);
    else if (row.trim() && !row.startsWith('# ') && (!half || halfOf(row, seed) === half))
      rows.push({ section, row });
  }
  return rows;
}

/** Text in which `\n`, `\r`, `\t` and `\u1234` stand for characters one does not see. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:([nrt])|u([\da-f]{4}))/gi, (_, letter: string, code: string) =>
    code
      ? String.fromCharCode(Number.parseInt(code, 16))
      : ({ n: '\n', r: '\r', t: '\t' }[letter] ?? ''),
  );
