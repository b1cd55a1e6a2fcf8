// Samples of the kinds of `travellers.ts`, taken from suites and data of public repositories (each
// row names its source), labelled before anything ran. Prints mistakes of half A only.
// Run from the project's folder: node bench/truth/drifters.ts
import { type Areas, runAlone } from './areas.ts';
import { measureSample } from './travellers.ts';

export async function measureDrifters(areas: Areas): Promise<void> {
  await measureSample(areas, 'drifter');
}

if (import.meta.main) await runAlone(measureDrifters);
