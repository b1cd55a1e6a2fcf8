import * as z from 'zod';
import { joinFullName } from '../../domain/person/contact.ts';
import type { LinkPageAnswer } from '../../domain/social/facts.ts';
import { readLinkAddress } from '../../domain/social/link-pages.ts';
import { fieldsAt, fieldsBelow, listOf, parts, text, webUrl } from '../../lib/loose-fields.ts';
import { assembleLinkPage, type LinkPageParts } from '../../web-reader/link-page/link-assembly.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { bareHandle, gatedPage, SCRAPECREATORS } from './client.ts';

const NOWHERE = { links: [], socials: [], emails: [] };

/** The list must be present; entries without a URL, which are headings, are left out. */
const linkList = listOf(fieldsAt({ url: ['url', text], title: ['title', 'text', text] })).transform(
  (links) => links.flatMap(({ url, title }) => (url === null ? [] : [{ url, title }])),
);

/** Addresses beside the list, by the name of the platform (`instagram`, `tiktok`). */
const addressesBeside = z
  .record(z.string(), text)
  .transform((page) =>
    Object.values(page).flatMap((url) => (url !== null && /^https?:\/\//i.test(url) ? [url] : [])),
  );

const flat = fieldsAt({
  socials: [addressesBeside],
  username: ['username', 'handle', bareHandle],
  name: ['displayName', text],
  first: ['first_name', text],
  last: ['last_name', text],
  bio: ['bio', 'description', text],
  avatarUrl: ['avatar', 'profilePictureUrl', webUrl],
  email: ['email', 'email_address', text],
  links: ['links', linkList],
}).transform(
  ({ name, first, last, email, ...page }): LinkPageParts => ({
    ...NOWHERE,
    ...page,
    displayName: name ?? joinFullName(first, last),
    emails: email === null ? [] : [email],
  }),
);

const nested = fieldsBelow('profile', {
  username: ['username', text],
  bio: ['bio', text],
  links: ['webLinks', listOf(z.object({ title: text, links: parts({ linkValue: text }) }))],
  contacts: ['infoLinks', parts({ links: parts({ linkValue: text }) })],
}).transform(
  ({ links, contacts, ...page }): LinkPageParts => ({
    ...NOWHERE,
    ...page,
    displayName: null,
    avatarUrl: null,
    emails: contacts.flatMap(({ links: each }) => each.flatMap(({ linkValue }) => linkValue ?? [])),
    links: links.flatMap(({ title, links: targets }) =>
      targets.flatMap(({ linkValue: url }) => (url === null ? [] : [{ url, title }])),
    ),
  }),
);

/** Paths of the services that the vendor reads. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['linktree', '/v1/linktree'],
  ['linkbio', '/v1/linkbio'],
  ['komi', '/v1/komi'],
  ['pillar', '/v1/pillar'],
  ['linkme', '/v1/linkme'],
]);

const pathOf = (url: string): string | undefined => PATHS.get(readLinkAddress(url).platform);

/** Whether the vendor reads pages of the service that hosts this one. */
export const isScraped = (url: string): boolean => pathOf(url) !== undefined;

/** Link page of one of the services that the vendor reads. */
export const scrapedLinkPage = fromUpstream<string, LinkPageAnswer>(SCRAPECREATORS, {
  name: 'scrapecreators_links',
  label: 'link_page',
  async ask(url, call) {
    const path = pathOf(url);
    if (path === undefined) return null;
    const schema = z.union([flat, nested, gatedPage]);
    const found = await call({ path, query: { url }, schema });
    if (!found || 'account_status' in found) return null;
    const page = assembleLinkPage(found, url);
    return page && { page };
  },
});
