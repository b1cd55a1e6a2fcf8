import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePhones } from '../../scripts/data/compile-phones.ts';
import type { ManifestEntry } from '../../scripts/data/manifest.ts';
import { encodePrefixTable } from '../../scripts/data/phones/encode-prefix-table.ts';
import {
  readNationalPrefixes,
  readTimezonePrefixes,
} from '../../scripts/data/phones/prefix-sources.ts';
import { COUNTRIES, presentZoneName } from '../../src/domain/place/countries.ts';
import { createBlockHolders } from '../../src/open-data/phone/block-holders.ts';
import {
  createNumberPlan,
  createPrefixTable,
  type NumberPlanTables,
  regionGroup,
  WORLD,
} from '../../src/open-data/phone/number-plan.ts';

let folder: string;
let manifest: ManifestEntry[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phone-tables-'));
  manifest = await compilePhones(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function bytesOf(name: string): Promise<ArrayBuffer> {
  const file = await readFile(join(folder, `phone/${name}.bin`));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
}

/** mulberry32: the same samples on every run of one seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function longestPrefix(prefixes: Map<string, string> | undefined, digits: string): string | null {
  for (let length = digits.length; length >= 0; length--) {
    const text = prefixes?.get(digits.slice(0, length));
    if (text !== undefined) return text;
  }
  return null;
}

const SAMPLES = 50_000;

describe.each([
  ['geocodes', () => readNationalPrefixes('geocodes')],
  ['carriers', () => readNationalPrefixes('carrier')],
  ['timezones', () => readTimezonePrefixes()],
])('%s', (name, readSource) => {
  it('gives what a plain longest-prefix search over the source gives', async () => {
    const seed = Date.now();
    const random = randomFrom(seed);
    const table = createPrefixTable(await bytesOf(name));
    const source = readSource();
    const groups = [...source].map(([group, prefixes]) => ({
      group,
      prefixes,
      keys: [...prefixes.keys()],
    }));
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const { group, prefixes, keys } = pick(groups);
      // Half start from a real prefix, cut or lengthened, so that boundaries are met; half are
      // random digits.
      const tail = String(Math.floor(random() * 1e12)).padStart(12, '0');
      const stem = random() < 0.5 ? pick(keys) : '';
      const digits = (stem.slice(0, stem.length - Math.floor(random() * 2)) + tail).slice(
        0,
        Math.floor(random() * 13),
      );
      const expected = longestPrefix(prefixes, digits);
      if (expected !== null) found++;
      expect(
        table.find(group, digits)?.split('\t')[0] ?? null,
        `seed ${seed}, +${group} ${digits}`,
      ).toBe(expected);
    }
    expect(found).toBeGreaterThan(SAMPLES / 10);
  });

  it('finds every prefix of the source', async () => {
    const table = createPrefixTable(await bytesOf(name));
    for (const [group, prefixes] of readSource()) {
      for (const [prefix, text] of prefixes) {
        if (table.find(group, prefix)?.split('\t')[0] !== text) expect.fail(`+${group} ${prefix}`);
      }
    }
  });
});

interface Holders {
  list: Record<string, [number, number, number, number, number, number][]>;
}

describe('block holders', () => {
  it('are those of the source, the first where a block is listed twice, nobody where it is shared', async () => {
    const holders = createBlockHolders(await bytesOf('block-holders'));
    const read = async (file: string) =>
      JSON.parse(await readFile(`node_modules/tel-carrier-db/${file}.json`, 'utf8'));
    const { list } = (await read('data')) as Holders;
    const { companies, types, cities, sts } = await read('meta');
    let shared = 0;
    for (const [areaCode, rows] of Object.entries(list)) {
      const seen = new Set<number>();
      for (const [exchange, city, , state, company, type] of rows) {
        if (exchange < 200 || seen.has(exchange)) continue;
        const found = holders.find(`${areaCode}${exchange}0000`);
        const name = companies[company];
        if (name === 'MULTIPLE OCN LISTING' || name === 'Unknown') {
          shared++;
          continue;
        }
        seen.add(exchange);
        const expected = {
          company: name,
          companyType: types[type],
          city: cities[city],
          state: sts[state],
          asOf: '2014-02',
        };
        if (JSON.stringify(found) !== JSON.stringify(expected))
          expect(found, `${areaCode} ${exchange}`).toEqual(expected);
      }
    }
    expect(shared).toBeGreaterThan(2_000);
  });

  it('are unknown outside the table', async () => {
    const holders = createBlockHolders(await bytesOf('block-holders'));
    for (const national of [
      '',
      '123',
      '1234567890',
      '4151234567',
      '8005551234',
      '4155552671x',
      '0000000000',
    ])
      expect(holders.find(national), national).toBeNull();
  });
});

it('the manifest describes the files', async () => {
  expect(manifest.map(({ file }) => file).sort()).toEqual(
    ['block-holders', 'carriers', 'countries', 'geocodes', 'timezones'].map(
      (name) => `phone/${name}.bin`,
    ),
  );
  for (const { file, sha256, rows } of manifest) {
    expect(
      createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
    ).toBe(sha256);
    expect(rows).toBeGreaterThan(200);
  }
});

it('refuses bytes that are no table', () => {
  expect(() => createPrefixTable(new ArrayBuffer(16))).toThrow();
  expect(() => createBlockHolders(new ArrayBuffer(16))).toThrow();
});

it('keeps every country in its own time zones, whatever zone its calling code is listed under', async () => {
  const [geocodes, carriers, timezones, countries] = await Promise.all(
    ['geocodes', 'carriers', 'timezones', 'countries'].map(bytesOf),
  );
  const plan = createNumberPlan({ geocodes, carriers, timezones, countries } as NumberPlanTables);
  for (const country of getCountries()) {
    const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & {
      getTimeZones(): string[] | undefined;
    };
    const own = (locale.getTimeZones() ?? []).map(presentZoneName);
    // CLDR has none for Ascension, Tristan da Cunha and Kosovo.
    if (own.length === 0) continue;
    const zones = plan.timezones(getCountryCallingCode(country), '', country);
    expect(zones.length, country).toBeGreaterThan(0);
    const sole = COUNTRIES.get(country)?.soleTimezone;
    for (const zone of zones) expect(sole ? [presentZoneName(sole)] : own, country).toContain(zone);
  }
});

it('settles the codes of a network by its name only where the list leaves one', async () => {
  const tables = await Promise.all(
    ['geocodes', 'carriers', 'timezones', 'countries'].map(async (name) => [
      name,
      await bytesOf(name),
    ]),
  );
  const plan = createNumberPlan(Object.fromEntries(tables) as NumberPlanTables);
  const list = JSON.parse(
    await readFile('node_modules/mcc-mnc-list/mcc-mnc-list.json', 'utf8'),
  ) as { countryCode: string; mcc: string; mnc: string; status: string; operator: string | null }[];
  let settled = 0;
  for (const country of ['US', 'CA']) {
    const rows = list.filter((row) => row.countryCode === country && row.status === 'Operational');
    for (const { operator } of rows) {
      const codes = operator === null ? null : plan.carrierCodes(country, operator.toUpperCase());
      if (operator === null || !codes?.mnc) continue;
      settled++;
      const same = rows.filter((row) => row.operator === operator);
      expect(
        same.map(({ mcc, mnc }) => [mcc, mnc]),
        operator,
      ).toEqual([[codes.mcc, codes.mnc]]);
    }
  }
  expect(settled).toBeGreaterThan(80);
  expect(plan.carrierCodes('US', 'Cellular South, Inc.')).toEqual({ mcc: '311', mnc: '230' });
  expect(plan.carrierCodes('US', 'AT&T Mobility')).toEqual({ mcc: null, mnc: null });
  // Numbers of internet telephony and paging are not those of a mobile network.
  for (const name of ['Telnyx LLC', 'TeleBEEPER of New Mexico', 'Pine Telephone Company', ''])
    expect(plan.carrierCodes('US', name), name).toBeNull();
  expect(plan.carrierCodes('GB', 'O2')).toBeNull();
});

it('prefers all zones of a country to a foreign one', () => {
  const empty = encodePrefixTable(new Map());
  const tables = {
    geocodes: empty,
    carriers: empty,
    timezones: encodePrefixTable(new Map([[WORLD, new Map([['970', 'Europe/Bucharest']])]])),
    countries: encodePrefixTable(
      new Map([[regionGroup('PS'), new Map([['', 'Asia/Gaza&Asia/Hebron\t425']])]]),
    ),
  };
  const opened = Object.fromEntries(
    Object.entries(tables).map(([name, { bytes }]) => [name, Uint8Array.from(bytes).buffer]),
  ) as unknown as NumberPlanTables;
  const zones = createNumberPlan(opened).timezones('970', '591234567', 'PS');
  expect(zones).toEqual(['Asia/Gaza', 'Asia/Hebron']);
});
