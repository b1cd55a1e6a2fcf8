import { expect, it } from 'vitest';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { formsOf } from '../../../src/domain/phone/number-formats.ts';
import * as fc from '../../support/fast-check.ts';

it.each([
  ['+1 415 555 2671', '(415) 555-2671', '+1 415 555 2671', 'tel:+14155552671'],
  ['+44 20 7946 0958', '020 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['+54 9 11 2345-6789', '011 15-2345-6789', '+54 9 11 2345 6789', 'tel:+5491123456789'],
  ['+39 02 1234 5678', '02 1234 5678', '+39 02 1234 5678', 'tel:+390212345678'],
  ['+800 1234 5678', '1234 5678', '+800 1234 5678', 'tel:+80012345678'],
])('writes %s as %s, %s and %s', (text, national, international, uri) => {
  expect(formsOf(parsePhoneNumber(text))).toEqual({ national, international, uri });
});

/** Undefined for what is no number. */
function parsed(text: string) {
  try {
    return parsePhoneNumber(text);
  } catch {
    return undefined;
  }
}

it('writes the digits of every number that is read, one that cannot exist too', () => {
  const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
  fc.assert(
    fc.property(digits, (text) => {
      const number = parsed(`+${text}`);
      if (!number) return;
      expect(formsOf(number).international.replace(/\D/g, '')).toBe(number.e164.slice(1));
    }),
    { numRuns: 2_000 },
  );
});
