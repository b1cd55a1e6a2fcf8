import { readFileSync } from 'node:fs';
import {
  continents,
  countries,
  getCountryData,
  languages,
  type TCountryCode,
} from 'countries-list';
import { currencies } from 'countries-list/currencies';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { Reader } from 'mmdb-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseCountry } from '../../scripts/data/addresses/choose-country.ts';
import { classifyNetwork } from '../../scripts/data/addresses/classify-network.ts';
import { joinSteps } from '../../scripts/data/addresses/join-steps.ts';
import { KNOWN_NETWORKS } from '../../scripts/data/addresses/known-networks.ts';
import { NAME_RULES } from '../../scripts/data/addresses/name-rules.ts';
import { NAMED_HOSTS } from '../../scripts/data/addresses/named-hosts.ts';
import { nameKey } from '../../scripts/data/addresses/named-networks.ts';
import type { NetworkCensus } from '../../scripts/data/addresses/network-census.ts';
import { spreadOf } from '../../scripts/data/addresses/network-spread.ts';
import { holderName, readRanges } from '../../scripts/data/addresses/read-ranges.ts';
import registeredNames from '../../scripts/data/addresses/registered-names.json' with {
  type: 'json',
};
import { sourceFiles } from '../../scripts/data/addresses/source-files.ts';
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import {
  type IpAddress,
  ipv4Address,
  ipv6Address,
  parseIpAddress,
} from '../../src/domain/ip/address.ts';
import { COUNTRIES, presentZoneName } from '../../src/domain/place/countries.ts';
import { countryFacts } from '../../src/domain/place/country-facts.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { cityUnavailableReason } from '../../src/open-data/ip/location.ts';
import { ADDRESS_POINTER_KEY, addressPointer } from '../../src/open-data/ip/pointers.ts';
import { ACCESS_NETWORKS, HOSTING_NETWORKS } from '../products/ip/labelled-networks.ts';

const SEED = 20_260_617;
const SAMPLES = 400;

/** Mulberry32: the same addresses in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return (value ^ (value >>> 14)) >>> 0;
  };
}

interface Range {
  first: bigint;
  last: bigint;
  rest: string;
}

function rangesOf(file: string): Range[] {
  const ranges = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [, first = '', last = '', rest = ''] = /^(\d+),(\d+),(.*)$/.exec(line) ?? [];
      return { first: BigInt(first), last: BigInt(last), rest };
    });
  return ranges.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
}

/**
 * The source's own answer by the plainest means: of all rows that hold the address, the one that
 * starts last. Rows are in the order in which they start; what starts later is passed over.
 */
function scan(ranges: readonly Range[], value: bigint): string | undefined {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[middle] as Range).first <= value) from = middle + 1;
    else to = middle;
  }
  for (let at = from - 1; at >= 0; at--) {
    const { last, rest } = ranges[at] as Range;
    if (value <= last) return rest;
  }
  return undefined;
}

const numberOf = ({ words }: IpAddress) =>
  words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);

const files = sourceFiles();
const table = openAddressTable({
  blobs: directoryBlobs('compiled'),
  clock: { now: () => Date.now() },
  feeds: [],
  background: () => undefined,
});

describe.each(['v4', 'v6'] as const)(`the compiled table of %s (seed ${SEED})`, (version) => {
  let networks: Range[];
  let countriesOf: Range[];
  let addresses: IpAddress[];
  const located = new Reader(readFileSync(files.city[version]));

  beforeAll(() => {
    networks = rangesOf(files.asn[version]);
    countriesOf = rangesOf(files.country[version]);
    const random = randomNumbers(SEED);
    const edges = Array.from(
      { length: SAMPLES },
      () => networks[random() % networks.length] as Range,
    ).flatMap(({ first, last }) => [first, last]);
    const anywhere = Array.from({ length: version === 'v4' ? SAMPLES : 0 }, () => BigInt(random()));
    const fromNumber = (value: bigint) =>
      version === 'v4'
        ? ipv4Address(Number(value))
        : ipv6Address(
            [
              value >> 96n,
              (value >> 64n) & 0xffff_ffffn,
              (value >> 32n) & 0xffff_ffffn,
              value & 0xffff_ffffn,
            ].map(Number),
          );
    addresses = [...edges, ...anywhere].map(fromNumber);
  });

  it('answers as its sources do', async () => {
    for (const address of addresses) {
      const row = await table.find(address);
      const network = scan(networks, numberOf(address));
      const comma = network?.indexOf(',') ?? 0;
      expect([row.asn, row.asnName], address.text).toEqual(
        network === undefined
          ? [null, null]
          : [Number(network.slice(0, comma)), holderName(network.slice(comma + 1)) || null],
      );
      const record = located.get(address.text) as unknown as { country_code: string } | null;
      const registered = scan(countriesOf, numberOf(address)) ?? null;
      expect([registered, record?.country_code], address.text).toContain(row.countryCode);
      if (row.countryCode !== null) expect(row.registeredCountry, address.text).toBe(registered);
      if (row.asn === null) expect(row.countryCode, address.text).toBe(registered);
    }
  });

  it('claims no city that its source does not', async () => {
    let cities = 0;
    for (const address of addresses) {
      const row = await table.find(address);
      if (row.city === null) continue;
      cities++;
      const record = located.get(address.text) as unknown as {
        city: string;
        country_code: string;
        latitude: number;
        longitude: number;
      };
      expect(record.city, address.text).toBe(
        row.district === null ? row.city : `${row.city} (${row.district})`,
      );
      expect(row.countryCode).toBe(record.country_code);
      expect(Math.abs((row.latitude as number) - record.latitude)).toBeLessThanOrEqual(0.31);
      expect(Math.abs((row.longitude as number) - record.longitude)).toBeLessThanOrEqual(0.31);
      expect(
        cityUnavailableReason(row.asn === null ? null : { class: row.asnClass }, row.countryCode),
      ).toBe(null);
    }
    expect(cities).toBeGreaterThan(SAMPLES / 4);
  });
});

describe('labelled networks', () => {
  const firstAddresses = new Map<number, IpAddress>();
  beforeAll(() => {
    for (const { first, rest } of rangesOf(files.asn.v4)) {
      const asn = Number(rest.slice(0, rest.indexOf(',')));
      if (!firstAddresses.has(asn)) firstAddresses.set(asn, ipv4Address(Number(first)));
    }
  });
  const classOf = async (asn: number) => {
    const address = firstAddresses.get(asn);
    return address && (await table.find(address)).asnClass;
  };

  it('are hundreds', () => {
    expect(HOSTING_NETWORKS.length).toBeGreaterThanOrEqual(150);
    expect(ACCESS_NETWORKS.length).toBeGreaterThanOrEqual(150);
    const all = [...HOSTING_NETWORKS, ...ACCESS_NETWORKS];
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(HOSTING_NETWORKS)('AS%i rents out servers', async (asn) => {
    expect(['hosting', 'vpn', 'platform', undefined]).toContain(await classOf(asn));
  });

  it.each(ACCESS_NETWORKS)('AS%i connects people', async (asn) => {
    expect(['isp', 'mobile', undefined]).toContain(await classOf(asn));
  });

  it('are nearly all announced', () => {
    const all = [...HOSTING_NETWORKS, ...ACCESS_NETWORKS];
    const announced = all.filter((asn) => firstAddresses.has(asn));
    expect(announced.length / all.length).toBeGreaterThan(0.95);
  });
});

describe('the country of an address', () => {
  const swiss = { class: 'isp', homes: new Set(['CH']), addresses: 4096 } as const;
  const cdn = { class: 'cdn', homes: new Set(['US', 'CA']), addresses: 4096 } as const;
  const vpn = { class: 'vpn', homes: new Set(['US']), addresses: 4096 } as const;
  const host = { class: 'hosting', homes: new Set(['CH']), addresses: 4096 } as const;
  const carrier = { class: 'transit', homes: new Set(['DE']), addresses: 4096 } as const;
  const unknown = { ...host, class: null } as const;
  it.each([
    ['both agree', 'DE', 'DE', swiss, 'DE'],
    ['DB-IP names a home', 'DE', 'CH', swiss, 'CH'],
    ['the registries name a home', 'CH', 'DE', swiss, 'CH'],
    ['neither names a home of a line', 'FR', 'DE', swiss, 'FR'],
    ['neither names a home of a host', 'FR', 'DE', host, 'DE'],
    ['neither names a home of a network of no known kind', 'FR', 'DE', unknown, 'DE'],
    ['DB-IP names a home of a carrier', 'FR', 'DE', carrier, 'DE'],
    ['only DB-IP knows', null, 'DE', swiss, 'DE'],
    ['only the registries know', 'DE', null, swiss, 'DE'],
    ['nobody announces it', 'DE', 'CH', null, 'DE'],
    ['anycast between two homes', 'US', 'CA', cdn, 'US'],
    ['anycast delegated elsewhere', 'SE', 'US', cdn, 'SE'],
    ['a VPN exit answers elsewhere', 'SE', 'BR', vpn, 'BR'],
    ['a VPN exit answers outside its home', 'US', 'BR', vpn, 'BR'],
    ['anycast met somewhere', 'IE', 'BR', cdn, 'IE'],
  ])('when %s', (_, registered, located, network, country) => {
    expect(chooseCountry(registered, located, network, null)).toBe(country);
  });

  it.each([
    ['a host', 'FR', 'DE', host, 'FR'],
    ['a network of no known kind', 'FR', 'DE', unknown, 'FR'],
    ['a carrier', 'FR', 'DE', carrier, 'FR'],
    ['a line, at home', 'DE', 'CH', swiss, 'CH'],
    ['a VPN exit at home', 'US', 'BR', vpn, 'BR'],
  ])(
    'where the registries speak of a part of the range of %s',
    (_, registered, located, network, country) => {
      expect(chooseCountry(registered, located, network, 'registries')).toBe(country);
    },
  );

  it.each([
    ['a host, abroad', 'CH', 'DE', host, 'DE'],
    ['a network of no known kind, abroad', 'CH', 'DE', unknown, 'DE'],
    ['a cloud, abroad', 'CH', 'DE', { ...host, addresses: 2 ** 21 }, 'CH'],
    ['a line, abroad', 'CH', 'DE', swiss, 'CH'],
  ])(
    "where DB-IP speaks of a part of the registries' range of %s",
    (_, registered, located, network, country) => {
      expect(chooseCountry(registered, located, network, 'located')).toBe(country);
    },
  );

  it('compares the sizes of ranges', () => {
    const steps = (starts: number[]) => ({ starts, values: starts.map(String) });
    const parts: [number, number][] = [];
    joinSteps(
      [steps([0]), steps([0, 10, 20]), steps([0, 15, 20])],
      (start, a, b, c, next, order) => {
        expect([a, b, c]).toEqual([
          '0',
          String(start - (start % 10)),
          String(start < 15 ? 0 : start - (start % 5)),
        ]);
        expect(next).toBe([10, 15, 20, undefined][parts.length]);
        parts.push([start, order]);
      },
    );
    expect(parts).toEqual([
      [0, -1],
      [10, -1],
      [15, 1],
      [20, 0],
    ]);
  });
});

describe('the spread of a network', () => {
  const census = (
    located: Record<string, number>,
    rest: Partial<NetworkCensus> = {},
  ): NetworkCensus => ({
    ranges: 100,
    size: Object.values(located).reduce((sum, size) => sum + size, 0),
    registered: new Map(Object.entries({ US: 1, NL: 1 })),
    located: new Map(Object.entries(located)),
    towns: new Map(),
    abroad: 0,
    ...rest,
  });
  const many = { US: 300, DE: 200, NL: 200, JP: 200, BR: 100 };
  const towns = (...sizes: number[]) => ({
    towns: new Map(sizes.map((size, town) => [String(town), size])),
  });
  const SEVEN = [100, 100, 100, 100, 100, 100, 100];
  it.each([
    ['one country', census({ US: 1_000 }), null, 'local'],
    ['three countries', census({ US: 600, DE: 300, NL: 100 }), null, 'strewn'],
    ['five countries', census(many), null, 'widely_strewn'],
    ['large blocks in five countries', census(many, { ranges: 0 }), null, 'local'],
    [
      'blocks of its own in five',
      census(many, { registered: new Map([['US', 1]]) }),
      null,
      'local',
    ],
    ['blocks mostly abroad', census({ US: 1_000 }, { abroad: 501 }), null, 'strewn'],
    ['blocks half at home', census({ US: 1_000 }, { abroad: 500 }), null, 'local'],
    ['IPv6 in five countries', null, census(many), 'strewn'],
    ['IPv6 abroad, IPv4 at home', census({ US: 2_000 }), census(many), 'local'],
    ['eight towns of one country', census({ US: 900 }, towns(200, ...SEVEN)), null, 'regional'],
    ['seven towns of one country', census({ US: 700 }, towns(...SEVEN)), null, 'local'],
    ['two towns of one country', census({ US: 900 }, towns(500, 400)), null, 'local'],
    ['nearly all in one town', census({ US: 2_700 }, towns(2_000, ...SEVEN)), null, 'local'],
    ['towns of two countries', census({ US: 800, CA: 100 }, towns(200, ...SEVEN)), null, 'local'],
    ['nothing', null, null, 'local'],
  ])('%s', (_, v4, v6, spread) => {
    expect(spreadOf(v4, v6)).toBe(spread);
  });

  it('speaks where the name is silent, and against a claim of access when it is wide', () => {
    const of = (name: string, spread: Parameters<typeof classifyNetwork>[2]) =>
      classifyNetwork(64_496, name, spread).class;
    expect(of('Quux', 'local')).toBeNull();
    expect(of('Quux', 'strewn')).toBe('hosting');
    expect(of('Quux Telecom', 'strewn')).toBe('isp');
    expect(of('Quux Telecom', 'widely_strewn')).toBe('hosting');
    expect(of('University of Quux', 'widely_strewn')).toBe('education');
    expect(of('Telia Quux', 'widely_strewn')).toBe('isp');
    expect(of('Quux', 'regional')).toBe('isp');
    expect(of('Quux Hosting', 'regional')).toBe('hosting');
    expect(of('Bank of Quux', 'regional')).toBe('business');
  });

  it.each([
    ['Quux Hospedagem LTDA', 'hosting'],
    ['Rechenzentrum Quux GmbH', 'hosting'],
    ['Quux Compute LLC', 'hosting'],
    ['Stadtwerke Quux GmbH', 'isp'],
    ['QUUXFIBRA LTDA', 'isp'],
    ['Quuxtel LLC', 'isp'],
    ['Quuxlink SRL', 'isp'],
    ['QUUX INFOCOM PRIVATE LIMITED', 'isp'],
    ['Quux Svyaz Ltd', 'isp'],
    ['Institute of Quux', 'education'],
    ['Quux Public Library', 'education'],
    ['Quux County', 'government'],
    ['Pemerintah Kabupaten Quux', 'government'],
    ['Gemeente Quux', 'government'],
    ['Quux Credit Union', 'business'],
    ['Hotel Quux', 'business'],
    ['Quux Securities LLP', 'business'],
    ['Quux Software Ltd', 'business'],
    ['Quux Bulut Bilisim A.S.', 'hosting'],
    ['PT Awan Quux', 'hosting'],
    ['Quux Computacao em Nuvem LTDA', 'hosting'],
    ['Association Quux-Heberg', 'hosting'],
    ['Servicos de Hospedagem na Internet Quux', 'hosting'],
    ['Quux Tietokeskus Oy', 'hosting'],
    ['Quux datova centra, s.r.o.', 'hosting'],
    ['Guangzhou Quuxyun Information Technology Co., Ltd.', 'hosting'],
    ['Quuxyun Zhang', null],
    ['Quux Oyun Ltd', null],
    ['QUUX-AS-AP - HUAWEI INTERNATIONAL PTE. LTD.', 'hosting'],
    ['Quux-AS Vivacom Bulgaria EAD', 'isp'],
    ['Quux - Vivacom', 'isp'],
    ['Quux Vivacom', null],
    ['QuuxNode LLC', 'hosting'],
    ['Data-center Quux Ltd.', 'hosting'],
    ['Jan Quux trading as Colo Quux', 'hosting'],
    ['Quux Trading Ltd', 'business'],
    ['Jan Quux trading as Quux', null],
    ['Quux Bilisim Sanayi ve Ticaret A.S.', null],
    ['Internode Quux', null],
    ['Colorado Quux', null],
    ['Verizon Business', 'isp'],
    ['Quux Wireless LLC', 'isp'],
    ['Cable & Wireless Quux', 'isp'],
    ['Quux Cellular', 'mobile'],
    ['Quux Movil S.A.', 'mobile'],
    ['ORANGE BUSINESS SERVICES U.S. Inc.', 'isp'],
    ['Quux Solutions', null],
    ['Quux Group', null],
    ['Quux Federal Credit Union', 'business'],
    ['University of Quux Credit Union', 'business'],
    ['Federal Home Loan Bank of Quux', 'business'],
    ['Federal Bureau of Quux', 'government'],
    ['Quux Ministries, Inc.', 'business'],
    ['Ministry of Quux', 'government'],
    ['PJSC Quuxsvyazbank', 'business'],
    ['Quuxer Wasserwerke GmbH', null],
    ['Quux & Hostetler, LLP', 'business'],
    ['Quux Host Hotels, L.P.', 'business'],
    ['Quux of Connecticut, Inc', null],
    ['Mobile Medical Response Inc', 'business'],
    ['Cipherkey Exchange Corp.', 'isp'],
    ['LLC Hostmaster', 'infrastructure'],
    ['FIBERHOST S.A.', 'isp'],
    ['AFRIHOST SP (PTY) LTD', 'isp'],
    ['Ambit Microsystem Corporation', 'mobile'],
    ['GONET', 'government'],
    ['NOMINET-AS-AP - NOMINET UK', 'infrastructure'],
    ['AFNIC (Association Francaise pour le Nommage Internet en Cooperation)', 'infrastructure'],
    ['CIRA Canadian Internet Registration Authority Autorit Canadienne', 'infrastructure'],
    ['African Network Information Center - ( AfriNIC Ltd. )', 'infrastructure'],
    ['DENIC eG', 'infrastructure'],
    ['EURid vzw', 'infrastructure'],
    ['Internet Association of Australia Inc.', 'infrastructure'],
  ] as const)('%s', (name, kind) => {
    expect(classifyNetwork(64_496, name, 'local').class).toBe(kind);
  });
});

describe('the compiler', () => {
  it('lets the more specific of overlapping ranges win, and returns to the wider one', () => {
    const file = new URL('overlapping-ranges.csv', import.meta.url).pathname;
    const { starts, values } = readRanges(
      file,
      Number,
      (key) => key + 1,
      (rest) => rest,
    );
    expect(starts.map((start, position) => [start, values[position]])).toEqual([
      [0, null],
      [10, 'outer'],
      [20, 'inner'],
      [30, 'innermost'],
      [36, 'inner'],
      [41, 'outer'],
      [101, null],
      [200, 'narrow'],
      [206, 'wide'],
      [301, null],
    ]);
  });

  const registeredNetworks: [asn: number, name: string][] = [];
  beforeAll(() => {
    const names = new Map(
      rangesOf(files.asn.v4).map(({ rest }) => {
        const comma = rest.indexOf(',');
        return [Number(rest.slice(0, comma)), holderName(rest.slice(comma + 1))];
      }),
    );
    registeredNetworks.push(...names);
  });

  it.each([
    ['"RIPE Network Coordination Centre"', ''],
    ['-Reserved AS-', ''],
    ['CNNIC member', ''],
    ['CNNIC ASN block', ''],
    ['AS137145-64 - IRINN AS-BLOCK', ''],
    ['AS151284-69 - China Internet Network Information Center', ''],
    ['VNNIC-4byte-ASBLOCK-AP', ''],
    ['Reseaux IP Europeens Network Coordination Centre (RIPE NCC)', null],
    ['AS274879 - DYNAMIC NETWORKS SOLUTIONS SAS ZOMAC', null],
    ['CNNIC', null],
  ])('reads the holder in %s', (field, name) => {
    expect(holderName(field)).toBe(name ?? field);
  });

  it('knows root servers and registries as infrastructure', async () => {
    for (const address of ['170.247.170.2', '192.203.230.10', '198.97.190.53', '202.12.27.33'])
      expect((await table.find(parseIpAddress(address))).asnClass, address).toBe('infrastructure');
  });

  it('knows only networks that its sources still register to the named operator', () => {
    const names = new Map(registeredNetworks);
    for (const { asns, name, operator } of KNOWN_NETWORKS) {
      for (const asn of asns) if (names.has(asn)) expect(names.get(asn), operator).toMatch(name);
    }
    const all = KNOWN_NETWORKS.flatMap(({ asns }) => asns);
    expect(new Set(all).size).toBe(all.length);
  });

  it('has no soft hyphens and double spaces of its sources in names', () => {
    expect(registeredNetworks.filter(([, name]) => /[\u00ad\u00a0]|\s{2}/.test(name))).toEqual([]);
  });

  it('lists only hosts of which the words in their names do not tell it', () => {
    const listed = registeredNetworks.filter(
      ([asn, name]) => classifyNetwork(asn, name, 'local').rule === 'name:listed',
    );
    const needless = NAMED_HOSTS.split(';').filter((host) => {
      const start = nameKey(host);
      const named = listed.filter(([, name]) => nameKey(name).startsWith(start));
      const isTold = (name: string) =>
        NAME_RULES.find(({ pattern }) => pattern.test(name))?.class === 'hosting';
      return named.length > 0 && named.every(([, name]) => isTold(name));
    });
    expect(needless).toEqual([]);
  });

  it('leaves a pointer that its reader accepts', () => {
    expect(
      addressPointer
        .parse(JSON.parse(readFileSync(`compiled/${ADDRESS_POINTER_KEY}`, 'utf8')))
        .sources.map(({ feed }) => feed),
    ).toEqual(['asn', 'country', 'city']);
  });
});

describe('the table of countries', () => {
  it('is that of countries-list', () => {
    const own = [...COUNTRIES.values()].map(({ code, name, continentCode, continent }) => [
      code,
      name,
      continentCode,
      continent,
    ]);
    const theirs = Object.entries(countries).map(([code, { name, continent: listed }]) => {
      // M49 of the United Nations has it in Eastern Europe.
      const continent = code === 'RU' ? 'EU' : listed;
      return [code, name, continent, continents[continent]];
    });
    expect(own.sort()).toEqual(theirs.sort());
  });

  it('says of each what countries-list and the numbering plans do', () => {
    const FUNDS = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'CUC'];
    for (const [code, theirs] of Object.entries(countries)) {
      const own = countryFacts(code);
      expect(own, code).toMatchObject({
        alpha3: getCountryData(code as TCountryCode).iso3,
        capital: theirs.capital || null,
        callingCode: isSupportedCountry(code)
          ? getCountryCallingCode(code)
          : String(theirs.phone[0]),
        currencies: theirs.currency
          .filter((currency) => !FUNDS.includes(currency))
          .map((currency) => ({
            code: currency,
            name: currencies[currency as keyof typeof currencies].name,
            symbol: currencies[currency as keyof typeof currencies].symbol,
          })),
        languages: theirs.languages.map((language) => ({
          code: language,
          name: languages[language].name,
        })),
      });
    }
    expect(countryFacts('ZZ')).toBeNull();
    const members = Object.keys(countries).filter((code) => countryFacts(code)?.isInEu);
    expect(members).toHaveLength(27);
  });

  it('knows every country the table names', () => {
    for (const { rest } of rangesOf(files.country.v4)) expect(COUNTRIES.has(rest), rest).toBe(true);
  });

  it('names zones that exist', () => {
    for (const { soleTimezone } of COUNTRIES.values()) {
      if (soleTimezone === null) continue;
      expect(() => new Intl.DateTimeFormat('en', { timeZone: soleTimezone })).not.toThrow();
      // As in the numbering plan: a zone has one name everywhere.
      expect(presentZoneName(soleTimezone)).toBe(soleTimezone);
    }
  });
});

describe('names by which operators are known', () => {
  const registered = new Set(
    [...rangesOf(files.asn.v4), ...rangesOf(files.asn.v6)].map(({ rest }) =>
      nameKey(holderName(rest.slice(rest.indexOf(',') + 1))),
    ),
  );
  const names = Object.entries(registeredNames).flatMap(([networkClass, of]) =>
    of.map((name) => ({ name, networkClass })),
  );

  it('are of networks that announce addresses, each once', () => {
    expect(names.map(({ name }) => name).filter((name) => !registered.has(name))).toEqual([]);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it('tell a class before words in them do, and only as a whole', () => {
    const classOf = (name: string) => classifyNetwork(0, name, 'local').class;
    expect(classOf('Telegram Messenger Inc')).toBe('platform');
    expect(classOf('Telegram Messenger Inc of Elsewhere')).toBe('isp');
    expect(classOf('JPMorgan Chase & Co.')).toBe('business');
  });
});
