import { escapeMarkup } from '../../lib/text.ts';
import type { PartStatus, ServiceStatus } from '../../operations/status.ts';
import { type Block, heading, parseGuide, parseText, plainText } from './blocks.ts';
import type { DocsPage, Operator, SiteContent } from './content.ts';
import changelog from './guides/changelog.md';

/** Group of the pages about the deployment itself: changelog, terms, privacy, status. */
export const SERVICE = 'Service';

const CHANGELOG = parseGuide(changelog, {});

export const changelogPage = (): DocsPage => ({
  path: '/changelog',
  title: CHANGELOG.title,
  summary: CHANGELOG.summary,
  menu: { group: SERVICE, line: 'Changelog', code: false },
  blocks: () => CHANGELOG.blocks,
});

/** An entry of a feed (RFC 4287). */
interface FeedEntry {
  fragment: string;
  title: string;
  /** RFC 3339. */
  updated: string;
  text: string;
}

/** Entries of the changelog: a heading `YYYY-MM-DD: title` and the text below it. */
export function changelogEntries(): FeedEntry[] {
  const entries: FeedEntry[] = [];
  for (const block of CHANGELOG.blocks) {
    if (typeof block === 'object' && 'kind' in block && block.kind === 'heading') {
      const { id: fragment, text } = block;
      const [date, title] = [text.slice(0, 10), text.slice(12)];
      entries.push({ fragment, title, updated: `${date}T00:00:00Z`, text: '' });
      continue;
    }
    const entry = entries.at(-1);
    const paragraphs = (typeof block === 'string' ? [block] : 'map' in block ? block : []).map(
      plainText,
    );
    if (entry) entry.text = [entry.text, ...paragraphs].filter(Boolean).join('\n\n');
  }
  return entries;
}

/** Entries of the status feed: each update of each incident. */
export const incidentEntries = ({ incidents }: ServiceStatus): FeedEntry[] =>
  incidents.flatMap(({ id, title, updates }) =>
    updates
      .map(({ at, state, text }) => ({
        fragment: `incident-${id}`,
        title: `${title}: ${state}`,
        updated: at,
        text,
      }))
      .reverse(),
  );

/** Atom (RFC 4287). @param page URL of the page with the entries */
export function atomFeed(
  { title, page, author }: { title: string; page: string; author: string },
  entries: readonly FeedEntry[],
): string {
  const newest = entries
    .map(({ updated }) => updated)
    .reduce((a, b) => (a > b ? a : b), '1970-01-01T00:00:00Z');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${escapeMarkup(title)}</title>`,
    `<id>${escapeMarkup(page)}</id>`,
    `<link href="${escapeMarkup(page)}"/>`,
    `<link rel="self" href="${escapeMarkup(`${page}.xml`)}"/>`,
    `<updated>${newest}</updated>`,
    `<author><name>${escapeMarkup(author)}</name></author>`,
    ...entries.flatMap(({ fragment, title: headline, updated, text }) => [
      '<entry>',
      `<title>${escapeMarkup(headline)}</title>`,
      `<id>${escapeMarkup(`${page}#${fragment}-${updated}`)}</id>`,
      `<link href="${escapeMarkup(`${page}#${fragment}`)}"/>`,
      `<updated>${updated}</updated>`,
      `<content type="text">${escapeMarkup(text)}</content>`,
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');
}

const operatorLines = ({ name, address, contact }: Operator): string => {
  const reach = contact
    ? `Write to [${contact.replace(/^mailto:/, '')}](${contact}).`
    : 'This deployment has no published contact.';
  return `${name}${address ? `, ${address.replaceAll('\n', ', ')}` : ''}. ${reach}`;
};

const NO_TERMS =
  'The operator of this deployment has not published any terms. Ask before you build on it.';

/** Data retention of the software, the same in every deployment. */
const DATA_KEPT: Block = [
  'An answer is kept for up to seven days, for the organization that asked.',
  'Rows and results of a list are kept for 30 days, then deleted.',
  'What was paid for is kept as a hash of the input, with its price and time.',
  'Monitors keep their members, and changes for a year; thirty days after a monitor is deleted, all of this is deleted.',
  'Inputs and keys are not written to logs. People who opt out are no longer found: see [opting out](/opt-out).',
];

export const termsPage = ({ operator }: SiteContent): DocsPage => ({
  path: '/terms',
  title: 'Terms',
  summary: `The terms under which ${operator.name} is offered.`,
  menu: { group: SERVICE, line: 'Terms', code: false },
  blocks: () => [
    ...(operator.terms === null ? [NO_TERMS] : parseText(operator.terms)),
    heading('Who runs it'),
    operatorLines(operator),
  ],
});

export const privacyPage = ({ operator }: SiteContent): DocsPage => ({
  path: '/privacy',
  title: 'Privacy',
  summary: `What ${operator.name} keeps, and for how long.`,
  menu: { group: SERVICE, line: 'Privacy', code: false },
  blocks: () => [
    ...(operator.privacy === null ? [] : parseText(operator.privacy)),
    heading('What the service keeps'),
    DATA_KEPT,
    heading('Who runs it'),
    operatorLines(operator),
  ],
});

const STATE_WORDS = {
  operational: 'All systems are operational.',
  degraded: 'Some calls fail.',
  outage: 'Most calls fail.',
  unknown: 'No failures are known. There were no calls recently.',
} as const;

/** Separate texts for an open incident alone, and if no part has a status. */
function headline({ status, parts }: ServiceStatus): string {
  if (status === 'degraded' && !parts.some((part) => part.status === 'degraded'))
    return 'An incident is open.';
  const isUnknown = status === 'operational' && parts.every((part) => part.status === 'unknown');
  return STATE_WORDS[isUnknown ? 'unknown' : status];
}

const percentText = (uptime: number | null): string =>
  uptime === null ? 'no calls' : `${uptime} %`;

const partRow = ({ name, status, uptime_90d, days }: PartStatus): string[] => {
  const worst = days
    .filter(({ uptime }) => uptime !== null && uptime < 100)
    .sort((a, b) => (a.uptime ?? 100) - (b.uptime ?? 100))
    .slice(0, 3)
    .map(({ date, uptime }) => `${date} (${percentText(uptime)})`);
  return [`\`${name}\``, status, percentText(uptime_90d), worst.join(', ') || 'none'];
};

/** The current status; built per request. */
export const statusPage = (status: ServiceStatus): DocsPage => ({
  path: '/status',
  title: 'Status',
  summary: headline(status),
  menu: { group: SERVICE, line: 'Status', code: false },
  blocks: () => [
    `As of ${status.updated_at.slice(0, 16).replace('T', ' ')} UTC. The same as [JSON](/status.json), with every day; incidents as a [feed](/status.xml).`,
    heading('Incidents'),
    ...(status.incidents.length === 0 ? ['No known incidents.'] : []),
    ...status.incidents.flatMap(({ id, title, part, updates }): Block[] => [
      heading(title, 3, `incident-${id}`),
      part === null ? 'About the whole service.' : `About \`${part}\`.`,
      updates.map(({ at, state, text }) => `${at}, ${state}: ${text}`),
    ]),
    heading('Products'),
    'Live single lookups that did not fail because of the service, by product. Now means this hour and the one before.',
    {
      kind: 'table',
      caption: 'Products',
      head: ['Product', 'Now', '90 days', 'Worst days'],
      rows: status.parts.map(partRow),
    },
  ],
});
