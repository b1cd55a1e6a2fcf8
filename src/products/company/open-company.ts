import {
  type CompanyFact,
  type CompanyKey,
  companyFieldValue,
  mayBeSameCompany,
  mergeCompanyFacts,
  ownDomain,
  sourcedFields,
} from '../../domain/company/company.ts';
import { isSameCity } from '../../domain/place/place-match.ts';
import {
  foundFact,
  NO_RECORD,
  type QuerySource,
  requireNoMatch,
  type Sources,
} from '../../lookup/source.ts';
import { gleifEntity } from '../../vendors/gleif/entities.ts';
import { filerKey, secFiler } from '../../vendors/sec/filers.ts';
import { wikidataCompany } from '../../vendors/wikidata/company.ts';
import { type SiteCompanyFact, siteCompany } from '../../web-reader/site-company.ts';

/** Whether the company has a name: without one it counts as not found. */
export const isNamedCompany = (fact: CompanyFact | null): fact is CompanyFact =>
  fact !== null && companyFieldValue(fact, 'name') !== null;

const siteNameFact = (siteName: string | null): CompanyFact =>
  sourcedFields('site', { name: siteName });

/**
 * The item of a knowledge base and the home page of its address, joined where they may be of one
 * company; else the item, whose editors named the address. Pure.
 */
export function joinSite(
  item: CompanyFact | null,
  site: SiteCompanyFact | null,
): CompanyFact | null {
  if (!item || !site) return item ?? site?.stated ?? null;
  const called = mergeCompanyFacts(site.stated, siteNameFact(site.siteName));
  return mayBeSameCompany(item, called) ? mergeCompanyFacts(item, site.stated) : item;
}

/**
 * What the registers add to a company they were asked for by its own identifiers; the filed revenue
 * is the best. Pure.
 */
export function joinRegisters(
  company: CompanyFact,
  entity: CompanyFact | null,
  filer: CompanyFact | null,
): CompanyFact {
  const filed: CompanyFact = filer?.revenue ? { revenue: filer.revenue } : {};
  return mergeCompanyFacts(filed, company, entity, filer);
}

const headquartersCity = (fact: CompanyFact): string | null =>
  companyFieldValue(fact, 'headquarters')?.split(',')[0] ?? null;

const UNITED_STATES = 'United States';

/**
 * SEC filer by the company's own key; for a company in the United States without a stated key, the
 * filer of exactly its name with headquarters in the same city. A name alone would give a shop the
 * revenue of its famous namesake.
 */
async function findSecFiler(company: CompanyFact, ask: QuerySource): Promise<CompanyFact | null> {
  const cik = companyFieldValue(company, 'cik');
  if (cik !== null) return foundFact(await ask(secFiler, cik));
  const name = companyFieldValue(company, 'name');
  const city = headquartersCity(company);
  if (name === null || city === null || companyFieldValue(company, 'country') !== UNITED_STATES)
    return null;
  const key = foundFact(await ask(filerKey, name));
  const filer = key === null ? null : foundFact(await ask(secFiler, key.cik));
  return filer && isSameCity(city, headquartersCity(filer)) ? filer : null;
}

async function withRegisters(company: CompanyFact, ask: QuerySource): Promise<CompanyFact> {
  const lei = companyFieldValue(company, 'lei');
  const [entity, filer] = await Promise.all([
    lei === null ? NO_RECORD : ask(gleifEntity, lei),
    findSecFiler(company, ask),
  ]);
  return joinRegisters(company, foundFact(entity), filer);
}

/** Query for the knowledge base; null where no key identifies the company there. */
function wikidataQuery(key: CompanyKey): { domain: string } | { page: string } | null {
  if (key.page !== null) return { page: key.page };
  const domain = ownDomain(key);
  return domain === null ? null : { domain };
}

const OPEN_COMPANY_SOURCES = [wikidataCompany, siteCompany, gleifEntity, filerKey, secFiler];

/**
 * Company fact merged field by field from open sources. A fact without a name is of no known
 * company: it holds what the home page states besides, such as its page on the professional
 * network.
 */
export const openCompany: Sources<CompanyKey, CompanyFact | null> = {
  list: OPEN_COMPANY_SOURCES,
  answeredBy: [wikidataCompany, siteCompany],
  async resolve(key, ask) {
    const query = wikidataQuery(key);
    const [item, site] = await Promise.all([
      query === null ? NO_RECORD : ask(wikidataCompany, query),
      key.site === null ? NO_RECORD : ask(siteCompany, key.site),
    ]);
    const company = joinSite(foundFact(item), foundFact(site));
    if (isNamedCompany(company)) return withRegisters(company, ask);
    // A source that failed, or may not be asked, might have known it.
    const none = requireNoMatch([item, site], OPEN_COMPANY_SOURCES, 'none');
    return company ?? none;
  },
};
