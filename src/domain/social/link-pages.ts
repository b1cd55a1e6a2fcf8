/** Services that host pages of links. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['linktr.ee', 'linktree'],
  ['linktree.com', 'linktree'],
  ['lnk.bio', 'linkbio'],
  ['komi.io', 'komi'],
  ['pillar.io', 'pillar'],
  ['link.me', 'linkme'],
  ['beacons.ai', 'beacons'],
  ['bio.link', 'biolink'],
  ['bio.site', 'biosite'],
  ['campsite.bio', 'campsite'],
  ['carrd.co', 'carrd'],
  ['solo.to', 'solo'],
  ['about.me', 'aboutme'],
  ['allmylinks.com', 'allmylinks'],
  ['hoo.be', 'hoobe'],
  ['msha.ke', 'milkshake'],
  ['heylink.me', 'heylink'],
  ['linkin.bio', 'linkinbio'],
  ['flow.page', 'flowpage'],
  ['flowcode.com', 'flowpage'],
  ['taplink.cc', 'taplink'],
  ['tap.bio', 'tapbio'],
  ['snipfeed.co', 'snipfeed'],
  ['stan.store', 'stan'],
  ['withkoji.com', 'koji'],
]);

/** A host that is no such service is the owner's own site. */
export const OWN_PAGE = 'website';

/** Whose page of links an address is. */
interface LinkAddress {
  platform: string;
  /** Null on a page of one's own. */
  username: string | null;
}

const HOST = /^(?:([a-z\d-]+)\.)?([a-z\d-]+\.[a-z]{2,10})$/;

/** Reads the address of a page of links: `https://linktr.ee/name`, `https://name.carrd.co`. */
export function readLinkAddress(address: string): LinkAddress {
  const { hostname, pathname } = new URL(address);
  const [, label, host = ''] = HOST.exec(hostname) ?? [];
  const platform = PLATFORMS.get(host);
  if (platform === undefined) return { platform: OWN_PAGE, username: null };
  if (label !== undefined && label !== 'www') return { platform, username: label };
  const [first = ''] = pathname.split('/').filter(Boolean);
  return { platform, username: first.replace(/^@/, '') || null };
}
