import { UnusableInput } from '../../lib/inputs.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../place/place-match.ts';
import { parseRegistrableDomain } from '../web/domain-name.ts';

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

/** An ad of which only its id is known. */
export const UNKNOWN_AD: Omit<Ad, 'id'> = {
  advertiser: null,
  title: null,
  text: null,
  format: null,
  destinationUrl: null,
  snapshotUrl: null,
  startedAt: null,
  endedAt: null,
  active: null,
  placements: [],
};

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

/** The first advertiser that bears the name, those the platform has verified before the others. */
export function bestAdvertiser<One extends { name: string; verified: boolean | null }>(
  company: string,
  advertisers: readonly One[],
): One | null {
  const asked = advertiserName(company);
  const alike = advertisers.filter(
    ({ name }) => nameSimilarity(asked, name) >= SAME_NAME_THRESHOLD,
  );
  return alike.find(({ verified }) => verified === true) ?? alike[0] ?? null;
}
