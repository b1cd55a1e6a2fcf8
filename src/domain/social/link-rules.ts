import { decodePercent } from '../../lib/text.ts';
import reservedPages from './reserved-pages.json' with { type: 'json' };

/**
 * Maps the path segments of a link on a page to the canonical address of a profile; null for other
 * pages. More lenient than the parser of callers' input, because sites use every spelling that ever
 * existed.
 */
export type LinkRule = (segments: readonly string[], url: URL) => string | null;

/**
 * Address form of a post: its path, with the groups `id` (post) and `author`, and its canonical
 * address, built from the groups.
 */
type PostForm = readonly [
  path: RegExp,
  url: string | ((post: { id: string; author: string }) => string),
];

/** A platform on which sites have profiles. */
export interface LinkedPlatform {
  hosts: readonly string[];
  /** Whether the platform has a host with the same first label in every country. */
  everyCountry?: true;
  /** Name in answers, if different from the row's. */
  label?: string;
  link: LinkRule;
}

/** A platform whose addresses callers send, with their forms. */
export interface AddressForm extends LinkedPlatform {
  /** Third-party hosts that mirror the platform at the same paths, for previews in messengers. */
  mirrors?: readonly string[];
  /** First labels of hosts that run an alternative front end: `nitter.example`. */
  readers?: readonly string[];
  /** Hosts of short addresses, and the path prefix each stands for. */
  shortHosts?: readonly (readonly [host: string, path: string])[];
  /**
   * Paths whose object is named in query parameters, and the start of the equivalent path; `$&` in
   * it is the path itself.
   */
  inQuery?: readonly (readonly [path: RegExp, parameters: readonly string[], as: string])[];
  handle: RegExp;
  /** Matches the path; the group that matched is the handle. */
  profile: RegExp;
  profileUrl(handle: string): string;
  /** First path segments that are the platform's own pages, not handles. */
  reserved?: ReadonlySet<string>;
  posts: readonly PostForm[];
}

/** End of a path pattern: any sub-page. */
export const BELOW = '(?:/.{0,500})?';

export const pathNames = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** First path segments that are no handle: those of the platform, and those of all platforms. */
export const pageNames = (platform: keyof typeof reservedPages): ReadonlySet<string> =>
  pathNames(`${reservedPages[platform]} ${reservedPages.common}`);

const HANDLE = /^[a-z0-9._-]{1,60}$/;
/** Company names in addresses contain letters of any script. */
export const NAME = /^[\p{L}\p{N}._~&'()+,-]{1,150}$/u;
export const INVITE = /^[\w-]{2,60}$/;

export const isHandle = (text: string) => HANDLE.test(text) && /[a-z0-9]/.test(text);

/** Sub-pages of a profile that are not posts. */
export const TABS = pathNames(
  'about about_details photos videos reviews featured reels tagged followers following ' +
    'with_replies media likes posts ' +
    'jobs people life mycompany playlists community streams shorts channels home info ' +
    'contact services shop store events profilecard en de fr es ?',
);
export const NO_TABS: ReadonlySet<string> = new Set();

/** Profiles at `/<handle>`; the platform's own pages are reserved, and deeper paths are posts. */
export const atRoot =
  (prefix: string, reserved: ReadonlySet<string>, tabs: ReadonlySet<string> = NO_TABS) =>
  ([first = '', second]: readonly string[], url: URL) => {
    const written = first === '' && url.hash.startsWith('#!/') ? url.hash.slice(3) : first;
    const handle = written.toLowerCase().replace(/^@/, '');
    if (second !== undefined && !tabs.has(second.toLowerCase())) return null;
    return isHandle(handle) && !reserved.has(handle) ? prefix + handle : null;
  };

/** Profiles at `/@<handle>`. */
export const atSign =
  (prefix: string, tabs: ReadonlySet<string> = NO_TABS) =>
  ([first = '', second]: readonly string[]) => {
    const handle = decodePercent(first).toLowerCase();
    if (second !== undefined && !tabs.has(second.toLowerCase())) return null;
    return handle.startsWith('@') && isHandle(handle.slice(1)) ? prefix + handle : null;
  };

/** Profiles below one of these folders, with tabs but without posts. */
export const below =
  (prefix: string, folders: ReadonlySet<string>, tabs: ReadonlySet<string> = TABS) =>
  ([folder = '', name = '', third, fourth]: readonly string[]) => {
    const kind = folder.toLowerCase();
    if (!folders.has(kind) || !NAME.test(decodePercent(name)) || fourth !== undefined) return null;
    if (third !== undefined && !tabs.has(third.toLowerCase())) return null;
    return `${prefix}${kind}/${lowerCase(name)}`;
  };

/** Lower-case letters, and percent-encoded bytes in capitals (RFC 3986, section 6.2.2.1). */
const lowerCase = (segment: string): string =>
  segment.toLowerCase().replace(/%[\da-f]{2}/g, (byte) => byte.toUpperCase());
