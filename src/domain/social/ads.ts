import { alike } from '../../lib/fields.ts';
import { foldText } from '../../lib/text.ts';
import { isCommonWord } from '../place/common-words.ts';
import { companyNameWords, isLegalForm } from '../place/place-name.ts';
import {
  abbreviationOf,
  comparedName,
  findWordRange,
  isDistinct,
  namesOf,
  pairsOf,
} from './advertiser-names.ts';
import { findContainedName, namesMatch } from './contained-names.ts';
import {
  aliasesOf,
  GROUP_WORDS,
  isCountry,
  isOrdinaryName,
  isUniversity,
  MIN_COINED_CHARS,
} from './group-words.ts';

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

/** Words that an acronym leaves out or has a letter of. */
const JOINING = new Set(
  'a al an and at by d da das de del den der des di do dos du e el en et for from fur i in'
    .split(' ')
    .concat('l la las le los of on per the to und van voor w with y z za'.split(' ')),
);

/**
 * How many letters each word gives to an acronym, and the words behind it; null if they do not
 * spell it. Each word gives its first letters, a joining word may give none.
 */
function acronymParts(
  letters: string,
  words: readonly string[],
  failed = new Set<string>(),
): { parts: readonly (readonly [word: string, count: number])[]; rest: readonly string[] } | null {
  const [word, ...rest] = words;
  if (letters === '') return { parts: [], rest: words };
  const state = `${letters.length} ${words.length}`;
  if (word === undefined || failed.has(state)) return null;
  for (let count = 1; word[count - 1] === letters[count - 1] && count <= letters.length; count++) {
    const others = acronymParts(letters.slice(count), rest, failed);
    if (others) return { ...others, parts: [[word, count], ...others.parts] };
    if (count === word.length) break;
  }
  failed.add(state);
  return JOINING.has(word) ? acronymParts(letters, rest, failed) : null;
}

const [MAX_ACRONYM_CHARS, MAX_SPELLED_WORDS] = [12, 16];
/** Whether a word is a country, its adjective or its beginning; America's are anyone's. */
const isNational = (word: string): boolean =>
  !/^(?:america|usa?$)/.test(word) &&
  [word, `${word}s`, word.replace(/n$/, ''), `${word} arabia`].some(isCountry);

/**
 * Whether the words of a name spell the brand, an acronym: by initials, of three letters only those
 * of a university or a country's institution; or, from five letters, by syllables: Cemex.
 */
function isSpelledBy(brand: string, words: readonly string[]): boolean {
  const found = acronymParts(brand, words.slice(0, MAX_SPELLED_WORDS));
  if (!found) return false;
  const { parts, rest } = found;
  const isOfCountry = words.some((word) => isUniversity(word) || isNational(word));
  const isInitials = parts.every(([, count]) => count === 1);
  const unknown = rest.filter(
    (word) =>
      !JOINING.has(word) && !GROUP_WORDS.has(word) && !isCountry(word) && !isLegalForm(word),
  );
  return isInitials
    ? parts.length > 2 &&
        (brand.length > 3 || isOfCountry) &&
        unknown.length <= Number(brand.length > 3)
    : brand.length > MIN_COINED_CHARS &&
        parts.filter(([word, count]) => count < word.length - 1).length > 1 &&
        (parts.length > 2 || parts.every(([, count]) => count > 1)) &&
        unknown.length <= Number(parts.length > 2);
}

/** Whether the brand is an acronym of the name: `BBVA`, `Banco Bilbao Vizcaya Argentaria, S.A.` */
function isAcronymOf(asked: string, name: string): boolean {
  const [brand = '', ...others] = companyNameWords(asked) ?? [];
  const isCandidate =
    others.length === 0 && brand.length <= MAX_ACRONYM_CHARS && /^[a-z]{3,}$/.test(brand);
  if (!isCandidate || isOrdinaryName(brand) || isCommonWord(brand)) return false;
  const apart = name.replace(/['’]/g, ' ');
  const spellings = [companyNameWords(apart) ?? [], foldText(apart).split(' ')];
  return spellings.some(
    (words) =>
      !words.some((word) => word.startsWith(brand)) &&
      isSpelledBy(brand, words[0] === 'the' ? words.slice(1) : words),
  );
}

/** Best match over all names of a brand and of an advertiser: 2, 1 or 0. */
export function advertiserMatch(asked: string, name: string): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = leadsBrand(asked, name) || isAcronymOf(asked, name) ? 1 : 0;
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
  const asked = comparedName(company);
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
