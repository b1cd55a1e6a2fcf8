// Reading and classifying phone numbers, against peers on equal numbers.
// Run: node bench/phone.ts
import { parsePhoneNumber as parseAwesome } from 'awesome-phonenumber';
import google from 'google-libphonenumber';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { parsePhoneNumber } from '../src/domain/phone/number.ts';
import { blockHolders } from '../src/open-data/phone/block-holders.ts';
import { numberPlan } from '../src/open-data/phone/number-plan.ts';
import { derivePhone } from '../src/products/phone/conclusion.ts';
import { openPhoneTables } from './support/phone-tables.ts';

const NUMBERS = 4_000;
const ROUNDS = 9;

/** Half North American numbers, half each country's example number with varied last four digits. */
function sampleNumbers(): string[] {
  const world = getCountries().flatMap(
    (country) => getExampleNumber(country, examples)?.number ?? [],
  );
  return Array.from({ length: NUMBERS }, (_, index) => {
    const tail = String((index * 7919) % 10_000).padStart(4, '0');
    if (index % 2 === 0)
      return `+1${['212736', '415555', '801360', '650253', '416392'][(index / 2) % 5]}${tail}`;
    return (world[index % world.length] as string).slice(0, -4) + tail;
  });
}

const openedAt = performance.now();
const world = openPhoneTables() as Parameters<typeof numberPlan.ask>[1];
const openMs = performance.now() - openedAt;

const googleUtil = google.PhoneNumberUtil.getInstance();
const ask = <Query, Fact>(source: { ask(query: Query, from: typeof world): Fact }, query: Query) =>
  source.ask(query, world) as Awaited<Fact>;

/**
 * Every contender determines country, validity and type. Only ours also reads place, zones, carrier
 * and block holder.
 */
const CONTENDERS: Record<string, (text: string) => unknown> = {
  'ours: read': (text) => parsePhoneNumber(text),
  'ours: read, all tables, profile': (text) => {
    const number = parsePhoneNumber(text);
    const fact = {
      plan: ask(numberPlan, number),
      holder: ask(blockHolders, number),
      records: null,
    };
    return derivePhone(fact, number);
  },
  'google-libphonenumber': (text) => {
    const number = googleUtil.parse(text, 'US');
    return [
      googleUtil.getRegionCodeForNumber(number),
      googleUtil.isValidNumber(number),
      googleUtil.getNumberType(number),
    ];
  },
  'awesome-phonenumber': (text) => {
    const number = parseAwesome(text, { regionCode: 'US' });
    return [number.regionCode, number.valid, number.valid && number.type];
  },
};

let kept = 0;

/** Nanoseconds per number. */
function round(classify: (text: string) => unknown, numbers: readonly string[]): number {
  const startedAt = performance.now();
  for (const number of numbers) if (classify(number)) kept++;
  return ((performance.now() - startedAt) * 1e6) / numbers.length;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const numbers = sampleNumbers();
const times = new Map(Object.keys(CONTENDERS).map((name) => [name, [] as number[]]));
for (const classify of Object.values(CONTENDERS)) round(classify, numbers);
// Contenders alternate within a round, so that other load slows all of them alike.
for (let turn = 0; turn < ROUNDS; turn++) {
  for (const [name, classify] of Object.entries(CONTENDERS))
    times.get(name)?.push(round(classify, numbers));
}

const ours = median(times.get('ours: read, all tables, profile') ?? []);
console.log(
  `phone: ${numbers.length} numbers, median of ${ROUNDS} alternating rounds, tables opened in ${openMs.toFixed(1)} ms`,
);
for (const [name, values] of times) {
  const ns = median(values);
  console.log(
    `${name.padEnd(34)} ${(ns / 1_000).toFixed(1).padStart(7)} µs/number  ${(ns / ours).toFixed(2)}× the time of ours with all tables`,
  );
}
if (kept === 0) throw new Error('nothing was classified');
