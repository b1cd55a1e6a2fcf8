import * as z from 'zod';
import { personSubjects } from '../../domain/person/person.ts';
import type { LinkPage, LinkPageAnswer } from '../../domain/social/facts.ts';
import { dropTracking, parsePageUrl } from '../../domain/web/site.ts';
import { lookupField } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
import { firstMatch, type Sources } from '../../lookup/source.ts';
import { isScraped, scrapedLinkPage } from '../../vendors/scrapecreators/link-page.ts';
import { linkPage } from '../../web-reader/link-page/link-page.ts';

/** URL without a scheme, as profiles show it: `linktr.ee/example`. */
const SCHEMELESS = /^[^:/?#]+\//;

/** @throws UnusableInput */
function parseLinkPageUrl(text: string): string {
  const url = new URL(parsePageUrl(SCHEMELESS.test(text) ? `https://${text}` : text));
  dropTracking(url);
  return url.href;
}

const linkPageUrl = lookupField(parseLinkPageUrl, {
  description: 'URL of the page. `https://` and tracking parameters may be left out.',
  examples: ['https://linktr.ee/example', 'linktr.ee/example'],
});

const classification = z.object({
  matched: field.boolean('Whether the page exists and has links. Nothing is charged if not.'),
  platform: field.textOrNull(
    'Service that hosts the page, such as linktree; website if the page is on a site of its own.',
  ),
  username: field.textOrNull('Username of the owner on the service.'),
  display_name: field.textOrNull('Name that the page shows.'),
  links_count: field.count('Number of links on the page, not counting profiles without a title.'),
  has_email: field.boolean('Whether the page shows an email address.'),
});

const insights = z.object({
  link_in_bio_result: field.object('Content of the page.', {
    bio: field.textOrNull("The owner's own description."),
    avatar_url: field.textOrNull('URL of the picture of the owner.'),
    links: z
      .array(
        z.object({
          title: field.textOrNull('Title of the link.'),
          url: field.text('URL to which the link leads.'),
        }),
      )
      .describe('Links in the order of the page, at most 200.'),
    socials: z
      .record(z.string(), z.string())
      .describe(
        'Map of platforms to profile URLs. Platform names are those of the website contacts scraper.',
      ),
    emails: field.textList('Email addresses, in lower case.'),
  }),
});

const anywhere = firstMatch(linkPage, scrapedLinkPage);
const itself = firstMatch(linkPage);

const sources: Sources<{ url: string }, LinkPageAnswer> = {
  list: anywhere.list,
  async resolve({ url }, ask) {
    const found = await (isScraped(url) ? anywhere : itself).resolve(url, ask);
    return found ?? { page: null };
  },
};

const page: LinkPage = {
  platform: 'linktree',
  username: 'sandbox',
  displayName: 'Sandbox Bakery',
  bio: 'Bread and cakes',
  avatarUrl: 'https://example.com/avatar.png',
  links: [
    { title: 'Shop', url: 'https://shop.example.com/' },
    { title: 'Press', url: 'https://example.org/press' },
  ],
  socials: { instagram: 'https://www.instagram.com/sandbox' },
  emails: ['hello@example.com'],
};

const sandbox: readonly SandboxCase<LinkPageAnswer>[] = [
  inSandbox.answer('https://linktr.ee/sandbox', 'a page of links', { page }),
  inSandbox.answer('https://links.example.com/', 'a page of its own, without an email address', {
    page: { ...page, platform: 'website', username: null, socials: {}, emails: [] },
  }),
  inSandbox.answer('https://linktr.ee/sandbox-nobody', 'no such page, not charged', { page: null }),
  ...inSandbox.refusals(
    'https://linktr.ee/sandbox-broke',
    'https://linktr.ee/sandbox-busy',
    'https://linktr.ee/sandbox-slow',
  ),
];

export const linkInBioLookup = defineProduct({
  path: '/link-in-bio-lookup',
  summary: 'Links, profiles and email addresses of a link-in-bio page',
  tier: 'live',
  input: z.object({ url: linkPageUrl }),
  subject: ({ url }) => url,
  fetched: ({ url }) => url,
  sources,
  people: {
    inputSubjects: () => [],
    factSubjects: ({ page }) =>
      personSubjects({ email: page?.emails ?? [], profile: Object.values(page?.socials ?? {}) }),
    emptyFact: { page: null },
  },
  derive: (fact): LinkPage | null => fact.page,
  price: { upTo: 3, isPaid: (found) => found !== null },
  classification: {
    schema: classification,
    from: (found) => ({
      matched: found !== null,
      platform: found?.platform ?? null,
      username: found?.username ?? null,
      display_name: found?.displayName ?? null,
      links_count: found?.links.length ?? 0,
      has_email: (found?.emails.length ?? 0) > 0,
    }),
  },
  insights: {
    schema: insights,
    from: (found) => ({
      link_in_bio_result: {
        bio: found?.bio ?? null,
        avatar_url: found?.avatarUrl ?? null,
        links: found?.links ?? [],
        socials: found?.socials ?? {},
        emails: found?.emails ?? [],
      },
    }),
  },
  bulk: 'link_in_bio_lookup',
  sandbox,
  example: { url: 'https://linktr.ee/example' },
});
