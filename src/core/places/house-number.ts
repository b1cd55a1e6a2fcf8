import { UnusableInput } from '../inputs.ts';

const MAX_LINE_CHARS = 200;

/**
 * A number with a letter, a hyphen (Queens) or grid letters (Wisconsin), and a fraction behind it.
 */
const NUMBER = /^(?=\S{0,11}\d)([a-z]?\d[a-z\d]{0,8}(?:-[a-z\d]{1,8})?)(?: (\d\/\d))?(?= |$)/;
const BOX = /^(?:p ?o|post office|postal) ?box ([a-z\d]{1,10})(?= |$)/;
const ROUTE = /^(?:r ?r|rural route|hc|highway contract) ?(\d{1,4}) box ([a-z\d]{1,10})(?= |$)/;

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/**
 * What an address line is numbered by, lower case: `12`, `12a`, `41-20`, `n6w23001`, `12 1/2`, `po
 * box 7`, `rr 2 box 15`. Leading zeros carry no meaning (USPS Publication 28, section 23).
 * @throws UnusableInput when the line does not begin with one
 */
export function houseNumberOf(line1: string): string {
  const line = line1
    .slice(0, MAX_LINE_CHARS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\d/-]+/g, ' ')
    // A hyphen joins figures or a single letter, never words.
    .replace(/(?<![a-z\d])-|-(?![a-z\d])|-(?=[a-z]{2})/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const box = BOX.exec(line);
  if (box) return `po box ${withoutZeros(box[1] as string)}`;
  const route = ROUTE.exec(line);
  if (route)
    return `rr ${withoutZeros(route[1] as string)} box ${withoutZeros(route[2] as string)}`;
  const [, number, fraction] = NUMBER.exec(line) ?? [];
  if (number === undefined) throw new UnusableInput('does not begin with a house number');
  return fraction ? `${withoutZeros(number)} ${fraction}` : withoutZeros(number);
}
