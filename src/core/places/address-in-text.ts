import { DIRECTIONALS, ORDINALS, PLAIN_UNITS, STREET_SUFFIXES } from './street-words.ts';

const MAX_TEXT_CHARS = 2_000_000;
const MAX_LINE_CHARS = 200;

/** Words in capitals without accents, each in its postal spelling (USPS Publication 28, appendix C). */
function postalWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/#/g, ' # ')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
    .map(
      (word) => DIRECTIONALS.get(word) ?? ORDINALS.get(word) ?? STREET_SUFFIXES.get(word) ?? word,
    );
}

/** Up to the unit: a page often leaves it out, or writes it otherwise. */
function withoutUnit(words: readonly string[]): readonly string[] {
  const unit = words.findIndex((word, at) => at > 1 && PLAIN_UNITS.has(word));
  return unit < 0 ? words : words.slice(0, unit);
}

/**
 * Whether a text names a street and house number, in any common spelling of the words and with the number before or
 * after the street. Linear in the text.
 * @param line1 street and house number, at least one of each; false without them
 */
export function mentionsAddress(text: string, line1: string): boolean {
  const line = withoutUnit(postalWords(line1.slice(0, MAX_LINE_CHARS)));
  if (line.length < 2 || !line.some((word) => /\d/.test(word))) return false;
  const [first = '', ...others] = line;
  const turned = /^\d/.test(first) ? [...others, first] : [line.at(-1), ...line.slice(0, -1)];
  const page = ` ${postalWords(text.slice(0, MAX_TEXT_CHARS)).join(' ')} `;
  return page.includes(` ${line.join(' ')} `) || page.includes(` ${turned.join(' ')} `);
}
