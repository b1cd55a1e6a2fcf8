/** Controls, unpaired surrogates, separators of lines, and marks that turn text around (UAX #9). */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** Foreign text on one line of a terminal, without what a terminal would run: `\u{1b}`. */
export const shownText = (value: unknown): string =>
  textOf(value).replace(UNSHOWN, (char) => `\\u{${(char.codePointAt(0) as number).toString(16)}}`);

/** JSON that a terminal can show: what only strings hold is escaped there, and means the same. */
export const shownJson = (value: unknown, space?: number): string =>
  (JSON.stringify(value, null, space) ?? 'null').replace(UNSHOWN, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A value as a cell: what is not known is empty. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
