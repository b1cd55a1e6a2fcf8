import { UnusableInput } from '../../lib/inputs.ts';
import { foldDigraphs } from '../../lib/text.ts';
import { englishCountryName } from '../place/countries.ts';
import { isSameCity } from '../place/place-match.ts';
import { companyNameWords } from '../place/place-name.ts';
import { usStateCode } from '../place/us-states.ts';
import { linkedinPageUrl, parseLinkedinPage } from '../social/linkedin-address.ts';
import { socialProfile } from '../social/profile-links.ts';
import {
  fieldValue,
  mergeSourced,
  type Sourced,
  type StatedFields,
  sourcedFields,
  type Trust,
} from '../sourced.ts';
import { isRegistryName, registrableDomain } from '../web/domain-name.ts';
import { parseWebSite, siteDomain, siteText, type WebSite } from '../web/site.ts';

export interface Department {
  name: string;
  people: number;
}

/** Company fields, each available from at least one source. */
export interface Company {
  name: string;
  description: string;
  industry: string;
  employees: number;
  /** For example `51-200`. */
  employeeBand: string;
  /** Annual revenue as text: `$10M-$25M`, or an amount in US dollars. */
  revenue: string;
  founded: number;
  country: string;
  sicCodes: readonly string[];
  naicsCodes: readonly string[];
  technologyCount: number;
  /** Over twelve months, as a fraction. */
  headcountGrowth: number;
  departments: readonly Department[];
  /** As shown on the LinkedIn page. */
  size: string;
  headquarters: string;
  followers: number;
  website: string;
  employeesOnPlatform: number;
  specialties: readonly string[];
  /** US dollars. */
  totalRaised: number;
  fundingRounds: number;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  lastRoundDate: string;
  ipoStatus: 'public' | 'private';
  /** Address of the LinkedIn page. */
  networkUrl: string;
  /** Legal Entity Identifier (ISO 17442). */
  lei: string;
  /** Central Index Key of a filer with the US Securities and Exchange Commission, ten digits. */
  cik: string;
  /** Ticker symbol at an exchange. */
  ticker: string;
}

export type CompanyField = keyof Company;

/** The known fields of a company, each with its source. */
export type CompanyFact = Sourced<Company>;

/** Whether two place texts have a part in common, such as the city or the state. */
function sharePlace(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((text) =>
    text.split(',').map((part) => usStateCode(part) ?? part),
  ) as [string[], string[]];
  return parts.some((part) => others.some((each) => isSameCity(part, each)));
}

/** Ranking of company sources, by the source names in {@link CompanyFact}. */
export const COMPANY_TRUST: Trust<Company> = {
  order: ['companies', 'scrapecreators', 'pdl', 'hunter', 'wikidata', 'site', 'gleif', 'sec'],
  first: {
    // From the sources of the total raised, so that funding fields agree; the page lacks it.
    fundingRounds: ['companies', 'pdl'],
    lastRoundDate: ['companies', 'pdl'],
    // Filings take precedence over databases.
    revenue: ['sec'],
    sicCodes: ['sec'],
    cik: ['sec'],
    ticker: ['sec'],
    ipoStatus: ['sec'],
    lei: ['gleif'],
  },
  together: [['headquarters', 'country']],
  isSame: {
    headquarters: sharePlace,
    country: (one, other) => englishCountryName(one) === englishCountryName(other),
  },
};

/**
 * Fields of a company stated by a source. A head count of 0 is not stated: databases write it for
 * companies of which they know no employee. @param asOf YYYY, YYYY-MM, YYYY-MM-DD or null
 */
export const companyFields = (
  source: string,
  stated: StatedFields<Company>,
  asOf: string | null = null,
): CompanyFact =>
  sourcedFields<Company>(source, { ...stated, employees: stated.employees || null }, asOf);

/** Drops a founding year that is still to come, which another source may know better. */
function withoutFutureYear(fact: CompanyFact | null | undefined): CompanyFact | null | undefined {
  if (!fact?.founded || fact.founded.value <= new Date().getUTCFullYear()) return fact;
  const { founded: _, ...others } = fact;
  return others;
}

export const mergeCompanyFacts = (
  ...facts: readonly (CompanyFact | null | undefined)[]
): CompanyFact => mergeSourced(COMPANY_TRUST, ...facts.map(withoutFutureYear));

/** The company to look up; exactly one field is set. */
export interface CompanyKey {
  site: WebSite | null;
  /** Vanity name of the LinkedIn page. */
  page: string | null;
}

/**
 * Registrable domain of a company's site without its port, the key in other sources; null for a
 * name below a hosting company's domain.
 */
export function ownDomain({ site }: CompanyKey): string | null {
  const domain = site && siteDomain(site.domain.replace(/:\d+$/, ''));
  return domain !== null && registrableDomain(domain)?.name === domain ? domain : null;
}

/** Address of the company's LinkedIn page; null when the query has a site. */
export const companyPageUrl = ({ page }: CompanyKey): string | null =>
  page === null ? null : linkedinPageUrl({ of: 'organization', vanity: page });

/**
 * Vanity name of a company's LinkedIn page, from its address or the bare name.
 * @throws UnusableInput for a person's page, and for text that is not a LinkedIn page
 */
export function parseCompanyPage(text: string): string {
  const isAddress = /[/:]|linkedin\.com/i.test(text);
  const { of, vanity } = parseLinkedinPage(text);
  if (isAddress && of === 'person') throw new UnusableInput('is not the page of a company');
  return vanity;
}

/**
 * Site of a company, from its domain or an address on it. A port counts only where no registry has
 * the name (RFC 2606, a host of the operator's network): it tells the sites of one host apart.
 * @throws UnusableInput for a profile on a social platform: its domain is that of the platform
 */
export function parseCompanySite(text: string): WebSite {
  const named = siteText(text);
  const site = parseWebSite(named);
  const [host = '', port] = site.domain.split(':');
  if (socialProfile(/^https?:/i.test(named) ? named : `https://${named}`))
    throw new UnusableInput('is a page on a social platform, not the site of the company');
  return port !== undefined && isRegistryName(host) ? parseWebSite(host) : site;
}

/** Words too common to identify a company, folded. */
const COMMON_COMPANY_WORDS = new Set(
  (
    'group holding holdings international global worldwide the and of for company companies services service solutions ' +
    'systems technologies technology industries partners consulting software media digital labs studio online'
  ).split(' '),
);

const MIN_WORD_CHARS = 3;

const nameInitials = (words: readonly string[]): string =>
  words.map((word) => String.fromCodePoint(word.codePointAt(0) as number)).join('');

/** Whether one name is the initials of the other: IBM, International Business Machines. */
const abbreviates = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 1 && other.length >= MIN_WORD_CHARS && one[0] === nameInitials(other);

/**
 * Whether two names may belong to one company: they share a distinctive word, are equal without
 * spaces, or one is the initials of the other.
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [a, b] = [companyNameWords(one), companyNameWords(other)];
  if (!a || !b) return false;
  const [joined, otherJoined] = [a, b].map((words) => foldDigraphs(words.join('')));
  if (joined === otherJoined || abbreviates(a, b) || abbreviates(b, a)) return true;
  const distinctive = new Set(
    a
      .filter((word) => word.length >= MIN_WORD_CHARS && !COMMON_COMPANY_WORDS.has(word))
      .map(foldDigraphs),
  );
  return b.some((word) => distinctive.has(foldDigraphs(word)));
}

/** Identifiers of which a company has exactly one. */
const IDENTIFIERS: readonly CompanyField[] = ['lei', 'cik'];

/** Whether facts of two sources, found by the same domain or page, may describe one company. */
export function mayBeSameCompany(one: CompanyFact, other: CompanyFact): boolean {
  for (const field of IDENTIFIERS) {
    const [a, b] = [fieldValue(one, field), fieldValue(other, field)];
    if (a !== null && b !== null) return a === b;
  }
  const [a, b] = [fieldValue(one, 'networkUrl'), fieldValue(other, 'networkUrl')];
  if (a !== null && a === b) return true;
  const [name, otherName] = [fieldValue(one, 'name'), fieldValue(other, 'name')];
  return name === null || otherName === null || mayBeSameName(name, otherName);
}
