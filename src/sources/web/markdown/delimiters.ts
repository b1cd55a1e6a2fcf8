import type { StyleKind } from './open-styles.ts';

/**
 * Neither white space nor punctuation (CommonMark 0.31, section 2.1); half a character is neither.
 */
const WORD = /[^\s\p{P}\p{S}\p{Cs}]/u;
const SPACE = /\s/;

const ASCII_WORD = /[0-9A-Za-z]/;

export const isWord = (character: string): boolean =>
  character < '\u0080' ? ASCII_WORD.test(character) : WORD.test(character);

/** The character that ends or begins a text, whole where it takes two code units. */
export const lastOf = (text: string): string => {
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(-2) : text.slice(-1);
};
export const firstOf = (text: string): string => {
  const code = text.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, 2) : text.slice(0, 1);
};

/** What is written around a text already. */
export interface Around {
  /** Delimiters; '' for none. */
  emphasis: string;
  strong: string;
  link: boolean;
}

/** What stands on both sides of a piece of text. */
export interface Sides {
  before: string;
  after: string;
}

function emphasisDelimiter(around: string, inWord: boolean): string | null {
  if (around === '_') return '*';
  if (around === '*') return inWord ? null : '_';
  return inWord ? '*' : '_';
}

function strongDelimiter(around: string, inWord: boolean, alone: boolean): string | null {
  if (around !== '**') return '**';
  if (!inWord) return '__';
  return alone ? '**' : null;
}

/**
 * What to write around a style so that it is read as that style, underscores where no word touches
 * it.
 * @param alone it covers all that the style around it covers
 * @returns null where the same delimiters would be read in another order
 */
export function delimiterOf(
  kind: StyleKind,
  around: Around,
  sides: Sides,
  alone: boolean,
): string | null {
  const inWord = isWord(sides.before) || isWord(sides.after);
  if (kind === 'strike') return '~~';
  return kind === 'emphasis'
    ? emphasisDelimiter(around.emphasis, inWord)
    : strongDelimiter(around.strong, inWord, alone);
}

const touches = (inner: string, outer: string): boolean =>
  inner !== '' && !SPACE.test(inner) && (isWord(inner) || !isWord(outer));

/**
 * Whether delimiters here open and close as meant (CommonMark 0.31, section 6.2, flanking runs).
 */
export function flanks(delimiter: string, core: string, { before, after }: Sides): boolean {
  const character = delimiter[0] as string;
  let from = 0;
  let to = core.length;
  while (from < to && core[from] === character) from++;
  while (to > from && core[to - 1] === character) to--;
  return (
    touches(firstOf(core.slice(from, from + 2)), before) &&
    touches(lastOf(core.slice(from, to)), after)
  );
}
