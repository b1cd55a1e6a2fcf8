import {
  type Company,
  type CompanyFact,
  companyFields,
  mergeCompanyFacts,
} from '../domain/company/company.ts';
import { countryCodeByForeignName, countryCodeOf, countryName } from '../domain/place/countries.ts';
import { companyLinkedinUrl } from '../domain/social/linkedin-address.ts';
import type { StatedFields } from '../domain/sourced.ts';
import { siteDomain, type WebSite } from '../domain/web/site.ts';
import { ApiError } from '../lib/errors.ts';
import { NoSuchHost } from '../lookup/outbound.ts';
import type { Source } from '../lookup/source.ts';
import {
  type JsonLdNode,
  organizationNodes,
  propertyCount,
  propertyNodes,
  propertyText,
  propertyTexts,
  referredNode,
} from './html/linked-data.ts';
import { type PageOwner, readPageOwner } from './html/page-owner.ts';
import { SiteVisit } from './page/site-visit.ts';
import { SoftError } from './page/soft-errors.ts';

export interface SiteCompanyFact {
  /** Without a name unless the page's structured data states one; a title is not a company name. */
  stated: CompanyFact;
  /** `og:site_name`: the name the site uses when shared. */
  siteName: string | null;
}

const NAME = 'site';

/** The only company page among the addresses; null for several, because the owner's is unknown. */
function singleLinkedinPage(addresses: readonly string[]): string | null {
  const pages = new Set(addresses.flatMap((address) => companyLinkedinUrl(address) ?? []));
  const [page] = pages;
  return pages.size === 1 && page !== undefined ? page : null;
}

function yearOf(value: unknown): number | null {
  const year = Number(/^\s*(\d{4})\b/.exec(propertyText(value) ?? '')?.[1]);
  return year >= 1000 && year <= 2200 ? year : null;
}

/** `numberOfEmployees` is a number, a value in an object, or a range. */
function headCount(value: unknown): StatedFields<Company> {
  const [range] = propertyNodes(value);
  const [low, high] = [
    propertyCount(range?.get('minValue')),
    propertyCount(range?.get('maxValue')),
  ];
  if (low !== null && high !== null && low < high) return { employeeBand: `${low}-${high}` };
  return { employees: propertyCount(range ? range.get('value') : value) };
}

/** Converts a code or a name in any language to the English name; other text stays. */
const countryOf = (value: unknown): string | null => {
  const text = propertyText(value);
  if (text === null) return null;
  const code = countryCodeOf(text) ?? countryCodeByForeignName(text);
  return code === null && /^[a-z]{2}$/i.test(text) ? null : (countryName(code) ?? text);
};

function claimsOfNode(node: JsonLdNode, documents: readonly unknown[]): StatedFields<Company> {
  const [first] = propertyNodes(node.get('address'));
  const address = first && referredNode(documents, first);
  const place = ['addressLocality', 'addressRegion'].flatMap(
    (part) => propertyText(address?.get(part)) ?? [],
  );
  return {
    name: propertyText(node.get('legalName')) ?? propertyText(node.get('name')),
    description: propertyText(node.get('description')),
    founded: yearOf(node.get('foundingDate')),
    country: countryOf(address?.get('addressCountry')),
    headquarters: place.join(', '),
    naicsCodes: propertyTexts(node.get('naics')),
    lei: propertyText(node.get('leiCode')),
    networkUrl: singleLinkedinPage(propertyTexts(node.get('sameAs'))),
    ...headCount(node.get('numberOfEmployees')),
  };
}

/** Whether a node states another site as its own. */
function isElsewhere(node: JsonLdNode, pageUrl: string, domain: string): boolean {
  const address = propertyText(node.get('url'));
  const url = address === null ? null : URL.parse(address, pageUrl);
  if (!url) return false;
  const own = [domain.replace(/:\d+$/, ''), siteDomain(new URL(pageUrl).hostname)];
  return !own.includes(siteDomain(url.hostname)) && url.host !== new URL(pageUrl).host;
}

/** The organization in a page's markup; none if there are several, as in a directory. */
function singleOrganization(items: readonly unknown[]): JsonLdNode | undefined {
  const [first, ...others] = organizationNodes(items);
  const name = propertyText(first?.get('name'));
  return others.every((one) => propertyText(one.get('name')) === name) ? first : undefined;
}

/**
 * Company facts stated by a home page, its structured data first; null when there are none.
 * @param pageUrl address of the page after redirects @param domain the requested site
 */
function readSiteCompany(
  owner: PageOwner,
  pageUrl: string,
  domain: string,
): SiteCompanyFact | null {
  const markup = singleOrganization(owner.items);
  const node = [...organizationNodes(owner.documents), ...(markup ? [markup] : [])].find(
    (one) =>
      !isElsewhere(one, pageUrl, domain) && propertyText(one.get('legalName') ?? one.get('name')),
  );
  const stated = mergeCompanyFacts(
    node && companyFields(NAME, { ...claimsOfNode(node, owner.documents), website: pageUrl }),
    companyFields(NAME, {
      description: owner.description,
      networkUrl: singleLinkedinPage(owner.linkedinLinks),
    }),
  );
  if (Object.keys(stated).length === 0 && owner.siteName === null) return null;
  return { stated, siteName: owner.siteName };
}

/**
 * Source: company facts stated on its home page. A domain without a site is "no record", as is a
 * site that is not public or parked, because other sources may have the company.
 */
export const siteCompany: Source<WebSite, SiteCompanyFact> = {
  name: 'site',
  label: 'company_website',
  kind: 'open',
  reads: 'io',
  available: () => true,
  async ask({ domain, origins }, world) {
    const visit = new SiteVisit(world);
    try {
      return await visit.home(origins, async ({ url, text }) =>
        readSiteCompany(await readPageOwner(text, visit.stopAtDeadline), url, domain),
      );
    } catch (error) {
      if (error instanceof NoSuchHost) return null;
      if (error instanceof SoftError && error.kind === 'parked') return null;
      if (error instanceof ApiError && error.code === 'INVALID_INPUT') return null;
      throw error;
    }
  },
};
