import * as z from 'zod';
import { part, parts, text } from '../../upstream/fields.ts';

/** What the state of a page says beside, or instead of, its links. */
export interface StatedPage {
  username: string | null;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
  links: { title: string | null; url: string }[];
  /** Addresses of profiles. */
  socials: string[];
}

const links = parts({ type: text, title: text, url: text });

/** The state of the largest service's pages. */
const linktree = z.object({
  props: z.object({
    pageProps: z.object({
      links,
      account: z.object({
        username: z.string().min(1),
        pageTitle: text,
        description: text,
        profilePictureUrl: text,
        links,
        socialLinks: parts({ type: text, url: text }),
      }),
    }),
  }),
});

const MAX_NODES = 50_000;
const MAX_LINKS = 200;
/** Files a page is drawn with are no links of its owner. */
const ASSET = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|js|mjs|woff2?|ttf|mp4|json)(?:[?#]|$)/i;

const anyLink = part({
  url: text,
  href: text,
  link: text,
  destination: text,
  title: text,
  name: text,
  label: text,
  text,
});

/** Whatever in a state has an address and a title, in the order of the page. */
function titledAddresses(state: unknown): StatedPage['links'] {
  const found: StatedPage['links'] = [];
  const open: unknown[] = [state];
  for (let nodes = 0; open.length > 0 && nodes < MAX_NODES && found.length < MAX_LINKS; nodes++) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const read = Array.isArray(node) ? null : anyLink.parse(node);
    const url = read?.url ?? read?.href ?? read?.link ?? read?.destination ?? null;
    const title = read?.title ?? read?.label ?? read?.text ?? read?.name ?? null;
    if (url !== null && title !== null && /^https?:\/\//i.test(url) && !ASSET.test(url))
      found.push({ title, url });
    open.push(...Object.values(node).reverse());
  }
  return found;
}

const UNSTATED = { username: null, displayName: null, bio: null, avatarUrl: null, socials: [] };

/** Reads the state a page is drawn from; null for what is no JSON. */
export function readState(text: string): StatedPage | null {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch {
    return null;
  }
  const read = linktree.safeParse(state);
  if (!read.success) return { ...UNSTATED, links: titledAddresses(state) };
  const { account, links: beside } = read.data.props.pageProps;
  const listed = beside.length > 0 ? beside : account.links;
  return {
    username: account.username,
    displayName: account.pageTitle,
    bio: account.description,
    avatarUrl: account.profilePictureUrl,
    links: listed.flatMap(({ type, title, url }) =>
      url === null || type === 'GROUP' ? [] : [{ title, url }],
    ),
    socials: account.socialLinks.flatMap(({ url }) => url ?? []),
  };
}
