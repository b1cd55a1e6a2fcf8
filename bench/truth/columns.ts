// Which columns of an uploaded list are looked up, against the choice of a careful person.
// Run: node bench/truth/columns.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { type Areas, runAlone } from './areas.ts';
import { LOOK, OUTSIDE } from './fresh.ts';
import { type Half, halfOf } from './halves.ts';

const SEED = 'columns';

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

const readLists = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split(/^=== /m)
    .slice(1);

function measureLists(areas: Areas, lists: readonly string[], name: string): void {
  const wrong = lists.filter((list) => {
    const mistakes = mistakesOf(list);
    if (mistakes.length > 0) areas.detail(`${list.split('\n', 1)}: ${mistakes.join('; ')}`);
    return mistakes.length > 0;
  });
  areas.share(`columns of lists, ${name}`, lists.length - wrong.length, lists.length, {
    atLeast: 95,
  });
}

export function measureColumns(areas: Areas): void {
  const lists = readLists('column-lists.txt');
  const half = (of: Half) => lists.filter((list) => halfOf(list, SEED) === of);
  measureLists(areas, half('A'), 'half A, used');
  measureLists(areas, half('B'), 'half B, read since');
  measureLists(areas, readLists('column-lists-second.txt'), 'second sample, read since');
  for (const [of, a, b] of [
    ['third', 'used', 'read since'],
    ['fifth', 'used', 'read since'],
    ['eighth', 'used', 'read since'],
    ['ninth', 'used', 'read since'],
  ] as const) {
    const lists = readLists(`column-lists-${of}.txt`);
    const held = (half: Half) => lists.filter((list) => halfOf(list, `columns-${of}`) === half);
    measureLists(areas, held('A'), `${of} half A, ${a}`);
    measureLists(areas, held('B'), `${of} half B, ${b}`);
  }
  measureLists(areas, readLists('column-lists-fourth.txt'), LOOK);
  measureLists(areas, readLists('column-lists-sixth.txt'), 'sixth sample, read since');
  measureLists(areas, readLists('column-lists-seventh.txt'), OUTSIDE);
}

if (import.meta.main) await runAlone(measureColumns);
