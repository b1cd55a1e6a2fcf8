import { expect, it } from 'vitest';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';
import {
  COUNTRIES,
  IMPOSSIBLE,
  type Labelled,
  NO_NUMBERS,
  SERVICES,
  SHARED_CODES,
} from './labelled-numbers.ts';

const all = [...COUNTRIES, ...SHARED_CODES, ...SERVICES, ...IMPOSSIBLE];

const read = ([text]: Labelled): Labelled => {
  const { e164, country, planType } = parsePhoneNumber(text);
  return [text, e164, country, planType];
};

it.each([
  ['countries', COUNTRIES],
  ['shared calling codes', SHARED_CODES],
  ['services and codes of no country', SERVICES],
  ['impossible numbers', IMPOSSIBLE],
])('reads %s as labelled', (_, numbers) => {
  expect(numbers.map(read)).toEqual(numbers);
});

it('covers at least 150 numbers and 60 countries', () => {
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(([, , country]) => country)).size).toBeGreaterThan(60);
});

it('counts only the United States and Canada as such, and every open +1 number', () => {
  for (const labelled of all) {
    const { usOrCanada, callingCode, country } = parsePhoneNumber(labelled[0]);
    expect(usOrCanada, labelled[0]).toBe(
      callingCode === '1' && (country === null || country === 'US' || country === 'CA'),
    );
  }
});

it.each(NO_NUMBERS)('refuses %j', (text) => {
  expect(() => parsePhoneNumber(text)).toThrow(UnusableInput);
});
