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

/** Which company, what is shown of it, and which paid source is spared. */
interface CompanyLookup {
  key: CompanyKey;
  shown: readonly CompanyField[];
  /** Whether the page on the professional network is asked only where no database has a company. */
  sparesPage: boolean;
}

export const PAGE_FIELDS: readonly CompanyField[] = [
  ...(['name', 'description', 'industry', 'size', 'employeeBand', 'founded'] as const),
  ...(['headquarters', 'website', 'employeesOnPlatform', 'specialties', 'fundingRounds'] as const),
  ...(['lastRoundDate', 'ipoStatus', 'networkUrl'] as const),
];

/**
 * A paid database, the fields its query selects, and whether it finds a company by a key. A symbol
 * at an exchange, which the registers state, is worth no call.
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

/** The most trusted first. */
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

/** Whether a source may state a shown field that no source trusted more has stated. */
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

/** Asks the databases in order, each only where it may add to what is known. */
async function askDatabases(query: CompanyLookup, known: CompanyFact | null, ask: QuerySource) {
  const outcomes: Outcome<CompanyFact>[] = [];
  for (const { source, states, finds } of COMPANY_DATABASES) {
    const soFar = mergeCompanyFacts(known, ...outcomes.map((each) => foundFact(each)));
    if (finds(query.key) && mayAdd(source, states, query, soFar))
      outcomes.push(await ask(source, query.key));
  }
  return outcomes;
}

/** Query for the knowledge base; null where no key identifies the company there. */
function wikidataQuery(key: CompanyKey): { domain: string } | { page: string } | null {
  if (key.page !== null) return { page: key.page };
  const domain = ownDomain(key);
  return domain === null ? null : { domain };
}

const isNamed = (fact: CompanyFact): boolean => fieldValue(fact, 'name') !== null;

/** A fact, and the same with the name it is compared by. */
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
 * The facts that can be of one company: the first that has a name, and those that may be the same
 * as one before. A site may be its agency's, and a page its namesake's. Pure.
 * @param given the one that identifies the company best first
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

/** The registrable domain of the site a page names. */
const websiteDomainOf = (fact: CompanyFact): string | null =>
  keyText('domain', fieldValue(fact, 'website'));

/**
 * Identity check of a page on the professional network that was found by another source: its site
 * is the requested one, or its name matches the known one. A site may link to the page of the
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

const UNITED_STATES = 'United States';

/**
 * SEC filer by the company's own key; for a company in the United States without a stated key, the
 * filer of exactly its name with headquarters in the same city. A name alone would give a shop the
 * revenue of its famous namesake.
 */
async function findSecFiler(company: CompanyFact, ask: QuerySource): Promise<CompanyFact | null> {
  const cik = fieldValue(company, 'cik');
  if (cik !== null) return foundFact(await ask(secFiler, cik));
  const name = fieldValue(company, 'name');
  const city = headquartersCity(company);
  if (name === null || city === null || fieldValue(company, 'country') !== UNITED_STATES)
    return null;
  const key = foundFact(await ask(filerKey, name));
  const filer = key === null ? null : foundFact(await ask(secFiler, key.cik));
  return filer && isSameCity(city, headquartersCity(filer)) ? filer : null;
}

/** What the registers state of a company, by its own identifiers. */
async function askRegisters(company: CompanyFact, ask: QuerySource) {
  const lei = fieldValue(company, 'lei');
  const [entity, filer] = await Promise.all([
    lei === null ? NO_RECORD : ask(gleifEntity, lei),
    findSecFiler(company, ask),
  ]);
  return [foundFact(entity), filer];
}

/** How many services the domain's DNS shows. */
async function askTechnologies({ key, shown }: CompanyLookup, ask: QuerySource) {
  if (!key.site || !shown.includes('technologyCount')) return null;
  const dns = foundFact(await ask(mailDns, key.site.domain));
  return companyFields('dns', { technologyCount: dns?.technologies.length || null });
}

/** Null where the source was not asked, as it knows no company by this key. */
type Asked<Fact> = Outcome<Fact> | null;

const factOf = <Fact>(asked: Asked<Fact>): Fact | null => asked && foundFact(asked);

/** Asks everything that finds a company by its key; its page once that is known. */
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

/** The facts of the company that is meant, among those found by its key. */
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
 * @returns null when nothing knows the company
 * @throws ApiError when a source failed that might have; NoSourceConfigured when none could be
 * asked, or when an open source may not be and no other one answered
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
 * Every source of companies, joined field by field in the order of {@link COMPANY_TRUST}: the
 * operator's file, its page on the professional network, paid databases, a knowledge base, its home
 * page, and the registers by its identifiers. Paid sources are asked only for what no source
 * trusted more has stated.
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

/** Companies by the domain of their site, or by their page. */
export const companyByDomain = companySources(
  [...BY_EITHER, hunterCompany, siteCompany],
  [mailDns],
);

/** Companies by their page alone. */
export const companyByPage = companySources(BY_EITHER);
