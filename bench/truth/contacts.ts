// Telephones, email addresses and profiles of pages and of articles.
// Run: node bench/truth/contacts.ts
import { readFileSync } from 'node:fs';
import {
  ARTICLE_GOALS,
  CONTACT_GOALS,
  type ContactGoals,
  markContacts,
} from '../../test/products/web/mark-contacts.ts';
import { type Areas, runAlone } from './areas.ts';
import { Sample, samplesOf } from './samples.ts';

const PAGES_OF_TESTS = 'test/products/web/fixtures/contact-truth.txt';

async function measurePages(sample: Sample, pages: string, goals: ContactGoals): Promise<void> {
  const { marks } = await markContacts(sample.text);
  for (const [kind, { labelled, found, right, mistakes }] of marks) {
    if (labelled === 0) continue;
    const { recall, precision } = goals[kind];
    sample.share(`${kind} ${pages}, recall`, right, labelled, 100 * recall);
    sample.share(`${kind} ${pages}, precision`, right, found, 100 * precision);
    for (const mistake of mistakes) sample.detail(mistake);
  }
}

export async function measureContacts(areas: Areas): Promise<void> {
  const ofTests = new Sample(areas, readFileSync(PAGES_OF_TESTS, 'utf8'));
  await measurePages(ofTests, 'on pages of the tests', CONTACT_GOALS);
  for (const sample of samplesOf(areas, 'contact-pages'))
    await measurePages(sample, 'on pages', CONTACT_GOALS);
  for (const sample of samplesOf(areas, 'article-pages'))
    await measurePages(sample, 'in articles', ARTICLE_GOALS);
}

if (import.meta.main) await runAlone(measureContacts);
