import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getPlatformProxy, unstable_readConfig } from 'wrangler';
import { bucketBlobs } from '../../src/store/blobs.ts';
import { directoryBlobs } from '../data/directory-blobs.ts';
import { publishTables } from './publish-tables.ts';
import type { Settings } from './settings.ts';
import { runWrangler } from './wrangler.ts';

/** Brings both local databases to the newest schema. */
export async function migrateLocal(stateDir: string): Promise<void> {
  for (const database of ['DB', 'RECORDS']) {
    await runWrangler(['d1', 'migrations', 'apply', database, '--local', '--persist-to', stateDir]);
  }
}

/**
 * The storage bindings alone: a proxy over the whole configuration warns of objects it cannot run.
 */
async function writeStorageConfig(stateDir: string): Promise<string> {
  const { compatibility_date, r2_buckets } = unstable_readConfig({
    config: 'wrangler.toml',
  });
  const path = resolve(join(stateDir, 'storage.json'));
  await mkdir(stateDir, { recursive: true });
  await writeFile(path, JSON.stringify({ name: 'storage', compatibility_date, r2_buckets }));
  return path;
}

/** Puts the compiled tables where the Worker will look for them. */
export async function publishLocal({ stateDir }: Settings): Promise<void> {
  const { env, dispose } = await getPlatformProxy<{ DATA: R2Bucket }>({
    configPath: await writeStorageConfig(stateDir),
    persist: { path: join(stateDir, 'v3') },
    envFiles: [],
    remoteBindings: false,
  });
  try {
    await publishTables(directoryBlobs('compiled'), bucketBlobs(env.DATA));
  } finally {
    await dispose();
  }
}
