import { decodeBase64, decodePercent, rot13 } from './plain-text.ts';
import type { ScriptToken } from './script-tokens.ts';

/** What an expression is worth: a string, or a list of strings that will be joined. */
export type Parts = string | string[];

export const MAX_PARTS = 400;
/** What stands between parts or in place of a sign. */
const MAX_SIGN_CHARS = 16;
/** Stands for what is not constant: no address reaches across it. */
export const GAP = '\n';

/**
 * Pattern sources that mean themselves once their backslashes and classes of one sign are removed.
 */
const LITERAL_PATTERN = /^(?:[^\\()[\]{}.*+?|^$]|\\[^a-z0-9]|\[[^\]\\^-]\])*$/i;

/**
 * Functions of one string that scripts hide addresses behind; a method's receiver counts as its
 * argument.
 */
export const DECODERS = new Map<string, (text: string) => string>([
  ['unescape', decodePercent],
  ['decodeURIComponent', decodePercent],
  ['decodeURI', decodePercent],
  ['atob', decodeBase64],
  ['rot13', rot13],
  ['str_rot13', rot13],
  ['strRot13', rot13],
  ['String', (text) => text],
]);

export const asText = (value: Parts): string =>
  typeof value === 'string' ? value : value.join(',');

/** @param by cut short: it stands for one sign */
export function replaced(text: string, sought: ScriptToken, by: string): string {
  if (sought.kind === 'string') return text.replace(sought.text, () => by.slice(0, MAX_SIGN_CHARS));
  if (!LITERAL_PATTERN.test(sought.text)) return text;
  const literal = sought.text.replace(/\\(.)|\[(.)\]/g, '$1$2');
  return literal === '' ? text : text.replaceAll(literal, () => by.slice(0, MAX_SIGN_CHARS));
}

/** Methods of a string or a list, with the constants they are given. */
export const METHODS = new Map<string, (value: Parts, values: readonly string[]) => Parts>([
  [
    'join',
    (value, [by = ',']) =>
      typeof value === 'string' ? value : value.join(by.slice(0, MAX_SIGN_CHARS)),
  ],
  [
    'split',
    (value, [by]) =>
      asText(value)
        .split(by ?? GAP)
        .slice(0, MAX_PARTS),
  ],
  ['reverse', (value) => (typeof value === 'string' ? value : value.toReversed())],
  ['concat', (value, values) => asText(value) + values.join('')],
  ['replace', (value) => value],
  ['replaceAll', (value) => value],
  ['toLowerCase', (value) => asText(value).toLowerCase()],
  ['toString', (value) => asText(value)],
  ['trim', (value) => asText(value).trim()],
]);
