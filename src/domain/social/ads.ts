import { alike } from '../../lib/fields.ts';

/** Ad libraries published by platforms. */
export const AD_PLATFORMS = ['meta', 'google', 'tiktok', 'network', 'microsoft'] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

/** Filters of an ad search; at least one is set. */
export interface AdFilters {
  company: string | null;
  keyword: string | null;
}

/** One ad of a library; null when the library does not state a field. */
export interface Ad {
  id: string;
  advertiser: string | null;
  title: string | null;
  text: string | null;
  format: string | null;
  destinationUrl: string | null;
  /** Page of the ad in the library. */
  snapshotUrl: string | null;
  /** Times in ISO 8601: first shown, and last shown or scheduled to end. */
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
 * Text of an ad; null when it is only a catalogue placeholder, such as `{{product.brand}}`, which
 * Meta fills in when it displays the ad.
 */
export const wordsOfAd = (words: string | null): string | null =>
  words === null || /^\{\{[^{}]*\}\}$/.test(words) ? null : words;

export const metaLibraryUrl = (id: string): string =>
  `https://www.facebook.com/ads/library/?id=${encodeURIComponent(id)}`;
