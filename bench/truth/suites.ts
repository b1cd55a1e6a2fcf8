// Samples with the labels of other libraries' suites, in halves by a seed: rules were mended with
// half A, half B was run once after that and read since. Run: node bench/truth/suites.ts
import { type Areas, runAlone } from './areas.ts';
import {
  measureCompanies,
  measureFullNames,
  measureLines,
  measurePhones,
  measureSocial,
} from './fresh.ts';
import { readRows } from './halves.ts';
import { measurePages, readPages } from './second.ts';

export async function measureSuites(areas: Areas): Promise<void> {
  for (const [half, name] of [
    ['A', 'suites, half A, used'],
    ['B', 'suites, half B, read since'],
  ] as const) {
    measureFullNames(areas, readRows('name-lines-sixth.txt', half, 'names-sixth'), name);
    measurePhones(areas, readRows('phone-lines-eighth.txt', half, 'phone-eighth'), name);
    measureLines(areas, readRows('address-lines-seventh.txt', half, 'address-seventh'), name);
    measureSocial(areas, readRows('social-lines-tenth.txt', half, 'social-tenth'), name);
    measureCompanies(areas, readRows('company-lines-twentysecond.txt', half, 'twentysecond'), name);
    await measurePages(areas, readPages('contact-pages-twelfth.txt', half, 'pages-twelfth'), name);
  }
}

if (import.meta.main) await runAlone(measureSuites);
