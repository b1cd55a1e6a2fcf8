/** Letters of a telephone's keys (ITU-T E.161). */
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const DIGIT_OF = new Map(KEYS.flatMap((key, at) => [...key].map((letter) => [letter, at + 2])));

/**
 * North American, and the free and local-rate prefixes of Australia, New Zealand, Britain and
 * Ireland.
 */
const NORTH_AMERICAN =
  /(?<![\w+])(\+?1[-. ]?)?(\(?[2-9]\d\d\)?)[-. ]{1,2}((?=[A-Z\d-]{0,10}[A-Z]{3})[A-Z\d](?:-?[A-Z\d]){6,12})(?![a-z\d])/g;
const OTHERS =
  /(?<![\w+])(0800|0508|1800|1300|13)[- ]((?=[A-Z\d-]{0,10}[A-Z]{3})[A-Z\d](?:[- ]?[A-Z\d]){3,9})(?![a-z\d])/g;
const TOLL_FREE = /8(?:00|33|44|55|66|77|88)/;
const LOCAL_DIGITS = 7;

const dial = (letters: string): string =>
  letters.toLowerCase().replace(/[a-z]/g, (letter) => String(DIGIT_OF.get(letter) ?? ''));

/**
 * Writes numbers spelled in letters as digits: 1-800-FLOWERS, (888) 555-ACME. Without 1, brackets
 * or a toll-free code such a word is a part number.
 */
export function dialVanity(text: string): string {
  if (!/[A-Z]{3}/.test(text)) return text;
  return text
    .replace(NORTH_AMERICAN, (whole, one: string | undefined, area: string, local: string) => {
      if (!one && !area.startsWith('(') && !TOLL_FREE.test(area)) return whole;
      const digits = dial(local.replaceAll('-', '')).slice(0, LOCAL_DIGITS);
      return `${one ?? ''}${area} ${digits.slice(0, 3)}-${digits.slice(3)}`;
    })
    .replace(OTHERS, (_, prefix: string, local: string) => {
      const length = prefix === '13' ? 4 : 6;
      return `${prefix} ${dial(local.replace(/[- ]/g, '')).slice(0, length)}`;
    });
}
