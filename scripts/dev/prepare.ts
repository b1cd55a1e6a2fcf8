import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { getPlatformProxy, unstable_readConfig } from 'wrangler';
import { bucketBlobs } from '../../src/files/store.ts';
import { directoryBlobs } from '../data/directory-blobs.ts';
import { migrate } from './migrate.ts';
import { publishTables } from './publish-tables.ts';
import type { Settings } from './settings.ts';

/**
 * The storage bindings alone: a proxy over the whole configuration warns of objects it cannot run.
 */
async function writeStorageConfig(stateDir: string): Promise<string> {
  const { compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({
    config: 'wrangler.toml',
  });
  const path = resolve(join(stateDir, 'storage.json'));
  const storage = { name: 'storage', compatibility_date, d1_databases, r2_buckets };
  await mkdir(stateDir, { recursive: true });
  await writeFile(path, JSON.stringify(storage));
  return path;
}

interface Storage {
  DATA: R2Bucket;
  DB: D1Database;
  RECORDS: D1Database;
}

/** The Worker's storage before there is a Worker. */
export async function openStorage({ stateDir }: Settings): Promise<{
  migrate(): Promise<void>;
  publish(): Promise<void>;
  close(): Promise<void>;
}> {
  const { env, dispose } = await getPlatformProxy<Storage>({
    configPath: await writeStorageConfig(stateDir),
    persist: { path: join(stateDir, 'v3') },
    envFiles: [],
    remoteBindings: false,
  });
  return {
    /** Brings both databases to the newest schema. */
    async migrate() {
      await migrate(env.DB, 'migrations/db');
      await migrate(env.RECORDS, 'migrations/records');
    },
    /** Puts the compiled tables where the Worker will look for them. */
    async publish() {
      const attempt = () => publishTables(directoryBlobs('compiled'), bucketBlobs(env.DATA));
      // On a busy machine the proxy closes its connection while a table is read from the disk.
      await attempt().catch(attempt).catch(attempt);
    },
    close: dispose,
  };
}
