import { createHash } from 'node:crypto';

/** A half of a sample: A may be read and mended with, B runs once after that. */
export type Half = 'A' | 'B';

/** The half of a row by a hash of its text and a seed, fixed before the sample is read. */
export const halfOf = (row: string, seed = ''): Half =>
  (createHash('sha256').update(`${seed}${row}`).digest()[0] ?? 0) < 128 ? 'A' : 'B';

/** Replaces `\n`, `\r`, `\t` and `\u1234` by the invisible characters they stand for. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:([nrt])|u([\da-f]{4}))/gi, (_, letter: string, code: string) =>
    code
      ? String.fromCharCode(Number.parseInt(code, 16))
      : ({ n: '\n', r: '\r', t: '\t' }[letter] ?? ''),
  );
