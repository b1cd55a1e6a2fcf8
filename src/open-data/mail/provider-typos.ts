import { parse } from 'tldts';
import { areSwapped, differingMiddles, isOneEditAway, trimOf } from '../../lib/text.ts';
import words from './provider-typos.json' with { type: 'json' };

/** Keys left of, right of, above and below each letter on a QWERTY keyboard. */
const ADJACENT_KEYS: ReadonlyMap<string, string> = new Map(Object.entries(words.adjacentKeys));

/**
 * Whether `typed` is one of the slips accepted even in words so short that any other edit gives
 * another word: two keys swapped, a key struck twice, an adjacent key struck.
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
   * `known`: a collected misspelling, or a slip in a coined name, which is meant for the provider
   * even if the domain is registered and takes mail, or a name that cannot exist. `near`: one slip
   * away; a mistake only if the domain itself takes no mail.
   */
  certainty: 'known' | 'near';
}

/** Suffixes to replace a nonexistent suffix that is one edit away. */
const COMMON_SUFFIXES = ['com', 'net', 'org', 'edu', 'gov', 'info'];

/** Suffixes never in public DNS (RFC 2606, RFC 6761, RFC 6762, RFC 9476): not typing errors. */
const RESERVED_SUFFIX =
  /\.(?:alt|example|home|internal|invalid|lan|local|localhost|localdomain|onion|test|arpa)$/;

/** Country suffixes that are mostly typed by mistake, by the intended suffix. */
const TYPOS_OF_SUFFIX: ReadonlyMap<string, readonly string[]> = new Map([
  ['com', ['co', 'cm', 'om']],
  ['net', ['ne']],
]);

/** Length limit of a domain name (RFC 1035 section 2.3.4). */
const MAX_TYPED_CHARS = 253;

/** Labels so short that each slip is another registered name: only suffixes are corrected. */
const UNREPAIRED_LABELS = ['me', 'mac'];

/** Minimum length of a long label. In a shorter one, nearly every edit gives another name. */
const LONG_LABEL = 5;

/** Provider names that are not words. Names one slip away were registered to catch their mail. */
const COINED_LABELS = new Set(words.coinedLabels);

/** Words and names one slip away from a provider's label that are not misspellings. */
const WORDS_NEAR_PROVIDERS = new Set(words.wordsNearProviders);

/** Initials of a provider: under another suffix they still mean it; with a slip they do not. */
const COINED_INITIALS = ['aol', 'uol'];
/** Words that remain of coined names without their first letter. */
const HEADLESS_WORDS = ['mail', 'cloud'];

/**
 * Whether the first letter is kept, left out, behind an extra key, or replaced by an adjacent key.
 * Others give other services (ymail, fmail); leaving it out may give a word (mail, cloud).
 */
const keepsBeginning = (typed: string, meant: string): boolean =>
  typed[0] === meant[0] ||
  typed.slice(1) === meant ||
  isHeadless(typed, meant) ||
  (typed.slice(1) !== 'mail' && isKeyboardTypo(typed, meant));

/** Name without its first letter, unless that leaves a word: ahoo, otmail. */
const isHeadless = (typed: string, meant: string): boolean =>
  typed === meant.slice(1) && !HEADLESS_WORDS.includes(typed);

const consonantsOf = (word: string): string => word.replace(/[aeiou]/g, '');

/** Minimum number of consonants that identify a name; many words share fewer. */
const TELLING_CONSONANTS = 3;

/**
 * Whether two names sound alike: the same consonants, first letter and last two letters with other
 * vowels between, as in gemeil. At most one letter shorter or two longer.
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

/** Minimum length of a word where two keys swapped or a key struck twice give no other word. */
const SWAPPED_WORD_CHARS = 5;
/** Minimum length of a word where a missed or adjacent key gives few other words. */
const MISSED_WORD_CHARS = 6;

const isFumbled = (typed: string, meant: string): boolean =>
  meant.length >= SWAPPED_WORD_CHARS &&
  typed[0] === meant[0] &&
  (areSwapped(...differingMiddles(typed, meant)) ||
    (typed.length === meant.length + 1 && isKeyboardTypo(typed, meant)) ||
    (meant.length >= MISSED_WORD_CHARS &&
      typed.at(-1) === meant.at(-1) &&
      (typed.length < meant.length || isKeyboardTypo(typed, meant))));

const areAnagrams = (...[one, other]: [string, string]): boolean =>
  [...one].sort().join('') === [...other].sort().join('');

/** All letters of a name in another order, except the first. */
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

/** Misspelled domains that people send mail to every day; many are registered to catch it. */
const correctionByTypo = new Map(
  Object.entries(words.misspellings).flatMap(([domain, typos]) =>
    typos.split(' ').map((typo) => [typo, domain] as const),
  ),
);
/** Domains that typed ones are matched with, most used first: of equally near, the first. */
const providers: readonly Provider[] = words.providers.map((domain) => ({
  domain,
  ...splitDomain(domain),
}));
const providerNames = new Set(words.providers);
/** Label by its collected misspelling, for use under all suffixes of the name. */
const labelByTypo = new Map(
  [...correctionByTypo].map(([typo, meant]) => [splitDomain(typo).label, splitDomain(meant).label]),
);
/** Provider's domain by its name without dots, or without its suffix. */
const providerByDotlessName = new Map(
  providers
    .toReversed()
    .flatMap(({ domain, label }) => [
      ...(label.length >= LONG_LABEL ? [[label, domain] as const] : []),
      [domain.replaceAll('.', ''), domain] as const,
    ]),
);

/** Whether the domain is a collected misspelling; other lists hold some too. */
export const isKnownTypo = (domain: string): boolean => correctionByTypo.has(domain);

/** Any edit for a long typed label; a shorter one is mostly another name, so only key slips. */
const isLabelTypo = (typed: string, meant: string): boolean =>
  typed.length >= LONG_LABEL ? isOneEditAway(typed, meant) : isKeyboardTypo(typed, meant);

/**
 * Whether the dot after the name was typed late or left out: gmailc.om, yahooco.uk. After a coined
 * name, the letters of the suffix may also be in another order.
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

/** Whether an existing suffix is nearly always a typing error for the provider's own. */
const isSuffixTypo = (suffix: string, provider: Provider): boolean =>
  TYPOS_OF_SUFFIX.get(provider.suffix)?.includes(suffix) === true;

/** Whether two keys were missed for adjacent ones, in a long name: hoynail. */
function isTwiceFumbled(typed: string, meant: string): boolean {
  const missed = [...meant].filter((key, at) => key !== typed[at]);
  const areNear = [...meant].every(
    (key, at) => key === typed[at] || ADJACENT_KEYS.get(key)?.includes(typed[at] ?? ' '),
  );
  return (
    typed.length === meant.length && meant.length > LONG_LABEL + 1 && missed.length === 2 && areNear
  );
}

/** Whether a label differs from the provider's by a slip that is not another name. */
const isSlipOfLabel = (typed: string, meant: string): boolean =>
  isLabelTypo(typed, meant) ||
  (COINED_LABELS.has(meant) &&
    [isShuffled, isHeadless, isHeardAlike].some((isSlip) => isSlip(typed, meant)));

/** Whether a label has a further slip: keys struck twice beside one (gmaall), or two missed. */
function isDoubleSlip(typed: string, meant: string): boolean {
  if (!COINED_LABELS.has(meant) || typed[0] !== meant[0]) return false;
  const single = typed.replace(/(.)\1+/g, '$1');
  return (
    isTwiceFumbled(typed, meant) ||
    (single !== typed && (isSlipOfLabel(single, meant) || isShortSlip(single, meant)))
  );
}

/** A key missed or added in a label too short for general edits: wb.de, webd.de, mal.ru. */
const isShortSlip = (typed: string, meant: string): boolean =>
  meant.length > 2 &&
  typed[0] === meant[0] &&
  typed.length !== meant.length &&
  isOneEditAway(typed, meant);

/**
 * Whether a domain with another suffix is probably meant for this provider. For a coined name, any
 * suffix except `.com`, where companies are; `.com` for a longer name with a country suffix.
 */
function isOtherEnding(suffix: string, { label, suffix: own }: Provider): boolean {
  if (suffix === 'com') return label.length > LONG_LABEL && /^[a-z]{2}$/.test(own);
  return COINED_LABELS.has(label) && parse(suffix).publicSuffix === suffix;
}

/** Whether a domain with an existing suffix is a slip for this provider. */
function isNear(domain: string, { label, suffix }: SplitName, provider: Provider): boolean {
  // The same label under another suffix may be the provider's site in another country.
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

/** Whether a two-part suffix is no public suffix but one edit from `meant`: con.br for com.br. */
const isSlipOfEnding = (typed: string, meant: string): boolean =>
  typed.includes('.') && isOneEditAway(typed, meant) && parse(typed).publicSuffix !== typed;

/** Whether the provider is meant even if the typed domain takes mail. */
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

/** Coined name typed together with its suffix, and the suffix again: gmailcom.com. */
const withoutEndingInName = ({ label, suffix }: SplitName): Provider | undefined =>
  providers.find(
    (provider) =>
      COINED_LABELS.has(provider.label) &&
      provider.suffix === suffix &&
      label === provider.domain.replaceAll('.', ''),
  );

/** Certain slip in a coined name whose suffix was also cut: gmsil.co. */
function sureSlipUnderCom({ label, suffix }: SplitName): ProviderGuess | null {
  if (TYPOS_OF_SUFFIX.get('com')?.includes(suffix) !== true) return null;
  const guess = nearestProvider(`${label}.com`);
  return guess?.certainty === 'known' ? guess : null;
}

const countryOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf('.') + 1);
/** Suffix one edit away, otherwise in the same country: hotmail.con.uk, yahoo.com.uk. */
const nearestEnding = (typed: SplitName, near: readonly Provider[]): Provider | undefined =>
  near.find(({ suffix }) => isOneEditAway(typed.suffix, suffix)) ??
  near.find(({ suffix }) => countryOf(typed.suffix) === countryOf(suffix)) ??
  near[0];

/** Provider meant by a domain with an existing suffix. */
function nearByName(domain: string): ProviderGuess | null {
  const typed = splitDomain(domain);
  if (WORDS_NEAR_PROVIDERS.has(typed.label)) return null;
  const sure = withoutEndingInName(typed);
  if (sure) return { domain: sure.domain, certainty: 'known' };
  const slip = sureSlipUnderCom(typed);
  if (slip) return slip;
  const one = providers.filter((provider) => isNear(domain, typed, provider));
  const isDouble = (provider: Provider) =>
    typed.suffix === provider.suffix && isDoubleSlip(typed.label, provider.label);
  const near = one.length > 0 ? one : providers.filter(isDouble);
  const meant = near.find(({ suffix }) => suffix === typed.suffix) ?? nearestEnding(typed, near);
  if (meant === undefined) return null;
  return { domain: meant.domain, certainty: isSureSlip(domain, typed, meant) ? 'known' : 'near' };
}

/** Domain of the provider meant by a name whose suffix does not exist. */
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

/** Corrects a name typed without dots: adds the provider's dots or suffix. */
function repairDots(typed: string): ProviderGuess | null {
  const meant =
    providerByDotlessName.get(typed) ??
    [...providerByDotlessName].find(
      ([name]) => name.length > LONG_LABEL + 2 && isOneEditAway(typed, name),
    )?.[1];
  return meant === undefined ? null : { domain: meant, certainty: 'known' };
}

/** Corrects a nonexistent suffix: a provider's domain, else with a common suffix and no slip. */
function repairSuffix(domain: string): ProviderGuess | null {
  const name = splitDomain(domain);
  const provider =
    providers.find((candidate) => isOneEditAway(domain, candidate.domain))?.domain ??
    nearByLabel(name);
  if (provider !== undefined) return { domain: provider, certainty: 'known' };
  const suffix = COMMON_SUFFIXES.find((candidate) => isOneEditAway(name.suffix, candidate));
  const repaired = suffix && `${name.label}.${suffix}`;
  return repaired ? (nearByName(repaired) ?? { domain: repaired, certainty: 'near' }) : null;
}

/** Removes what no domain name contains: `#gmail.com`, `gmail,com`, `gmail..com.`. */
const normalizeTyped = (typed: string): string =>
  trimOf(
    typed
      .toLowerCase()
      .replace(/[\s,;:/]+/g, '.')
      .replace(/[^a-z0-9.-]+/g, '')
      .replace(/\.{2,}/g, '.'),
    '.-',
  );

/** Doubled suffix: hotmail.com.com, gmail.com.b; gmail.com.br, as Gmail is `.com` everywhere. */
const ENDING_TWICE =
  /\.com?\.(?:com|[a-z])$|(?<=^(?:gmail|googlemail|icloud|protonmail))\.com\.[a-z]{2}$/;

/** Digits and pairs of letters that look like one letter; no coined name contains any. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['rn', 'm'],
  ['vv', 'w'],
]);
const withoutLookalikes = (domain: string): string =>
  domain.replace(/[01]|rn|vv/g, (like) => LOOKALIKES.get(like) as string);

/** Coined provider's domain in lookalikes, or prefixed with `www`: gmai1.com, wwwgmail.com. */
function coinedInDisguise(domain: string): string | undefined {
  const plain = withoutLookalikes(domain).replace(/^www(?!\.)/, '');
  const isCoined = COINED_LABELS.has(splitDomain(plain).label);
  return plain !== domain && isCoined ? providerOf(plain) : undefined;
}

const providerOf = (domain: string): string | undefined =>
  providerNames.has(domain) ? domain : undefined;

/**
 * Domain that `typed` is probably a misspelling of. The caller has ruled out that it is itself a
 * provider's.
 * @param typed a domain name, or what was typed instead of one
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
