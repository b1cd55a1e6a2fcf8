import type { LinkRule } from './link-rules.ts';

/**
 * An address of a post: its path, whose group `id` is the post and `author` who wrote it, and the
 * usual form of the address, by the groups.
 */
type PostForm = readonly [
  path: RegExp,
  url: string | ((post: { id: string; author: string }) => string),
];

/** A platform on which sites have profiles. */
export interface LinkedPlatform {
  hosts: readonly string[];
  /** Whether the first label of its host is the platform in every country. */
  everyCountry?: true;
  /** Name on the wire, where it is another than the row's. */
  label?: string;
  link: LinkRule;
}

/** A platform whose addresses callers send: how they are written, besides. */
export interface AddressForm extends LinkedPlatform {
  /** Hosts of others that show the platform's pages at the same paths, for messengers. */
  mirrors?: readonly string[];
  /** First labels of hosts at which others run a reader of the platform: `nitter.example`. */
  readers?: readonly string[];
  /** Hosts of short addresses, and the path their own stands for. */
  shortHosts?: readonly (readonly [host: string, path: string])[];
  /**
   * Paths that name the thing in parameters, and what the path that means the same begins with;
   * `$&` in it is the path itself.
   */
  inQuery?: readonly (readonly [path: RegExp, parameters: readonly string[], as: string])[];
  handle: RegExp;
  /** Of the path; its first group is the handle. */
  profile: RegExp;
  profileUrl(handle: string): string;
  /** First segments of paths that are pages of the platform itself, not handles. */
  reserved?: ReadonlySet<string>;
  posts: readonly PostForm[];
}

/** Of a path: whatever lies below it is still about the same. */
export const BELOW = '(?:/.{0,500})?';
