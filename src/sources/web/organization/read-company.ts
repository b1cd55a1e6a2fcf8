import {
  type CompanyFact,
  claimsOf,
  joinFacts,
  type Stated,
} from '../../../core/companies/company.ts';
import { UnusableInput } from '../../../core/inputs.ts';
import { networkPageUrl, readNetworkProfile } from '../../../core/web/profile-address.ts';
import { siteDomain } from '../../../core/web/site.ts';
import { countryName } from '../../../data/countries.ts';
import {
  countOf,
  type DataNode,
  nodesOf,
  organizationsIn,
  textOf,
  textsOf,
} from './linked-data.ts';
import type { PageOwner } from './page-owner.ts';

/** What a home page says of its company. */
export interface SiteFact {
  /** Without a name, unless the page's data states one: a title names no company. */
  stated: CompanyFact;
  /** What the site calls itself for sharing. */
  siteName: string | null;
}

const NAME = 'site';

/** The company whose page an address of the professional network is; null for anything else. */
function companyPage(address: string): string | null {
  try {
    const page = readNetworkProfile(address);
    return page.of === 'organization' ? networkPageUrl(page) : null;
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/** The one company page among these; of several it cannot be told which is the owner's. */
function onlyPage(addresses: readonly string[]): string | null {
  const pages = new Set(addresses.flatMap((address) => companyPage(address) ?? []));
  const [page] = pages;
  return pages.size === 1 && page !== undefined ? page : null;
}

function yearOf(value: unknown): number | null {
  const year = Number(/^\s*(\d{4})\b/.exec(textOf(value) ?? '')?.[1]);
  return year >= 1000 && year <= 2200 ? year : null;
}

/** `numberOfEmployees` is a number, a value in an object, or a range. */
function headCount(value: unknown): Stated {
  const [range] = nodesOf(value);
  const [low, high] = [countOf(range?.get('minValue')), countOf(range?.get('maxValue'))];
  if (low !== null && high !== null && low < high) return { employeeBand: `${low}-${high}` };
  return { employees: countOf(range ? range.get('value') : value) };
}

/** A code becomes the country's name; a name stays. */
const countryOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^[a-z]{2}$/i.test(text) ? countryName(text.toUpperCase()) : text;
};

function statedBy(node: DataNode): Stated {
  const [address] = nodesOf(node.get('address'));
  const place = ['addressLocality', 'addressRegion'].flatMap(
    (part) => textOf(address?.get(part)) ?? [],
  );
  return {
    name: textOf(node.get('legalName')) ?? textOf(node.get('name')),
    description: textOf(node.get('description')),
    founded: yearOf(node.get('foundingDate')),
    country: countryOf(address?.get('addressCountry')),
    headquarters: place.join(', '),
    naicsCodes: textsOf(node.get('naics')),
    lei: textOf(node.get('leiCode')),
    networkUrl: onlyPage(textsOf(node.get('sameAs'))),
    ...headCount(node.get('numberOfEmployees')),
  };
}

/** Whether a node says that its own site is another one. */
function isElsewhere(node: DataNode, pageUrl: string, domain: string): boolean {
  const address = textOf(node.get('url'));
  const url = address === null ? null : URL.parse(address, pageUrl);
  if (!url) return false;
  const own = [domain.replace(/:\d+$/, ''), siteDomain(new URL(pageUrl).hostname)];
  return !own.includes(siteDomain(url.hostname)) && url.host !== new URL(pageUrl).host;
}

/**
 * What a home page states of its company, in its data first; null when that is nothing.
 * @param pageUrl where the page was found @param domain the site that was asked for
 */
export function readCompany(owner: PageOwner, pageUrl: string, domain: string): SiteFact | null {
  const node = organizationsIn(owner.documents).find(
    (one) => !isElsewhere(one, pageUrl, domain) && textOf(one.get('legalName') ?? one.get('name')),
  );
  const stated = joinFacts(
    node && claimsOf(NAME, { ...statedBy(node), website: pageUrl }),
    claimsOf(NAME, {
      description: owner.description,
      networkUrl: onlyPage(owner.networkLinks),
    }),
  );
  if (Object.keys(stated).length === 0 && owner.siteName === null) return null;
  return { stated, siteName: owner.siteName };
}
