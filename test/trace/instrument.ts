import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { parseAst } from 'vitest/node';
import { type Node, nodesOf } from '../node/syntax.ts';

/** What every function of the service calls when it begins; see {@link ./lookup.test.ts}. */
export type Trace = (path: string) => void;

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression';

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
      for (const node of nodesOf(
        parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path),
      )) {
        if (!isFunction(node)) continue;
        const body = node.body as Node | null;
        if (!body) continue;
        if (body.type === 'BlockStatement')
          insertions.push({ at: body.start + 1, text: `${call};` });
        else insertions.push({ at: body.start, text: `(${call},` }, { at: body.end, text: ')' });
      }
      insertions.sort((a, b) => b.at - a.at);
      let text = code;
      for (const { at, text: piece } of insertions)
        text = text.slice(0, at) + piece + text.slice(at);
      return { code: text, map: null };
    },
  };
}
