// Second round of samples, labelled before any rule ran on them and halved by a hash. Rules were
// mended with half A; half B ran once after that.
// Run: node bench/truth/second.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAdvertiser } from '../../src/domain/social/advertiser-match.ts';
import { readCaptions } from '../../src/domain/social/captions.ts';
import {
  decoderOf,
  encodeText,
  headRows,
  sniffDialect,
  sniffEncoding,
} from '../../src/lib/csv-dialect.ts';
import {
  CONTACT_GOALS,
  type ContactGoals,
  markContacts,
} from '../../test/products/web/mark-contacts.ts';
import { type Areas, runAlone } from './areas.ts';
import type { CsvFile } from './csv-files.ts';
import { named } from './fresh.ts';
import { type Half, halfOf, readRows, unescaped } from './halves.ts';

function measure(
  areas: Areas,
  name: string,
  atLeast: number,
  rows: readonly string[],
  isRight: (row: string) => boolean,
): void {
  const wrong = rows.filter((row) => !isRight(row));
  for (const row of wrong) areas.detail(row);
  areas.share(name, rows.length - wrong.length, rows.length, { atLeast });
}

const rowsOf = (file: string, half?: Half, seed?: string): string[] =>
  readRows(file, half, seed).map(({ row }) => row);

function isRightCaption(row: string): boolean {
  const [, file = '', said = ''] = row.split('|').map(unescaped);
  return readCaptions(file).text === said;
}

/** Leaves out rows without text. */
const filled = (rows: readonly (readonly string[])[]): string =>
  JSON.stringify(rows.filter((row) => row.some((cell) => cell !== '')));

function isRightTable(row: string): boolean {
  const [, as = '', written = '', ...rest] = row.split('|');
  const cells = rest.join('|');
  const text = unescaped(written);
  const bytes = encodeText(text, (as || 'utf-8') as NonNullable<CsvFile['as']>);
  const encoding = sniffEncoding(bytes) ?? (as === 'windows-1252' ? as : 'utf-8');
  const decoded = decoderOf(encoding).decode(bytes);
  const found = headRows(decoded, sniffDialect(decoded, true).separator, true);
  const separator = unescaped(cells.slice('split '.length));
  const meant = cells.startsWith('split ')
    ? text.split('\n').map((line) => line.split(separator))
    : (JSON.parse(cells) as string[][]);
  return filled(found) === filled(meant);
}

function isRightAddress(row: string): boolean {
  const [platform, kind, id, address = ''] = row.split('|');
  return named(address) === (kind === 'none' ? 'none' : `${platform}|${kind}|${id}`);
}

function isRightAdvertiser(row: string): boolean {
  const [brand = '', advertiser = '', isTheirs] = row.split('|');
  return isAdvertiser(brand, advertiser) === (isTheirs === 'yes');
}

/** Labelled pages of one half or both. */
export function readPages(file: string, half?: Half, seed?: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  return text.split(/^(?==== )/m).filter((page) => !half || halfOf(page, seed) === half);
}

export async function measurePages(
  areas: Areas,
  pages: readonly string[],
  name: string,
  goals: ContactGoals = CONTACT_GOALS,
): Promise<void> {
  const { marks } = await markContacts(pages.join(''));
  for (const [kind, { labelled, found, right, mistakes }] of marks) {
    if (labelled === 0) continue;
    const { recall, precision } = goals[kind];
    areas.share(`${kind} on pages, recall, ${name}`, right, labelled, { atLeast: 100 * recall });
    areas.share(`${kind} on pages, precision, ${name}`, right, found, {
      atLeast: 100 * precision,
    });
    for (const mistake of mistakes) areas.detail(mistake);
  }
}

async function measureHalf(areas: Areas, half: Half, name: string): Promise<void> {
  const captions = rowsOf('caption-lines.txt', half);
  measure(areas, `SRT and VTT, ${name}`, 97, captions, isRightCaption);
  measure(areas, `CSV dialects, ${name}`, 97, rowsOf('csv-lines.txt', half), isRightTable);
  const addresses = rowsOf('social-lines-second.txt', half);
  measure(areas, `addresses of posts and profiles, ${name}`, 97, addresses, isRightAddress);
  measureBrands(areas, rowsOf('company-lines-fifth.txt', half), name);
  await measurePages(areas, readPages('contact-pages-second.txt', half), name);
}

function measureBrands(areas: Areas, brands: readonly string[], name: string): void {
  const [theirs, others] = [brands, brands].map((rows, isOther) =>
    rows.filter((row) => row.endsWith('|no') === (isOther === 1)),
  ) as [string[], string[]];
  measure(areas, `advertisers found by brand, ${name}`, 90, theirs, isRightAdvertiser);
  measure(areas, `advertisers of others left out, ${name}`, 100, others, isRightAdvertiser);
}

type SampleOfFiles = [areas: Areas, sample: string, name: string, half?: Half, seed?: string];

function measureCaptions(...[areas, sample, name, half, seed]: SampleOfFiles): void {
  const captions = readRows(`caption-lines-${sample}.txt`, half, seed)
    .filter(({ section }) => section !== 'forms not read')
    .map(({ row }) => row);
  measure(areas, `SRT and VTT, ${name}`, 97, captions, isRightCaption);
}

/** Captions and CSV of a later sample, whole or one half by its seed. */
function measureFiles(...of: SampleOfFiles): void {
  const [areas, sample, name, half, seed] = of;
  measureCaptions(...of);
  const tables = rowsOf(`csv-lines-${sample}.txt`, half, seed);
  measure(areas, `CSV dialects, ${name}`, 97, tables, isRightTable);
}

export async function measureSecond(areas: Areas): Promise<void> {
  await measureHalf(areas, 'A', 'second half A, used');
  await measureHalf(areas, 'B', 'second half B, read since');
  measureFiles(areas, 'third', 'third sample');
  measureBrands(areas, rowsOf('company-lines-sixth.txt'), 'third sample');
  measureFiles(areas, 'fourth', 'fourth half A, used', 'A');
  measureFiles(areas, 'fourth', 'fourth half B, read since', 'B');
  measureFiles(areas, 'fifth', 'fifth sample, read since');
  measureFiles(areas, 'sixth', 'sixth half A, used', 'A', 'sixth');
  measureFiles(areas, 'sixth', 'sixth half B, read since', 'B', 'sixth');
  measureFiles(areas, 'seventh', 'seventh sample, read since');
  measureFiles(areas, 'eighth', 'eighth sample, read since');
  measureFiles(areas, 'ninth', 'ninth half A, used', 'A', 'ninth');
  measureFiles(areas, 'ninth', 'ninth half B, read since', 'B', 'ninth');
  measureFiles(areas, 'tenth', 'tenth sample, read since');
  measureFiles(areas, 'eleventh', 'eleventh half A, used', 'A', 'eleventh');
  measureFiles(areas, 'eleventh', 'eleventh half B, held out', 'B', 'eleventh');
  measureFiles(areas, 'twelfth', 'twelfth half A, used', 'A', 'twelfth');
  measureFiles(areas, 'twelfth', 'twelfth half B, held out', 'B', 'twelfth');
  for (const half of ['A', 'B'] as const)
    measureCaptions(areas, 'thirteenth', `outside, half ${half}`, half, 'captions-thirteenth');
}

if (import.meta.main) await runAlone(measureSecond);
