import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { freePort } from './free-port.ts';

/** A Worker on a direct socket, without the development proxy in between. */
export interface RunningWorker {
  origin: string;
  miniflare: Miniflare;
  stop(): Promise<void>;
}

/** Modules of a Worker, the main one first. */
export type Modules = {
  type: 'ESModule' | 'Data' | 'Text';
  path: string;
  contents: string | Uint8Array<ArrayBuffer>;
}[];

/** Bundles `entry` alone, for the small Workers that the benchmarks compare with. */
export async function bundleEntry(
  entry: string,
  plugins: Plugin[] = [],
): Promise<V4WorkerOptions['modules']> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['cloudflare:*', 'node:*'],
    conditions: ['workerd'],
    plugins,
  });
  return [{ type: 'ESModule', path: 'index.js', contents: outputFiles[0]!.text }];
}

/** Bundles the service into a folder, as it is deployed. */
export async function bundleService(folder: string): Promise<void> {
  await promisify(execFile)('npx', ['wrangler', 'deploy', '--dry-run', '--outdir', folder], {
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
  });
}

/** Reads the output of {@link bundleService} in a folder. */
export function readModules(folder: string): Modules {
  const files = readdirSync(folder).filter(
    (file) => !file.endsWith('.map') && file !== 'README.md',
  );
  return files
    .sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
    .map((file) => {
      const contents = readFileSync(join(folder, file));
      if (file === 'index.js')
        return { type: 'ESModule' as const, path: file, contents: contents.toString() };
      if (file.endsWith('.bin'))
        return { type: 'Data' as const, path: file, contents: new Uint8Array(contents) };
      return { type: 'Text' as const, path: file, contents: contents.toString() };
    });
}

/**
 * Starts one Worker with storage on disk in a temporary directory, removed when it stops.
 * @param inspectorPort where a debugger may listen
 */
export async function startWorker(
  options: V4WorkerOptions,
  inspectorPort?: number,
): Promise<RunningWorker> {
  const state = mkdtempSync(join(tmpdir(), 'lookup-bench-'));
  const port = await freePort();
  const worker = {
    compatibilityDate: '2026-10-23',
    compatibilityFlags: ['nodejs_compat'],
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    ...options,
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [worker as never],
      resourcePersistencePath: state,
      cf: false,
      ...(inspectorPort !== undefined && { inspectorPort }),
    } as never),
  );
  await miniflare.ready;
  return {
    origin: `http://127.0.0.1:${port}`,
    miniflare,
    async stop() {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
