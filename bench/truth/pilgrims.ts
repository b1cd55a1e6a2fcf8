// Samples of the kinds of `travellers.ts` and three more, taken from public suites, registers and
// files (each row of JSON names its source), labelled before anything ran. Halves by a hash.
//
// Rows: 169 pairs of brand and advertiser, 76 lists, 65 texts with phones, 40 pages for contacts,
// 118 person names, 115 companies, 60 addresses, 43 caption files, 50 links, 221 email addresses
// and domains, 45 WHOIS replies and 39 CSV files. Labels are the suites' own where those have any;
// by reading for advertisers, lists, texts, pages, companies and replies. CSV files are labelled by
// another reader that was told the separator. Cells of the lists have the shape of the real ones.
// Pages of files that name no host got one. Replies are of the suites of structly-whois-parser,
// weppos/whois-parser and whois-parser-next, without the terms of use of their registries.
//
// Half B was held out at first; its rows have been read since. Prints both halves' figures, but
// mistakes of A only.
//
// Run from the project's folder: node bench/truth/pilgrims.ts
import { headRows, sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { type Areas, runAlone } from './areas.ts';
import { filled } from './csv.ts';
import {
  addresses,
  advertisers,
  captions,
  companies,
  emails,
  halved,
  names,
  pages,
  profiles,
  rows,
  type Sample,
  texts,
} from './sample-kinds.ts';
import { decodedTable, Marks, recordsOf, registrations } from './strangers.ts';

/** After the last of the replies. */
const NOW = Date.parse('2026-01-20T00:00:00Z');

/** A list, and for each input of a product the headers that fit, of which `-` is none. */
interface List {
  name: string;
  product: string;
  country: string;
  csv: string;
  columns: Record<string, string[]>;
}

export function lists(marks: Marks, sample: Sample): void {
  for (const [at, row] of rows<List>(sample, 'columns')) {
    const { name, product: bulk, country, csv, columns } = row;
    const product = products.find((each) => each.bulk === bulk);
    if (!product) throw new Error(`no product ${bulk}`);
    const found = uploadColumns({ head: csv, isWhole: true }, sniffDialect(csv, true));
    const fitted = fitColumns(found, product, country);
    for (const [field, wanted] of Object.entries(columns)) {
      const index = fitted.get(field);
      const header = index === undefined ? '-' : (found[index]?.name ?? '-');
      const isRight = wanted.includes(header);
      marks.holds(isRight, 'list, column', at, `${name}, ${bulk} ${field}`, header, wanted);
    }
  }
}

export function dialects(marks: Marks, sample: Sample): void {
  type Row = { name: string; data: string; rows: string[][] };
  for (const [at, { name, data, rows: wanted }] of rows<Row>(sample, 'csv')) {
    const text = decodedTable(data);
    const { separator } = sniffDialect(text, true);
    marks.is('CSV, cells', at, name, filled(headRows(text, separator, true)), filled(wanted));
  }
}

/** @param now after the last of the replies */
export async function measureHashed(areas: Areas, sample: Sample, now: number): Promise<void> {
  const marks = new Marks(areas, `${sample}s`);
  advertisers(marks, sample);
  lists(marks, sample);
  await texts(marks, sample);
  await pages(marks, sample);
  names(marks, sample);
  companies(marks, sample);
  addresses(marks, sample);
  captions(marks, sample);
  profiles(marks, sample);
  emails(marks, sample);
  await registrations(marks, halved(sample, recordsOf(`${sample}-whois.txt`)), now);
  dialects(marks, sample);
  marks.conclude();
}

export const measurePilgrims = (areas: Areas): Promise<void> =>
  measureHashed(areas, 'pilgrim', NOW);

if (import.meta.main) await runAlone(measurePilgrims);
