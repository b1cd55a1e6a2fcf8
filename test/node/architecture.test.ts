import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { ARROWS } from './rooms.ts';

/** The pictures of the page, first to last. */
const [rooms = '', way = ''] = [
  ...readFileSync('docs/architecture.md', 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm),
].map((match) => match[1]);

/** `a --> b & c`, solid and dotted, labels aside. */
const edgesOf = (picture: string) =>
  [...picture.matchAll(/^ *([\w-]+)(?:\["[^"]*"\])? (-->|-\.->) (.+)$/gm)].flatMap(
    ([, from = '', kind, targets = '']) =>
      targets.split(' & ').map((to) => ({ from, to: to.replace(/\[.*/, ''), kind })),
  );

const boxes = new Map(
  [...rooms.matchAll(/^ *subgraph (\w+)\n([\s\S]*?)^ *end$/gm)].map(
    ([, name = '', inside = '']) => [name, inside.trim().split(/\s+/)],
  ),
);
const expanded = (name: string): readonly string[] => boxes.get(name) ?? [name];

it('draws the arrows between rooms as the rules have them', () => {
  const drawn = edgesOf(rooms).flatMap(({ from, to }) =>
    expanded(from).flatMap((source) => expanded(to).map((target) => `${source} → ${target}`)),
  );
  const allowed = Object.entries(ARROWS).flatMap(([source, targets]) =>
    targets.map((target) => `${source} → ${target}`),
  );
  expect(drawn.sort()).toEqual(allowed.sort());
});

const files = new Map(
  [...way.matchAll(/([\w-]+)\["([^"]+)"\]/g)].map(([, name = '', path = '']) => [name, path]),
);

it('names files that exist on the way of a lookup', () => {
  expect(files.size).toBeGreaterThan(20);
  expect([...files.values()].filter((path) => !existsSync(path))).toEqual([]);
});

it('draws a solid arrow on that way only where a file imports the other', () => {
  const edges = edgesOf(way);
  expect(edges.filter(({ from, to }) => !files.has(from) || !files.has(to))).toEqual([]);
  const missing = edges.flatMap(({ from, to, kind }) => {
    const [source = '', target = ''] = [files.get(from), files.get(to)];
    const imports = [...readFileSync(source, 'utf8').matchAll(/from '(\.[^']+)'/g)].map((match) =>
      normalize(join(dirname(source), match[1] as string)),
    );
    return kind === '-->' && !imports.includes(target) ? [`${source} → ${target}`] : [];
  });
  expect(missing).toEqual([]);
});
