import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { formsOf } from '../../../src/domain/phone/number-formats.ts';
import * as fc from '../../support/fast-check.ts';

/** The library's own forms, whose separators in international ones are ours too. */
function theirForms(e164: string) {
  const parsed = parsePhoneNumberFromString(e164);
  return {
    national: parsed?.formatNational(),
    international: parsed?.formatInternational(),
    uri: parsed?.getURI(),
  };
}

it.each([
  ['+1 415 555 2671', '(415) 555-2671', '+1 415 555 2671', 'tel:+14155552671'],
  ['+44 20 7946 0958', '020 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['+54 9 11 2345-6789', '011 15-2345-6789', '+54 9 11 2345 6789', 'tel:+5491123456789'],
  ['+39 02 1234 5678', '02 1234 5678', '+39 02 1234 5678', 'tel:+390212345678'],
  ['+800 1234 5678', '1234 5678', '+800 1234 5678', 'tel:+80012345678'],
])('writes %s as %s, %s and %s', (text, national, international, uri) => {
  expect(formsOf(parsePhoneNumber(text))).toEqual({ national, international, uri });
});

it('writes every valid number as the library does', () => {
  const worlds = getCountries().map((country) => getExampleNumber(country, examples)?.number ?? '');
  const tail = fc.integer({ min: 0, max: 9_999 }).map((digits) => String(digits).padStart(4, '0'));
  fc.assert(
    fc.property(fc.constantFrom(...worlds.filter(Boolean)), tail, (example, digits) => {
      const number = parsePhoneNumber(example.slice(0, -4) + digits);
      // Of an invalid number of a shared calling code the library may know another country.
      if (!number.valid) return;
      expect(formsOf(number)).toEqual(theirForms(number.e164));
    }),
    { numRuns: 3_000 },
  );
});
