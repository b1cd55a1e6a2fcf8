// WHOIS replies, contacts of web pages and captions, against labelled samples. Rules were mended
// with them, so the figures guard against regressions and estimate nothing. "Used since" marks
// samples that were labelled before the rules ran; bench/RESULTS.md has their first figures.
// Run: node bench/truth/web.ts
import { globSync, readFileSync } from 'node:fs';
import { readPostAddress, readProfileAddress } from '../../src/domain/social/address.ts';
import { readCaptions } from '../../src/domain/social/captions.ts';
import { CAPTION_CASES } from '../../test/products/social/caption-cases.ts';
import {
  judge,
  type Measured,
  WHOIS_GOALS,
} from '../../test/products/web/domain-age/judge-whois.ts';
import { readSamples } from '../../test/products/web/domain-age/read-samples.ts';
import {
  ARTICLE_GOALS,
  CONTACT_GOALS,
  type ContactGoals,
  markContacts,
} from '../../test/products/web/mark-contacts.ts';
import { type Areas, runAlone } from './areas.ts';
import { CAPTIONS_OF_TOOLS } from './caption-files.ts';
import { CAPTIONS_OF_SUITES } from './caption-suites.ts';
import { SOCIAL_ADDRESSES } from './social-cases.ts';

const WHOIS = 'test/products/web/domain-age/samples/*.txt';
const CONTACTS = 'test/products/web/fixtures/contact-truth.txt';
/** Excerpts of real pages in public repositories, of 20 countries. */
const HELD_OUT = 'bench/truth/contact-pages.txt';
/**
 * Pages modelled on public repositories in nine languages, names and some numbers changed, labelled
 * before the rules ran; one wrong label was corrected.
 */
const NINE_LANGUAGES = 'bench/truth/contact-pages-nine.txt';
/**
 * Articles as newspapers of 13 countries write them, labelled before the rules ran; one class of
 * mistakes was mended later.
 */
const ARTICLES = 'bench/truth/article-pages.txt';
/**
 * Pages and articles of some fifty countries, many after public repositories, labelled before the
 * rules ran, in three parts: the rules were mended with one, run on the next, and mended with it.
 */
const WORLD = 'bench/truth/contact-pages-world.txt';
const WORLD_ARTICLES = 'bench/truth/article-pages-world.txt';
/** Twelve pages labelled after the last rule was written; no rule was mended with them. */
const LAST = 'bench/truth/contact-pages-last.txt';

function measureWhois(areas: Areas): void {
  const samples = globSync(WHOIS).flatMap((file) => readSamples(readFileSync(file, 'utf8')));
  const judged = samples.map((sample) => [sample, judge(sample)] as const);
  for (const [field, goal] of Object.entries(WHOIS_GOALS)) {
    const marks = judged.flatMap(([{ server }, marked]) => {
      const mark = marked[field as Measured];
      return mark === undefined ? [] : [{ server, mark }];
    });
    const right = marks.filter(({ mark }) => mark).length;
    areas.share(`WHOIS samples, used, ${field}`, right, marks.length, { atLeast: goal });
    for (const { server, mark } of marks) if (!mark) areas.detail(`${field} of ${server}`);
  }
}

async function measureContacts(
  areas: Areas,
  file: string,
  sample: string,
  goals: ContactGoals = CONTACT_GOALS,
): Promise<void> {
  const { marks } = await markContacts(readFileSync(file, 'utf8'));
  for (const [kind, { labelled, found, right, mistakes }] of marks) {
    if (labelled === 0) continue;
    const { recall, precision } = goals[kind];
    const area = `contacts, ${sample}, ${kind}`;
    areas.share(`${area}, recall`, right, labelled, { atLeast: 100 * recall });
    areas.share(`${area}, precision`, right, found, { atLeast: 100 * precision });
    for (const mistake of mistakes) areas.detail(mistake);
  }
}

function measureCaptions(areas: Areas, sample: string, files: typeof CAPTION_CASES): void {
  const wrong = files.filter(([, raw, said]) => readCaptions(raw).text !== said);
  areas.share(`SRT and VTT of ${sample}`, files.length - wrong.length, files.length, {
    atLeast: 97,
  });
  for (const [source] of wrong) areas.detail(source);
}

function socialAddress(kind: string, address: string): string {
  try {
    if (kind === 'profile') {
      const { platform, handle } = readProfileAddress(address);
      return `${platform} ${handle}`;
    }
    const { platform, id } = readPostAddress(address);
    return `${platform} ${id}`;
  } catch (error) {
    return String(error);
  }
}

function measureSocialAddresses(areas: Areas): void {
  const wrong = SOCIAL_ADDRESSES.filter(
    ([platform, kind = '', name, address = '']) =>
      socialAddress(kind, address) !== `${platform} ${name}`,
  );
  for (const [, kind = '', , address = ''] of wrong)
    areas.detail(`${address}: ${socialAddress(kind, address)}`);
  const all = SOCIAL_ADDRESSES.length;
  const name = 'addresses of posts and profiles, 13 platforms, used';
  areas.share(name, all - wrong.length, all, { atLeast: 97 });
}

export async function measureWeb(areas: Areas): Promise<void> {
  measureWhois(areas);
  measureCaptions(areas, 'eight suites, used', CAPTION_CASES);
  measureCaptions(areas, '28 tools, used', CAPTIONS_OF_TOOLS);
  measureCaptions(areas, 'five more suites and tools, used since', CAPTIONS_OF_SUITES);
  measureSocialAddresses(areas);
  await measureContacts(areas, CONTACTS, 'used');
  await measureContacts(areas, HELD_OUT, 'labelled before, used since');
  await measureContacts(areas, NINE_LANGUAGES, 'nine languages, used since');
  await measureContacts(areas, ARTICLES, 'articles, used since', ARTICLE_GOALS);
  await measureContacts(areas, WORLD, 'fifty countries, used since');
  await measureContacts(areas, LAST, 'twelve countries, held out');
  await measureContacts(
    areas,
    WORLD_ARTICLES,
    'articles of 20 countries, used since',
    ARTICLE_GOALS,
  );
}

if (import.meta.main) await runAlone(measureWeb);
