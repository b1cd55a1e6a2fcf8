// Third to thirteenth samples, labelled before the rules were read and mostly halved by a seed.
// Rules were mended with half A; half B ran once after that. Whole samples ran once before they
// were mended with. The name of each figure states whether its rows are used, read since or held
// out; bench/RESULTS.md has the first figures.
// Run: node bench/truth/third.ts
import { ARTICLE_GOALS } from '../../test/products/web/mark-contacts.ts';
import { type Areas, runAlone } from './areas.ts';
import {
  measureCompanies,
  measureFullNames,
  measureLines,
  measureSocial,
  measureWhois,
} from './fresh.ts';
import { type Half, readRows } from './halves.ts';
import { measurePages, readPages } from './second.ts';

const SEED = '20261124';
const FIFTH_SEED = '20261125';

async function measureHalf(areas: Areas, half: Half, name: string): Promise<void> {
  const rowsOf = (file: string) => readRows(file, half, SEED);
  await measurePages(areas, readPages('contact-pages-third.txt', half, SEED), name);
  measureCompanies(areas, rowsOf('company-lines-seventh.txt'), name);
  measureSocial(areas, rowsOf('social-lines-third.txt'), name);
  measureFullNames(areas, rowsOf('name-lines-second.txt'), name);
  measureLines(areas, rowsOf('address-lines-fourth.txt'), name);
}

async function measureFourth(areas: Areas): Promise<void> {
  const name = 'fourth sample, read since';
  await measurePages(areas, readPages('contact-pages-fourth.txt'), name);
  measureCompanies(areas, readRows('company-lines-eighth.txt'), name);
  measureSocial(areas, readRows('social-lines-fourth.txt'), name);
}

async function measureFifth(areas: Areas, half: Half, name: string): Promise<void> {
  await measurePages(areas, readPages('contact-pages-fifth.txt', half, FIFTH_SEED), name);
  const articles = readPages('article-pages-fifth.txt', half, FIFTH_SEED);
  await measurePages(areas, articles, `articles, ${name}`, ARTICLE_GOALS);
  measureCompanies(areas, readRows('company-lines-ninth.txt', half, FIFTH_SEED), name);
  measureSocial(areas, readRows('social-lines-fifth.txt', half, FIFTH_SEED), name);
}

async function measureSixth(areas: Areas): Promise<void> {
  const name = 'sixth sample, read since';
  await measurePages(areas, readPages('contact-pages-sixth.txt'), name);
  measureCompanies(areas, readRows('company-lines-tenth.txt'), name);
  measureSocial(areas, readRows('social-lines-sixth.txt'), name);
  measureCompanies(areas, readRows('company-lines-eleventh.txt'), 'seventh sample, read since');
}

/** Names and addresses, each halved by its own seed. */
function measurePersons(areas: Areas, half: Half, name: string): void {
  measureFullNames(areas, readRows('name-lines-third.txt', half, 'names-third'), name);
  measureLines(areas, readRows('address-lines-fifth.txt', half, 'address-fifth'), name);
}

/** Later samples, each halved by its own seed. */
function measureTwelfth(areas: Areas, half: Half, name: string): void {
  measureFullNames(areas, readRows('name-lines-fourth.txt', half, 'names-fourth'), name);
  measureLines(areas, readRows('address-lines-sixth.txt', half, 'address-sixth'), name);
  measureCompanies(areas, readRows('company-lines-twentieth.txt', half, 'twentieth'), name);
  measureWhois(areas, 'whois-replies-fourth.txt', half, name, 'whois-fourth');
}

/** Advertisers with the site that the ad leads to, and by their names alone. */
function measureEighth(areas: Areas, half: Half, name: string): void {
  const rows = readRows('company-lines-twelfth.txt', half, 'twelfth');
  measureCompanies(areas, rows, `${name}, with sites`);
  const byName = rows.map(({ section, row }) => ({ section, row: row.replace(/\|[^|]*$/, '') }));
  measureCompanies(areas, byName, `${name}, by names alone`);
}

/** Pages; the eighth sample has identifiers in telephone form, one telephone a page. */
async function measureLastPages(areas: Areas, half: Half, name: string): Promise<void> {
  for (const sample of ['seventh', 'eighth']) {
    const pages = readPages(`contact-pages-${sample}.txt`, half, sample);
    await measurePages(areas, pages, `${sample} ${name}`);
  }
}

const NINTH_SEED = 'ninth sample';

/** One file of each kind, labelled without reading rules or their output. */
async function measureNinth(areas: Areas, half: Half, name: string): Promise<void> {
  await measurePages(areas, readPages('contact-pages-ninth.txt', half, NINTH_SEED), name);
  const articles = readPages('article-pages-sixth.txt', half, NINTH_SEED);
  await measurePages(areas, articles, `articles, ${name}`, ARTICLE_GOALS);
  measureSocial(areas, readRows('social-lines-seventh.txt', half, NINTH_SEED), name);
  // Half B of company names has been read.
  const companies = half === 'A' ? name : 'ninth half B, read since';
  for (const part of ['thirteenth', 'fourteenth'])
    measureCompanies(areas, readRows(`company-lines-${part}.txt`, half, NINTH_SEED), companies);
}

/** Pages and addresses from outside: the labeller had read no rule. */
async function measureTenth(areas: Areas, half: Half, name: string): Promise<void> {
  await measurePages(areas, readPages('contact-pages-tenth.txt', half, 'tenth sample'), name);
  measureSocial(areas, readRows('social-lines-ninth.txt', half, 'tenth sample'), name);
}

/** Pages, names and advertisers from outside, with register numbers and members among them. */
async function measureThirteenth(areas: Areas, half: Half, name: string): Promise<void> {
  await measurePages(areas, readPages('contact-pages-eleventh.txt', half, 'eleventh sample'), name);
  measureFullNames(areas, readRows('name-lines-fifth.txt', half, 'names-fifth'), name);
  measureCompanies(areas, readRows('company-lines-twentyfirst.txt', half, 'twentyfirst'), name);
}

export async function measureThird(areas: Areas): Promise<void> {
  areas.note(`Halves of the third samples by the seed ${SEED}`);
  await measureHalf(areas, 'A', 'third half A, used');
  await measureHalf(areas, 'B', 'third half B, read since');
  await measureFourth(areas);
  await measureFifth(areas, 'A', 'fifth half A, used');
  await measureFifth(areas, 'B', 'fifth half B, read since');
  await measureSixth(areas);
  await measureLastPages(areas, 'A', 'half A, used');
  await measureLastPages(areas, 'B', 'half B, read since');
  measureEighth(areas, 'A', 'eighth half A, used');
  measureEighth(areas, 'B', 'eighth half B, read since');
  measurePersons(areas, 'A', 'eleventh half A, used');
  measurePersons(areas, 'B', 'eleventh half B, held out');
  measureTwelfth(areas, 'A', 'twelfth half A, used');
  measureTwelfth(areas, 'B', 'twelfth half B, read since');
  await measureNinth(areas, 'A', 'ninth half A, used');
  await measureNinth(areas, 'B', 'ninth half B, held out');
  await measureTenth(areas, 'A', 'tenth half A, used');
  await measureTenth(areas, 'B', 'tenth half B, read since');
  await measureThirteenth(areas, 'A', 'thirteenth half A, used');
  await measureThirteenth(areas, 'B', 'thirteenth half B, read since');
}

if (import.meta.main) await runAlone(measureThird);
