import { abandonStalled } from '../store/imports.ts';
import { sweepHidden, sweepInvisible } from '../store/sweep-records.ts';
import type { RecordPorts } from './ports.ts';

/** Statements of one run; what is left waits for the next. */
const MAX_STEPS = 200;

/**
 * Deletes, in small steps, rows that no reader sees: of replaced, failed and crashed imports, and older rows
 * of keys that came again. Runs after every import and by cron; stopping it anywhere harms nothing.
 * @returns whether everything is tidy
 */
export async function tidyRecords({ db, clock }: Pick<RecordPorts, 'db' | 'clock'>): Promise<boolean> {
  await abandonStalled(db, clock.now());
  for (let step = 0; step < MAX_STEPS; step++) {
    const worked = (await sweepInvisible(db)) || (await sweepHidden(db));
    if (!worked) return true;
  }
  return false;
}
