import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  duplicateExports,
  fileCircles,
  folderCircles,
  lineCount,
  ownFolderSingles,
  readSourceGraph,
  roomOf,
} from '../../scripts/source-graph.ts';
import { ARROWS, SURFACES } from './rooms.ts';

/** Packages a room may import, where they are restricted. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  lib: [
    'cloudflare:workers',
    'node:buffer',
    'drizzle-orm',
    'drizzle-orm/d1',
    'drizzle-orm/sqlite-core',
    'zod',
  ],
  domain: ['zod', 'entities', 'libphonenumber-js/max', 'ipaddr.js', 'tldts'],
};

const graph = readSourceGraph();

/** A file a page has its reader make: its path on a line of its own, then all of it. */
const FILE_OF_PAGE = /^`([\w./-]+)`\n\n```ts\n([\s\S]*?)^```$/gm;

/** As a heading is named in a link to it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const { files, text: textOf } = graph;

it('has a rule for every room', () => {
  const rooms = new Set(files.map(roomOf).filter(Boolean));
  expect([...rooms].sort()).toEqual(Object.keys(ARROWS).sort());
});

it.each(files.filter(roomOf))('%s imports only what its room may', (file) => {
  const room = roomOf(file);
  const wrong = graph.imports(file).filter((target) => {
    if (SURFACES.includes(room) && /\/store[^/]*\.ts$/.test(target)) return true;
    return roomOf(target) !== room && !ARROWS[room]?.includes(roomOf(target));
  });
  const packages = [...textOf(file).matchAll(/^(?:import|\}) .*from '([^.'][^']*)'/gm)]
    .map((match) => match[1] as string)
    .filter((name) => PACKAGES[room] && !PACKAGES[room].includes(name));
  expect([...wrong, ...packages]).toEqual([]);
});

it('has no circle of files, and none of folders', () => {
  expect(fileCircles(graph)).toEqual([]);
  expect(folderCircles(graph)).toEqual([]);
});

it('exports every name once', () => {
  expect(duplicateExports(graph)).toEqual([]);
});

it('has few files that serve one neighbour, and none of them under 40 lines', () => {
  const singles = ownFolderSingles(graph);
  expect(singles.filter((file) => lineCount(textOf(file)) < 40)).toEqual([]);
  expect(singles.length).toBeLessThan(40);
});

/** Loaded with the first request that needs them: a lookup starts without any. */
const LATE_PACKAGES = /^(?:better-auth|@better-auth|@modelcontextprotocol|fflate|uqr)(?:\/|$)/;

it('starts without the packages of sign-in, agents and workbooks', () => {
  const importsOf = (file: string) =>
    [...textOf(file).matchAll(/^(?:import(?! type)|export(?! type)|\}) .*from '([^']+)'/gm)]
      .filter(([statement]) => !/^import \{ type [^,}]*\} from/.test(statement))
      .map(([, target]) => target as string);
  const reached = ['src/index.ts'];
  // Grows as it is walked: each file stands once.
  for (const file of reached)
    for (const target of importsOf(file)) {
      const path = join(dirname(file), target);
      if (target.startsWith('.') && files.includes(path) && !reached.includes(path))
        reached.push(path);
    }
  expect(reached.length).toBeGreaterThan(300);
  const late = reached.flatMap((file) =>
    importsOf(file)
      .filter((target) => LATE_PACKAGES.test(target))
      .map((target) => `${file}: ${target}`),
  );
  expect(late).toEqual([]);
});

it('reads the environment only in the composition root', () => {
  const readers = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /import \{[^}]*\benv\b[^}]*\} from 'cloudflare:workers'/.test(readFileSync(file, 'utf8')),
  );
  expect(readers).toEqual(['src/services.ts']);
});

it('limits time by what is ended with the work, as AbortSignal.timeout cannot be', () => {
  const limited = files.filter((file) => textOf(file).includes('AbortSignal.timeout('));
  expect(limited).toEqual([]);
});

it('lists every declared product', () => {
  const declared = files.filter(
    (file) =>
      roomOf(file) === 'products' &&
      /= (?:withAssumedCountry\(\s*)?defineProduct\b/.test(textOf(file)),
  );
  const listed = graph.imports('src/products/index.ts');
  expect(listed.filter((file) => roomOf(file) === 'products').sort()).toEqual(declared.sort());
});

it('keeps files small, tables of data aside', () => {
  const long = files.filter((file) => lineCount(textOf(file)) > 400);
  expect(long).toEqual([]);
});

describe.each(['README.md', ...globSync('docs/*.md')])('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names only paths that exist', () => {
    const named = [
      ...text.matchAll(/`((?:src|test|scripts|bench|docs|migrations|types|\.ci)\/[\w./-]*)`/g),
    ].map((match) => match[1] as string);
    expect(named.length).toBeGreaterThan(0);
    const made = [...text.matchAll(FILE_OF_PAGE)].map((match) => match[1]);
    const isThere = (path: string) => made.includes(path) || globSync(path).length > 0;
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('links to pages and headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g)];
    const broken = links.filter(([, path, heading]) => {
      const target = path ? join(dirname(page), path) : page;
      if (!existsSync(target)) return true;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)];
      return heading && !headings.some(([, words]) => slugOf(words as string) === heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('shows files that import only what is exported', () => {
    const missing = [...text.matchAll(FILE_OF_PAGE)].flatMap(([, path = '', code = '']) =>
      [...code.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)';$/gm)].flatMap(
        ([, names = '', from = '']) => {
          const file = join(dirname(path), from);
          if (text.includes(`\n\`${file}\`\n`)) return [];
          const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
          return names
            .split(',')
            .map((name) => name.replace('type ', '').trim())
            .filter((name) => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(source))
            .map((name) => `${path}: ${name} of ${file}`);
        },
      ),
    );
    expect(missing).toEqual([]);
  });

  it('runs only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const run = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map((match) => match[1] as string);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});
