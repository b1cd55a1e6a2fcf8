import { build, type Plugin } from 'esbuild';
import { type Service, startService } from '../support/service.ts';
import type { Modules } from '../support/start-worker.ts';

/** Modules of the Worker that are bundled by themselves, so that there is one of each. */
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
 * The built bundle among the modules that count; it changes only in whom it imports its bindings
 * from.
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
 * The service as a newcomer has it, counting what it asks of the platform.
 * @param vars as `npm run dev` takes them
 */
export const startCounting = (
  vars: Record<string, string>,
  inspectorPort?: number,
): Promise<Service> => startService({ vars, arrange: counted, inspectorPort });
