import { beforeAll, describe, expect, it } from 'vitest';
import { superlinear } from './regex-cost.ts';
import proved from './regexes-proved.json' with { type: 'json' };
import { isNode, modulePaths, type Node, readModule } from './syntax.ts';

/** Patterns of which the checker takes long to say that they are linear; it was asked once. */
const PROVED: ReadonlySet<string> = new Set(proved);

/**
 * Patterns that are not proved linear, and what bounds their work. All of their repetitions are
 * bounded, and a look-behind lets them begin once a word.
 */
const BOUNDED: Readonly<Record<string, string>> = {};

interface Site {
  where: string;
  source: string;
  flags: string;
}

const keyOf = ({ source, flags }: Site): string => `/${source}/${flags}`;

const isBuilt = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  isNode(callee) &&
  callee.name === 'RegExp';

/** The literals of a module, and how many patterns it builds from text. */
function readPatterns(path: string): { literals: Site[]; built: number } {
  const { nodes, lineOf } = readModule(path);
  const literals: Site[] = [];
  let built = 0;
  for (const node of nodes) {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) {
      const where = `${path}:${lineOf(node)}`;
      literals.push({ where, source: regex.pattern, flags: regex.flags });
    }
    if (isBuilt(node)) built++;
  }
  return { literals, built };
}

/** What a module builds while it is loaded; none may be built later, from what a stranger sends. */
async function builtBy(path: string): Promise<Site[]> {
  const sites: Site[] = [];
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, [source, flags = ''], newTarget) {
      sites.push({ where: path, source: String(source), flags: String(flags) });
      return Reflect.construct(target, [source, flags], newTarget);
    },
  });
  try {
    await import(/* @vite-ignore */ new URL(`../../src/${path}`, import.meta.url).href);
  } finally {
    globalThis.RegExp = Native;
  }
  return sites;
}

const sites: Site[] = [];
const builtLate: string[] = [];

beforeAll(async () => {
  for (const path of modulePaths()) {
    const { literals, built } = readPatterns(path);
    sites.push(...literals);
    if (built === 0) continue;
    const found = await builtBy(path);
    sites.push(...found);
    if (found.length < built) builtLate.push(path);
  }
});

describe('every regular expression of the service', () => {
  it('is there when its module is loaded', () => {
    expect(builtLate).toEqual([]);
  });

  it('matches in linear time, or its work is bounded', { timeout: 900_000 }, () => {
    const places = Map.groupBy(sites, keyOf);
    expect(places.size).toBeGreaterThan(600);
    const refused: string[] = [];
    for (const [pattern, at] of places) {
      if (pattern in BOUNDED || PROVED.has(pattern) || !at[0]) continue;
      const start = performance.now();
      const reason = superlinear(at[0].source, at[0].flags);
      if (performance.now() - start > 500) console.log(`SLOW ${Math.round(performance.now() - start)} ${reason} ${pattern}`);
      const where = at.map((site) => site.where).join(', ');
      if (reason) refused.push(`${reason}: ${pattern} at ${where}`);
    }
    expect(refused).toEqual([]);
  });

  it.each([
    ['a robots.txt line', '^\\s*([a-z-]+)\\s*:\\s*([^#]*?)\\s*(?:#.*)?$', 'polynomial'],
    ['trimming', 'x+$', 'polynomial'],
    ['repetition of a repetition', '^(?:a+)+$', 'exponential'],
  ])('would be refused as %s', (_, source, reason) => {
    expect(superlinear(source, '')).toContain(reason);
  });

  it('is listed only while it is there', () => {
    const known = new Set(sites.map(keyOf));
    const listed = [...Object.keys(BOUNDED), ...PROVED];
    expect(listed.filter((pattern) => !known.has(pattern))).toEqual([]);
  });
});
