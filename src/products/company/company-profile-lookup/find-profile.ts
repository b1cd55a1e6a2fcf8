import { type CompanyFact, joinFacts, readField } from '../../../core/companies/company.ts';
import {
  type CompanyKey,
  ownDomain,
  parseCompanyPage,
} from '../../../core/companies/company-key.ts';
import { mayBeSameCompany, mayBeSameName } from '../../../core/companies/same-company.ts';
import type { Ask, Sources } from '../../../core/lookup/source.ts';
import { found, noneOf, type Try, tried } from '../../../core/lookup/tries.ts';
import { recordKey } from '../../../core/records/keys.ts';
import { pdlCompany } from '../../../sources/pdl/company.ts';
import { scrapedCompany } from '../../../sources/scrapecreators/network-company.ts';
import { isNamed, openCompany } from '../open-company.ts';

/** Which company, and whether its funding is wanted. */
export interface ProfileQuery {
  key: CompanyKey;
  includeFunding: boolean;
}

/** The registrable domain of the site a page names. */
const siteOf = (fact: CompanyFact): string | null =>
  recordKey('domain', readField(fact, 'website'))?.slice('domain:'.length) ?? null;

/**
 * Whether a page on the professional network is of the company that was asked for: always where it was asked for by
 * that page; else its site is the one asked for, or what is known of the company fits it. A site may link to the page
 * of whoever built it.
 */
export function isOwnPage(page: CompanyFact, known: CompanyFact | null, key: CompanyKey): boolean {
  if (key.page !== null) return true;
  const domain = ownDomain(key);
  if (domain !== null && siteOf(page) === domain) return true;
  const [name, otherName] = [readField(page, 'name'), known && readField(known, 'name')];
  return name !== null && otherName !== null && mayBeSameName(name, otherName);
}

/** The vanity name of the company's page, as anybody who was asked states it. */
function pageIn(...facts: readonly (CompanyFact | null)[]): string | null {
  const url = readField(joinFacts(...facts), 'networkUrl');
  return url === null ? null : parseCompanyPage(url);
}

const NOT_ASKED: Try<CompanyFact> = { fact: undefined };

/** The page, the database of companies and what open sources know, each where it could be asked. */
async function askAll({ key, includeFunding }: ProfileQuery, ask: Ask) {
  const [known, database] = await Promise.all([
    tried(openCompany.resolve(key, ask)),
    includeFunding ? tried(ask(pdlCompany, key)) : NOT_ASKED,
  ]);
  const page = key.page ?? pageIn(found(known), found(database));
  const scraped = page === null ? NOT_ASKED : await tried(ask(scrapedCompany, page));
  return { scraped, database, known };
}

const list = [scrapedCompany, pdlCompany, ...openCompany.list];

/** A company's profile: its page on the professional network first, its funding from a database, then open sources. */
export const profileSources: Sources<ProfileQuery, CompanyFact | null> = {
  list,
  async resolve(query, ask) {
    const { scraped, database, known } = await askAll(query, ask);
    const [page, data, open] = [found(scraped), found(database), found(known)];
    const named = isNamed(open) ? open : null;
    const own = page && isOwnPage(page, data ?? named, query.key) ? page : null;
    const first = own ?? data ?? named;
    const others = [data, named].filter((each) => each && first && mayBeSameCompany(first, each));
    if (first) return joinFacts(first, ...others);
    return noneOf(
      [scraped, database, known].filter((each) => each !== NOT_ASKED),
      list,
    );
  },
};
