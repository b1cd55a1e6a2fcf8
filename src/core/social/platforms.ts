import { UnusableInput } from '../inputs.ts';

/** Platforms whose profiles are checked, by the names callers use. */
export const PROFILE_PLATFORMS = [
  'instagram',
  'tiktok',
  'youtube',
  'twitter',
  'facebook',
  'threads',
  'twitch',
  'snapchat',
  'bluesky',
  'truthsocial',
] as const;

/** All whose addresses are known. */
export const PLATFORMS = [...PROFILE_PLATFORMS, 'pinterest', 'linkedin', 'reddit'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** An address of a post, and its usual form. */
export interface PostForm {
  /** Of the path; its group `id` is the post, `author` who wrote it. */
  path: RegExp;
  url(id: string, author: string): string;
}

/** How the addresses of one platform are written. */
export interface AddressForm {
  /** Registrable domains; any subdomain of them is the platform too. */
  hosts: readonly string[];
  /** Hosts of short addresses, and the path their own stands for. */
  shortHosts?: readonly (readonly [host: string, path: string])[];
  /** Paths that name the thing in parameters, and what the path that means the same begins with. */
  inQuery?: readonly (readonly [path: RegExp, parameters: readonly string[], as: string])[];
  handle: RegExp;
  /** Of the path; its first group is the handle. */
  profile: RegExp;
  profileUrl(handle: string): string;
  /** First steps of a path that are pages of the platform itself, and nobody's name. */
  reserved?: ReadonlySet<string>;
  posts: readonly PostForm[];
}

/** A set of first steps. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** An address that does not name the author. */
export const byId =
  (url: (id: string) => string): PostForm['url'] =>
  (id) =>
    url(id);

const OTHER_NAMES: ReadonlyMap<string, Platform> = new Map([['x', 'twitter']]);

/**
 * Reads the name of one of these platforms, capitals or not.
 * @throws UnusableInput for any other
 */
export const platformOf =
  <Name extends Platform>(platforms: readonly Name[]) =>
  (text: string): Name => {
    const name = text.toLowerCase();
    const known = platforms.find((each) => each === (OTHER_NAMES.get(name) ?? name));
    if (known === undefined) throw new UnusableInput(`is none of: ${platforms.join(', ')}`);
    return known;
  };
