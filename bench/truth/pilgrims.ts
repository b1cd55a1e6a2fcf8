// A sample of the kinds of `travellers.ts` and more, taken from public suites, registers and files
// (each row names its source), labelled before anything ran. Halves by a hash of the row.
//
// Half B was held out: its rows are not to be read by whoever mends the rules with half A.
// Prints both halves' figures, but mistakes of A only.
//
// Run from the project's folder: node bench/truth/pilgrims.ts
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { type Areas, runAlone } from './areas.ts';
import { advertisers, pages, rows, texts } from './sample-kinds.ts';
import { Marks } from './strangers.ts';

/** A list, and for each input of a product the headers that fit, of which `-` is none. */
interface List {
  name: string;
  product: string;
  country: string;
  csv: string;
  columns: Record<string, string[]>;
}

function lists(marks: Marks): void {
  for (const [at, { name, product: bulk, country, csv, columns }] of rows<List>(
    'pilgrim',
    'columns',
  )) {
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

export async function measurePilgrims(areas: Areas): Promise<void> {
  const marks = new Marks(areas, 'pilgrims');
  advertisers(marks, 'pilgrim');
  lists(marks);
  await texts(marks, 'pilgrim');
  await pages(marks, 'pilgrim');
  marks.conclude();
}

if (import.meta.main) await runAlone(measurePilgrims);
