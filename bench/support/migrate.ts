import { readdirSync, readFileSync } from 'node:fs';
import type { Miniflare } from 'miniflare';

/** Runs the generated migrations against both databases of a started Worker. */
export async function migrate(miniflare: Miniflare): Promise<void> {
  for (const [binding, folder] of [
    ['DB', 'migrations/db'],
    ['RECORDS', 'migrations/records'],
  ] as const) {
    const database = await miniflare.getD1Database(binding);
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()) {
      for (const statement of readFileSync(`${folder}/${file}`, 'utf8').split(
        '--> statement-breakpoint',
      ))
        await database.prepare(statement).run();
    }
  }
}
