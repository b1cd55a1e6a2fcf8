import { UnusableInput } from '../inputs.ts';

/** Five digits, with or without the four after them (USPS Publication 28, section 21). */
const ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;

/**
 * The five digits of a ZIP code, with or without ZIP+4. A leading zero that a spreadsheet dropped
 * is not guessed.
 * @throws UnusableInput
 */
export function zip5(text: string): string {
  const digits = ZIP.exec(text.trim())?.[1];
  if (digits === undefined) throw new UnusableInput('is not a ZIP code of five digits');
  return digits;
}
