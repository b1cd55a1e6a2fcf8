// Samples with labels of other libraries' suites, halved by a seed. Rules were mended with half A;
// `SAMPLES` states whether half B was read after its first run. Run: node bench/truth/suites.ts
import { type Areas, runAlone } from './areas.ts';
import {
  measureCompanies,
  measureFullNames,
  measureLines,
  measurePhones,
  measureSocial,
  measureTypos,
} from './fresh.ts';
import { type Half, readRows } from './halves.ts';
import { measurePages, readPages } from './second.ts';

/** Files of one sample, each with the seed of its halves. */
type Sample = Partial<
  Record<
    'names' | 'phones' | 'lines' | 'posts' | 'companies' | 'typos' | 'pages',
    [file: string, seed: string]
  >
>;

const SUITES: Sample = {
  names: ['name-lines-sixth.txt', 'names-sixth'],
  phones: ['phone-lines-eighth.txt', 'phone-eighth'],
  lines: ['address-lines-seventh.txt', 'address-seventh'],
  posts: ['social-lines-tenth.txt', 'social-tenth'],
  companies: ['company-lines-twentysecond.txt', 'twentysecond'],
  pages: ['contact-pages-twelfth.txt', 'pages-twelfth'],
};

/** Other suites, with rows and pages of our own, labelled by someone who had read no rule. */
const MORE_SUITES: Sample = {
  names: ['name-lines-seventh.txt', 'names-seventh'],
  phones: ['phone-lines-ninth.txt', 'phone-ninth'],
  lines: ['address-lines-eighth.txt', 'address-eighth'],
  posts: ['social-lines-eleventh.txt', 'social-eleventh'],
  companies: ['company-lines-twentythird.txt', 'twentythird'],
  pages: ['contact-pages-thirteenth.txt', 'pages-thirteenth'],
};

/** Pages only, of fifty countries and twenty kinds of sites. */
const FOURTEENTH: Sample = { pages: ['contact-pages-fourteenth.txt', 'pages-fourteenth'] };

/** Own rows in the forms of CRM exports, voter files, dockets, filings, registers and apps. */
const LISTS: Sample = {
  names: ['name-lines-eighth.txt', 'names-eighth'],
  lines: ['address-lines-ninth.txt', 'address-ninth'],
  posts: ['social-lines-twelfth.txt', 'social-twelfth'],
  companies: ['company-lines-twentyfourth.txt', 'twentyfourth'],
  typos: ['email-typos-fourth.txt', 'typos-fourth'],
};

/** Own rows, further suites, pages of sixty countries; the labeller had read no rule. */
const OUTSIDE: Sample = {
  names: ['name-lines-ninth.txt', 'names-ninth'],
  lines: ['address-lines-tenth.txt', 'addresses-tenth'],
  posts: ['social-lines-thirteenth.txt', 'social-thirteenth'],
  companies: ['company-lines-twentyfifth.txt', 'company-twentyfifth'],
  typos: ['email-typos-fifth.txt', 'typos-fifth'],
  pages: ['contact-pages-fifteenth.txt', 'pages-fifteenth'],
};

async function measureSample(areas: Areas, sample: Sample, half: Half, name: string) {
  const { typos, pages } = sample;
  const rows = (of: Exclude<keyof Sample, 'pages' | 'typos'>) =>
    sample[of] ? readRows(sample[of][0], half, sample[of][1]) : [];
  if (sample.names) measureFullNames(areas, rows('names'), name);
  if (sample.phones) measurePhones(areas, rows('phones'), name);
  if (sample.lines) measureLines(areas, rows('lines'), name);
  if (sample.posts) measureSocial(areas, rows('posts'), name);
  if (sample.companies) measureCompanies(areas, rows('companies'), name);
  if (typos) measureTypos(areas, half, name, ...typos);
  if (pages) await measurePages(areas, readPages(pages[0], half, pages[1]), name);
}

/** Samples, and the halves that were read while rules were mended. */
const SAMPLES: readonly [sample: Sample, name: string, read: readonly Half[]][] = [
  [SUITES, 'suites', ['A', 'B']],
  [MORE_SUITES, 'more suites', ['A']],
  [FOURTEENTH, 'fourteenth', ['A']],
  [LISTS, 'lists', ['A']],
  [OUTSIDE, 'outside', ['A']],
];

export async function measureSuites(areas: Areas): Promise<void> {
  for (const [sample, name, read] of SAMPLES)
    for (const half of ['A', 'B'] as const) {
      // A held-out half B runs only on request.
      const isHeldOut = !read.includes(half);
      if (isHeldOut && !process.env.TRUTH_HELD_OUT) continue;
      const use = half === 'A' ? 'used' : isHeldOut ? 'held out' : 'read since';
      await measureSample(areas, sample, half, `${name}, half ${half}, ${use}`);
    }
}

if (import.meta.main) await runAlone(measureSuites);
