import { UnusableInput } from '../../lib/inputs.ts';
import type { AddressForm, LinkedPlatform } from './link-rules.ts';
import { OTHER_PLATFORMS } from './other-platforms.ts';
import { PICTURE_PLATFORMS } from './picture-platforms.ts';
import { TEXT_PLATFORMS } from './text-platforms.ts';

/** Platforms whose profiles are checked, by their names in the API. */
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

/** All platforms with known addresses; `network` is the professional one, LinkedIn. */
export const PLATFORMS = [...PROFILE_PLATFORMS, 'pinterest', 'network', 'reddit'] as const;
export type Platform = (typeof PLATFORMS)[number];

const PLATFORM_ALIASES: ReadonlyMap<string, Platform> = new Map([
  ['x', 'twitter'],
  ['linkedin', 'network'],
]);

/** Parses a platform name, case-insensitive. @throws UnusableInput for others */
export const platformParser =
  <Name extends string>(platforms: readonly Name[]) =>
  (text: string): Name => {
    const name = text.toLowerCase();
    const known = platforms.find((each) => each === (PLATFORM_ALIASES.get(name) ?? name));
    if (known === undefined) throw new UnusableInput(`must be one of ${platforms.join(', ')}`);
    return known;
  };

/** Address forms of the platforms whose addresses callers send. */
export const ADDRESS_FORMS: { readonly [Name in Platform]: AddressForm } = {
  ...PICTURE_PLATFORMS,
  ...TEXT_PLATFORMS,
};

/** Mobile, light and country subdomains of a host; other subdomains are other services. */
const SUBDOMAIN =
  /^(?:www|m|mobile|web|touch|mbasic|lite|free|x|[a-z]{2}|[a-z]{2}-[a-z]{2})\.(?=[^.]+\.)/;
const COUNTRY_HOST = /^([a-z]+)\.(?:com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})$/;

/** All platforms that sites link to, by row name. */
const LINKED_PLATFORMS = new Map<string, LinkedPlatform>(
  Object.entries({ ...ADDRESS_FORMS, ...OTHER_PLATFORMS }),
);
const NAME_OF_HOST = new Map(
  [...LINKED_PLATFORMS].flatMap(([name, { hosts }]) => hosts.map((host) => [host, name] as const)),
);

/** The platform with this label in every country: `pinterest.co.uk`. */
function nameOfLabel(host: string): string | undefined {
  const label = COUNTRY_HOST.exec(host.replace(SUBDOMAIN, ''))?.[1] ?? '';
  return LINKED_PLATFORMS.get(label)?.everyCountry && label;
}

/** The platform of a link's host. */
export function linkedPlatform(
  host: string,
): (Pick<LinkedPlatform, 'link'> & { name: string }) | null {
  const name =
    NAME_OF_HOST.get(host) ??
    NAME_OF_HOST.get(host.replace(SUBDOMAIN, '')) ??
    (host.endsWith('.medium.com') ? 'medium' : nameOfLabel(host));
  const row = LINKED_PLATFORMS.get(name ?? '');
  return row && name ? { name: row.label ?? name, link: row.link } : null;
}

/** Whether a host is the platform's own, or serves its pages at the same paths. */
export function isOwnHost(platform: Platform, host: string): boolean {
  const { hosts, mirrors = [], readers = [] } = ADDRESS_FORMS[platform];
  const [label = ''] = host.split('.', 1);
  return (
    [host, host.replace(SUBDOMAIN, '')].some((own) => [...hosts, ...mirrors].includes(own)) ||
    readers.includes(label) ||
    nameOfLabel(host) === platform
  );
}

/**
 * Whether an address sent by a caller is of the platform; subdomains of its hosts serve players,
 * embeds and pages about the platform.
 */
export function isHostOf(platform: Platform, host: string): boolean {
  const { hosts, mirrors = [] } = ADDRESS_FORMS[platform];
  return (
    isOwnHost(platform, host) || [...hosts, ...mirrors].some((own) => host.endsWith(`.${own}`))
  );
}
