import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { correctedType, readPlanned, writePlanned } from '../../../src/domain/phone/number-plan.ts';
import { randomOf } from '../../support/random.ts';

const SEED = 20_261_128;
const OF_EACH = 30;

/** Digits after the calling code: an example with a changed end, or any of one of its lengths. */
function drawNumbers(): string[] {
  const random = randomOf(SEED);
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('');
  return getCountries().flatMap((country) => {
    const example = getExampleNumber(country, examples)?.nationalNumber ?? '';
    const drawOne = () => {
      const kept = random.below(example.length);
      const national = example.slice(0, kept) + digits(example.length - kept + random.below(2));
      return `+${getCountryCallingCode(country)}${national}`;
    };
    return Array.from({ length: OF_EACH }, drawOne);
  });
}

describe(`numbers drawn in every country, seed ${SEED}`, () => {
  const numbers = drawNumbers();
  const read = numbers.map((number) => ({ number, planned: readPlanned(number) }));

  it('are read by their plan as the library reads them', () => {
    const different = read.filter(({ number, planned }) => {
      if (!planned) return false;
      const parsed = parsePhoneNumberFromString(number);
      const { callingCode, national, country, type } = planned;
      return !(
        parsed?.number === number &&
        parsed.countryCallingCode === callingCode &&
        parsed.nationalNumber === national &&
        parsed.country === country &&
        type === correctedType(parsed.getType() ?? null, number, country)
      );
    });
    expect(different).toEqual([]);
  });

  it('are written as the library writes them, valid or not', () => {
    const parsed = numbers.flatMap((number) => parsePhoneNumberFromString(number) ?? []);
    const every = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
    const different = [...parsed, ...every].flatMap((one) => {
      const [callingCode, national] = [one.countryCallingCode, one.nationalNumber];
      const library = new PhoneNumber(one.number);
      const [here, abroad] = [library.formatNational(), library.formatInternational()];
      const written = writePlanned({ callingCode, national });
      const isSame = written.national === here && written.international === abroad;
      return isSame ? [] : [{ number: one.number, here, abroad, written }];
    });
    expect(parsed.length).toBeGreaterThan(5_000);
    expect(different).toEqual([]);
  });

  it('are left to the library only for a trunk prefix, a shared code, or when not valid', () => {
    const valid = read.filter(({ number }) => parsePhoneNumberFromString(number)?.isValid());
    const left = valid.filter(({ planned }) => !planned);
    expect(valid.length).toBeGreaterThan(1_500);
    expect(left.length / valid.length).toBeLessThan(0.05);
  });
});

it.each(['+80012345678', '+12125111234', '+4402079460100', '+999123456', '+1'])(
  'leaves %s to the library',
  (number) => expect(readPlanned(number)).toBeNull(),
);
