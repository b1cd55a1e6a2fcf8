import { alike } from '../../lib/fields.ts';

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

export type AdFields = Pick<Ad, 'id'> & Partial<Ad>;

export const UNKNOWN_AD: Omit<Ad, 'id'> = {
  ...alike(null, 'advertiser', 'title', 'text', 'format', 'destinationUrl', 'snapshotUrl'),
  ...alike(null, 'startedAt', 'endedAt', 'active'),
  placements: [],
};

/**
 * Words of an ad; null for a lone field of a catalogue, such as `{{product.brand}}`, which Meta
 * fills in where it shows the ad.
 */
export const wordsOfAd = (words: string | null): string | null =>
  words === null || /^\{\{[^{}]*\}\}$/.test(words) ? null : words;

export const metaLibraryUrl = (id: string): string =>
  `https://www.facebook.com/ads/library/?id=${encodeURIComponent(id)}`;
