import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { parseAst } from 'vitest/node';
import { isNode, type Node } from '../node/syntax.ts';

/** What every function of the service calls when it begins; see {@link ./lookup.test.ts}. */
export type Trace = (path: string) => unknown;

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression';

/** Calls back for each node; nested generators are too slow for a whole service. */
function visit(value: unknown, found: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found);
  else if (isNode(value)) {
    found(value);
    for (const part of Object.values(value)) visit(part, found);
  }
}

/** Instrumented build: each function of `src/` begins with a call of `globalThis.trace`. */
export function instrument(): Plugin {
  const root = process.cwd();
  return {
    name: 'trace-functions',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(root, id.split('?')[0] ?? id);
      if (!path.startsWith('src/') || !/\.tsx?$/.test(path)) return;
      const call = `globalThis.trace?.(${JSON.stringify(path)})`;
      const insertions: { at: number; text: string }[] = [];
      visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path), (node) => {
        const body = isFunction(node) && (node.body as Node | null);
        if (!body) return;
        if (body.type === 'BlockStatement')
          insertions.push({ at: body.start + 1, text: `${call};` });
        else insertions.push({ at: body.start, text: `(${call},` }, { at: body.end, text: ')' });
      });
      insertions.sort((a, b) => a.at - b.at);
      const pieces = insertions.map(({ at, text }, n) => [
        code.slice(insertions[n - 1]?.at ?? 0, at),
        text,
      ]);
      return {
        code: [...pieces.flat(), code.slice(insertions.at(-1)?.at ?? 0)].join(''),
        map: null,
      };
    },
  };
}
