import { describe, expect, it } from 'vitest';
import type { ContactsFact } from '../../../src/sources/web/contacts/contacts-fact.ts';
import { findContacts } from '../../../src/sources/web/contacts/find-contacts.ts';
import { readContents } from '../../../src/sources/web/contacts/read-contents.ts';
import { readCases } from './convert.ts';
import truthText from './fixtures/contact-truth.txt?raw';

/** Share of labelled contacts that must be found, and of found ones that must be labelled. */
const GOALS = {
  email: { recall: 0.95, precision: 0.99 },
  phone: { recall: 0.95, precision: 0.98 },
  social: { recall: 0.97, precision: 0.99 },
} as const;
type Kind = keyof typeof GOALS;
const KINDS = Object.keys(GOALS) as Kind[];

const listed = ({ emails, phones, socials }: ContactsFact): string[] => [
  ...emails.map((email) => `email ${email}`),
  ...phones.map((phone) => `phone ${phone}`),
  ...Object.entries(socials).flatMap(([platform, urls]) => urls.map((url) => `${platform} ${url}`)),
];

const kindOf = (line: string): Kind =>
  line.startsWith('email ') ? 'email' : line.startsWith('phone ') ? 'phone' : 'social';

describe('contacts of labelled pages in the markup of real content systems', () => {
  it('are found, and little else is', async () => {
    const cases = readCases(truthText);
    expect(cases.length).toBeGreaterThanOrEqual(230);
    const counts = new Map(KINDS.map((kind) => [kind, { labelled: 0, found: 0, right: 0 }]));
    const mistakes: string[] = [];
    for (const { name, given, expected } of cases) {
      const [title = '', domain = ''] = name.split(' | ');
      const page = { url: `https://${domain}/`, contents: await readContents([given]) };
      const found = new Set(listed(findContacts([page], domain)));
      const labelled = new Set(expected.split('\n').filter((line) => line !== ''));
      for (const line of labelled) {
        const count = counts.get(kindOf(line)) as { labelled: number; right: number };
        count.labelled++;
        if (found.has(line)) count.right++;
        else mistakes.push(`${title}: missed ${line}`);
      }
      for (const line of found) {
        (counts.get(kindOf(line)) as { found: number }).found++;
        if (!labelled.has(line)) mistakes.push(`${title}: wrongly ${line}`);
      }
    }
    for (const [kind, { labelled, found, right }] of counts) {
      const recall = right / labelled;
      const precision = right / found;
      const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
      console.log(
        `${kind}: recall ${percent(recall)} of ${labelled}, precision ${percent(precision)}`,
      );
      const seen = mistakes.filter((mistake) => kindOf(mistake.replace(/^.*: \w+ /, '')) === kind);
      expect({ kind, recall }, seen.join('\n')).toSatisfy(() => recall >= GOALS[kind].recall);
      expect({ kind, precision }, seen.join('\n')).toSatisfy(
        () => precision >= GOALS[kind].precision,
      );
    }
  });
});
