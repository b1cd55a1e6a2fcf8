import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';

// Follows docs/a-product.md to the letter in a copy of the sources, and counts what it touches.

const PAGE = readFileSync('docs/a-product.md', 'utf8');
const COPIED = ['src', 'scripts', 'test', 'docs', 'package.json'];

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The page from one heading to the next of its level. */
const section = (heading: string): string => {
  const from = PAGE.indexOf(`\n## ${heading}\n`);
  expect(from, heading).toBeGreaterThan(0);
  const to = PAGE.indexOf('\n## ', from + 1);
  return PAGE.slice(from, to < 0 ? undefined : to);
};

/** Applies lines of a diff: `-` and `+` replace a line, an import goes first, a row ends a list. */
function patched(text: string, diff: string): string {
  let [lines, replaced] = [text.split('\n'), -1];
  for (const change of diff.trimEnd().split('\n')) {
    const line = change.slice(1);
    if (change.startsWith('-')) {
      replaced = lines.indexOf(line);
      expect(replaced, line).toBeGreaterThanOrEqual(0);
    } else if (replaced >= 0) {
      lines = lines.with(replaced, line);
      replaced = -1;
    } else lines = lines.toSpliced(line.startsWith('import ') ? 0 : lines.indexOf('];'), 0, line);
  }
  return lines.join('\n');
}

/** What a reader has once they did what the text says; the files it touched. */
function follow(text: string): string[] {
  folder = mkdtempSync(join(tmpdir(), 'a-product-'));
  for (const part of COPIED) cpSync(part, join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'compiled']) symlinkSync(resolve(part), join(folder, part));
  const touched: string[] = [];
  for (const [, path = '', kind, block = ''] of text.matchAll(
    /^`([\w./-]+)`[^\n]*\n\n```(ts|diff)\n([\s\S]*?)^```$/gm,
  )) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, kind === 'ts' ? block : patched(readFileSync(file, 'utf8'), block));
    touched.push(path);
  }
  return touched;
}

/** Runs a module in the copy; what it prints. */
function run(code: string): unknown {
  writeFileSync(join(folder, 'test/run.ts'), code);
  const node = ['node_modules/.bin/node', ['test/run.ts'], { cwd: folder }] as const;
  return JSON.parse(execFileSync(...node).toString());
}

it('makes a pure product of one file and its lines in two lists', () => {
  const touched = follow(section('Without a source'));
  expect(touched).toEqual([
    'src/products/web/iban-check.ts',
    'src/products/index.ts',
    'test/contract/price-list.ts',
  ]);
  const printed = run(`
    import { products } from '../src/products/index.ts';
    import { PRICE_LIST } from './contract/price-list.ts';
    import { answer } from './support/answer.ts';
    const product = products.find(({ path }) => path === '/iban-check');
    const row = PRICE_LIST.find(({ path }) => path === '/iban-check');
    const world = {} as never;
    const [right, wrong] = await Promise.all(
      ['GB82 WEST 1234 5698 7654 32', 'GB83 WEST 1234 5698 7654 32'].map((iban) =>
        answer(product!, { iban }, world)),
    );
    console.log(JSON.stringify({ upTo: product!.price.upTo, listed: row!.credits, right, wrong }));
  `);
  expect(printed).toMatchObject({
    upTo: 1,
    listed: 1,
    right: { classification: { is_valid: true }, insights: { country_code: 'GB' }, price: 1 },
    wrong: { classification: { is_valid: false }, price: 0 },
  });
});

it('makes a product with a source of its own', () => {
  follow(['1. The source', '2. The declaration', '3. The lists'].map(section).join('\n'));
  const printed = run(`
    import { products } from '../src/products/index.ts';
    import { answer } from './support/answer.ts';
    const resolve = async () => ({ rcode: 0, records: ['10 MX.example.net.'] });
    const world = { outbound: { resolver: { resolve } } } as never;
    const product = products.find(({ path }) => path === '/mail-servers');
    console.log(JSON.stringify(await answer(product!, { domain: 'example.com' }, world)));
  `);
  expect(printed).toMatchObject({ insights: { mail_servers: ['mx.example.net'] }, price: 2 });
});

it('joins a paid vendor to /phone by four files', () => {
  const touched = follow(section('An upstream'));
  // The fourth is docs/variables.md, which a command prints.
  expect(touched).toEqual([
    'src/vendors/line-status/line.ts',
    'src/products/phone/fact.ts',
    'test/support/world/vendors/line-status.ts',
  ]);
  const printed = run(`
    import { VAR_NAMES } from '../src/env.ts';
    import { products } from '../src/products/index.ts';
    import { variablesTable } from '../scripts/operator/variables.ts';
    import { askIn } from './support/answer.ts';
    import { VENDORS } from './support/world/vendors.ts';
    const phone = products.find(({ path }) => path === '/phone')!;
    const fake = VENDORS.find(({ hosts }) => hosts.includes('api.line-status.example'))!;
    const settings = { vars: new Map(Object.entries(fake.vars)) };
    const http = async (request: Request) => fake.answer(request, new URL(request.url));
    const world = { clock: { now: () => 0 }, outbound: { settings, http } } as never;
    const [{ source, finds }] = fake.cases;
    const isListed = phone.sources.list.some(({ name }) => name === source.name);
    const outcome = await askIn(world)(source, finds);
    const isInTable = variablesTable().includes('LINE_STATUS_KEY');
    const isVariable = VAR_NAMES.includes('LINE_STATUS_URL');
    console.log(JSON.stringify({ isListed, isVariable, isInTable, outcome }));
  `);
  expect(printed).toMatchObject({
    isListed: true,
    isVariable: true,
    isInTable: true,
    outcome: { kind: 'found', fact: { status: 'ACTIVE', carrier: 'Example Mobile' } },
  });
});
