import platforms from './link-page-hosts.json' with { type: 'json' };

/** Services that host link pages, by host. */
const PLATFORMS: ReadonlyMap<string, string> = new Map(Object.entries(platforms));

/** Platform value for any other host, which is the owner's own site. */
export const OWN_PAGE = 'website';

const HOST = /^(?:([a-z\d-]+)\.)?([a-z\d-]+\.[a-z]{2,10})$/;

/** Parses the address of a link page: `https://linktr.ee/name`, `https://name.carrd.co`. */
export function readLinkAddress(address: string) {
  const { hostname, pathname } = new URL(address);
  const [, label, host = ''] = HOST.exec(hostname) ?? [];
  const platform = PLATFORMS.get(host);
  if (platform === undefined) return { platform: OWN_PAGE, username: null };
  if (label !== undefined && label !== 'www') return { platform, username: label };
  const [first = ''] = pathname.split('/').filter(Boolean);
  return { platform, username: first.replace(/^@/, '') || null };
}
