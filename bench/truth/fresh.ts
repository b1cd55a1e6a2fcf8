// Samples labelled before any rule ran on them, halved by a hash. Rules were mended with half A;
// half B ran once after that and was mended with later. Later samples have files of their own.
// Run: node bench/truth/fresh.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode } from 'libphonenumber-js/max';
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { parsePhoneNumber } from '../../src/domain/phone/number.ts';
import { foldCompanyName } from '../../src/domain/place/place-name.ts';
import { readStreetLine } from '../../src/domain/place/street-address.ts';
import { readUsAddress } from '../../src/domain/place/us-address.ts';
import { readPostAddress, readProfileAddress } from '../../src/domain/social/address.ts';
import { isAdvertiser } from '../../src/domain/social/advertiser-match.ts';
import {
  decoderOf,
  encodeText,
  headRows,
  sniffDialect,
  sniffEncoding,
} from '../../src/lib/csv-dialect.ts';
import { UnusableInput } from '../../src/lib/inputs.ts';
import { nearestProvider } from '../../src/open-data/mail/provider-typos.ts';
import {
  judge,
  type Measured,
  WHOIS_GOALS,
} from '../../test/products/web/domain-age/judge-whois.ts';
import { readSamples } from '../../test/products/web/domain-age/read-samples.ts';
import { type Areas, runAlone } from './areas.ts';
import { CSV_FILES } from './csv-files.ts';
import { type Half, halfOf, type Row, readRows, unescaped } from './halves.ts';

/** Name of the whole samples labelled from outside on that day. */
export const LOOK = 'of 27 November, read since';
/** Name of the whole samples labelled last from outside. */
export const OUTSIDE = 'last sample from outside, read since';

/** Null for a refused text. */
function orRefused<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Counts right answers and reports the mistakes. */
class Tally {
  right = 0;
  all = 0;
  readonly #areas: Areas;
  constructor(areas: Areas) {
    this.#areas = areas;
  }
  mark(isRight: boolean, row: string): void {
    this.all++;
    if (isRight) this.right++;
    else this.#areas.detail(row);
  }
  share(name: string, atLeast: number): void {
    if (this.all > 0) this.#areas.share(name, this.right, this.all, { atLeast });
  }
}

export function measureFullNames(areas: Areas, rows: readonly Row[], name: string): void {
  const tally = new Tally(areas);
  for (const { row } of rows) {
    const [full = '', first, last] = row.split('|');
    const split = splitFullName(full);
    tally.mark((split?.first ?? '') === first && (split?.last ?? '') === last, row);
  }
  tally.share(`person names, ${name}`, 92);
}

const NUMBERS = new Map([
  ['One', '1'],
  ['Two', '2'],
]);

/** Boxes, ships and military units are no property; refusing them is right. */
export function measureLines(areas: Areas, rows: readonly Row[], name: string): void {
  const [read, street, unit, city] = [areas, areas, areas, areas].map(
    (each) => new Tally(each),
  ) as [Tally, Tally, Tally, Tally];
  for (const { row } of rows) {
    const [line = '', written = '', wantedUnit, wantedCity = ''] = row.split('|');
    const figured = written.replace(/^(?:One|Two)\b/, (word) => NUMBERS.get(word) ?? word);
    const wanted = orRefused(() => readStreetLine(figured).street);
    const address = unescaped(line);
    const found = orRefused(() => readUsAddress({ address, city: null, state: null, zip: null }));
    read.mark((found === null) === (wanted === null), row);
    if (wanted === null) continue;
    street.mark(found?.street === wanted, row);
    unit.mark(found?.unit === wantedUnit, row);
    city.mark((found?.city ?? '') === wantedCity.toUpperCase(), row);
  }
  read.share(`addresses in a line, ${name}: read, boxes refused`, 95);
  street.share(`addresses in a line, ${name}: street`, 92);
  unit.share(`addresses in a line, ${name}: unit`, 85);
  city.share(`addresses in a line, ${name}: city`, 95);
}

export function measureCompanies(areas: Areas, rows: readonly Row[], name: string): void {
  const [forms, words, found, others] = Array.from({ length: 4 }, () => new Tally(areas)) as [
    Tally,
    Tally,
    Tally,
    Tally,
  ];
  for (const { section, row } of rows) {
    const [one = '', two = '', isTheirs, leadsTo] = row.split('|');
    const isFound = isAdvertiser(one, two, leadsTo || null);
    if (section.startsWith('forms')) forms.mark(foldCompanyName(one) === foldCompanyName(two), row);
    else if (section.startsWith('words'))
      words.mark(foldCompanyName(one) !== foldCompanyName(two), row);
    else if (isTheirs === 'yes') found.mark(isFound, row);
    else others.mark(!isFound, row);
  }
  forms.share(`legal forms, ${name}`, 85);
  words.share(`words of names that look like legal forms kept, ${name}`, 85);
  found.share(`advertisers found by brand, ${name}`, 90);
  others.share(`advertisers of others left out, ${name}`, 100);
}

export function named(address: string): string {
  const post = orRefused(() => readPostAddress(address));
  if (post) return `${post.platform}|post|${post.id}`;
  const profile = orRefused(() => readProfileAddress(address));
  return profile ? `${profile.platform}|profile|${profile.handle}` : 'none';
}

export function measureSocial(areas: Areas, rows: readonly Row[], name: string): void {
  const tally = new Tally(areas);
  for (const { row } of rows) {
    const [platform, kind, id, address = ''] = row.split('|');
    const wanted = kind === 'none' ? 'none' : `${platform}|${kind}|${id}`;
    tally.mark(named(address) === wanted, row);
  }
  tally.share(`addresses of posts and profiles, ${name}`, 97);
}

export function measureTypos(
  areas: Areas,
  half: Half,
  name: string,
  file = 'email-typos.txt',
  seed = '',
): void {
  const [found, real] = [new Tally(areas), new Tally(areas)];
  for (const { row } of readRows(file)) {
    const [meant = '', ...typed] = row.split(' ');
    for (const domain of typed.filter((each) => halfOf(each, seed) === half)) {
      const guess = nearestProvider(domain);
      const sure = guess?.certainty === 'known' ? guess.domain : null;
      if (meant === '-') real.mark(sure === null, domain);
      else found.mark(sure === meant, domain);
    }
  }
  found.share(`typo help where the domain takes mail, ${name}`, 85);
  real.share(`real mail domains left alone, ${name}`, 100);
}

/** Suggestions for a typed domain that takes no mail, of any certainty. */
function measureNearest(areas: Areas, half: Half, name: string, file: string, seed: string): void {
  const tally = new Tally(areas);
  for (const { row } of readRows(file)) {
    const [meant = '', ...typed] = row.split(' ');
    if (meant === '-') continue;
    for (const domain of typed.filter((each) => halfOf(each, seed) === half))
      tally.mark(nearestProvider(domain)?.domain === meant, domain);
  }
  tally.share(`typo help where the domain takes no mail, ${name}`, 85);
}

export function measurePhones(areas: Areas, rows: readonly Row[], name: string): void {
  const [read, refused] = [new Tally(areas), new Tally(areas)];
  for (const { row } of rows) {
    const [country = '', e164, ...text] = row.split('|');
    const written = unescaped(text.join('|'));
    const found = orRefused(() => parsePhoneNumber(written, country as CountryCode));
    if (e164 === '-') refused.mark(found === null, `${row} is ${found?.e164}`);
    else read.mark(found?.e164 === e164, `${row} is ${found?.e164 ?? 'refused'}`);
  }
  read.share(`written forms of numbers, ${name}`, 92);
  refused.share(`texts that are no number refused, ${name}`, 92);
}

/** Leaves out rows without text. */
const filled = (rows: readonly (readonly string[])[]): string =>
  JSON.stringify(rows.filter((row) => row.some((cell) => cell !== '')));

function measureFiles(areas: Areas, half: Half, name: string): void {
  const tally = new Tally(areas);
  for (const file of CSV_FILES.filter((each) => halfOf(each.name) === half)) {
    const bytes = encodeText(file.text, file.as ?? 'utf-8');
    const otherwise = file.as === 'windows-1252' ? file.as : 'utf-8';
    const text = decoderOf(sniffEncoding(bytes) ?? otherwise).decode(bytes);
    const rows = headRows(text, sniffDialect(text, true).separator, true);
    tally.mark(filled(rows) === filled(file.rows), file.name);
  }
  tally.share(`CSV dialects, 78 files, ${name}`, 97);
}

export function measureWhois(
  areas: Areas,
  file: string,
  half: Half | undefined,
  name: string,
  seed?: string,
): void {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const tallies = new Map<string, Tally>();
  for (const sample of readSamples(text).filter(
    ({ reply }) => !half || halfOf(reply, seed) === half,
  ))
    for (const [field, isRight] of Object.entries(judge(sample))) {
      const tally = tallies.get(field) ?? new Tally(areas);
      tallies.set(field, tally);
      tally.mark(isRight, `${field} of ${sample.server}`);
    }
  for (const [field, tally] of tallies)
    tally.share(`WHOIS replies, ${name}, ${field}`, WHOIS_GOALS[field as Measured]);
}

export function measureFresh(areas: Areas): void {
  for (const [half, name] of [
    ['A', 'fresh half A, used'],
    ['B', 'fresh half B, read since'],
  ] as const) {
    measureFullNames(areas, readRows('name-lines.txt', half), name);
    measureLines(areas, readRows('address-lines.txt', half), name);
    measureCompanies(areas, readRows('company-lines.txt', half), name);
    measureSocial(areas, readRows('social-lines.txt', half), name);
    measureTypos(areas, half, name);
    measurePhones(areas, readRows('phone-lines.txt', half), name);
    measureFiles(areas, half, name);
    measureWhois(areas, 'whois-replies.txt', half, name);
  }
  for (const [half, name] of [
    ['A', 'eleventh half A, used'],
    ['B', 'eleventh half B, read since'],
  ] as const) {
    measurePhones(areas, readRows('phone-lines-second.txt', half, 'phone-second'), name);
    measureWhois(areas, 'whois-replies-second.txt', half, name, 'whois-second');
  }
  measurePhones(areas, readRows('phone-lines-third.txt'), LOOK);
  for (const [half, name] of [
    ['A', 'fourth half A, used'],
    ['B', 'fourth half B, read since'],
  ] as const)
    measurePhones(areas, readRows('phone-lines-fourth.txt', half, 'phone-fourth'), name);
  measurePhones(areas, readRows('phone-lines-fifth.txt'), OUTSIDE);
  for (const [half, name] of [
    ['A', 'sixth half A, used'],
    ['B', 'sixth half B, read since'],
  ] as const)
    measurePhones(areas, readRows('phone-lines-sixth.txt', half, 'phone-sixth'), name);
  for (const [half, name] of [
    ['A', 'seventh half A, used'],
    ['B', 'seventh half B, read since'],
  ] as const)
    measurePhones(areas, readRows('phone-lines-seventh.txt', half, 'phone-seventh'), name);
  measureSocial(areas, readRows('social-lines-eighth.txt'), LOOK);
  measureWhois(areas, 'whois-replies-third.txt', undefined, LOOK);
  for (const part of ['fifteenth', 'sixteenth'])
    measureCompanies(areas, readRows(`company-lines-${part}.txt`), LOOK);
  for (const [half, name] of [
    ['A', 'seventeenth half A, used'],
    ['B', 'seventeenth half B, read since'],
  ] as const)
    measureCompanies(areas, readRows('company-lines-seventeenth.txt', half, 'seventeenth'), name);
  measureCompanies(areas, readRows('company-lines-eighteenth.txt'), 'eighteenth sample, held out');
  measureCompanies(areas, readRows('company-lines-nineteenth.txt'), 'last sample, held out');
  for (const [half, name] of [
    ['A', 'ninth half A, used'],
    ['B', 'ninth half B, read since'],
  ] as const) {
    const sample = ['email-typos-second.txt', 'ninth sample'] as const;
    measureTypos(areas, half, name, ...sample);
    measureNearest(areas, half, name, ...sample);
  }
  for (const [half, name] of [
    ['A', 'tenth half A, used'],
    ['B', 'tenth half B, held out'],
  ] as const)
    measureTypos(areas, half, name, 'email-typos-third.txt', 'typos-third');
  measureLines(areas, readRows('address-lines-third.txt'), 'third sample, used since');
  measureCompanies(areas, readRows('company-lines-third.txt'), 'third sample, used');
  measureCompanies(areas, readRows('company-lines-fourth.txt'), 'fourth sample, held out');
}

if (import.meta.main) await runAlone(measureFresh);
