// Share of empty leaves (null, UNKNOWN or N/A) in each answer's sections, in an empty installation:
// compiled tables, no feeds, records or network. Measures phone, phone-spam and ip for 200 inputs
// of all kinds and for 200 drawn at random, other products for the examples of the registry. Run
// `npm run data` first, then node bench/truth/thin.ts
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import google from 'google-libphonenumber';
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import { ipv4Address, ipv6Address } from '../../src/domain/ip/address.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { presentSections } from '../../src/lookup/pipeline/answer.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import type { World } from '../../src/lookup/world.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { families, products } from '../../src/products/index.ts';
import { openPhoneTables } from '../support/phone-tables.ts';
import { type Areas, runAlone } from './areas.ts';

const refuse = () => {
  throw new ApiError('SERVICE_UNAVAILABLE', 'no network');
};
const clock = { now: () => Date.now() };
const world = {
  ...openPhoneTables(),
  clock,
  shippedTables: 'bench',
  outbound: {
    settings: { dohUrl: '', vars: new Map(), fetchAllowHosts: [] },
    rateLimiter: { acquire: refuse },
  },
  addresses: openAddressTable({
    blobs: directoryBlobs('compiled'),
    clock,
    feeds: [],
    background: () => {},
  }),
  records: {
    has: () => false,
    covers: () => false,
    version: () => '',
    find: refuse,
    findFirst: refuse,
    reportsNear: refuse,
    page: refuse,
  },
} as unknown as World;
const metrics = { count: () => undefined };
type Product = (typeof products)[number];

const ports = { world, metrics, breakers: createBreakers(), organizationId: 'bench' };

/** Every leaf. An empty list is an answer: there is none. */
function leaves(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [value];
  if (Array.isArray(value)) return value.length === 0 ? [value] : value.flatMap(leaves);
  return Object.values(value).flatMap(leaves);
}

const isThin = (leaf: unknown): boolean =>
  leaf === null || /^(?:unknown|n\/a)$/i.test(String(leaf));

const thinFields = new Map<string, number>();

/** Counts how often each field of a product is empty. */
function countThinFields(path: string, value: unknown): void {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) countThinFields(`${path}.${name}`, part);
    return;
  }
  if (!Array.isArray(value) && isThin(value)) thinFields.set(path, (thinFields.get(path) ?? 0) + 1);
}

/** Null when a product needs a source that an empty installation lacks. */
async function thinShare(product: Product, body: Record<string, unknown>) {
  const input: unknown = product.input.parse(body);
  try {
    const { fact } = await resolveSources(product, input, ports, Promise.resolve()).answer;
    const context = { id: crypto.randomUUID(), foundAt: new Date().toISOString() };
    const conclusion: unknown = product.derive(fact, input, context);
    const { classification, insights } = presentSections(product, conclusion, input, context);
    const all = leaves([classification, insights]);
    countThinFields(product.path, { classification, insights });
    return { thin: all.filter(isThin).length, all: all.length };
  } catch {
    return null;
  }
}

/** Examples of all products in a family; each product is asked them all. */
const bodiesOf = (product: Product) => {
  const family = families.find(({ products: members }) => members.includes(product));
  const bodies = family?.products.map(({ example }) => JSON.stringify(example)) ?? [];
  return [...new Set(bodies)].map((body) => JSON.parse(body) as Record<string, unknown>);
};

const INPUTS = 200;

/** Fixed and mobile lines of every country, and as many more of the United States and Canada. */
function phoneNumbers(): string[] {
  const util = google.PhoneNumberUtil.getInstance();
  const { FIXED_LINE, MOBILE } = google.PhoneNumberType;
  const numbers = getCountries().flatMap((country) =>
    [FIXED_LINE, MOBILE].flatMap((type) => {
      const example = util.getExampleNumberForType(country, type);
      return example ? [util.format(example, google.PhoneNumberFormat.E164)] : [];
    }),
  );
  const abroad = numbers.filter((number) => !number.startsWith('+1'));
  const american = Array.from(
    { length: INPUTS },
    (_, index) => `+1${AREA_CODES[index % AREA_CODES.length]}${2_420_137 + index * 4_021}`,
  );
  return [...spread(abroad, INPUTS / 2), ...spread(american, INPUTS / 2)];
}

const AREA_CODES = [212, 415, 305, 713, 312, 206, 617, 404, 602, 303, 416, 604, 514, 808, 907, 501];

/** Picks `count` items of a list at equal distances. */
const spread = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)] as T);

/** Announced addresses: one of every kind of range, four of five IPv4. */
function ipAddresses(): string[] {
  const starts = (version: 4 | 6) =>
    readFileSync(join(dirname(require.resolve(ASN)), `asn-ipv${version}-num.csv`), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(0, line.indexOf(',')));
  const v4 = spread(starts(4), (INPUTS * 4) / 5).map((start) => ipv4Address(Number(start) + 1));
  const v6 = spread(starts(6), INPUTS / 5).map((start) => {
    const key = BigInt(start);
    return ipv6Address([96n, 64n, 32n, 0n].map((bits) => Number((key >> bits) & 0xffff_ffffn)));
  });
  return [...v4, ...v6].map(({ text }) => text);
}

/** Xorshift with a fixed seed, equal in every run. */
function createDraw(): (below: number) => number {
  let state = 0x2545_f491;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

/** Random valid numbers: a country is drawn, then the digits; every second number is American. */
function randomNumbers(): string[] {
  const draw = createDraw();
  const countries = getCountries();
  const drawn: string[] = [];
  while (drawn.length < INPUTS) {
    const isAmerican = drawn.length % 2 === 0;
    const code = getCountryCallingCode(countries[draw(countries.length)] ?? 'US');
    const length = isAmerican ? 10 : 7 + draw(5);
    const digits = Array.from({ length }, () => draw(10)).join('');
    const parsed = parsePhoneNumberFromString(`+${isAmerican ? '1' : code}${digits}`);
    const isWanted = parsed?.isValid() && (isAmerican || parsed.countryCallingCode !== '1');
    if (parsed && isWanted) drawn.push(parsed.number);
  }
  return drawn;
}

/** Random announced IPv4 addresses, all equally likely. */
async function randomAddresses(): Promise<string[]> {
  const draw = createDraw();
  const drawn: string[] = [];
  while (drawn.length < INPUTS) {
    const address = ipv4Address(draw(2 ** 32));
    if ((await world.addresses.find(address)).asn !== null) drawn.push(address.text);
  }
  return drawn;
}

const ASN = '@ip-location-db/asn/package.json';
const require = createRequire(import.meta.url);

interface Varied {
  what: string;
  bodies(): Promise<Record<string, unknown>[]>;
}

const spreadNumbers: Varied = {
  what: `${INPUTS} inputs, not used`,
  bodies: async () => phoneNumbers().map((phone_number) => ({ phone_number })),
};
const drawnNumbers: Varied = {
  what: `${INPUTS} drawn, held out`,
  bodies: async () => randomNumbers().map((phone_number) => ({ phone_number })),
};
const spreadAddresses: Varied = {
  what: `${INPUTS} inputs, not used`,
  bodies: async () => ipAddresses().map((ip) => ({ ip })),
};
const drawnAddresses: Varied = {
  what: `${INPUTS} drawn, held out`,
  bodies: async () => (await randomAddresses()).map((ip) => ({ ip })),
};

/** Goals in percent of empty leaves, by product and sample. */
const VARIED: ReadonlyMap<string, readonly [goal: number, samples: readonly Varied[]]> = new Map([
  ['/phone', [20, [spreadNumbers, drawnNumbers]]],
  ['/phone-spam', [30, [spreadNumbers, drawnNumbers]]],
  ['/ip', [12, [spreadAddresses, drawnAddresses]]],
]);

async function measureVaried(areas: Areas, product: Product): Promise<void> {
  const [atMost, samples] = VARIED.get(product.path) ?? [0, []];
  for (const { what, bodies } of samples) {
    const total = { thin: 0, all: 0 };
    for (const body of await bodies()) {
      const share = await thinShare(product, body);
      total.thin += share?.thin ?? 0;
      total.all += share?.all ?? 0;
    }
    const name = `null or UNKNOWN fields, ${product.path}, ${what}`;
    areas.share(name, total.thin, total.all, { atMost });
    for (const [field, count] of [...thinFields].sort(([, a], [, b]) => b - a))
      areas.detail(`${what}: ${field}: ${count}`);
    thinFields.clear();
  }
}

async function measureExamples(areas: Areas, product: Product): Promise<void> {
  const total = { thin: 0, all: 0 };
  for (const body of bodiesOf(product)) {
    if (!product.input.safeParse(body).success) continue;
    const share = await thinShare(product, body);
    total.thin += share?.thin ?? 0;
    total.all += share?.all ?? 0;
    const shown = share ? `${share.thin} of ${share.all} fields` : 'not answered';
    areas.detail(`${product.path.padEnd(28)} ${JSON.stringify(body).padEnd(36)} ${shown}`);
  }
  const name = `null or UNKNOWN fields, ${product.path}`;
  if (total.all > 0) areas.share(name, total.thin, total.all, null);
  else areas.missing(name, 'not answered without a network or records');
  thinFields.clear();
}

export async function measureThin(areas: Areas): Promise<void> {
  for (const product of products)
    await (VARIED.has(product.path) ? measureVaried : measureExamples)(areas, product);
}

if (import.meta.main) await runAlone(measureThin);
