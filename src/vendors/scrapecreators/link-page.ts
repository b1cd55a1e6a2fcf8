import * as z from 'zod';
import { joinFullName } from '../../domain/person/contact.ts';
import type { LinkPageAnswer } from '../../domain/social/facts.ts';
import { readLinkAddress } from '../../domain/social/link-pages.ts';
import { alike } from '../../lib/alike.ts';
import { listed, parts, text } from '../../lib/loose-fields.ts';
import { assembleLinkPage, type LinkPageParts } from '../../web-reader/link-page/link-assembly.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { gatedPage, SCRAPECREATORS } from './client.ts';

/** The list that carries the answer has to be there; what is in it may be anything. */
const linkList = listed({ url: text, title: text, text });

const flat = z.object({
  ...alike(text, 'username', 'handle', 'displayName', 'first_name', 'last_name', 'description'),
  ...alike(text, 'bio', 'avatar', 'email', 'email_address'),
  links: linkList,
});

const nested = z.object({
  profile: z.object({
    username: text,
    bio: text,
    webLinks: listed({ title: text, links: parts({ linkValue: text }) }),
  }),
});

const links = (found: z.output<typeof linkList>) =>
  found.flatMap(({ url, title, text: message }) =>
    url === null ? [] : [{ url, title: title ?? message }],
  );

const readFlat = (found: z.output<typeof flat>): LinkPageParts => ({
  username: found.username ?? found.handle,
  displayName: found.displayName ?? joinFullName(found.first_name, found.last_name),
  bio: found.bio ?? found.description,
  avatarUrl: found.avatar,
  links: links(found.links),
  socials: [],
  emails: [found.email ?? found.email_address].flatMap((email) => email ?? []),
});

const readNested = ({ profile }: z.output<typeof nested>): LinkPageParts => ({
  username: profile.username,
  displayName: null,
  bio: profile.bio,
  avatarUrl: null,
  links: profile.webLinks.flatMap(({ title, links: targets }) =>
    targets.flatMap(({ linkValue }) => (linkValue === null ? [] : [{ url: linkValue, title }])),
  ),
  socials: [],
  emails: [],
});

/** The services the vendor reads: the path of each. */
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

/** A page of links of one of the services the vendor reads. */
export const scrapedLinkPage = fromUpstream<string, LinkPageAnswer>(SCRAPECREATORS, {
  name: 'scrapecreators_links',
  label: 'link_page',
  async ask(url, call) {
    const path = pathOf(url);
    if (path === undefined) return null;
    const schema = z.union([flat, nested, gatedPage]);
    const found = await call({ path, query: { url }, schema });
    if (!found || 'account_status' in found) return null;
    const page = assembleLinkPage('links' in found ? readFlat(found) : readNested(found), url);
    return page && { page };
  },
});
