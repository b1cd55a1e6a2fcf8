import * as z from 'zod';
import { parseWebSite, siteField, type WebSite } from '../../domain/web/site.ts';
import { field } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox } from '../../lookup/product.ts';
import { firstMatch } from '../../lookup/source.ts';
import { mapQuery } from '../../lookup/source-adapters.ts';
import type { ContactsFact } from '../../web-reader/contacts/contacts.ts';
import { websiteContacts } from '../../web-reader/website-contacts.ts';

const NONE: ContactsFact = {
  emails: [],
  phones: [],
  socials: {},
  pages: [],
  foundOn: {},
  country: null,
};

const profileCount = ({ socials }: ContactsFact): number => Object.values(socials).flat().length;

const contactCount = (fact: ContactsFact): number =>
  fact.emails.length + fact.phones.length + profileCount(fact);

const classification = z.object({
  domain: field.text('Registrable domain of the site.'),
  hasEmails: field.boolean('Whether the site names an email address.'),
  hasPhones: field.boolean('Whether the site names a phone number.'),
  emailsCount: field.count('Number of email addresses on the site.'),
  phonesCount: field.count('Number of phone numbers on the site.'),
  socialsCount: field.count('Number of profile URLs on all platforms.'),
});

const insights = z.object({
  emails: field.textList('Email addresses in lower case, in the order found.'),
  phones: field.textList('Phone numbers in E.164, in the order found. Fax numbers are left out.'),
  socials: z
    .record(z.string(), z.array(z.string()))
    .describe(
      'Map of platforms to profile URLs. Platforms: instagram, tiktok, youtube, twitter, facebook, threads, ' +
        'twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), ' +
        'github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, ' +
        'yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon.',
    ),
  pages: field.textList(
    'Pages that were read, the home page first. If none of them names a contact, nothing is charged.',
  ),
  found_on: z
    .record(z.string(), z.string())
    .describe('Map of each email address, number or profile to the first page that names it.'),
  country: field.textOrNull('Country in which numbers without a country code are read.'),
});

const sample: ContactsFact = {
  emails: ['hello@example.com', 'press@example.com'],
  phones: ['+14155550132'],
  socials: { instagram: ['https://www.instagram.com/example'], twitter: ['https://x.com/example'] },
  pages: ['https://example.com/', 'https://example.com/contact'],
  foundOn: {
    'hello@example.com': 'https://example.com/',
    'press@example.com': 'https://example.com/contact',
    '+14155550132': 'https://example.com/contact',
    'https://www.instagram.com/example': 'https://example.com/',
    'https://x.com/example': 'https://example.com/',
  },
  country: 'US',
};

export const websiteContactsScraper = defineProduct({
  path: '/website-contacts-scraper',
  summary: 'Email addresses, phone numbers and social profiles that a site publishes',
  tier: 'standard',
  input: z.object({ domain: siteField(parseWebSite) }),
  subject: ({ domain }) => domain.domain,
  fetched: ({ domain }) => domain.origins[0],
  sources: firstMatch(mapQuery(({ domain }: { domain: WebSite }) => domain, websiteContacts)),
  derive: (contacts: ContactsFact | null) => contacts ?? NONE,
  price: { upTo: 10, isPaid: (fact) => contactCount(fact) > 0 },
  classification: {
    schema: classification,
    from: (fact, { domain }) => ({
      domain: domain.domain,
      hasEmails: fact.emails.length > 0,
      hasPhones: fact.phones.length > 0,
      emailsCount: fact.emails.length,
      phonesCount: fact.phones.length,
      socialsCount: profileCount(fact),
    }),
  },
  insights: {
    schema: insights,
    from: ({ emails, phones, socials, pages, foundOn, country }) => ({
      emails,
      phones,
      socials,
      pages,
      found_on: foundOn,
      country,
    }),
  },
  factVersion: 3,
  sandbox: [
    inSandbox.answer('example.com', 'a site with contacts', sample),
    inSandbox.answer('example.org', 'a site without contacts, not charged', {
      ...NONE,
      pages: ['https://example.org/'],
    }),
    { subject: 'missing.com', shows: 'a site that does not answer', fails: 'UPSTREAM_ERROR' },
    {
      subject: 'closed.com',
      shows: 'a site whose robots.txt forbids reading',
      fails: 'VALIDATION_FAILED',
    },
    ...inSandbox.refusals('broke.com', 'busy.com', 'slow.com'),
  ],
  example: { domain: 'example.com' },
});
