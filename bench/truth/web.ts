// WHOIS replies, contacts of web pages and captions, against labelled samples of our own. The rules
// were mended with them: they guard, they do not estimate; "held out" names the pages that were
// labelled before the rules were run on them. Run: node bench/truth/web.ts
import { globSync, readFileSync } from 'node:fs';
import { readCaptions } from '../../src/domain/social/captions.ts';
import { CAPTION_CASES } from '../../test/products/social/caption-cases.ts';
import {
  judge,
  type Measured,
  WHOIS_GOALS,
} from '../../test/products/web/domain-age/judge-whois.ts';
import { readSamples } from '../../test/products/web/domain-age/read-samples.ts';
import { CONTACT_GOALS, markContacts } from '../../test/products/web/mark-contacts.ts';
import { type Areas, runAlone } from './areas.ts';

const WHOIS = 'test/products/web/domain-age/samples/*.txt';
const CONTACTS = 'test/products/web/fixtures/contact-truth.txt';
/** Lines of real pages of public repositories, and of 20 countries. */
const HELD_OUT = 'bench/truth/contact-pages.txt';

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

async function measureContacts(areas: Areas, file: string, sample: string): Promise<void> {
  const { marks } = await markContacts(readFileSync(file, 'utf8'));
  for (const [kind, { labelled, found, right, mistakes }] of marks) {
    if (labelled === 0) continue;
    const { recall, precision } = CONTACT_GOALS[kind];
    const area = `contacts, ${sample}, ${kind}`;
    areas.share(`${area}, recall`, right, labelled, { atLeast: 100 * recall });
    areas.share(`${area}, precision`, right, found, { atLeast: 100 * precision });
    for (const mistake of mistakes) areas.detail(mistake);
  }
}

function measureCaptions(areas: Areas): void {
  const wrong = CAPTION_CASES.filter(([, raw, said]) => readCaptions(raw).text !== said);
  const right = CAPTION_CASES.length - wrong.length;
  areas.share('SRT and VTT of eight suites, used', right, CAPTION_CASES.length, { atLeast: 97 });
  for (const [source] of wrong) areas.detail(source);
}

export async function measureWeb(areas: Areas): Promise<void> {
  measureWhois(areas);
  measureCaptions(areas);
  await measureContacts(areas, CONTACTS, 'used');
  await measureContacts(areas, HELD_OUT, 'held out');
}

if (import.meta.main) await runAlone(measureWeb);
