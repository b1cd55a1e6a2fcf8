import { alike } from '../../lib/fields.ts';
import { companyNameWords } from '../place/place-name.ts';
import {
  abbreviationOf,
  advertiserName,
  findWordRange,
  isDistinct,
  namesOf,
  pairsOf,
} from './advertiser-names.ts';
import { findContainedName, namesMatch } from './contained-names.ts';
import { aliasesOf } from './group-words.ts';

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

/** Whether the trade name after a dash or in brackets starts with a distinctive multi-word name. */
function leadsBrand(asked: string, name: string): boolean {
  const words = companyNameWords(asked) ?? [];
  return (
    words.length > 1 &&
    isDistinct(words) &&
    findWordRange(words.join(''), companyNameWords(name) ?? [])?.from !== 0 &&
    namesOf(name)
      .slice(1)
      .some((part) => findWordRange(words.join(''), companyNameWords(part) ?? [])?.from === 0)
  );
}

/** Best match over all names of a brand and of an advertiser: 2, 1 or 0. */
export function advertiserMatch(asked: string, name: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = leadsBrand(asked, name) ? 1 : 0;
  // Beside the brand itself, its name in another script says nothing more.
  const isNamed = findContainedName(asked, name) !== null;
  const aliases = aliasesOf(asked).filter((alias) => !isNamed || /^[ -~]+$/.test(alias));
  for (const brand of [asked, ...aliases])
    for (const [one, other] of pairsOf(brand, name)) {
      const match = namesMatch(one, other);
      if (match > best) best = match;
    }
  return best;
}

/**
 * The advertiser with the best name match; among equals, the verified one first, then the one with
 * most followers. A verified one whose handle spells the requested name matches like that name.
 */
export function bestAdvertiser<
  One extends {
    name: string;
    verified: boolean | null;
    followers?: number | null;
    handles?: readonly (string | null)[];
  },
>(company: string, advertisers: readonly One[]): One | null {
  const asked = advertiserName(company);
  const own = abbreviationOf(companyNameWords(asked) ?? []);
  const isHandle = (handle: string | null) =>
    own.length > 1 && handle?.toLowerCase().replace(/[._-]/g, '') === own;
  const rank = ({ name, verified, followers, handles }: One): readonly number[] => [
    verified === true && handles?.some(isHandle) ? 2 : advertiserMatch(asked, name),
    Number(verified === true),
    followers ?? 0,
  ];
  const rated = advertisers
    .map((one) => ({ one, rank: rank(one) }))
    .filter(({ rank: [match = 0] }) => match > 0)
    .sort((a, b) => b.rank.map((mark, at) => mark - (a.rank[at] ?? 0)).find((by) => by !== 0) ?? 0);
  return rated[0]?.one ?? null;
}
