/** Letters that no decomposition makes plain, as they are commonly written. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/**
 * A text as it is compared: lower case, without accents (Unicode NFKD, combining diacritical marks
 * dropped), `&` as the word and, apostrophes dropped (O'Brien is obrien), everything else that is
 * no letter, digit or mark a space, single spaces. Letters of other scripts stay. Folding twice
 * changes nothing.
 */
export function foldText(text: string): string {
  return (
    text
      // Lower case may decompose further, and compatibility forms may be capitals: ℡ is TEL.
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[ßæœøđðłþıς]/g, (letter) => LETTERS.get(letter) as string)
      .replace(/['\u2018\u2019\u02bc`\u00b4]/g, '')
      .replace(/&/g, ' and ')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim()
  );
}
