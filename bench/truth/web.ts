// WHOIS replies and contacts of web pages, against labelled samples of our own. The rules were
// mended with them: they guard, they do not estimate. Run: node bench/truth/web.ts
import { globSync, readFileSync } from 'node:fs';
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

function measureWhois(areas: Areas): void {
  const samples = globSync(WHOIS).flatMap((file) => readSamples(readFileSync(file, 'utf8')));
  const judged = samples.map((sample) => [sample, judge(sample)] as const);
  for (const [field, goal] of Object.entries(WHOIS_GOALS)) {
    const marks = judged.flatMap(([{ server }, marked]) => {
      const mark = marked[field as Measured];
      return mark === undefined ? [] : [{ server, mark }];
    });
    const right = marks.filter(({ mark }) => mark).length;
    areas.share(`WHOIS samples, ${field}`, right, marks.length, { atLeast: goal });
    for (const { server, mark } of marks) if (!mark) areas.detail(`${field} of ${server}`);
  }
}

async function measureContacts(areas: Areas): Promise<void> {
  const { marks } = await markContacts(readFileSync(CONTACTS, 'utf8'));
  for (const [kind, { labelled, found, right, mistakes }] of marks) {
    const { recall, precision } = CONTACT_GOALS[kind];
    areas.share(`contacts, ${kind}, recall`, right, labelled, { atLeast: 100 * recall });
    areas.share(`contacts, ${kind}, precision`, right, found, { atLeast: 100 * precision });
    for (const mistake of mistakes) areas.detail(mistake);
  }
}

export async function measureWeb(areas: Areas): Promise<void> {
  measureWhois(areas);
  await measureContacts(areas);
}

if (import.meta.main) await runAlone(measureWeb);
