// Samples of the kinds of `travellers.ts`, taken from suites and data of public repositories (each
// row names its source), labelled before anything ran. Prints mistakes of half A only.
//
// Rows: 184 person names, 120 pairs of brand and advertiser, 132 companies, 80 addresses, 60
// caption files, 108 links, 134 email domains, addresses and local parts, 60 lists, 82 texts with
// phones, 70 pages for contacts and 60 for metadata. Even positions are half A, odd ones half B.
//
// Half B was held out at first; its rows have been read since. bench/RESULTS.md has the first look
// of both halves, what the mends made of half B before it was read, and what the mends of half A
// alone made of it.
//
// Run from the project's folder: node bench/truth/drifters.ts
import { type Areas, runAlone } from './areas.ts';
import { measureSample } from './sample-kinds.ts';

export async function measureDrifters(areas: Areas): Promise<void> {
  await measureSample(areas, 'drifter');
}

if (import.meta.main) await runAlone(measureDrifters);
