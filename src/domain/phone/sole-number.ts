import { trimEndOf } from '../../lib/text.ts';
import { otherKindBeside } from './other-numbers.ts';
import { digitsOf, phoneCandidates } from './phone-candidates.ts';
import { numberLabelOf } from './phone-labels.ts';

const NAMED_OTHERWISE =
  'is named as another kind of number, such as an order or a tax number, not as a phone number';
const SEVERAL = 'holds more than one phone number: send each by itself';
/** Fewer digits are no line of their own, as an extension. */
const MIN_LINE_DIGITS = 7;

const WORDS_BEHIND = /^[\s(,;:/-]{0,3}(\p{L}[\p{L} .]{0,24})/u;

/** Words behind a number are its own where no digits follow that they could be a label of. */
function isNamedOtherwise(before: string, after: string): boolean {
  if (numberLabelOf(before, after) === 'other') return true;
  const words = /\d/.test(after) ? null : WORDS_BEHIND.exec(after);
  return words !== null && numberLabelOf(`${words[1]}: `, '') === 'other';
}

/** Whether digits are two whole numbers with nothing but a blank between them. */
const isPair = (written: string, read: (written: string) => string | null): boolean =>
  [...written.matchAll(/(?<=\d)[\s/-]{1,3}(?=[+(\d])/g)].some(
    ({ index }) =>
      read(written.slice(0, index)) && read(written.slice(index).replace(/^[\s/-]{1,3}/, '')),
  );

/**
 * The one number of a text that says among other words that it is one, or that names it twice.
 * @param read E.164 of what can exist, else null
 * @returns as it is written there, or why there is none
 */
export function soleNumber(
  text: string,
  read: (written: string) => string | null,
): { written: string | null; message: string | null } {
  const numbers = new Map<string, string>();
  let message: string | null = null;
  let [lines, readings, isSaid] = [0, 0, false];
  for (const { written, start, end } of phoneCandidates(text)) {
    const [before, after] = [text.slice(0, start), text.slice(end)];
    // A letter before digits makes them a part of an identifier.
    if (/[a-z]$/i.test(before)) continue;
    const number = read(written);
    const kind = otherKindBeside(before, after, number !== null);
    if (kind || (!/^\(?\+/.test(written) && isNamedOtherwise(before, after))) {
      message ??= kind ?? NAMED_OTHERWISE;
      continue;
    }
    if (digitsOf(written).length >= MIN_LINE_DIGITS) lines++;
    if (!number && isPair(written, read)) return { written: null, message: SEVERAL };
    const spelled = /[A-Z]{3}/.test(before) ? read(trimEndOf(before, ' (/-')) : null;
    for (const found of [number, spelled]) if (found) numbers.set(found, written);
    if (number) readings++;
    isSaid ||= spelled !== null || numberLabelOf(before, after) !== 'unsaid';
  }
  const [only, ...others] = numbers.values();
  if (only === undefined) return { written: null, message };
  if (others.length > 0 || lines > readings) return { written: null, message: SEVERAL };
  return { written: isSaid || readings > 1 ? only : null, message };
}
