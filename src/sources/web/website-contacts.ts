import type { Source } from '../../core/lookup/source.ts';
import type { WebSite } from '../../core/web/site.ts';
import type { ContactsFact } from './contacts/contacts-fact.ts';
import { crawlSite } from './contacts/crawl-site.ts';
import { findContacts } from './contacts/find-contacts.ts';

/**
 * Contacts a site publishes about its owner. A site that publishes none is an answer with empty
 * lists.
 */
export const websiteContacts: Source<WebSite, ContactsFact> = {
  name: 'website_contacts',
  label: 'public web pages',
  kind: 'open',
  available: () => true,
  ask: async (site, world) => findContacts(await crawlSite(site, world), site.domain),
};
