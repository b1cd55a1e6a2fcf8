import type { Miniflare } from 'miniflare';
import { migrate } from '../../scripts/dev/migrate.ts';

/** Brings both databases of a started Worker to the newest schema. */
export async function migrateWorker(miniflare: Miniflare): Promise<void> {
  await migrate((await miniflare.getD1Database('DB')) as never, 'migrations/db');
  await migrate((await miniflare.getD1Database('RECORDS')) as never, 'migrations/records');
}
