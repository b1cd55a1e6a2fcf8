// A third round of samples that were labelled before any rule was read, cut into halves by a seed:
// rules were mended with half A, half B was run once after that.
// Run: node bench/truth/third.ts
import { type Areas, runAlone } from './areas.ts';
import { measureCompanies, measureFullNames, measureLines, measureSocial } from './fresh.ts';
import { type Half, readRows } from './halves.ts';
import { measurePages, readPages } from './second.ts';

const SEED = '20261124';

async function measureHalf(areas: Areas, half: Half, name: string): Promise<void> {
  const rowsOf = (file: string) => readRows(file, half, SEED);
  await measurePages(areas, readPages('contact-pages-third.txt', half, SEED), name);
  measureCompanies(areas, rowsOf('company-lines-seventh.txt'), name);
  measureSocial(areas, rowsOf('social-lines-third.txt'), name);
  measureFullNames(areas, rowsOf('name-lines-second.txt'), name);
  measureLines(areas, rowsOf('address-lines-fourth.txt'), name);
}

export async function measureThird(areas: Areas): Promise<void> {
  areas.note(`Halves of the third samples by the seed ${SEED}`);
  await measureHalf(areas, 'A', 'third half A, used');
  if (process.env.HALF_B) await measureHalf(areas, 'B', 'third half B');
}

if (import.meta.main) await runAlone(measureThird);
