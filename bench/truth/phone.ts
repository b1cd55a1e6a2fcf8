// Accuracy of /phone against google-libphonenumber: validity, type, country and time zone of
// generated numbers of every region. Differences are printed by region. Run `npm run data` first,
// then node bench/truth/phone.ts. These regions differ because the two plans are of different
// dates; ours is kept:
//   BJ  8-digit UAN 81…, gone since its numbers have ten digits (2024)
//   ZW  mobile 751… and 8-digit fixed lines 30…;  BW  7-digit fixed lines;  RO  mobile 62…
//   SH  5-digit mobile numbers
import google from 'google-libphonenumber';
import { type CountryCode, getCountries } from 'libphonenumber-js/max';
import { type PhoneNumber, parsePhoneNumber } from '../../src/domain/phone/number.ts';
import { PLAN_TYPES } from '../../src/domain/phone/number-plan.ts';
import { numberPlan } from '../../src/open-data/phone/number-plan.ts';
import { openPhoneTables } from '../support/phone-tables.ts';
import { type Areas, runAlone } from './areas.ts';
import { unescaped } from './halves.ts';
import { type Sample, samplesOf } from './samples.ts';
import { orNull } from './strangers.ts';

const VARIATIONS = 20;
const RANDOM_NUMBERS = 60;

const { PhoneNumberUtil, PhoneNumberFormat, PhoneNumberType } = google;
const util = PhoneNumberUtil.getInstance();
const world = openPhoneTables() as Parameters<typeof numberPlan.ask>[1];
const TYPES = Object.entries(PhoneNumberType).filter(([name]) =>
  (PLAN_TYPES as readonly string[]).includes(name),
) as [string, google.PhoneNumberType][];

/** Random digits from a fixed seed (xorshift), equal in every run. */
function randomDigits(seed: number): (count: number) => string {
  let state = seed;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 10;
  };
  return (count) => Array.from({ length: count }, next).join('');
}

/** Examples of every type with varied last digits, and random numbers of valid lengths. */
function numbersOf(country: string, digits: (count: number) => string): string[] {
  const examples = TYPES.flatMap(([, type]) => {
    const example = util.getExampleNumberForType(country, type);
    return example?.getNationalNumber() ? [util.format(example, PhoneNumberFormat.E164)] : [];
  });
  const varied = examples.flatMap((e164) =>
    Array.from({ length: VARIATIONS }, (_, index) => {
      const changed = 1 + (index % 6);
      return e164.slice(0, -changed) + digits(changed);
    }),
  );
  const lengths = [...new Set(examples.map((e164) => e164.length))];
  const code = `+${util.getCountryCodeForRegion(country)}`;
  const random = Array.from(
    { length: lengths.length === 0 ? 0 : RANDOM_NUMBERS },
    (_, index) => code + digits((lengths[index % lengths.length] as number) - code.length),
  );
  return [...examples, ...varied, ...random];
}

interface Reading {
  valid: boolean;
  type: string | null;
  country: string | null;
}

function readByGoogle(e164: string): Reading | null {
  try {
    const number = util.parse(e164);
    const valid = util.isValidNumber(number);
    const type = TYPES.find(([, value]) => value === util.getNumberType(number))?.[0] ?? null;
    return { valid, type, country: valid ? (util.getRegionCodeForNumber(number) ?? null) : null };
  } catch {
    return null;
  }
}

function readByUs(e164: string): (Reading & { number: PhoneNumber }) | null {
  try {
    const number = parsePhoneNumber(e164);
    const { valid, planType: type, country } = number;
    return { number, valid, type, country: valid ? country : null };
  } catch {
    return null;
  }
}

const offsetsOf = new Map<string, string>();

/** UTC offsets of a zone in the middle of a northern winter and summer. */
function offsets(zone: string): string {
  const known = offsetsOf.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour12: false,
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const shown = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)].map((time) => format.format(time));
  offsetsOf.set(zone, shown.join());
  return shown.join();
}

const zonesOf = new Map<string, string[]>(
  getCountries().map((country) => {
    const locale = new Intl.Locale('und', { region: country });
    const { getTimeZones } = locale as Intl.Locale & { getTimeZones(): string[] };
    return [country, (getTimeZones.call(locale) ?? []).map(offsets)];
  }),
);

const counts = new Map<string, { same: number; all: number; regions: Map<string, number> }>();
function tally(name: string, region: string, isSame: boolean): void {
  const count = counts.get(name) ?? { same: 0, all: 0, regions: new Map() };
  count.all++;
  if (isSame) count.same++;
  else count.regions.set(region, (count.regions.get(region) ?? 0) + 1);
  counts.set(name, count);
}

/** In percent, over all regions together; the head of this file explains the differences left. */
const GOALS: Readonly<Record<string, number>> = {
  'read at all': 100,
  valid: 99.5,
  type: 99.5,
  country: 100,
  'time zones kept in the country': 100,
};

function compareRegions(): void {
  const digits = randomDigits(0x2545_f491);
  for (const region of getCountries()) {
    for (const e164 of numbersOf(region, digits)) {
      const [ours, theirs] = [readByUs(e164), readByGoogle(e164)];
      if (!ours || !theirs) {
        tally('read at all', region, !ours === !theirs);
        continue;
      }
      tally('valid', region, ours.valid === theirs.valid);
      if (!ours.valid || !theirs.valid) continue;
      tally('type', region, ours.type === theirs.type);
      tally('country', region, ours.country === theirs.country);
      const plan = numberPlan.ask(ours.number, world) as { timezones: string[] };
      if (ours.country === null) continue;
      const known = zonesOf.get(ours.country) ?? [];
      // CLDR has no zone for Ascension, Tristan da Cunha and Kosovo.
      if (known.length === 0) continue;
      const isInCountry = plan.timezones.every((zone) => known.includes(offsets(zone)));
      tally(
        'time zones kept in the country',
        ours.country,
        isInCountry && plan.timezones.length > 0,
      );
    }
  }
}

function measureForms(sample: Sample): void {
  const [read, refused] = [sample.tally(), sample.tally()];
  for (const { row } of sample.rows) {
    const [country = '', e164, ...text] = row.split('|');
    const written = unescaped(text.join('|'));
    const found = orNull(() => parsePhoneNumber(written, country as CountryCode));
    if (e164 === '-') refused.mark(found === null, `${row} is ${found?.e164}`);
    else read.mark(found?.e164 === e164, `${row} is ${found?.e164 ?? 'refused'}`);
  }
  read.share('written forms of numbers', 92);
  refused.share('texts that are no number refused', 92);
}

export function measurePhone(areas: Areas): void {
  for (const sample of samplesOf(areas, 'phones')) measureForms(sample);
  compareRegions();
  for (const [name, { same, all, regions }] of counts) {
    areas.share(`phone regions, not used, ${name}`, same, all, { atLeast: GOALS[name] as number });
    const worst = [...regions].sort(([, a], [, b]) => b - a);
    if (worst.length > 0)
      areas.detail(`${name}: ${worst.map(([region, count]) => `${region} ${count}`).join(', ')}`);
  }
}

if (import.meta.main) await runAlone(measurePhone);
