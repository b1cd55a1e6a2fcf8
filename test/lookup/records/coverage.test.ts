import { describe, expect, it } from 'vitest';
import { isState, parseAreaCode, stateOfArea } from '../../../src/domain/phone/nanp.ts';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';
import { covers, parseCoverage } from '../../../src/lookup/records/coverage.ts';

describe('what a file is complete for', () => {
  it.each([
    ['all', ['all']],
    ['ALL, 212', ['212', 'all']],
    ['212,646, 212', ['212', '646']],
    ['us,CA', ['CA', 'US']],
    ['NY', ['US-NY']],
    ['us-ca,ca-on,ON', ['CA-ON', 'US-CA']],
    ['CA', ['CA']],
  ])('%s', (text, places) => {
    expect(parseCoverage(text)).toEqual(places);
  });

  it.each(['', '212,', '112', '2125', 'XX', 'everything', 'US-ZZ', 'toString', '__proto__'])(
    'cannot be %j',
    (text) => {
      expect(() => parseCoverage(text)).toThrow(UnusableInput);
    },
  );

  it('is not a list without end', () => {
    expect(() => parseCoverage('212,'.repeat(1_000))).toThrow('more than 1000');
  });

  it.each([
    ['212', '+12125550100', true],
    ['212', '+16465550100', false],
    ['NY', '+16465550100', true],
    ['NY', '+14155550100', false],
    ['US-CA', '+14155552671', true],
    ['US-CA', '+14165552671', false],
    ['CA', '+14165552671', true],
    ['CA', '+14155552671', false],
    ['US', '+14155552671', true],
    ['US', '+18768765432', false],
    ['US', '+18002345678', true],
    ['GB', '+442079460958', true],
    ['US', '+442079460958', false],
    ['all', '+442079460958', true],
  ])('%s covers %s: %s', (text, number, covered) => {
    expect(covers(new Set(parseCoverage(text)), number)).toBe(covered);
  });

  it('covers nothing where no place is named', () => {
    expect(covers(new Set(), '+12125550100')).toBe(false);
  });
});

it('puts every area code of a state into its country', () => {
  let checked = 0;
  for (let area = 200; area <= 999; area++) {
    const state = stateOfArea(String(area));
    if (!state) continue;
    expect(isState(state)).toBe(true);
    expect(parseAreaCode(`+1${area}2345678`)).toBe(String(area));
    const { country } = parsePhoneNumber(`+1${area}2345678`);
    expect([state.slice(0, 2), null], `${area} ${state}`).toContain(country);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(380);
});
