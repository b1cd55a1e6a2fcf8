import { parse } from 'tldts';
import { trimOf } from '../../lib/text.ts';
import words from './provider-typos.json' with { type: 'json' };

/** Keys left and right of, above and below each letter on a QWERTY keyboard. */
const ADJACENT_KEYS: ReadonlyMap<string, string> = new Map(Object.entries(words.adjacentKeys));

/** What is left of two texts without what they begin and end with alike. */
function differingMiddles(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

const areSwapped = (left: string, right: string): boolean =>
  left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];

/** Whether one insertion, deletion, substitution or swap of neighbours makes one the other. */
export function isOneEditAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [left, right] = differingMiddles(one, other);
  return (left.length <= 1 && right.length <= 1) || areSwapped(left, right);
}

/**
 * The slips that fingers make even in a word so short that every other change makes another word:
 * two keys swapped, one struck twice, its neighbour struck instead.
 */
export function isKeyboardTypo(typed: string, meant: string): boolean {
  if (typed === meant || !isOneEditAway(typed, meant)) return false;
  if (typed.length === meant.length + 1)
    return [...typed].some(
      (key, at) => key === typed[at + 1] && typed.slice(0, at) + typed.slice(at + 1) === meant,
    );
  const [left, right] = differingMiddles(typed, meant);
  return (
    areSwapped(left, right) || (left !== '' && ADJACENT_KEYS.get(right)?.includes(left) === true)
  );
}

export interface ProviderGuess {
  domain: string;
  /**
   * `known`: a collected misspelling, or a slip in a name that is no word, meant for the provider
   * even where it is registered and takes mail, or a name that cannot exist. `near`: a slip away; a
   * mistake only if the domain itself takes no mail.
   */
  certainty: 'known' | 'near';
}

/** Endings that are the only plausible reading where the typed one does not exist. */
const COMMON_SUFFIXES = ['com', 'net', 'org', 'edu', 'gov', 'info'];

/** Endings never in public DNS (RFC 2606, RFC 6761, RFC 6762, RFC 9476): no typing errors. */
const RESERVED_SUFFIX =
  /\.(?:alt|example|home|internal|invalid|lan|local|localhost|localdomain|onion|test|arpa)$/;

/** Countries' endings that are mostly typed for another, by the one that is meant. */
const TYPOS_OF_SUFFIX: ReadonlyMap<string, readonly string[]> = new Map([
  ['com', ['co', 'cm', 'om']],
  ['net', ['ne']],
]);

/** A domain name's own limit (RFC 1035 section 2.3.4). */
const MAX_TYPED_CHARS = 253;

/** Names so short that each slip is another registered name: only endings are repaired. */
const UNREPAIRED_LABELS = ['me', 'mac'];

/** Below this many letters nearly every change of one makes another name. */
const LONG_LABEL = 5;

/** Providers whose names are no words: names one slip away were registered for their mail. */
const COINED_LABELS = new Set(words.coinedLabels);

/** Words and names that lie a slip away from a provider's all the same. */
const WORDS_NEAR_PROVIDERS = new Set(words.wordsNearProviders);

/** Initials of a provider: they mean it under another ending; a slip of them makes others. */
const COINED_INITIALS = ['aol', 'uol'];

/** What is left of a coined name without its first letter, where that is a word. */
const HEADLESS_WORDS = ['mail', 'cloud'];

/**
 * A first letter put for another makes another service of short names (ymail, fmail), and one left
 * out a word (mail, cloud); one struck beside its key or before the name does not.
 */
const keepsBeginning = (typed: string, meant: string): boolean =>
  typed[0] === meant[0] ||
  typed.slice(1) === meant ||
  isHeadless(typed, meant) ||
  (typed.slice(1) !== 'mail' && isKeyboardTypo(typed, meant));

/** The name without its first letter: ahoo, otmail. */
const isHeadless = (typed: string, meant: string): boolean =>
  typed === meant.slice(1) && !HEADLESS_WORDS.includes(typed);

const consonantsOf = (word: string): string => word.replace(/[aeiou]/g, '');

/** Consonants that tell a name: fewer are those of many words. */
const TELLING_CONSONANTS = 3;

/**
 * The name as it is heard: its consonants and its end, with other vowels between, as in gemeil. At
 * most one letter shorter or two longer.
 */
function isHeardAlike(typed: string, meant: string): boolean {
  const consonants = consonantsOf(meant);
  const longer = typed.length - meant.length;
  return (
    consonants.length >= TELLING_CONSONANTS &&
    longer >= -1 &&
    longer <= 2 &&
    typed[0] === meant[0] &&
    typed.slice(-2) === meant.slice(-2) &&
    consonantsOf(typed) === consonants
  );
}

/** Two keys swapped or one struck twice in a word this long make no other word. */
const SWAPPED_WORD_CHARS = 5;

/** A key missed, or its neighbour struck, within a word this long makes few others. */
const MISSED_WORD_CHARS = 6;

const isFumbled = (typed: string, meant: string): boolean =>
  meant.length >= SWAPPED_WORD_CHARS &&
  typed[0] === meant[0] &&
  (areSwapped(...differingMiddles(typed, meant)) ||
    (typed.length === meant.length + 1 && isKeyboardTypo(typed, meant)) ||
    (meant.length >= MISSED_WORD_CHARS &&
      typed.at(-1) === meant.at(-1) &&
      (typed.length < meant.length || isKeyboardTypo(typed, meant))));

const sortedLetters = (word: string): string => [...word].sort().join('');

const areAnagrams = (one: string, other: string): boolean =>
  sortedLetters(one) === sortedLetters(other);

/** All letters of a name in another order, the first one kept. */
const isShuffled = (typed: string, meant: string): boolean =>
  typed !== meant && typed[0] === meant[0] && areAnagrams(typed, meant);

interface SplitName {
  label: string;
  suffix: string;
}

interface Provider extends SplitName {
  domain: string;
}

function splitDomain(domain: string): SplitName {
  const dot = domain.indexOf('.');
  return { label: domain.slice(0, dot), suffix: domain.slice(dot + 1) };
}

/** Misspellings people send mail to every day; many are registered to catch it. */
const correctionByTypo = new Map(
  Object.entries(words.misspellings).flatMap(([domain, typos]) =>
    typos.split(' ').map((typo) => [typo, domain] as const),
  ),
);
/** What people mean when they mistype, most used first: of two equally near, the first is meant. */
const providers: readonly Provider[] = words.providers.map((domain) => ({
  domain,
  ...splitDomain(domain),
}));
const providerNames = new Set(words.providers);
/** Collected misspellings of a name, which people make under its other endings too. */
const labelByTypo = new Map(
  [...correctionByTypo].map(([typo, meant]) => [splitDomain(typo).label, splitDomain(meant).label]),
);
/** A provider typed without its dots, or without its ending. */
const providerByDotlessName = new Map(
  providers
    .toReversed()
    .flatMap(({ domain, label }) => [
      ...(label.length >= LONG_LABEL ? [[label, domain] as const] : []),
      [domain.replaceAll('.', ''), domain] as const,
    ]),
);

/** Whether this is a collected misspelling of a provider; lists of other classes hold some. */
export const isKnownTypo = (domain: string): boolean => correctionByTypo.has(domain);

/** A letter missing from five leaves four, which are mostly a name of their own. */
const isLabelTypo = (typed: string, meant: string): boolean =>
  typed.length >= LONG_LABEL ? isOneEditAway(typed, meant) : isKeyboardTypo(typed, meant);

/**
 * The dot behind the name struck late or not at all, of a coined one two letters of the ending
 * swapped or not: gmailc.om, yahooco.uk.
 */
function isDotMoved(domain: string, provider: Provider): boolean {
  const { label } = provider;
  if (!domain.startsWith(label) || domain[label.length] === '.') return false;
  const [typed, meant] = [domain, provider.domain].map((name) =>
    name.slice(label.length).replaceAll('.', ''),
  ) as [string, string];
  return COINED_LABELS.has(label)
    ? areAnagrams(typed, meant)
    : COINED_INITIALS.includes(label) && typed === meant;
}

/** Whether an ending that exists is hardly ever meant where the provider has its own. */
const isSuffixTypo = (suffix: string, provider: Provider): boolean =>
  TYPOS_OF_SUFFIX.get(provider.suffix)?.includes(suffix) === true;

/** Whether a label is the provider's in one of the slips that are told from other names. */
const isSlipOfLabel = (typed: string, meant: string): boolean =>
  isLabelTypo(typed, meant) ||
  (COINED_LABELS.has(meant) &&
    [isShuffled, isHeadless, isHeardAlike].some((isSlip) => isSlip(typed, meant)));

/** A key missed or struck besides in a word too short to tell: wb.de, webd.de, mal.ru. */
const isShortSlip = (typed: string, meant: string): boolean =>
  meant.length > 2 &&
  typed[0] === meant[0] &&
  typed.length !== meant.length &&
  isOneEditAway(typed, meant);

/**
 * Whether another ending is likely meant for this provider's: of a name that is no word any but
 * `.com`, where companies are; that, of a provider of one country with a longer name.
 */
function isOtherEnding(suffix: string, { label, suffix: own }: Provider): boolean {
  if (suffix === 'com') return label.length > LONG_LABEL && /^[a-z]{2}$/.test(own);
  return COINED_LABELS.has(label) && parse(suffix).publicSuffix === suffix;
}

/** Whether a name under an ending that exists is a slip of this provider's. */
function isNear(domain: string, { label, suffix }: SplitName, provider: Provider): boolean {
  // Another ending of the same name may be another country's site of the provider.
  if (label === provider.label)
    return (
      isSuffixTypo(suffix, provider) ||
      isKeyboardTypo(suffix, provider.suffix) ||
      (suffix.includes('.') && isOneEditAway(suffix, provider.suffix)) ||
      isOtherEnding(suffix, provider)
    );
  if (isDotMoved(domain, provider)) return true;
  if (UNREPAIRED_LABELS.includes(provider.label)) return false;
  const long = provider.label.length >= LONG_LABEL;
  if (suffix === provider.suffix && isShortSlip(label, provider.label)) return true;
  if (isSlipOfLabel(label, provider.label))
    return suffix === provider.suffix || (long && isOneEditAway(suffix, provider.suffix));
  return long && domain.length >= provider.domain.length && isOneEditAway(domain, provider.domain);
}

/** Whether an ending of two parts is no registry's, but a slip of one that is: con.br of com.br. */
const isSlipOfEnding = (typed: string, meant: string): boolean =>
  typed.includes('.') && isOneEditAway(typed, meant) && parse(typed).publicSuffix !== typed;

/** Whether the provider is meant even where the typed domain takes mail. */
function isSureSlip(domain: string, { label, suffix }: SplitName, meant: Provider): boolean {
  if (isDotMoved(domain, meant)) return true;
  const isCoined = COINED_LABELS.has(meant.label);
  if (label === meant.label)
    return (
      isSlipOfEnding(suffix, meant.suffix) ||
      (isSuffixTypo(suffix, meant) && (isCoined || COINED_INITIALS.includes(label)))
    );
  if (suffix !== meant.suffix || !isSlipOfLabel(label, meant.label)) return false;
  return isFumbled(label, meant.label) || (isCoined && keepsBeginning(label, meant.label));
}

/** A coined name typed with its ending, and the ending again: gmailcom.com. */
const withoutEndingInName = ({ label, suffix }: SplitName): Provider | undefined =>
  providers.find(
    (provider) =>
      COINED_LABELS.has(provider.label) &&
      provider.suffix === suffix &&
      label === provider.domain.replaceAll('.', ''),
  );

/** A sure slip in a coined name whose ending was cut as well: gmsil.co. */
function sureSlipUnderCom({ label, suffix }: SplitName): ProviderGuess | null {
  if (TYPOS_OF_SUFFIX.get('com')?.includes(suffix) !== true) return null;
  const guess = nearestProvider(`${label}.com`);
  return guess?.certainty === 'known' ? guess : null;
}

const countryOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf('.') + 1);

/** The one whose ending is a slip away, else of the same country: hotmail.con.uk, yahoo.com.uk. */
const nearestEnding = (typed: SplitName, near: readonly Provider[]): Provider | undefined =>
  near.find(({ suffix }) => isOneEditAway(typed.suffix, suffix)) ??
  near.find(({ suffix }) => countryOf(typed.suffix) === countryOf(suffix)) ??
  near[0];

/** The provider meant by a name under an ending that exists. */
function nearByName(domain: string): ProviderGuess | null {
  const typed = splitDomain(domain);
  if (WORDS_NEAR_PROVIDERS.has(typed.label)) return null;
  const sure = withoutEndingInName(typed);
  if (sure) return { domain: sure.domain, certainty: 'known' };
  const slip = sureSlipUnderCom(typed);
  if (slip) return slip;
  const near = providers.filter((provider) => isNear(domain, typed, provider));
  const meant = near.find(({ suffix }) => suffix === typed.suffix) ?? nearestEnding(typed, near);
  if (meant === undefined) return null;
  return { domain: meant.domain, certainty: isSureSlip(domain, typed, meant) ? 'known' : 'near' };
}

/** The provider meant by a name under an ending that does not exist. */
function nearByLabel({ label, suffix }: SplitName): string | undefined {
  const named = providers.filter((provider) => provider.label === label);
  const near =
    named.find((provider) => isOneEditAway(suffix, provider.suffix)) ??
    (suffix.includes('.') ? undefined : named[0]) ??
    providers.find(
      (provider) => isLabelTypo(label, provider.label) && isOneEditAway(suffix, provider.suffix),
    );
  return near?.domain;
}

/** What was typed without any dot: the provider with its dots, or with its ending. */
function repairDots(typed: string): ProviderGuess | null {
  const meant =
    providerByDotlessName.get(typed) ??
    [...providerByDotlessName].find(
      ([name]) => name.length > LONG_LABEL + 2 && isOneEditAway(typed, name),
    )?.[1];
  return meant === undefined ? null : { domain: meant, certainty: 'known' };
}

/** An ending that does not exist: the provider meant, else the same name under the ending meant. */
function repairSuffix(domain: string): ProviderGuess | null {
  const name = splitDomain(domain);
  const provider =
    providers.find((candidate) => isOneEditAway(domain, candidate.domain))?.domain ??
    nearByLabel(name);
  if (provider !== undefined) return { domain: provider, certainty: 'known' };
  const suffix = COMMON_SUFFIXES.find((candidate) => isOneEditAway(name.suffix, candidate));
  return suffix === undefined ? null : { domain: `${name.label}.${suffix}`, certainty: 'near' };
}

/** What was typed without what no name holds: `#gmail.com`, `gmail,com`, `gmail..com.`. */
const normalizeTyped = (typed: string): string =>
  trimOf(
    typed
      .toLowerCase()
      .replace(/[\s,;:/]+/g, '.')
      .replace(/[^a-z0-9.-]+/g, '')
      .replace(/\.{2,}/g, '.'),
    '.-',
  );

/** "hotmail.com.com", "gmail.com.b"; a country's ending behind what is under `.com` everywhere. */
const ENDING_TWICE =
  /\.com?\.(?:com|[a-z])$|(?<=^(?:gmail|googlemail|icloud|protonmail))\.com\.[a-z]{2}$/;

/** Figures and pairs of letters that look like one letter, of which no provider's name has any. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['rn', 'm'],
  ['vv', 'w'],
]);
const withoutLookalikes = (domain: string): string =>
  domain.replace(/[01]|rn|vv/g, (like) => LOOKALIKES.get(like) as string);

/** A coined provider's domain in lookalikes, or with `www` before it: gmai1.com, wwwgmail.com. */
function coinedInDisguise(domain: string): string | undefined {
  const plain = withoutLookalikes(domain).replace(/^www(?!\.)/, '');
  const isCoined = COINED_LABELS.has(splitDomain(plain).label);
  return plain !== domain && isCoined ? providerOf(plain) : undefined;
}

const providerOf = (domain: string): string | undefined =>
  providerNames.has(domain) ? domain : undefined;

/**
 * The provider a domain is likely a misspelling of. The caller has ruled out that the domain is
 * itself a provider's.
 * @param typed a domain name, or what was typed in place of one
 * @returns null also for a provider's own domain
 */
export function nearestProvider(typed: string): ProviderGuess | null {
  if (typed.length > MAX_TYPED_CHARS) return null;
  const domain = normalizeTyped(typed);
  if (providerNames.has(domain)) return domain === typed ? null : { domain, certainty: 'known' };
  const { label, suffix } = splitDomain(domain.replace(ENDING_TWICE, '.com'));
  const sameEnding = `${labelByTypo.get(label) ?? label}.${suffix}`;
  const meant =
    correctionByTypo.get(domain) ??
    correctionByTypo.get(sameEnding) ??
    providerOf(sameEnding) ??
    coinedInDisguise(domain);
  if (meant !== undefined) return { domain: meant, certainty: 'known' };
  if (!domain.includes('.')) return repairDots(domain);
  if (RESERVED_SUFFIX.test(domain)) return null;
  if (!parse(domain).isIcann) return repairSuffix(domain);
  return nearByName(domain);
}
