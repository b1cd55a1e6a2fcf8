// Samples of eleven kinds from many countries, labelled by someone who had read no rule; even
// positions are half A, odd ones half B. Prints both halves' figures, but mistakes of A only.
// `drifters.ts` runs another sample of the same kinds.
//
// Rows: 116 person names, 123 pairs of brand and advertiser, 120 companies, 75 addresses, 60
// caption files, 90 links, 255 email domains, addresses and local parts, 60 lists, 71 texts with
// phones, 60 pages for contacts and 60 for metadata. bench/RESULTS.md tells which of its labels
// were changed to conventions, and has the first look of both halves.
//
// Run from the project's folder: node bench/truth/travellers.ts
import { type Areas, runAlone } from './areas.ts';
import { measureSample } from './sample-kinds.ts';

/** Measures all kinds of rows. */
/** Prints the mistakes of half A only. */
export async function measureTravellers(areas: Areas): Promise<void> {
  await measureSample(areas, 'traveller');
}

if (import.meta.main) await runAlone(measureTravellers);
