import { decodeHTML } from 'entities';

/** Characters that would be read as markup in running text. `_` and `*` are judged by their neighbours. */
const SUSPECT = /[\\`*_~<&[\]]/;
const SPECIAL = /[\\`*_~<&[\]]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const ENTITY = /^&(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});/i;
/** A text that begins like this would be a task (GFM, section 5.3). */
const TASK = /^\[[ xX]\](?: |$)/;
const TAG_OR_AUTOLINK = /^<[a-z/!?]/i;

const isSpace = (character: string): boolean => character === '' || /\s/.test(character);

/** The text around a piece of text: what stands just before and after it, '' at the ends of a block. */
export interface Neighbours {
  before: string;
  after: string;
  /** Within a link every bracket counts. */
  inLink: boolean;
}

function isEntity(text: string): boolean {
  const name = ENTITY.exec(text)?.[0];
  return name !== undefined && decodeHTML(name) !== name;
}

function needsEscape(text: string, at: number, around: Neighbours): boolean {
  const character = text[at] as string;
  const before = at > 0 ? (text[at - 1] as string) : around.before;
  const after = at + 1 < text.length ? (text[at + 1] as string) : around.after;
  switch (character) {
    case '`':
      return true;
    case '\\':
      return ASCII_PUNCTUATION.test(after);
    case '*':
      return !(isSpace(before) && isSpace(after));
    case '_':
      return !((isSpace(before) && isSpace(after)) || (WORD.test(before) && WORD.test(after)));
    case '~':
      return before === '~' || after === '~' || text.indexOf('~') !== text.lastIndexOf('~');
    case '<':
      return TAG_OR_AUTOLINK.test(text.slice(at, at + 2));
    case '&':
      return isEntity(text.slice(at, at + 40));
    case ']':
      return around.inLink || after === '(' || after === '[' || after === ':';
    default:
      return around.inLink || (before === '' && TASK.test(text.slice(at, at + 4)));
  }
}

/** Escapes what CommonMark and GFM would read as inline markup, and nothing else (CommonMark 0.31, sections 2.4 and 6). */
export function escapeText(text: string, around: Neighbours): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(SPECIAL, (character, at: number) =>
    needsEscape(text, at, around) ? `\\${character}` : character,
  );
}

/** Starts of a line that would make it another kind of block (CommonMark 0.31, section 4 and 5). */
const LINE_STARTS: readonly [RegExp, string][] = [
  [/^(#{1,6})(?=\s|$)/, '\\$1'],
  [/^>/, '\\>'],
  [/^([-+*])(?=\s|$)/, '\\$1'],
  [/^(-{2,}|={1,})\s*$/, '\\$1'],
  [/^([*_-])((?:[ \t]*\1){2,}[ \t]*)$/, '\\$1$2'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  [/^~~~/, '\\~~~'],
];
const LINE_START_SUSPECT = /^[#>+*=_~\d-]/;

/** Escapes the beginning of a line that is text and must stay text. */
export function escapeLineStart(line: string): string {
  if (!LINE_START_SUSPECT.test(line)) return line;
  for (const [pattern, replacement] of LINE_STARTS) {
    if (pattern.test(line)) return line.replace(pattern, replacement);
  }
  return line;
}

/** A code span: fenced by more backticks than it holds in a row (CommonMark 0.31, section 6.1). */
export function codeSpan(code: string): string {
  let longest = 0;
  for (const run of code.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest === 0 ? 1 : longest + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}
