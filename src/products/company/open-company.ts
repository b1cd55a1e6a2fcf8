import { type CompanyFact, claimsOf, joinFacts, readField } from '../../core/companies/company.ts';
import { type CompanyKey, ownDomain } from '../../core/companies/company-key.ts';
import { mayBeSameCompany } from '../../core/companies/same-company.ts';
import type { Ask, Sources } from '../../core/lookup/source.ts';
import { found, noneOf, tried } from '../../core/lookup/tries.ts';
import { isSameCity } from '../../core/places/same-place.ts';
import { filerKey } from '../../sources/registers/filer-key.ts';
import { gleifEntity } from '../../sources/registers/gleif.ts';
import { secFiler } from '../../sources/registers/sec.ts';
import type { SiteFact } from '../../sources/web/organization/read-company.ts';
import { siteCompany } from '../../sources/web/site-company.ts';
import { wikidataCompany } from '../../sources/wikidata/company.ts';

/** Whether anybody says who the company is: without a name it is not found. */
export const isNamed = (fact: CompanyFact | null): fact is CompanyFact =>
  fact !== null && readField(fact, 'name') !== null;

const nameOf = (siteName: string | null): CompanyFact => claimsOf('site', { name: siteName });

/**
 * The item of a knowledge base and the home page of its address, joined where they may be of one
 * company; else the item, whose editors named the address. Pure.
 */
export function joinSite(item: CompanyFact | null, site: SiteFact | null): CompanyFact | null {
  if (!item || !site) return item ?? site?.stated ?? null;
  const called = joinFacts(site.stated, nameOf(site.siteName));
  return mayBeSameCompany(item, called) ? joinFacts(item, site.stated) : item;
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
  return joinFacts(filed, company, entity, filer);
}

/** An addition the answer can do without. */
const addition = async <Fact>(answer: Promise<Fact | null | undefined>): Promise<Fact | null> =>
  found(await tried(answer));

const cityOf = (fact: CompanyFact): string | null =>
  readField(fact, 'headquarters')?.split(',')[0] ?? null;

const UNITED_STATES = 'United States';

/**
 * The filer of a company's own key; of one in the United States whose key nobody states, the filer
 * of exactly its name with its headquarters in the same city. A name alone would give a shop the
 * revenue of its famous namesake.
 */
async function filerOf(company: CompanyFact, ask: Ask): Promise<CompanyFact | null> {
  const cik = readField(company, 'cik');
  if (cik !== null) return addition(ask(secFiler, cik));
  const name = readField(company, 'name');
  const city = cityOf(company);
  if (name === null || city === null || readField(company, 'country') !== UNITED_STATES)
    return null;
  const key = await addition(ask(filerKey, name));
  const filer = key === null ? null : await addition(ask(secFiler, key.cik));
  return filer && isSameCity(city, cityOf(filer)) ? filer : null;
}

async function withRegisters(company: CompanyFact, ask: Ask): Promise<CompanyFact> {
  const lei = readField(company, 'lei');
  const [entity, filer] = await Promise.all([
    lei === null ? null : addition(ask(gleifEntity, lei)),
    filerOf(company, ask),
  ]);
  return joinRegisters(company, entity, filer);
}

/** Who the item of a company is asked by; null where nobody would know it. */
function itemQuery(key: CompanyKey): { domain: string } | { page: string } | null {
  if (key.page !== null) return { page: key.page };
  const domain = ownDomain(key);
  return domain === null ? null : { domain };
}

const list = [wikidataCompany, siteCompany, gleifEntity, filerKey, secFiler];

/**
 * What open sources know of a company, joined field by field. A fact without a name is of no
 * company they know: it holds what a home page says besides, such as where its page on the
 * professional network is.
 */
export const openCompany: Sources<CompanyKey, CompanyFact | null> = {
  list,
  answeredBy: [wikidataCompany, siteCompany],
  async resolve(key, ask) {
    const query = itemQuery(key);
    const [item, site] = await Promise.all([
      query === null ? { fact: null } : tried(ask(wikidataCompany, query)),
      key.site === null ? { fact: null } : tried(ask(siteCompany, key.site)),
    ]);
    const company = joinSite(found(item), found(site));
    if (isNamed(company)) return withRegisters(company, ask);
    // A source that failed, or may not be asked, might have known it.
    const none = noneOf([item, site], list, 'none');
    return company ?? none;
  },
};
