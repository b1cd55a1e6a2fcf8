import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../scripts/dev/prepare.ts';
import { readSettings } from '../../scripts/dev/settings.ts';
import { setup as compileData } from './compile-data.ts';

/**
 * Storage snapshot that each `npm run dev` of the tests begins with: databases migrated and address
 * tables published, which takes a start longer than all else it does before it serves.
 */
export async function setup(): Promise<() => Promise<void>> {
  // The set-up of a project comes before that of the whole, which compiles them otherwise.
  compileData();
  const stateDir = await mkdtemp(join(tmpdir(), 'prepared-state-'));
  const storage = await openStorage(readSettings({ STATE_DIR: stateDir }));
  await storage.migrate();
  await storage.publish();
  await storage.close();
  process.env.PREPARED_STATE = stateDir;
  return () => rm(stateDir, { recursive: true, force: true });
}
