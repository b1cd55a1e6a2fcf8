import { trimEndOf } from '../../lib/text.ts';
import { linkedPlatform } from './platforms.ts';

const MAX_ADDRESS_CHARS = 2_000;
/** Placeholder names in templates, and the profiles of template makers themselves. */
const PLACEHOLDER_PROFILE =
  /\/@?(?:your[-_.]?(?:page|profile|username|handle|name|company|brand|account|channel|business)?|username|user[-_]?name|example|exampleuser|handle|profile|page|company|#|undefined|null|shopify|squarespace|wix|wordpress|wordpressdotcom|weebly|elementor|envato|themeforest)$/i;

/** An address behind the platform's own: `facebook.com/https://facebook.com/name`. */
const PREFIXED =
  /^https?:\/\/[^/]{1,100}\/{1,2}(?:https?:\/{1,2})?(?=(?:[a-z\d-]{1,30}\.){1,3}[a-z]{2,10}\/)/i;

export interface SocialProfile {
  platform: string;
  url: string;
}

/** Mastodon hosts; any other host counts if the page marks the account as its own. */
const MASTODON_HOST =
  /^(?:(?:[a-z0-9-]+\.)?mastodon\.[a-z.]{2,20}|mastodon\.[a-z0-9-]+\.[a-z]{2,10}|mstdn\.[a-z]{2,10}|mas\.to|fosstodon\.org|hachyderm\.io|infosec\.exchange|chaos\.social|troet\.cafe|techhub\.social|mstdn\.social|indieweb\.social|norden\.social|social\.[a-z0-9-]+\.[a-z]{2,10})$/;

function mastodon(url: URL, isOwn: boolean): string | null {
  const handle = /^\/(@[a-z0-9_.]{1,60})\/?$/i.exec(url.pathname)?.[1];
  if (!handle || !(isOwn || MASTODON_HOST.test(url.hostname))) return null;
  return `https://${url.hostname}/${handle.toLowerCase()}`;
}

/** The address behind the one of its own platform; else the address itself. */
function withoutPrefix(url: URL | null): URL | null {
  const inner =
    url && PREFIXED.test(url.href) ? URL.parse(url.href.replace(PREFIXED, 'https://')) : null;
  const outer = url && linkedPlatform(url.hostname)?.name;
  return inner && outer && linkedPlatform(inner.hostname)?.name === outer ? inner : url;
}

/**
 * The profile at an absolute address; null for share buttons, posts, home pages and other sites.
 * @param isOwn the page marks the address as its owner's (`rel="me"`)
 */
export function socialProfile(address: string, isOwn = false): SocialProfile | null {
  if (address.length > MAX_ADDRESS_CHARS) return null;
  const url = withoutPrefix(URL.parse(address));
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const platform = linkedPlatform(url.hostname);
  if (!platform) {
    const account = mastodon(url, isOwn);
    return account === null ? null : { platform: 'mastodon', url: account };
  }
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const profile = platform.link(segments, url);
  return profile && !PLACEHOLDER_PROFILE.test(profile)
    ? { platform: platform.name, url: profile }
    : null;
}

/** Profile hosts in running text, not within another name or address. */
const WRITTEN =
  /(?<![\w@./=?&%-])(?:https?:\/\/)?(?:[a-z]{1,6}(?:-[a-z]{2})?\.)?(?:facebook\.com|fb\.com|instagram\.com|twitter\.com|x\.com|linkedin\.com|youtube\.com|tiktok\.com|pinterest\.[a-z.]{2,6}|threads\.(?:net|com)|bsky\.app|github\.com|t\.me|snapchat\.com|twitch\.tv|xing\.com|vimeo\.com|discord\.gg|medium\.com|reddit\.com)\/[^\s"'<>()[\]\\,;|]{1,200}/gi;
const NAMED =
  /(?<![\p{L}\d])(instagram|insta|ig|twitter|tiktok|threads|x|youtube|telegram)(?: \/ x)? ?[:：-]? ?@([a-z0-9._]{2,30})(?![\w@.-]*\.[a-z]{2,}\/)/giu;
const NAMED_ROOTS = new Map([
  ...['instagram', 'insta', 'ig'].map((name) => [name, 'https://www.instagram.com/'] as const),
  ['twitter', 'https://x.com/'],
  ['x', 'https://x.com/'],
  ['tiktok', 'https://www.tiktok.com/@'],
  ['threads', 'https://www.threads.com/@'],
  ['youtube', 'https://www.youtube.com/@'],
  ['telegram', 'https://t.me/'],
]);
const MAX_WRITTEN = 500;

/** Profile addresses in running text, and handles after the name of their platform. */
export function writtenProfiles(text: string): string[] {
  const addresses: string[] = [];
  for (const [address] of text.matchAll(WRITTEN)) {
    if (addresses.push(withScheme(trimEndOf(address, '.:!?…'))) >= MAX_WRITTEN) break;
  }
  for (const [, name = '', handle = ''] of text.matchAll(NAMED)) {
    const root = NAMED_ROOTS.get(name.toLowerCase());
    if (root && addresses.push(root + trimEndOf(handle, '.')) >= 2 * MAX_WRITTEN) break;
  }
  return addresses;
}

const withScheme = (address: string): string =>
  /^https?:/i.test(address) ? address : `https://${address}`;
