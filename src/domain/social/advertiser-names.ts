import { readOrNull } from '../../lib/inputs.ts';
import { foldText, trimEndOf } from '../../lib/text.ts';
import { isCommonWord } from '../place/common-words.ts';
import { companyNameWords, hasLegalForm, isLegalForm, OTHER_NAME } from '../place/place-name.ts';
import {
  isPublicSuffix,
  namesUpToSuffix,
  parseHost,
  parseRegistrableDomain,
  registrableDomain,
} from '../web/domain-name.ts';
import groupWords from './group-words.json' with { type: 'json' };
import {
  areUnspacedParts,
  CORPORATE_WORDS,
  DIVISIONS,
  HEADS,
  isCountry,
  isOrdinaryName,
  isProduct,
  MIN_COINED_CHARS,
  PART_WORDS,
  PROVINCES,
  TRADES,
  withoutOwner,
} from './group-words.ts';
import { OWN_PAGE, readLinkAddress } from './link-pages.ts';
import { linkedPlatform } from './platforms.ts';

/** The registrable domain by which a company is given; null when it is given by name. */
export const companyDomainIn = (company: string): string | null =>
  !/\s/.test(company) && /.\../.test(company)
    ? readOrNull(() => parseRegistrableDomain(company).name)
    : null;

/** Initials before a family name that is a top-level domain too: e.leclerc. */
const INITIALS = /^[a-z]{1,2}\.[a-z]{4,}$/;

/** Advertiser name to search for; for a domain, its label. */
export function advertiserName(company: string): string {
  const domain = companyDomainIn(company);
  if (domain === null) return company;
  return (INITIALS.test(domain) ? domain : (domain.split('.')[0] as string)).replace(/[.-]/g, ' ');
}

/**
 * Advertiser name to compare: of one given without capitals, words are capitalized, which tells
 * them from legal forms (Too Faced). The label of a domain is not.
 */
export const comparedName = (company: string): string =>
  companyDomainIn(company) === null && company === company.toLowerCase()
    ? company.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    : advertiserName(company);

const DASH = /\s[-–—|]\s/;
const MAX_PARTS = 8;

/** Whether a part of a name is the company, so that the other part is its trade name. */
function isOwner(part: string): boolean {
  const words = companyNameWords(part);
  if (!words) return false;
  return (
    hasLegalForm(part) ||
    withoutOwner(words).length < words.length ||
    CORPORATE_WORDS.has(words.at(-1) ?? '')
  );
}

/** The last part of a name separated by dashes: `Titan Company Limited - Tanishq`. */
function brandBehind(name: string): string | undefined {
  const [owner = '', ...others] = name.split(DASH, MAX_PARTS);
  const brand = others.at(-1);
  const isOfGroup = /^(?:group|groupe|grupo|gruppo)\s/i.test(brand ?? '');
  return isOwner(owner) || isOfGroup ? brand : undefined;
}

/** A form that is no word, before the name of a division: Siemens AG Energy Management. */
const FORM_WITHIN =
  /(?<=\S )(?:AG|GmbH|Ltd\.?|Inc\.?|LLC|Corp\.?|B\.?V\.?|Oy|plc)(?= [\p{L}\p{N}/&-])/u;

/**
 * A name up to its legal form, if a comma and more text follow: `BBVA México, S.A., Institución de
 * Banca`, `Iberia, S.A. Operadora`, `Siemens AG, Digital Factory`.
 */
function upToForm(name: string): string | undefined {
  const within = FORM_WITHIN.exec(name);
  if (within) return name.slice(0, within.index + within[0].length);
  const [first = '', ...parts] = name.split(',', MAX_PARTS);
  if (parts.length > 0 && hasLegalForm(first)) return first;
  const forms = parts.map((part) => {
    const words = part.trim().split(' ', MAX_PARTS);
    const count = words.findIndex((_, at) => isLegalForm(words.slice(0, at + 1).join(' '))) + 1;
    return words.slice(0, count).join(' ');
  });
  const at = forms.findIndex((form) => form !== '');
  const upTo = at < 0 ? undefined : [first, ...parts.slice(0, at), forms[at]].join(', ');
  return upTo !== undefined && upTo.length < name.length ? upTo : undefined;
}

/** A name without the division in brackets behind it: `Samsung Electronics (LED Division)`. */
function withoutDivision(name: string): string | undefined {
  const [whole = '', inner = ''] = /\s?\(([^()]{2,60})\)\s*$/.exec(name) ?? [];
  const words = foldText(inner).split(' ');
  const isDivision = words.some((word) => DIVISIONS.has(word)) || isCountry(words.join(' '));
  return isDivision ? name.slice(0, -whole.length) : undefined;
}

const MAX_BRAND_CHARS = 80;

/** The trade name introduced within a name; not after `c/o` or `trustee`. */
function brandBehindWords(name: string): string | undefined {
  const words = OTHER_NAME.exec(name);
  if (!words || /c\/o|trustee/i.test(words[0])) return undefined;
  const brand = trimEndOf(name.slice(words.index + words[0].length).trimStart(), ' )');
  const isBrand = brand.length > 1 && brand.length <= MAX_BRAND_CHARS && !/[()]/.test(brand);
  return isBrand ? brand : undefined;
}

/** The group that a company says it is part of: `Motorola LLC, a Lenovo Company`. */
function ownerBehind(name: string): string | undefined {
  const end = / (?:(?:group )?company|brand|business|subsidiary)\.?$/i.exec(name);
  const owner =
    end &&
    name
      .slice(0, end.index)
      .split(/,? an? /i)
      .slice(1)
      .at(-1);
  return owner && /^[^,]{2,80}$/.test(owner) ? owner : undefined;
}

/**
 * The trade name in brackets behind a company. Behind other names an ordinary word is the place:
 * School District Number 37 (Delta).
 */
function brandInBrackets(name: string): string | undefined {
  const [whole, inner = ''] = /\(([^()]{2,80})\)\s*$/.exec(name) ?? [];
  const outer = whole === undefined ? '' : name.slice(0, -whole.length);
  const words = companyNameWords(inner) ?? [];
  if (!companyNameWords(outer) || inner.includes('/') || isCountry(words.join(' ')))
    return undefined;
  const isCompany = isOwner(outer) || HEADS.has(foldText(outer).split(' ')[0] ?? '');
  const isName = words.length > 1 && !words.every((word) => isCommonWord(word));
  return isCompany || isName || isDistinct(words) ? inner : undefined;
}

/**
 * All names of an advertiser: its own, without a royal title; its trade name: `Roofoods Ltd
 * (Deliveroo)`, `Roofoods Ltd t/a Deliveroo`, `Mondelēz - Oreo`; the group it states: `Atacadão
 * S.A. - Grupo Carrefour Brasil`, `Motorola LLC, a Lenovo Company`; the part of another company:
 * `Vans, a division of VF`; and its own without a division.
 */
export function namesOf(name: string): string[] {
  const brand = brandBehindWords(name) ?? brandInBrackets(name) ?? brandBehind(name);
  const part = /^([^,]{2,80}), an? (?:division|brand|part|subsidiary|company) of\s/i.exec(
    name,
  )?.[1];
  const own = name.replace(/^koninklijke\s/i, '');
  return [own, brand, part, ownerBehind(name), upToForm(name), withoutDivision(name)].filter(
    (one) => one !== undefined,
  );
}

/** Spellings of a name: as written, and with the elision expanded: d'Evian. */
const spellingsOf = (name: string): string[] => [
  ...new Set([name, name.replace(/(?<!\p{L})d['’](?=\p{L})/giu, 'de ')]),
];

/** Splits a name at inner capitals: MediaMarkt. */
const partedByCapitals = (name: string): string =>
  name.replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll}{2})/gu, ' ');

/** Letters of Cyrillic (BGN/PCGN, without signs) and Greek in Latin, folded. */
const ROMANIZED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k' },
    ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh' },
    ...{ ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
    ...{ і: 'i', ї: 'yi', є: 'ye', ґ: 'g', ў: 'w', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'd' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l' },
    ...{ μ: 'm', ν: 'n', ξ: 'x', ο: 'o', π: 'p', ρ: 'r', σ: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch' },
    ...{ ψ: 'ps', ω: 'o' },
  }),
);
const UNROMANIZED = /[\p{sc=Cyrillic}\p{sc=Greek}]/u;

/** Folds what romanizations write in several ways: Yandex is yandeks, Lukoil lukoyl. */
const soundOf = (latin: string): string =>
  foldText(latin)
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/kh/g, 'h')
    .replace(/c(?!h)|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/(\p{L})\1+/gu, '$1');

/** A name in Latin letters, the words that sound like the brand as asked; legal forms are kept. */
function romanized(asked: string, name: string): string {
  const sound = soundOf(asked);
  return name
    .split(/([\s"«»„“”().,-]+)/)
    .map((word) => {
      if (word.length === 1 || isLegalForm(word)) return word;
      const letters = UNROMANIZED.test(word) ? [...foldText(word)] : [word];
      const latin = letters.map((letter) => ROMANIZED.get(letter) ?? letter).join('');
      const spelled = sound !== '' && soundOf(latin) === sound ? asked : latin;
      return word === word.toUpperCase() ? spelled.toUpperCase() : spelled;
    })
    .join('');
}

const LATIN_ONLY = /^[\p{sc=Latin}\p{N}\p{P}\p{S}\s]+$/u;
const LATIN = /\p{sc=Latin}/u;
const OTHER_LETTERS = /(?:(?!\p{sc=Latin})\p{L}\p{M}*)+/gu;

/**
 * A name without words in another script than the brand, its translation: 星巴克 Starbucks. Beside
 * an ordinary word they may say anything, unless one of the brand's products is left.
 */
function withoutTranslation(asked: string, name: string): string {
  if (!LATIN_ONLY.test(asked) || !LATIN.test(name)) return name;
  const plain = name.replace(OTHER_LETTERS, ' ').trim();
  const [brand = '', ...others] = companyNameWords(plain) ?? [];
  const isClear = isDistinct([foldText(asked)]) || (others.length > 0 && isProduct(brand, others));
  return isClear ? plain : name;
}

/** The other number of a brand of several words: Little Caesars, In-N-Out Burger. */
const otherNumber = (asked: string): string =>
  /s$/i.test(asked) ? asked.slice(0, -1) : `${asked}s`;

/** A distinct brand without the trade that its company's name leaves out: Barilla Pasta. */
function withoutTrade(asked: string, name: string): string | undefined {
  const [core = '', ...trades] = companyNameWords(asked) ?? [];
  const isCalledSo = trades.length > 0 && trades.every((word) => TRADES.has(word));
  return isCalledSo && isDistinct([core]) && hasLegalForm(name) ? comparedName(core) : undefined;
}

/** Spellings of a brand and a name that differ in small words, a plural or the trade. */
function* loosePairsOf(asked: string, name: string): Iterable<readonly [string, string]> {
  if (!asked.includes(' ')) return;
  if (!/&| and /i.test(asked)) yield [asked, name.replace(/ (?:&|and) /gi, ' ')];
  yield [otherNumber(asked), name];
  const core = withoutTrade(asked, name);
  if (core !== undefined) yield [core, name];
}

/** Spellings to compare. Splits the found name at capitals unless the asked one is a part. */
export function* pairsOf(asked: string, name: string): Iterable<readonly [string, string]> {
  const joined = companyNameWords(asked)?.join('') ?? '';
  for (const other of namesOf(name).flatMap(spellingsOf)) {
    for (const one of spellingsOf(asked)) yield [one, other];
    yield* loosePairsOf(asked, other);
    const apart = partedByCapitals(other);
    if (!companyNameWords(apart)?.includes(joined)) yield [asked, apart];
    const plain = withoutTranslation(asked, other);
    if (plain !== other) yield [asked, plain];
    const latin = UNROMANIZED.test(asked) ? romanized('', asked) : asked;
    if (latin !== asked || UNROMANIZED.test(other)) yield [latin, romanized(latin, other)];
  }
}

/** Letters of an abbreviated name, without joining words: `h and m`, `bmw`. */
export const abbreviationOf = (words: readonly string[]): string =>
  words.filter((word) => word !== 'and').join('');

/** Splits a coined brand from the suffix it is joined to: Citigroup, PepsiCo. */
export function partedFrom(brand: readonly string[], words: readonly string[]): readonly string[] {
  const [short = ''] = brand;
  const [head = '', ...others] = words;
  const first = head.replace(PROVINCES, '').startsWith(short) ? head.replace(PROVINCES, '') : head;
  const joined = first.startsWith(short) ? first.slice(short.length).replace(/\d{1,4}$/, '') : '';
  const isCoined =
    short.length >= MIN_COINED_CHARS && !isOrdinaryName(short) && !isCommonWord(short);
  const isPart = isCoined && (joined === 'co' || (joined !== 'air' && PART_WORDS.has(joined)));
  return brand.length === 1 && (isPart || (short.length > 1 && areUnspacedParts(joined)))
    ? [short, joined, ...others].filter((word) => word !== '')
    : words;
}

/** Range of words that together spell a name: Media Markt, Wal-Mart; null when there is none. */
export function findWordRange(
  joined: string,
  words: readonly string[],
): { from: number; to: number } | null {
  for (let from = 0; from < words.length; from++) {
    let run = '';
    for (let to = from + 1; to <= words.length && run.length < joined.length; to++) {
      run += words[to - 1];
      if (run === joined) return { from, to };
    }
  }
  return null;
}

const MIN_PHRASE_WORDS = 3;

/** Whether two companies hardly share a name: a phrase, or a word neither common nor a name. */
export const isDistinct = (words: readonly string[]): boolean =>
  words.length >= MIN_PHRASE_WORDS ||
  words.some(
    (word) => word.length >= MIN_COINED_CHARS && !isOrdinaryName(word) && !isCommonWord(word),
  );

export const hasAccents = (name: string): boolean => /\p{M}/u.test(name.normalize('NFD'));

/** Maximum labels of a DNS name (RFC 1035, section 3.1: 255 octets, two per label). */
const MAX_LABELS = 127;

/** A site to which an ad leads. */
export interface AdSite {
  host: string;
  /** Registrable domain. */
  domain: string;
  /** Label below the public suffix, which may be a hosting company's: `brand.uk.com`. */
  label: string;
  /** Whether its query has parameters of affiliate networks, which identify the paid referrer. */
  referred: boolean;
}

const REFERRED =
  /[?&](?:(?:aff_?id|awc|cjevent|clickref|irclickid|irgwc|ranmid|sscid|tduid)=|utm_medium=aff)/i;

/** Parses the target of an ad, an address or a domain; null when it is not a site. */
export function readAdSite(leadsTo: string): AdSite | null {
  const host = readOrNull(() => parseHost(leadsTo.trim()));
  const domain = host === null ? null : registrableDomain(host)?.name;
  if (!host || !domain) return null;
  const [label = ''] = (namesUpToSuffix(host, MAX_LABELS).at(-1) ?? domain).split('.');
  return { host, domain, label, referred: REFERRED.test(leadsTo) };
}

/**
 * Labels, in any country, of marketplaces, shops, site builders, crowdfunding, music, events and
 * listings.
 */
const VENUES: ReadonlySet<string> = new Set(groupWords.venues.split(' '));

/** Hosts of companies that let others publish under their domain. */
const VENUE_HOSTS: ReadonlySet<string> = new Set(groupWords.venueHosts.split(' '));

/**
 * Whether third parties publish on a site, so that an ad leading there may be anyone's: a venue, a
 * social platform, a link page, a hosting company's suffix (public suffix list).
 */
export const isVenue = ({ host, domain, label }: AdSite): boolean =>
  VENUES.has(label) ||
  VENUE_HOSTS.has(host) ||
  linkedPlatform(domain) !== null ||
  readLinkAddress(`https://${domain}`).platform !== OWN_PAGE ||
  isPublicSuffix(domain);

/** Whether the `.com` of a brand is a venue. */
export function isVenueBrand(brand: string): boolean {
  const site = readAdSite(`${brand}.com`);
  return site !== null && isVenue(site);
}

/** `.com`, `.org`, or a country's zone: `.de`, `.co.uk`; other zones prove nothing. */
const OF_COMPANIES = /^(?:com|org|(?:(?:com?|org?|ne)\.)?[a-z]{2})$/;

/** Words that companies put before their name if its domain was taken: flysas.com. */
const BEFORE_LABEL =
  /^(?:drink|eat|fly|get|go|hello|join|meet|my|one|shop|the|try|use|voe|wear)(?=.{3})/;

export const isLabelOf = ({ label }: AdSite, labels: readonly string[]): boolean =>
  labels.includes(label) || labels.includes(label.replace(BEFORE_LABEL, ''));

/** Whether a site has one of these labels in a zone of companies. */
export const isUnder = (site: AdSite, labels: readonly string[]): boolean =>
  isLabelOf(site, labels) && OF_COMPANIES.test(site.domain.slice(site.label.length + 1));

/** Umlauts spelled as in domains: oebb.at. */
export const withUmlautsSpelled = (name: string): string =>
  name.normalize('NFC').replace(/[äöüø]/gi, (letter) => `${letter}e`);

/** A shorter name found within a longer one, with the words before and after it. */
export interface ContainedName {
  brand: readonly string[];
  before: readonly string[];
  added: readonly string[];
  /** Words of the longer name that spell the brand. */
  run: readonly string[];
  /** The longer name as written. */
  name: string;
  /** Whether the brand is written as a possessive in either name: Domino's. */
  isPossessive: boolean;
  /** The brand is one word, capitalized unlike a domain's label, but common ones in the name. */
  isPhrase: boolean;
}

/** A possessive as written: Domino's. */
export const POSSESSIVE = /\p{L}['’]s?(?!\p{L})/u;

/** Whether one of these words is written as a possessive (Domino's) in the text. */
export const arePossessive = (words: readonly string[], written: string): boolean =>
  written
    .split(' ')
    .some((word) => POSSESSIVE.test(word) && words.includes(companyNameWords(word)?.[0] ?? ''));
