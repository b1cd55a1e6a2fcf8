import { describe, expect, it } from 'vitest';
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

describe('what is beside the digits of one number', () => {
  it.each([
    ['+49 30 9018 2012 Durchwahl', 'DE', '+493090182012'],
    ['+1 415 555 2671 ext', 'US', '+14155552671'],
    ['020 7946 0018 ext', 'GB', '+442079460018'],
    ['+33 1 23 45 67 89 poste', 'FR', '+33123456789'],
    ['+33 1 23 45 67 89 12 poste', 'FR', '+33123456789'],
    ['415 555 2671 123 ext', 'US', '+14155552671'],
    ['030 901820 / 12 Durchwahl', 'DE', '+4930901820'],
  ] as const)('an extension, empty or not: %s in %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true });
  });

  it.each([
    ['212-555-0187 (12)', 'US', '+12125550187'],
    ['(212) 555-0187 (2)', 'US', '+12125550187'],
    ['+34 612 345 678 (2)', 'ES', '+34612345678'],
  ] as const)('a count in brackets: %s in %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true });
  });

  it.each([
    ['030 901820 11:30 Uhr', 'DE', '+4930901820'],
    ['11:30 Uhr 030 901820', 'DE', '+4930901820'],
    ['11:30 415 555 2671', 'US', '+14155552671'],
    ['415 555 2671 9:00-17:00', 'US', '+14155552671'],
    ['$5 415 555 2671', 'US', '+14155552671'],
  ] as const)('a time or an amount: %s in %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true });
  });

  it.each(['14:30 20240131', '22-11-24 10:00', '31.12.24 10:15', '10:15:30'])(
    'no number is left of %s',
    (text) => {
      for (const country of ['US', 'DK', 'RU'] as const)
        expect(() => parsePhoneNumber(text, country)).toThrow('is a date or a time');
    },
  );

  it.each([
    ['24/7 212-555-0187', 'US', '+12125550187'],
    ['212-555-0187 24/7', 'US', '+12125550187'],
    ['7/24 (212) 555-0187', 'US', '+12125550187'],
    ['Open 24/7, 212-555-0187', 'US', '+12125550187'],
    ['24/7 030 901820', 'DE', '+4930901820'],
  ] as const)('hours around the clock: %s in %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true });
  });
});

it.each(['fe80::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '2001:0db8:0:0:0:0:0:1'])(
  'names %s an IP address',
  (text) => {
    expect(() => parsePhoneNumber(text)).toThrow('is an IP address');
  },
);

it.each([
  ['1300 TAXICAB', 'AU', '+611300829422'],
  ['1800 FLOWERS', 'AU', '+611800356937'],
  ['1800 FLOWERS', 'IE', '+3531800356937'],
  ['1800 FLOWERS', 'US', '+18003569377'],
  ['1800 123 HELP', 'IN', '+9118001234357'],
] as const)('%s is dialled by the plan of %s', (text, country, e164) => {
  expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true, vanity: true });
});
