import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A half of a sample: A may be read and mended with, B runs once after that. */
export type Half = 'A' | 'B';

/** The half of a row by a hash of its text and a seed, fixed before the sample is read. */
export const halfOf = (row: string, seed = ''): Half =>
  (createHash('sha256').update(`${seed}${row}`).digest()[0] ?? 0) < 128 ? 'A' : 'B';

export interface Row {
  section: string;
  row: string;
}

/** Rows of a list of this folder with their sections (`= name`), of one half or both. */
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

/** Replaces `\n`, `\r`, `\t` and `\u1234` by the invisible characters they stand for. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:([nrt])|u([\da-f]{4}))/gi, (_, letter: string, code: string) =>
    code
      ? String.fromCharCode(Number.parseInt(code, 16))
      : ({ n: '\n', r: '\r', t: '\t' }[letter] ?? ''),
  );
