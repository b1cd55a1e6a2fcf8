/** A JavaScript token, with the detail needed to evaluate constant strings. */
export interface ScriptToken {
  kind: 'string' | 'template' | 'pattern' | 'word' | 'sign';
  /** Unescaped value of a string; source of a pattern; one character of a sign. */
  text: string;
}

const MAX_STRING_CHARS = 262_144;
const MAX_TOKENS = 400_000;

const TOKEN_START = /[^\s]/g;
const WORD = /[\p{L}\p{N}_$][\p{L}\p{N}_$]*(?:\.\d+)?/uy;
const LINE_END = /[\n\r\u2028\u2029]/g;
/** After one of these, or at the start, a slash begins a regular expression, not a division. */
const BEFORE_PATTERN = new Set('(,=:[!&|?{};+'.split(''));
const PATTERN = /\/((?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,60}\]){1,100})\/[a-z]{0,8}/y;

const ESCAPE =
  /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3][0-7]{2}|[0-7]{1,2})|(\r\n|[\s\S]))/gi;
const SIMPLE_ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', ' '],
  ['f', ' '],
  ['v', ' '],
  ['\n', ''],
  ['\r\n', ''],
]);

/** Resolves the escapes of a JavaScript or JSON string (ECMA-262, section 12.9.4). */
function unescapeString(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(ESCAPE, (_, point, unit, byte, octal, sign: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const hex: string | undefined = point ?? unit ?? byte;
    if (hex === undefined) return SIMPLE_ESCAPES.get(sign) ?? sign;
    const code = Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Index of the closing quote; -1 when the line ends first. */
function closingQuote(script: string, quote: string, from: number): number {
  for (let at = from; at < script.length && at - from <= MAX_STRING_CHARS; at++) {
    const sign = script[at];
    if (sign === quote) return at;
    if (sign === '\\') at++;
    else if (sign === '\n' && quote !== '`') return -1;
  }
  return -1;
}

function indexAfter(script: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(script) ? pattern.lastIndex : script.length;
}

/** Index after the comment that starts at `at`; `at` when there is none. */
function skipComment(script: string, at: number): number {
  if (script.startsWith('//', at)) return indexAfter(script, LINE_END, at);
  if (!script.startsWith('/*', at)) return at;
  const end = script.indexOf('*/', at + 2);
  return end < 0 ? script.length : end + 2;
}

/**
 * JavaScript tokenizer, also for JSON; linear time. An unterminated string is an error in the page:
 * the rest of its line is skipped.
 */
export function tokenizeScript(script: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let at = indexAfter(script, TOKEN_START, 0) - 1;
  while (at < script.length && tokens.length < MAX_TOKENS) {
    const sign = script[at] as string;
    let next = at + 1;
    if (sign === '"' || sign === "'" || sign === '`') {
      const close = closingQuote(script, sign, at + 1);
      // Template literals span lines, so an unterminated one takes the rest of the script.
      if (close < 0) next = sign === '`' ? script.length : indexAfter(script, LINE_END, at);
      else {
        const kind = sign === '`' ? 'template' : 'string';
        tokens.push({ kind, text: unescapeString(script.slice(at + 1, close)) });
        next = close + 1;
      }
    } else if (sign === '/') {
      next = skipComment(script, at);
      if (next === at) next = readSlash(script, at, tokens);
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(script)?.[0];
      if (word) next = at + word.length;
      tokens.push(word ? { kind: 'word', text: word } : { kind: 'sign', text: sign });
    }
    TOKEN_START.lastIndex = next;
    at = TOKEN_START.test(script) ? TOKEN_START.lastIndex - 1 : script.length;
  }
  return tokens;
}

/** Reads a regular expression literal or a division sign. @returns the index after it */
function readSlash(script: string, at: number, tokens: ScriptToken[]): number {
  const before = tokens.at(-1);
  PATTERN.lastIndex = at;
  const isPattern =
    !before ||
    (before.kind === 'sign' ? BEFORE_PATTERN.has(before.text) : before.text === 'return');
  const found = isPattern ? PATTERN.exec(script) : null;
  tokens.push(found ? { kind: 'pattern', text: found[1] as string } : { kind: 'sign', text: '/' });
  return at + (found?.[0].length ?? 1);
}
