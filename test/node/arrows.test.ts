import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const VERBS = [
  ...[
    'accounts',
    'billing',
    'bulk',
    'feeds',
    'files',
    'monitors',
    'operations',
    'records',
    'recovery',
    'uploads',
    'webhooks',
  ],
];
/** Nor do these import each other: what two share is in core. */
const SURFACES = ['dashboard', 'http', 'mcp', 'oauth'];
const VERB_MAY = ['core', 'pipeline', 'products', 'ledger', 'access', 'store'];

/**
 * Which rooms a room may import from, besides itself. Packages are listed only where they are
 * restricted.
 */
const ARROWS: Record<string, { rooms: string[]; packages?: string[] }> = {
  core: { rooms: [], packages: ['zod', 'libphonenumber-js/max', 'ipaddr.js', 'tldts'] },
  data: { rooms: ['core'] },
  store: { rooms: ['core'] },
  sources: { rooms: ['core', 'data'] },
  products: { rooms: ['core', 'data', 'sources'] },
  access: { rooms: ['core'] },
  ledger: { rooms: ['access', 'core', 'store'] },
  pipeline: { rooms: ['core'] },
  ...Object.fromEntries(VERBS.map((verb) => [verb, { rooms: VERB_MAY }])),
  // Feeds are compiled data that a verb refreshes, so this verb alone writes through the data and
  // sources rooms.
  feeds: { rooms: [...VERB_MAY, 'data', 'sources'] },
  ...Object.fromEntries(
    SURFACES.map((surface) => [surface, { rooms: ['core', 'pipeline', 'products', ...VERBS] }]),
  ),
};

/** A file a page has its reader make: its path on a line of its own, then all of it. */
const FILE_OF_PAGE = /^`([\w./-]+)`\n\n```ts\n([\s\S]*?)^```$/gm;

/** As a heading is named in a link to it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const files = globSync('src/*/**/*.{ts,tsx}');
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].map(
    (match) => match[1] as string,
  );
const roomOf = (path: string) => path.split('/')[1] as string;

it('has a rule for every room', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !ARROWS[room])).toEqual([]);
});

it.each(files)('%s imports only what its room may', (file) => {
  const rule = ARROWS[roomOf(file)];
  const bad = importsOf(file).filter((target) => {
    if (!target.startsWith('.'))
      return rule?.packages !== undefined && !rule.packages.includes(target);
    const room = roomOf(normalize(join(dirname(file), target)));
    return room !== roomOf(file) && !rule?.rooms.includes(room);
  });
  expect(bad).toEqual([]);
});

it('reads the environment only in the composition root', () => {
  const readers = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /import \{[^}]*\benv\b[^}]*\} from 'cloudflare:workers'/.test(readFileSync(file, 'utf8')),
  );
  expect(readers).toEqual(['src/services.ts']);
});

it('limits time by what is ended with the work, as AbortSignal.timeout cannot be', () => {
  const limited = globSync('src/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('AbortSignal.timeout('),
  );
  expect(limited).toEqual([]);
});

it('lists every declared product', () => {
  const declared = files.filter(
    (file) =>
      roomOf(file) === 'products' && readFileSync(file, 'utf8').includes('= defineProduct('),
  );
  const listed = importsOf('src/products/index.ts').map((target) =>
    normalize(join('src/products', target)),
  );
  expect(listed.filter((file) => file.startsWith('src/products/')).sort()).toEqual(declared.sort());
});

it('keeps files small, tables of data aside', () => {
  const long = globSync('src/**/*.{ts,tsx}').filter(
    (file) => roomOf(file) !== 'data' && readFileSync(file, 'utf8').split('\n').length > 400,
  );
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
