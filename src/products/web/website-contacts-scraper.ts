import * as z from 'zod';
import { defineProduct } from '../../core/product.ts';
import { allOf, type Source } from '../../core/source.ts';
import { type WebSite, webSite } from '../../core/web-address.ts';
import type { ContactsFact } from '../../sources/web/contacts/contacts-fact.ts';
import { websiteContacts } from '../../sources/web/website-contacts.ts';

/** Charged whenever the site was read: that a site names no contacts is what was asked. */
const CREDITS = 10;

interface Input {
  domain: WebSite;
}

const contactsOfSite: Source<Input, ContactsFact> = {
  ...websiteContacts,
  ask: ({ domain }, world) => websiteContacts.ask(domain, world),
};

interface Fact {
  contacts: ContactsFact | null | undefined;
}

const NONE: ContactsFact = { emails: [], phones: [], socials: {}, pages: [], country: null };
const contactsOf = (fact: Fact): ContactsFact => fact.contacts ?? NONE;

const classification = z.object({
  domain: z.string().describe('Registrable domain of the site'),
  hasEmails: z.boolean(),
  hasPhones: z.boolean(),
  emailsCount: z.int().min(0),
  phonesCount: z.int().min(0),
  socialsCount: z.int().min(0).describe('Profile addresses on all platforms'),
});

const insights = z.object({
  emails: z.array(z.string()).describe('Lower case, in the order found'),
  phones: z.array(z.string()).describe('E.164, in the order found; faxes left out'),
  socials: z
    .record(z.string(), z.array(z.string()))
    .describe(
      'Platform to profile addresses: instagram, tiktok, youtube, twitter, facebook, threads, ' +
        'twitch, snapchat, bluesky, truthsocial, pinterest, network (the professional one), ' +
        'github, telegram, whatsapp (channels, groups), reddit, discord, medium, vimeo, xing, ' +
        'yelp, tumblr, soundcloud, behance, dribbble, vk, flickr, mastodon',
    ),
  pages: z.array(z.string()).describe('Pages read, the home page first'),
  country: z.string().nullable().describe('Country whose numbers are read without a country code'),
});

const sample: ContactsFact = {
  emails: ['hello@example.com', 'press@example.com'],
  phones: ['+14155550132'],
  socials: { instagram: ['https://www.instagram.com/example'], twitter: ['https://x.com/example'] },
  pages: ['https://example.com/', 'https://example.com/contact'],
  country: 'US',
};

/** How can the people behind this site be reached? */
export const websiteContactsScraper = defineProduct({
  path: '/website-contacts-scraper',
  type: 'website_contacts_scraper',
  summary: 'Email addresses, phone numbers and social profiles that a site publishes',
  tier: 'standard',
  input: z.object({ domain: webSite }),
  subject: ({ domain }) => domain.domain,
  sources: allOf({ contacts: contactsOfSite }),
  price: { upTo: CREDITS, charge: () => CREDITS },
  classification: {
    schema: classification,
    from: (fact, { domain }) => {
      const { emails, phones, socials } = contactsOf(fact);
      return {
        domain: domain.domain,
        hasEmails: emails.length > 0,
        hasPhones: phones.length > 0,
        emailsCount: emails.length,
        phonesCount: phones.length,
        socialsCount: Object.values(socials).flat().length,
      };
    },
  },
  insights: {
    schema: insights,
    from: (fact) => {
      const { emails, phones, socials, pages, country } = contactsOf(fact);
      return { emails, phones, socials, pages, country };
    },
  },
  factVersion: 1,
  sandbox: [
    { subject: 'example.com', shows: 'a site with contacts', fact: { contacts: sample } },
    {
      subject: 'example.org',
      shows: 'a site without contacts',
      fact: { contacts: { ...NONE, pages: ['https://example.org/'] } },
    },
    { subject: 'missing.com', shows: 'a site that does not answer', fails: 'UPSTREAM_ERROR' },
    {
      subject: 'closed.com',
      shows: 'a site whose robots.txt forbids reading',
      fails: 'VALIDATION_FAILED',
    },
    { subject: 'broke.com', shows: 'too few credits', fails: 'INSUFFICIENT_CREDITS' },
    { subject: 'busy.com', shows: 'a rate limit', fails: 'RATE_LIMIT_EXCEEDED' },
    { subject: 'slow.com', shows: 'a site that takes too long', fails: 'UPSTREAM_TIMEOUT' },
  ],
  example: { domain: 'example.com' },
});
