import { decodeHTML } from 'entities';
import type { StyleKind } from './inline-run.ts';

/** No white space, punctuation (CommonMark 0.31, section 2.1), or half surrogate pair. */
const WORD = /[^\s\p{P}\p{S}\p{Cs}]/u;
const SPACE = /\s/;

const ASCII_WORD = /[0-9A-Za-z]/;

const isWord = (character: string): boolean =>
  character < '\u0080' ? ASCII_WORD.test(character) : WORD.test(character);

/** The last or first code point of a text. */
export const lastCharOf = (text: string): string => {
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(-2) : text.slice(-1);
};
export const firstCharOf = (text: string): string => {
  const code = text.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdbff ? text.slice(0, 2) : text.slice(0, 1);
};

/** Styles already written around a text. */
export interface EnclosingStyles {
  /** Delimiters; '' for none. */
  emphasis: string;
  strong: string;
  link: boolean;
}

/** The characters on both sides of a piece of text. */
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
 * Picks the delimiters of a style so that CommonMark parses them as that style; underscores where
 * no word character is adjacent.
 * @param alone it covers all that the enclosing style covers
 * @returns null if such delimiters would be paired differently
 */
export function delimiterOf(
  kind: StyleKind,
  around: EnclosingStyles,
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

/** Whether the delimiters can open and close here (CommonMark 0.31, 6.2, flanking runs). */
export function flanks(delimiter: string, core: string, { before, after }: Sides): boolean {
  const character = delimiter[0] as string;
  let from = 0;
  let to = core.length;
  while (from < to && core[from] === character) from++;
  while (to > from && core[to - 1] === character) to--;
  return (
    touches(firstCharOf(core.slice(from, from + 2)), before) &&
    touches(lastCharOf(core.slice(from, to)), after)
  );
}

/** Characters that can be markup in running text. `_` and `*` depend on their neighbours. */
const SUSPECT = /[\\`*_~<&[\]!]/;
const SPECIAL = /[\\`*_~<&[\]!]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const ENTITY = /^&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/i;
const LONGEST_ENTITY_CHARS = 34;
/** Start of a task list item (GFM, section 5.3). */
const TASK = /^\[[ xX]\](?: |$)/;
const TAG_OR_AUTOLINK = /[a-z/!?]/i;

const isSpace = (character: string): boolean => character === '' || /\s/.test(character);

function isEntity(text: string, at: number): boolean {
  const name = ENTITY.exec(text.slice(at, at + LONGEST_ENTITY_CHARS))?.[0];
  return name !== undefined && decodeHTML(name) !== name;
}

/** Escapes character references, for places where nothing else is markup. */
export function escapeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&/g, (ampersand, at: number) =>
    isEntity(text, at) ? `\\${ampersand}` : ampersand,
  );
}

/** A text and the characters written before and after it; '' at the ends of a block. */
interface EscapeContext {
  text: string;
  sides: Sides;
  inLink: boolean;
  /** The text has at least two tildes, which could be strikethrough. */
  tildes: boolean;
}

function needsEscape(
  character: string,
  at: number,
  { text, sides, inLink, tildes }: EscapeContext,
): boolean {
  const before = at > 0 ? (text[at - 1] as string) : sides.before;
  const after = at + 1 < text.length ? (text[at + 1] as string) : sides.after;
  switch (character) {
    case '`':
      return true;
    case '\\':
      return ASCII_PUNCTUATION.test(after);
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !((isSpace(before) && isSpace(after)) || (isWord(before) && isWord(after)));
    case '~':
      return tildes;
    case '<':
      return TAG_OR_AUTOLINK.test(after);
    case '&':
      return isEntity(text, at);
    case '!':
      return at + 1 === text.length && after === '[';
    case ']':
      return inLink || after === '(' || after === '[' || after === ':';
    default:
      return inLink || (before === '' && TASK.test(text.slice(at, at + 4)));
  }
}

/**
 * Escapes what CommonMark and GFM would parse as inline markup, and nothing else (CommonMark 0.31,
 * sections 2.4 and 6).
 * @param inLink it is part of the text of a link or image, where every bracket is significant
 */
export function escapeText(text: string, sides: Sides, inLink: boolean): string {
  if (!SUSPECT.test(text)) return text;
  const place = { text, sides, inLink, tildes: text.indexOf('~') < text.lastIndexOf('~') };
  return text.replace(SPECIAL, (character, at: number) =>
    needsEscape(character, at, place) ? `\\${character}` : character,
  );
}

/** Line starts that begin another kind of block (CommonMark 0.31, 4 and 5; GFM 4.10). */
const LINE_STARTS: readonly [RegExp, string][] = [
  [/^(#{1,6})(?=[ \t]|$)/, '\\$1'],
  [/^>/, '\\>'],
  [/^([-+*])(?=[ \t]|$)/, '\\$1'],
  [/^(?=[|: \t]*-)([-|:][-|: \t]*)$/, '\\$1'],
  [/^(={1,})[ \t]*$/, '\\$1'],
  [/^(?=(?:_[ \t]*){3})(_[ \t_]*)$/, '\\$1'],
  [/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2'],
  [/^~~~/, '\\~~~'],
];
const LINE_START_SUSPECT = /^[#>+*=_~|:\d-]/;

/** Escapes the start of a line of text so that it is not parsed as another block. */
export function escapeLineStart(line: string): string {
  if (!LINE_START_SUSPECT.test(line)) return line;
  for (const [pattern, replacement] of LINE_STARTS) {
    if (pattern.test(line)) return line.replace(pattern, replacement);
  }
  return line;
}

/** A code span; its fence is longer than any run of backticks in it (CommonMark 0.31, 6.1). */
export function codeSpan(code: string): string {
  let longest = 0;
  for (const run of code.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest === 0 ? 1 : longest + 1);
  const stripped = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
  const pad = stripped || code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}
