import {
  COMPANY_TRUST,
  type CompanyFact,
  type CompanyField,
  type CompanyKey,
  companyFields,
  mayBeSameCompany,
  mayBeSameName,
  mergeCompanyFacts,
  ownDomain,
  parseCompanyPage,
} from '../../domain/company/company.ts';
import { countryCodeOf } from '../../domain/place/countries.ts';
import { isSameCity } from '../../domain/place/place-match.ts';
import { fieldValue, outranks } from '../../domain/sourced.ts';
import { keyText } from '../../lookup/datasets/keys.ts';
import {
  foundFact,
  NO_RECORD,
  type Outcome,
  type QuerySource,
  requireNoMatch,
  type Source,
  type Sources,
} from '../../lookup/source.ts';
import { mailDns } from '../../open-data/mail/mail-dns.ts';
import { recordedCompany } from '../../open-data/records/companies.ts';
import { gleifEntity } from '../../vendors/gleif/entities.ts';
import { hunterCompany } from '../../vendors/hunter/company.ts';
import { pdlCompany } from '../../vendors/pdl/company.ts';
import { scrapedLinkedinCompany } from '../../vendors/scrapecreators/linkedin.ts';
import { filerKey, secFiler } from '../../vendors/sec/filers.ts';
import { wikidataCompany } from '../../vendors/wikidata/company.ts';
import { type SiteCompanyFact, siteCompany } from '../../web-reader/site-company.ts';

/** Which company to look up, which fields are shown, and whether the paid page is spared. */
interface CompanyLookup {
  key: CompanyKey;
  shown: readonly CompanyField[];
  /** Whether the page on the professional network is read only if no database has the company. */
  sparesPage: boolean;
}

export const PAGE_FIELDS: readonly CompanyField[] = [
  ...(['name', 'description', 'industry', 'size', 'employeeBand', 'founded'] as const),
  ...(['headquarters', 'website', 'employeesOnPlatform', 'specialties', 'fundingRounds'] as const),
  ...(['lastRoundDate', 'ipoStatus', 'networkUrl'] as const),
];

/**
 * A paid database, the fields its query selects, and the keys it can find a company by. The fields
 * omit the ticker: the registers state it, so it does not justify a call.
 */
interface CompanyDatabase {
  source: Source<CompanyKey, CompanyFact>;
  states: readonly CompanyField[];
  finds: (key: CompanyKey) => boolean;
}

const HUNTER_FIELDS: readonly CompanyField[] = [
  ...(['name', 'description', 'industry', 'employees', 'employeeBand', 'revenue'] as const),
  ...(['founded', 'country', 'sicCodes', 'naicsCodes', 'technologyCount', 'networkUrl'] as const),
  ...(['headquarters', 'website'] as const),
];

const hasOwnDomain = (key: CompanyKey): boolean => ownDomain(key) !== null;

/** In order of trust, highest first. */
export const COMPANY_DATABASES: readonly CompanyDatabase[] = [
  {
    source: pdlCompany,
    states: [
      ...HUNTER_FIELDS,
      ...(['headcountGrowth', 'departments', 'size', 'followers'] as const),
      ...(['employeesOnPlatform', 'specialties', 'totalRaised'] as const),
      ...(['fundingRounds', 'lastRoundDate', 'ipoStatus'] as const),
    ],
    finds: (key) => key.page !== null || hasOwnDomain(key),
  },
  { source: hunterCompany, states: HUNTER_FIELDS, finds: hasOwnDomain },
];

/** Whether a source may state a shown field that no more trusted source has stated. */
const mayAdd = (
  { name }: Pick<Source<never, unknown>, 'name'>,
  states: readonly CompanyField[],
  { shown }: CompanyLookup,
  known: CompanyFact,
): boolean =>
  states.some((field) => {
    const stated = known[field];
    const settled = stated && outranks(COMPANY_TRUST, field, stated.source, name);
    return shown.includes(field) && !settled;
  });

/** Queries the databases in order, each only if it may add to the facts so far. */
async function askDatabases(query: CompanyLookup, known: CompanyFact | null, ask: QuerySource) {
  const outcomes: Outcome<CompanyFact>[] = [];
  for (const { source, states, finds } of COMPANY_DATABASES) {
    const soFar = mergeCompanyFacts(known, ...outcomes.map((each) => foundFact(each)));
    if (finds(query.key) && mayAdd(source, states, query, soFar))
      outcomes.push(await ask(source, query.key));
  }
  return outcomes;
}

/** Query for Wikidata; null if the key does not identify a company there. */
function wikidataQuery(key: CompanyKey): { domain: string } | { page: string } | null {
  if (key.page !== null) return { page: key.page };
  const domain = ownDomain(key);
  return domain === null ? null : { domain };
}

const isNamed = (fact: CompanyFact): boolean => fieldValue(fact, 'name') !== null;

/** A fact, and its variant with the name for comparison. */
interface CompanyCandidate {
  fact: CompanyFact;
  compared: CompanyFact;
}

const candidates = (...facts: readonly (CompanyFact | null)[]): CompanyCandidate[] =>
  facts.flatMap((fact) => (fact ? [{ fact, compared: fact }] : []));

const siteCandidates = (site: SiteCompanyFact | null): CompanyCandidate[] =>
  site
    ? [
        {
          fact: site.stated,
          compared: { ...companyFields('site', { name: site.siteName }), ...site.stated },
        },
      ]
    : [];

/**
 * The facts that belong to one company: the first that has a name, and those that match one of the
 * accepted. Others are left out: a site may be the agency's, a page a namesake's. Pure.
 * @param given the fact that identifies the company best first
 */
export function factsOfOneCompany(given: readonly CompanyCandidate[]): CompanyFact[] {
  const first = given.find(({ fact }) => isNamed(fact));
  if (!first) return [];
  const same = [first];
  for (const one of given)
    if (one !== first && same.some(({ compared }) => mayBeSameCompany(compared, one.compared)))
      same.push(one);
  return same.map(({ fact }) => fact);
}

/** Registrable domain of the website in a fact. */
const websiteDomainOf = (fact: CompanyFact): string | null =>
  keyText('domain', fieldValue(fact, 'website'));

/**
 * Identity check of a page on the professional network that another source linked to: its website
 * is the requested domain, or its name matches the known name. A site may link to the page of the
 * agency that built it.
 */
function isLinkedinPageOfCompany(page: CompanyFact, known: CompanyFact, key: CompanyKey): boolean {
  const domain = ownDomain(key);
  if (domain !== null && websiteDomainOf(page) === domain) return true;
  const [name, otherName] = [fieldValue(page, 'name'), fieldValue(known, 'name')];
  return name !== null && otherName !== null && mayBeSameName(name, otherName);
}

const headquartersCity = (fact: CompanyFact): string | null =>
  fieldValue(fact, 'headquarters')?.split(',')[0] ?? null;

/**
 * SEC filer by the company's own CIK. Without one, for a company in the United States: the filer
 * with exactly its name and headquarters in the same city. By name alone, a shop would get the
 * revenue of its famous namesake.
 */
async function findSecFiler(company: CompanyFact, ask: QuerySource): Promise<CompanyFact | null> {
  const cik = fieldValue(company, 'cik');
  if (cik !== null) return foundFact(await ask(secFiler, cik));
  const name = fieldValue(company, 'name');
  const city = headquartersCity(company);
  const country = countryCodeOf(fieldValue(company, 'country') ?? '');
  if (name === null || city === null || country !== 'US') return null;
  const key = foundFact(await ask(filerKey, name));
  const filer = key === null ? null : foundFact(await ask(secFiler, key.cik));
  return filer && isSameCity(city, headquartersCity(filer)) ? filer : null;
}

/** Facts from the registers (GLEIF, SEC), by the company's own identifiers. */
async function askRegisters(company: CompanyFact, ask: QuerySource) {
  const lei = fieldValue(company, 'lei');
  const [entity, filer] = await Promise.all([
    lei === null ? NO_RECORD : ask(gleifEntity, lei),
    findSecFiler(company, ask),
  ]);
  return [foundFact(entity), filer];
}

/** Number of services that the domain's DNS shows. */
async function askTechnologies({ key, shown }: CompanyLookup, ask: QuerySource) {
  if (!key.site || !shown.includes('technologyCount')) return null;
  const dns = foundFact(await ask(mailDns, key.site.domain));
  return companyFields(mailDns.name, { technologyCount: dns?.technologies.length || null });
}

/** Null if the source was not queried. */
type Asked<Fact> = Outcome<Fact> | null;

const factOf = <Fact>(asked: Asked<Fact>): Fact | null => asked && foundFact(asked);

/** Queries every source that finds a company by its key; then its page, once its URL is known. */
async function askByKey(query: CompanyLookup, ask: QuerySource) {
  const { key, sparesPage } = query;
  const [page, wikidata] = [key.page, wikidataQuery(key)];
  const recorded = await ask(recordedCompany, key);
  const known = foundFact(recorded) ?? {};
  const askPage = async (vanity: string): Promise<Asked<CompanyFact>> =>
    mayAdd(scrapedLinkedinCompany, PAGE_FIELDS, query, known)
      ? ask(scrapedLinkedinCompany, vanity)
      : null;
  const [item, site, databases, named] = await Promise.all([
    wikidata === null ? null : ask(wikidataCompany, wikidata),
    key.site === null ? null : ask(siteCompany, key.site),
    askDatabases(query, known, ask),
    page === null || sparesPage ? null : askPage(page),
  ]);
  const others = [
    known,
    ...databases.map((each) => foundFact(each)),
    factOf(item),
    factOf(site)?.stated,
  ];
  const url = fieldValue(mergeCompanyFacts(...others), 'networkUrl');
  const vanity = page ?? (url === null ? null : parseCompanyPage(url));
  const spared = sparesPage && databases.some(({ kind }) => kind === 'found');
  const linked = named ?? (vanity === null || spared ? null : await askPage(vanity));
  return { recorded, databases, item, site, page: linked };
}

type AskedByKey = Awaited<ReturnType<typeof askByKey>>;

/** The facts that belong to the requested company, among those found by its key. */
function factsOfKey({ recorded, databases, item, site, page }: AskedByKey, key: CompanyKey) {
  const linked = factOf(page);
  const others = [
    ...candidates(foundFact(recorded), ...databases.map((each) => foundFact(each)), factOf(item)),
    ...siteCandidates(factOf(site)),
  ];
  if (key.page !== null) return factsOfOneCompany([...candidates(linked), ...others]);
  const facts = factsOfOneCompany(others);
  const isOwn = linked && isLinkedinPageOfCompany(linked, mergeCompanyFacts(...facts), key);
  return isOwn ? [...facts, linked] : facts;
}

/**
 * @returns null if no source has the company
 * @throws ApiError when a source failed that might have it; NoSourceConfigured when no source could
 * be queried, or when an open source could not be and no other source answered
 */
function noCompany(asked: AskedByKey, list: readonly Source<never, unknown>[]): null {
  const paid = [asked.recorded, ...asked.databases, asked.page].filter((one) => one !== null);
  const open = [asked.item, asked.site].filter((one) => one !== null);
  requireNoMatch([...paid, ...open], list);
  return paid.every(({ kind }) => kind === 'notConfigured')
    ? requireNoMatch(open, list, 'none')
    : null;
}

const BY_EITHER = [recordedCompany, scrapedLinkedinCompany, pdlCompany, wikidataCompany];
const REGISTERS = [gleifEntity, filerKey, secFiler];

export const COMPANY_SOURCE_LIST = [
  ...BY_EITHER,
  hunterCompany,
  siteCompany,
  ...REGISTERS,
  mailDns,
] as const;

/**
 * Every source of companies, merged field by field in the order of {@link COMPANY_TRUST}: the
 * operator's file, the page on the professional network, paid databases, Wikidata, the home page,
 * and the registers by the company's identifiers. Paid sources are queried only for fields that no
 * more trusted source has stated.
 */
function companySources(
  byKey: readonly Source<never, unknown>[],
  others: readonly Source<never, unknown>[] = [],
): Sources<CompanyLookup, CompanyFact | null> {
  const list = [...byKey, ...REGISTERS, ...others];
  return {
    list,
    answeredBy: byKey,
    async resolve(query, ask) {
      const asked = await askByKey(query, ask);
      const facts = factsOfKey(asked, query.key);
      const company = mergeCompanyFacts(...facts);
      if (!isNamed(company)) return noCompany(asked, list);
      const [registers, technologies] = await Promise.all([
        askRegisters(company, ask),
        askTechnologies(query, ask),
      ]);
      return mergeCompanyFacts(company, ...registers, technologies);
    },
  };
}

/** Companies by the domain of their site, or by their page on the professional network. */
export const companyByDomain = companySources(
  [...BY_EITHER, hunterCompany, siteCompany],
  [mailDns],
);

/** Companies by their page on the professional network alone. */
export const companyByPage = companySources(BY_EITHER);
