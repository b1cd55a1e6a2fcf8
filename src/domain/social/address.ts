import { readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { trimEndOf } from '../../lib/text.ts';
import type { AddressForm } from './link-rules.ts';
import { ADDRESS_FORMS, isHostOf, isOwnHost, PLATFORMS, type Platform } from './platforms.ts';

/** Platform and handle of a profile. */
export interface SocialProfileAddress {
  platform: Platform;
  /** Without `@`; lower case unless the handle is case-sensitive. */
  handle: string;
}

export interface PostAddress {
  platform: Platform;
  /** The platform's ID of the post; for a short address, its code. */
  id: string;
  /** Author in the address; null when it has none. */
  author: string | null;
  /** Canonical form of the address. */
  url: string;
}

interface PlatformPath {
  platform: Platform;
  form: AddressForm;
  /** Decoded, without a final slash. */
  path: string;
  /** Whether a bare name at the root is a handle; on `about.instagram.com` it is a page. */
  hasNamesAtRoot: boolean;
}

/** Characters pasted around an address: brackets, quotes, the end of a sentence. */
const PASTED_BEFORE = /^[\s<("'\u2018\u201c\u00ab[]{1,5}/;
const PASTED_AFTER = /[\s>)"'\u2019\u201d\u00bb\].,;:!]{1,5}$/;

/** AT protocol URI of a record that Bluesky displays as a page. */
const AT_RECORD = /^at:\/\/([^/?#]{3,253})(?:\/app\.bsky\.feed\.post\/([^/?#]{1,512}))?$/;
/** Addresses that open the app, and their web equivalents: `twitter://user?screen_name=nasa`. */
const APP_ADDRESSES: readonly (readonly [address: RegExp, web: string])[] = [
  [/^(instagram|twitter):\/\/(?=(?:user|status)\?)/i, 'https://$1.com/'],
  [/^barcelona:\/\/user\?username=/i, 'https://threads.com/@'],
  [/^pinterest:\/\/user\//i, 'https://pinterest.com/'],
  [/^linkedin:\/\/profile\//i, 'https://linkedin.com/in/'],
  [/^(snapchat|pinterest|linkedin):\/\/(?=(?:add|pin|in|company)\/)/i, 'https://$1.com/'],
  [/^reddit:\/{2,3}(?=(?:r|u|user|comments)\/)/i, 'https://reddit.com/'],
  [/^(?:vnd\.)?youtube:(?:\/\/)?(?=[\w-]{11}(?:\?|$))/i, 'https://youtu.be/'],
  [/^fb:\/\/(?:profile|page)\/?(?:\?id=)?(?=\d)/i, 'https://facebook.com/'],
  [/^fb:\/\/facewebmodal\/f\?href=/i, 'https://facebook.com/l.php?u='],
  [/^snssdk\d{3,5}:\/\/aweme\/detail\//i, 'https://tiktok.com/v/'],
  [/^twitch:\/\/(?:stream\/|open\?stream=)/i, 'https://twitch.tv/'],
  // A web address behind another scheme, or behind the timestamp of an archived copy.
  [/^(?:intent|(?:vnd\.)?youtube|instagram|twitter|reddit|twitch):\/\/(?=[\w-]+\.)/i, 'https://'],
  [/^android-app:\/\/[\w.]{1,100}\/(https?)\//i, '$1://'],
  [/^https?:\/\/web\.archive\.org\/web\/[\d*]{1,14}(?:[a-z]{2}_)?\/(?=https?:)/i, ''],
];
const webAddressOf = (_: string, author: string, post: string | undefined): string =>
  `https://bsky.app/profile/${author}${post ? `/post/${post}` : ''}`;

/** Embed code of a post or a video, and the addresses in it. */
const EMBED_CODE = /^\s*<[a-z]{1,12}\s/i;
const EMBEDDED = /(?<=[\s-](?:src|cite|href|permalink|uri)=["'])[^"'<>]{1,1000}/gi;
/** Addresses in running text: after a scheme, or a host with a path. */
const WRITTEN =
  /(?:https?:\/\/|(?<![\w@./:-])(?:[a-z\d-]{1,63}\.){1,3}[a-z]{2,10}\/)[^\s<>"'()[\]]{1,2000}/gi;
/** A word directly after an address may be the rest of a name. */
const NAME_BEHIND = /^[^\S\n]{1,5}(?!via )[\p{L}\p{N}]/u;

/** The only address in a text, or the post's address in an embed code; else the text itself. */
function addressIn(pasted: string): string {
  if (EMBED_CODE.test(pasted)) {
    const addresses = pasted.match(EMBEDDED) ?? [];
    return (
      addresses.find((one) => readOrNull(() => readPostAddress(one))) ?? addresses[0] ?? pasted
    );
  }
  if (!/\s|\]\(/.test(pasted.trim())) return pasted;
  const [first, ...others] = pasted.match(WRITTEN) ?? [];
  if (first === undefined || others.length > 0) return pasted;
  const [before = '', behind = ''] = pasted.split(first, 2);
  return before.replace(PASTED_BEFORE, '') === '' && NAME_BEHIND.test(behind) ? pasted : first;
}

function parseUrl(pasted: string): URL {
  const bare = addressIn(pasted).replace(PASTED_BEFORE, '').replace(PASTED_AFTER, '');
  const text = APP_ADDRESSES.reduce(
    (address, [app, web]) => address.replace(app, web),
    bare.replace(AT_RECORD, webAddressOf).replace(/&(?:amp;)+/gi, '&'),
  );
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text
    : `https://${text.replace(/^\/\//, '')}`;
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UnusableInput('is not a web address');
  url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new UnusableInput('is not a web address');
  }
}

/** Paths that only forward to an address: sign-in walls, consent, embeds. */
const LEADS_ON =
  /^\/(?:login(?:\.php)?|accounts\/login|i\/flow\/login|authwall|uas\/login|m|url|l\.php|redirect|redir\/redirect|away(?:\.php)?|attribution_link|oembed|plugins\/(?:post|video|page)\.php)$/;
/** Hosts that only forward: `l.instagram.com/?u=`, and those of mail and chat programs. */
const LEADING_HOST =
  /^(?:l|lm|out)\.|\.safelinks\.protection\.outlook\.com$|^slack-redir\.net$|^t\.umblr\.com$/;
/** Query parameters that hold the target address. */
const LEADING_PARAMETERS = [
  'q',
  'z',
  'to',
  'u',
  'url',
  'href',
  'next',
  'continue',
  'dest',
  'sessionRedirect',
  'session_redirect',
  'redirect_after_login',
];

/**
 * The target of an address: after `#!`, in the fragment of early YouTube channels (`#p/u/1/`), or
 * in a parameter of a forwarding page.
 */
function addressMeant(url: URL): URL {
  const fragment = /^#!?(\/.+)$/.exec(url.hash.replace(/^#p\/[a-z/]{1,9}\d{1,3}\//, '#/v/'))?.[1];
  const leadsOn = LEADS_ON.test(trimEndOf(url.pathname, '/')) || LEADING_HOST.test(url.hostname);
  const parameter = leadsOn
    ? LEADING_PARAMETERS.map((name) => url.searchParams.get(name)).find(Boolean)
    : undefined;
  const meant = fragment ?? parameter;
  return (meant && URL.parse(meant, url)) || url;
}

/** The path equivalent to a path with its query parameters. */
function canonicalPath(
  { inQuery = [] }: AddressForm,
  path: string,
  query: URLSearchParams,
): string {
  for (const [names, parameters, as] of inQuery) {
    const values = parameters.map((parameter) => trimEndOf(query.get(parameter) ?? '', '/'));
    if (names.test(path) && values.every(Boolean))
      return [as.replace('$&', path), ...values].join('/');
  }
  return path;
}

/** Suffix of a page's data format: `/comments/abc12.json`. */
const AS_DATA = /\.(?:json|rss)$/;

/** @throws UnusableInput for an address of an unknown platform */
function parsePlatformPath(text: string): PlatformPath {
  const { hostname, pathname, searchParams } = addressMeant(parseUrl(text));
  const decoded = decodePath(pathname)
    .trim()
    .replace(/\/{2,}/g, '/');
  const path = trimEndOf(decoded.replace(AS_DATA, ''), '/') || '/';
  for (const platform of PLATFORMS) {
    const form = ADDRESS_FORMS[platform];
    const short = form.shortHosts?.find(([host]) => host === hostname)?.[1];
    if (short === undefined && !isHostOf(platform, hostname)) continue;
    const written = `${short ?? ''}${path}`;
    const meant = canonicalPath(form, written, searchParams);
    const hasNamesAtRoot =
      short !== undefined || meant !== written || isOwnHost(platform, hostname);
    return { platform, form, path: meant, hasNamesAtRoot };
  }
  throw new UnusableInput('is not an address of a supported platform');
}

/** Handles are case-insensitive, except IDs assigned by the platform. */
const foldHandle = (handle: string): string =>
  /^(?:UC[\w-]{22}$|did:)/.test(handle) ? handle : handle.toLowerCase();

/**
 * Parses a handle, with or without `@`.
 * @throws UnusableInput for text that cannot be a handle of the platform
 */
export function readHandle(platform: Platform, text: string): string {
  const bare = text.trim().normalize('NFC').replace(/^@/, '');
  const handle = foldHandle(bare);
  if (!ADDRESS_FORMS[platform].handle.test(handle))
    throw new UnusableInput(`is not a handle of ${platform}`);
  return handle;
}

function profileHandleIn({ platform, form, path, hasNamesAtRoot }: PlatformPath): string | null {
  const name = form.profile.exec(path)?.slice(1).find(Boolean);
  if (name === undefined) return null;
  const first = path.split('/', 2)[1];
  const isAtRoot = first === name;
  if (isAtRoot && (!hasNamesAtRoot || form.reserved?.has(name.toLowerCase()))) return null;
  return readHandle(platform, name);
}

function postAddressIn({ platform, form, path }: PlatformPath): PostAddress | null {
  for (const [shape, url] of form.posts) {
    const { id, author = '' } = shape.exec(path)?.groups ?? {};
    if (id === undefined) continue;
    const address = typeof url === 'string' ? path.replace(shape, url) : url({ id, author });
    return { platform, id, author: author || null, url: address };
  }
  return null;
}

/** Cache key of a post. TikTok identifies a video by its ID, whatever name precedes it. */
export const postKey = ({ platform, url }: PostAddress): string =>
  platform === 'tiktok' ? url.replace(/@[\w.]{0,24}(?=\/video\/)/, '@') : url;

/** Whether a text is an address rather than a handle. */
export const looksLikeAddress = (text: string): boolean => /^https?:\/\/|\/./i.test(text);

/**
 * Parses the address of a profile. Scheme, `www`, mobile and country hosts, tracking parameters and
 * pages below the profile are ignored.
 * @throws UnusableInput for an address of another site, of a post or of a platform's own page
 */
export function readProfileAddress(text: string): SocialProfileAddress {
  const place = parsePlatformPath(text);
  if (postAddressIn(place)) throw new UnusableInput('is the address of a post, not of a profile');
  const handle = profileHandleIn(place);
  if (handle === null) throw new UnusableInput('is not the address of a profile');
  return { platform: place.platform, handle };
}

/**
 * Parses the address of a post, video or pin, short addresses included.
 * @throws UnusableInput for an address of another site, of a profile or of a platform's own page
 */
export function readPostAddress(text: string): PostAddress {
  const place = parsePlatformPath(text);
  const post = postAddressIn(place);
  if (post) return post;
  if (profileHandleIn(place) !== null)
    throw new UnusableInput('is the address of a profile, not of a post');
  throw new UnusableInput('is not the address of a post');
}

export const profileUrl = ({ platform, handle }: SocialProfileAddress): string =>
  ADDRESS_FORMS[platform].profileUrl(handle);
