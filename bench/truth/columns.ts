// Which columns of an uploaded list are looked up, against the choice of a careful person.
// Run: node bench/truth/columns.ts
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { type Areas, runAlone } from './areas.ts';
import { samplesOf } from './samples.ts';

/** Mistakes in the choice of columns for a labelled list; empty when it is right. */
function mistakesOf(list: string): string[] {
  const [head = '', ...rows] = list.split('\n---\n');
  const [, job = '', names = '', labels = ''] = head.split('\n');
  const [type, country] = job.split(' ');
  const product = products.find(({ bulk }) => bulk === type);
  if (!product) throw new Error(`no product ${type}`);
  const text = rows.join('\n---\n');
  const dialect = sniffDialect(text, true);
  const columns = uploadColumns({ head: text, isWhole: true }, dialect);
  const fitted = fitColumns(columns, product, country === '-' ? undefined : country);
  const wanted = new Map(
    labels.split('; ').map((label) => {
      const [field = '', chosen = ''] = label.split(' = ');
      return [field, chosen.split(' / ')];
    }),
  );
  const isNamed = dialect.titleRows ? 'title' : dialect.hasHeader ? 'named' : 'bare';
  const found = (field: string) => {
    const at = fitted.get(field);
    return at === undefined ? '-' : isNamed === 'bare' ? `#${at + 1}` : columns[at]?.name;
  };
  return [
    ...(isNamed === names ? [] : [`${isNamed}, not ${names}`]),
    ...[...new Set([...wanted.keys(), ...fitted.keys()])]
      .filter((field) => !(wanted.get(field) ?? ['-']).includes(found(field) ?? ''))
      .map((field) => `${field} = ${found(field)}, not ${wanted.get(field)?.join(' / ') ?? '-'}`),
  ];
}

export function measureColumns(areas: Areas): void {
  for (const sample of samplesOf(areas, 'columns')) {
    const tally = sample.tally();
    for (const list of sample.blocks()) {
      const mistakes = mistakesOf(list);
      tally.mark(mistakes.length === 0, `${list.split('\n', 1)}: ${mistakes.join('; ')}`);
    }
    tally.share('columns of lists', 95);
  }
}

if (import.meta.main) await runAlone(measureColumns);
