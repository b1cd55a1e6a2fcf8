// Samples of eleven kinds from many countries, labelled by someone who had read no rule; even
// positions are half A, odd ones half B. Prints both halves' figures, but mistakes of A only.
// `drifters.ts` runs another sample of the same kinds.
// Run from the project's folder: node bench/truth/travellers.ts
import { type Areas, runAlone } from './areas.ts';
import { measureSample } from './sample-kinds.ts';

export async function measureTravellers(areas: Areas): Promise<void> {
  await measureSample(areas, 'traveller');
}

if (import.meta.main) await runAlone(measureTravellers);
