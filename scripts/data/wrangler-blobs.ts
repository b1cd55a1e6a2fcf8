import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../../src/lookup/world.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';
/** What wrangler prints for a key that is not there. */
const NO_SUCH_KEY = /specified key does not exist/i;

/**
 * Blobs of an R2 bucket, by wrangler's command line: whole objects only.
 * @param where which bucket of that name: `--remote`, or `--local` and where its state lies
 */
export function wranglerBlobs(bucket: string, where: readonly string[] = ['--remote']): Blobs {
  function run(verb: string, key: string, ...args: string[]): string | null {
    const line = [WRANGLER, 'r2', 'object', verb, `${bucket}/${key}`, ...args, ...where];
    const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8' });
    if (status === 0) return stdout;
    if (NO_SUCH_KEY.test(stdout + stderr)) return null;
    throw new Error(`wrangler r2 object ${verb} ${key} failed:\n${stdout}${stderr}`);
  }

  function withFile<Result>(work: (file: string) => Result): Result {
    const directory = mkdtempSync(join(tmpdir(), 'lookup-r2-'));
    try {
      return work(join(directory, 'object'));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  return {
    async read(key, range) {
      if (range) throw new Error('wrangler reads whole objects');
      return withFile((file) => {
        if (run('get', key, '--file', file) === null) return null;
        return new Uint8Array(readFileSync(file)).buffer;
      });
    },
    async write(key, bytes) {
      withFile((file) => {
        writeFileSync(file, bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
        run('put', key, '--file', file);
      });
    },
    async remove(keys) {
      for (const key of keys) run('delete', key);
    },
  };
}
