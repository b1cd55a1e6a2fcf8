import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** A node of a syntax tree (ESTree, with TypeScript's own). */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Every node below one, in order. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesOf(one);
  } else if (isNode(value)) {
    yield value;
    for (const part of Object.values(value)) yield* nodesOf(part);
  }
}

/** The modules of the service, as paths below `src/`. */
export const modulePaths = (): string[] =>
  (readdirSync('src', { recursive: true }) as string[])
    .filter((path) => /\.tsx?$/.test(path))
    .sort();

export interface Module {
  text: string;
  nodes: Iterable<Node>;
  lineOf(node: Node): number;
}

/** One module's text and syntax. */
export function readModule(path: string): Module {
  const text = readFileSync(`src/${path}`, 'utf8');
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
  return {
    text,
    nodes: nodesOf(tree),
    lineOf: ({ start }) => text.slice(0, start).split('\n').length,
  };
}
