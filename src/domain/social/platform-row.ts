import type { LinkRule } from './link-rules.ts';

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
