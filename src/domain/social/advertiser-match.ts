import { isCommonWord } from '../place/common-words.ts';
import {
  companyNameWords,
  hasLegalForm,
  isSoleTrader,
  wholeNameWords,
} from '../place/place-name.ts';
import { advertiserMatch } from './ads.ts';
import {
  type AdSite,
  abbreviationOf,
  companyDomainIn,
  comparedName,
  findWordRange,
  isDistinct,
  isLabelOf,
  isUnder,
  isVenue,
  namesOf,
  pairsOf,
  readAdSite,
  withUmlautsSpelled,
} from './advertiser-names.ts';
import { findContainedName, isOrdinary, namesMatch } from './contained-names.ts';
import {
  DEALT,
  GIVEN_NAMES,
  GROUP_WORDS,
  isCountry,
  isOrdinaryName,
  isWordOfOthers,
  MIN_COINED_CHARS,
  ownersOf,
  PART_WORDS,
  TRADES,
  WORDS_OF_OTHERS,
} from './group-words.ts';

/** Whether a name starts with the requested name, or with words whose initials it is. */
function isNamedAfter(asked: string, name: string): boolean {
  const brand = companyNameWords(asked) ?? [];
  const whole = wholeNameWords(name);
  const words = whole[0] === brand[0] ? whole : (companyNameWords(name) ?? []);
  if (brand.length === 0 || words.length === 0) return false;
  if (words.some((word) => WORDS_OF_OTHERS.has(word) && !brand.includes(word))) return false;
  const joined = brand.join('');
  const initials = words.map((word) => word[0]).join('');
  const isWhole = joined.length >= MIN_COINED_CHARS ? words[0]?.startsWith(joined) : false;
  const isShort = joined.length > 1 && initials.startsWith(joined);
  return isWhole || findWordRange(joined, words)?.from === 0 || isShort;
}

/**
 * Whether a name shares a word with the brand that is not common, a place or a given name. Dealers
 * have the brand in their names too, so for a one-word brand the name needs a legal form.
 */
function sharesWord(asked: string, name: string): boolean {
  const [brand = [], words = []] = [asked, name].map((one) => companyNameWords(one) ?? []);
  const isTelling = (word: string): boolean =>
    word.length >= MIN_COINED_CHARS &&
    !isOrdinaryName(word) &&
    ![GROUP_WORDS, GIVEN_NAMES, TRADES, DEALT].some((those) => those.has(word)) &&
    !isCommonWord(word) &&
    !isCountry(word);
  return (
    (brand.length > 1 || hasLegalForm(name)) &&
    !words.some((word) => WORDS_OF_OTHERS.has(word) && !brand.includes(word)) &&
    words.some((word) => brand.includes(word) && isTelling(word))
  );
}

/**
 * Whether the advertiser's own site is named after a distinctive word of its name, alone or after
 * the brand: Emirates NBD at emiratesnbd.com. If the brand is an ordinary word, a site with any
 * label but the brand's counts.
 */
function isNamedApart(asked: string, name: string, site: AdSite): boolean {
  const contained = findContainedName(asked, name);
  if (!contained) return false;
  const label = site.label.replaceAll('-', '');
  const brand = contained.brand.join('');
  const isApart = (word: string) => word !== '' && !PART_WORDS.has(word) && !isCountry(word);
  const isTelling = (word: string) => word.length >= MIN_COINED_CHARS && label.includes(word);
  if (!label.includes(brand))
    return (
      !isVenue(site) &&
      [...contained.before, ...contained.added].some((word) => isTelling(word) && isApart(word))
    );
  const rest = label.slice(label.indexOf(brand) + brand.length);
  const [first = ''] = contained.added;
  return (
    (isOrdinary(contained) && !isVenue(site) && !isLabelOf(site, homeLabels(asked))) ||
    (rest !== '' && isApart(first) && (rest.startsWith(first) || first.startsWith(rest)))
  );
}

/** Labels that spell a company's name: joined, hyphenated, without `and`, umlauts spelled out. */
function homeLabels(asked: string): string[] {
  return [asked, withUmlautsSpelled(asked)].flatMap((one) => {
    const words = companyNameWords(one) ?? [];
    return [words.join(''), words.join('-'), abbreviationOf(words)];
  });
}

const MIN_DOMAIN_CHARS = 10;

/**
 * Whether a company's ad may lead to a site with another name, as its owner or agency: to the
 * requested domain or that of a distinctive brand, or if the company's name contains the brand.
 */
function isPrincipal(asked: string, name: string, isAskedDomain: boolean): boolean {
  if (!hasLegalForm(name) || isSoleTrader(name)) return false;
  const [brand = [], words = []] = [asked, name].map((one) => companyNameWords(one) ?? []);
  const bears =
    findWordRange(brand.join(''), words) !== null && !brand.some((word) => DEALT.has(word));
  const isLong = brand.length > 1 && brand.join('').length >= MIN_DOMAIN_CHARS;
  const isOneOwners = isAskedDomain || isDistinct(brand) || isLong;
  return bears || (isOneOwners && !words.some(isWordOfOthers));
}

/**
 * Whether an advertiser named after the company has an ad that leads to the company's site: the
 * requested domain, or else the brand's label in a company zone, `Dove Men+Care` to dove.com. Other
 * labels prove nothing, nor do sites on which others publish or which pay affiliates.
 */
function leadsHome(company: string, name: string, site: AdSite): boolean {
  const [asked, domain] = [comparedName(company), companyDomainIn(company)];
  const isHome = domain === null ? isUnder(site, homeLabels(asked)) : site.domain === domain;
  const isNamed = (one: string) => isNamedAfter(asked, one) || sharesWord(asked, one);
  return (
    isHome &&
    !site.referred &&
    !isVenue(site) &&
    (namesOf(name).some(isNamed) || isPrincipal(asked, name, domain !== null))
  );
}

/** Match of a name that contains the requested domain, which is a coined word: FINN.no AS. */
function domainMatch(domain: string, name: string): 0 | 1 | 2 {
  const at = name.toLowerCase().indexOf(domain);
  const isApart = [name.at(at - 1), name.at(at + domain.length)].every(
    (beside) => beside === undefined || !/[\p{L}\p{N}.-]/u.test(beside),
  );
  if (at < 0 || (at > 0 && !isApart)) return 0;
  const brand = domain.replace(/[.-]/g, '');
  return namesMatch(brand, name.slice(0, at) + brand + name.slice(at + domain.length));
}

/**
 * Whether an advertiser is the company that owns the brand under another name: Gillette, Procter &
 * Gamble. If its name has the brand too, only the whole name counts, as others are called so. Its
 * ad for a site that is named like another brand of some owner is not the brand's.
 */
function ownsBrand(asked: string, name: string, sites: readonly AdSite[]): boolean {
  const own = (companyNameWords(asked) ?? []).join('');
  const least = findWordRange(own, companyNameWords(name) ?? []) ? 2 : 1;
  return (
    ownersOf(asked).some((owner) =>
      [...pairsOf(owner, name)].some(([one, other]) => namesMatch(one, other) >= least),
    ) &&
    !sites.some((site) => !isLabelOf(site, homeLabels(asked)) && ownersOf(site.label).length > 0)
  );
}

/**
 * Whether an advertiser has the company's name or belongs to the group of that name.
 * @param leadsTo known targets of its ad, addresses or domains: one with a name of its own rejects
 * a partial match, the company's own site accepts a name that does not match
 */
export function isAdvertiser(
  company: string,
  name: string | null,
  ...leadsTo: readonly (string | null)[]
): boolean {
  if (name === null) return false;
  const asked = comparedName(company);
  // An advertiser named like a site: the requested domain, or else the brand's in a company zone.
  const [own, named] = [companyDomainIn(company), companyDomainIn(name)];
  const site = named === null ? null : readAdSite(named);
  if (site && (own === null ? isUnder(site, homeLabels(asked)) : site.domain === own)) return true;
  const sites = leadsTo.map((one) => readAdSite(one ?? '')).filter((site) => site !== null);
  const match = Math.max(advertiserMatch(asked, name), own === null ? 0 : domainMatch(own, name));
  return (
    match > 1 ||
    (match > 0 && !sites.some((site) => isNamedApart(asked, name, site))) ||
    ownsBrand(asked, name, sites) ||
    sites.some((site) => leadsHome(company, name, site))
  );
}
