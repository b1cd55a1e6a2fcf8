import { build, type Plugin } from 'esbuild';
import { type Service, startService } from '../support/service.ts';
import type { Modules } from '../support/start-worker.ts';

/** Modules of the Worker that are bundled separately, so that each exists once. */
const BESIDE: readonly [RegExp, string][] = [
  [/src\/index\.ts$/, './index.js'],
  [/\.\/counting\.ts$/, './counting.js'],
];

const leaveBeside: Plugin = {
  name: 'leave beside',
  setup(bundle) {
    for (const [filter, path] of BESIDE)
      bundle.onResolve({ filter }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true },
      );
  },
};

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['cloudflare:*', 'node:*'],
    plugins: [leaveBeside],
  });
  return outputFiles[0]!.text;
}

/**
 * Adds the counting modules to the built bundle; the bundle changes only in the module that it
 * imports its bindings from.
 */
async function counted(built: Modules): Promise<Modules> {
  const module = (path: string, contents: string) => ({
    type: 'ESModule' as const,
    path,
    contents,
  });
  const [service, ...tables] = built;
  const redirected = String(service!.contents).replace(
    /from "cloudflare:(?:workers|sockets)"/g,
    'from "./counting.js"',
  );
  return [
    module('entry.js', await bundled('bench/platform/worker/entry.ts')),
    module('counting.js', await bundled('bench/platform/worker/counting.ts')),
    module('index.js', redirected),
    ...tables,
  ];
}

/**
 * Starts the service as an empty installation that counts its platform operations.
 * @param vars as `npm run dev` takes them
 */
export const startCounting = (
  vars: Record<string, string>,
  inspectorPort?: number,
): Promise<Service> => startService({ vars, arrange: counted, inspectorPort });
