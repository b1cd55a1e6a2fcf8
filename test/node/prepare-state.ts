import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { bundleService } from '../../bench/support/start-worker.ts';
import { openStorage } from '../../scripts/dev/prepare.ts';
import { readSettings } from '../../scripts/dev/settings.ts';
import { setup as compileData } from './compile-data.ts';
import { DevService, freePort } from './dev-service.ts';

/**
 * Bundle of the service, and the storage that each service of the tests begins with: databases
 * migrated, address tables published, the demo made and the samples imported. They take a start
 * longer than all else it does before it serves.
 */
export async function setup(): Promise<() => Promise<void>> {
  // The set-up of a project comes before that of the whole, which compiles them otherwise.
  compileData();
  const prepared = await mkdtemp(join(tmpdir(), 'prepared-state-'));
  process.env.PREPARED_STATE = prepared;
  const stateDir = join(prepared, 'state');
  const { workerOptions } = unstable_getMiniflareWorkerOptions('./wrangler.toml');
  await writeFile(join(prepared, 'worker.json'), JSON.stringify(workerOptions));
  const fill = async () => {
    const storage = await openStorage(readSettings({ STATE_DIR: stateDir }));
    await storage.migrate();
    await storage.publish();
    await storage.close();
  };
  await Promise.all([bundleService(join(prepared, 'bundle')), fill()]);
  const service = new DevService({ PORT: String(await freePort()), STATE_DIR: stateDir });
  await service.ready();
  await service.stop();
  return () => rm(prepared, { recursive: true, force: true });
}
