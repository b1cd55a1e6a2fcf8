import { alike } from '../../lib/alike.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { parseRegistrableDomain } from '../web/domain-name.ts';
import { advertiserMatch } from './advertiser-match.ts';

/** Libraries of ads that platforms publish. */
export const AD_PLATFORMS = ['meta', 'google', 'tiktok', 'network', 'microsoft'] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

/** Filters of an ad search: at least one is set. */
export interface AdFilters {
  company: string | null;
  keyword: string | null;
}

/** One ad of a library; null is what the library does not say. */
export interface Ad {
  id: string;
  advertiser: string | null;
  title: string | null;
  text: string | null;
  format: string | null;
  destinationUrl: string | null;
  /** Where the library shows the ad. */
  snapshotUrl: string | null;
  /** Instants, ISO 8601: first shown, and last shown or due to end. */
  startedAt: string | null;
  endedAt: string | null;
  active: boolean | null;
  placements: string[];
}

/** What a library says of an ad. */
export type AdFields = Pick<Ad, 'id'> & Partial<Ad>;

/** An ad of which only its id is known. */
export const UNKNOWN_AD: Omit<Ad, 'id'> = {
  ...alike(null, 'advertiser', 'title', 'text', 'format', 'destinationUrl', 'snapshotUrl'),
  ...alike(null, 'startedAt', 'endedAt', 'active'),
  placements: [],
};

/** The ad in Meta's public library. */
export const metaLibraryUrl = (id: string): string =>
  `https://www.facebook.com/ads/library/?id=${encodeURIComponent(id)}`;

/** The registrable domain a company is named by; null where it is named otherwise. */
export function companyDomainIn(company: string): string | null {
  try {
    return !/\s/.test(company) && /.\../.test(company)
      ? parseRegistrableDomain(company).name
      : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** Advertiser name to search for: of a domain, its own label. */
export function advertiserName(company: string): string {
  const domain = companyDomainIn(company);
  return domain === null ? company : (domain.split('.')[0] as string).replaceAll('-', ' ');
}

/** Whether an advertiser bears the name, or is a part of the group of that name. */
export const isAdvertiser = (company: string, name: string | null): boolean =>
  name !== null && advertiserMatch(advertiserName(company), name) > 0;

/** The advertiser that bears the name best, of several the first that the platform has verified. */
export function bestAdvertiser<One extends { name: string; verified: boolean | null }>(
  company: string,
  advertisers: readonly One[],
): One | null {
  const asked = advertiserName(company);
  const rated = advertisers
    .map((one) => ({ one, match: advertiserMatch(asked, one.name) }))
    .filter(({ match }) => match > 0)
    .sort(
      (a, b) =>
        b.match - a.match || Number(b.one.verified === true) - Number(a.one.verified === true),
    );
  return rated[0]?.one ?? null;
}
