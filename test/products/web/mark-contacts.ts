import { type ContactsFact, findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';
import { readCases } from './convert.ts';

/** Share of labelled contacts that must be found, and of found ones that must be labelled. */
export const CONTACT_GOALS = {
  email: { recall: 0.95, precision: 0.99 },
  phone: { recall: 0.96, precision: 0.98 },
  social: { recall: 0.97, precision: 0.99 },
} as const;
export type ContactKind = keyof typeof CONTACT_GOALS;
export type ContactGoals = Readonly<Record<ContactKind, { recall: number; precision: number }>>;
const OF_ARTICLES = { recall: 0.9, precision: 0.95 };
/** Articles name numbers in running text, of anyone. */
export const ARTICLE_GOALS: ContactGoals = {
  email: OF_ARTICLES,
  phone: OF_ARTICLES,
  social: OF_ARTICLES,
};
const KINDS = Object.keys(CONTACT_GOALS) as ContactKind[];

export interface ContactMarks {
  labelled: number;
  found: number;
  /** Labelled and found. */
  right: number;
  mistakes: string[];
}

const listed = ({ emails, phones, socials }: ContactsFact): string[] => [
  ...emails.map((email) => `email ${email}`),
  ...phones.map((phone) => `phone ${phone}`),
  ...Object.entries(socials).flatMap(([platform, urls]) => urls.map((url) => `${platform} ${url}`)),
];

const kindOf = (line: string): ContactKind =>
  line.startsWith('email ') ? 'email' : line.startsWith('phone ') ? 'phone' : 'social';

/** A label as contacts are answered: the professional network's name, no slash at the end. */
const asAnswered = (label: string): string =>
  label.replace(/^linkedin /, 'network ').replace(/\/$/, '');

/** @param text labelled pages, as in fixtures/contact-truth.txt */
export async function markContacts(
  text: string,
): Promise<{ pages: number; marks: ReadonlyMap<ContactKind, ContactMarks> }> {
  const cases = readCases(text);
  const none = () => ({ labelled: 0, found: 0, right: 0, mistakes: [] });
  const marks = new Map<ContactKind, ContactMarks>(KINDS.map((kind) => [kind, none()]));
  const of = (line: string) => marks.get(kindOf(line)) as ContactMarks;
  for (const { name, given, expected } of cases) {
    const [title = '', domain = ''] = name.split(' | ');
    const page = { url: `https://${domain}/`, contents: await readContents([given]) };
    const found = new Set(listed(findContacts([page], domain)));
    const lines = expected.split('\n').filter((line) => line !== '');
    const labelled = new Set(lines.map(asAnswered));
    for (const line of labelled) {
      of(line).labelled++;
      if (found.has(line)) of(line).right++;
      else of(line).mistakes.push(`${title}: missed ${line}`);
    }
    for (const line of found) {
      of(line).found++;
      if (!labelled.has(line)) of(line).mistakes.push(`${title}: wrongly ${line}`);
    }
  }
  return { pages: cases.length, marks };
}
