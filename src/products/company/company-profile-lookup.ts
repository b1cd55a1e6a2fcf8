import * as z from 'zod';
import {
  type CompanyFact,
  type CompanyKey,
  companyFieldValue,
  mayBeSameCompany,
  mayBeSameName,
  mergeCompanyFacts,
  ownDomain,
  parseCompanyPage,
} from '../../domain/company/company.ts';
import { parseWebSite } from '../../domain/web/site.ts';
import { optionalLookupField, requireOneOf } from '../../lib/inputs.ts';
import { recordKey } from '../../lookup/datasets/keys.ts';
import { defineProduct } from '../../lookup/product.ts';
import {
  firstMatch,
  foundFact,
  mapQuery,
  type QuerySource,
  requireNoMatch,
  type Sources,
} from '../../lookup/source.ts';
import { recordedCompany } from '../../open-data/records/companies.ts';
import { pdlCompany } from '../../vendors/pdl/company.ts';
import { scrapedLinkedinCompany } from '../../vendors/scrapecreators/linkedin.ts';
import { withCompanySize } from './employee-band.ts';
import { describeFieldSources, type FieldMap, fieldSourceFields } from './field-sources.ts';
import {
  classifyLinkedinPage,
  describeLinkedinPage,
  LINKEDIN_PAGE_FIELD_MAP,
  LINKEDIN_PAGE_SUBSTANCE,
  linkedinPageClassification,
  linkedinPageFields,
} from './linkedin-page.ts';
import { isNamedCompany, openCompany } from './open-company.ts';
import { SANDBOX_COMPANY_DOMAINS } from './sandbox.ts';

/** Which company, and whether its funding is wanted. */
interface CompanyProfileQuery {
  key: CompanyKey;
  includeFunding: boolean;
}

/** The registrable domain of the site a page names. */
const websiteDomainOf = (fact: CompanyFact): string | null =>
  recordKey('domain', companyFieldValue(fact, 'website'))?.slice('domain:'.length) ?? null;

/**
 * Identity check of a page on the professional network: it is accepted where the request named that
 * page; else where its site is the requested one, or its name matches the known one. A site may
 * link to the page of the agency that built it.
 */
export function isLinkedinPageOfCompany(
  page: CompanyFact,
  known: CompanyFact | null,
  key: CompanyKey,
): boolean {
  if (key.page !== null) return true;
  const domain = ownDomain(key);
  if (domain !== null && websiteDomainOf(page) === domain) return true;
  const [name, otherName] = [
    companyFieldValue(page, 'name'),
    known && companyFieldValue(known, 'name'),
  ];
  return name !== null && otherName !== null && mayBeSameName(name, otherName);
}

/** Vanity name of the company's page, from the first source that states it. */
function linkedinPageOf(...facts: readonly (CompanyFact | null)[]): string | null {
  const url = companyFieldValue(mergeCompanyFacts(...facts), 'networkUrl');
  return url === null ? null : parseCompanyPage(url);
}

/** Queries the page, the company database and open sources, each where it is available. */
async function askCompanySources({ key, includeFunding }: CompanyProfileQuery, ask: QuerySource) {
  const [known, database] = await Promise.all([
    ask(openCompany, key),
    includeFunding ? ask(pdlCompany, key) : null,
  ]);
  const page = key.page ?? linkedinPageOf(foundFact(known), database && foundFact(database));
  const scraped = page === null ? null : await ask(scrapedLinkedinCompany, page);
  return { scraped, database, known };
}

const COMPANY_PROFILE_SOURCES = [scrapedLinkedinCompany, pdlCompany, ...openCompany.list];

/**
 * Merge order of a company profile: its page on the professional network, the funding from a
 * database, then open sources.
 */
const companyProfileSources: Sources<CompanyProfileQuery, CompanyFact | null> = {
  list: COMPANY_PROFILE_SOURCES,
  async resolve(query, ask) {
    const { scraped, database, known } = await askCompanySources(query, ask);
    const asked = [scraped, database, known];
    const [page = null, data = null, open = null] = asked.map((each) => each && foundFact(each));
    const named = isNamedCompany(open) ? open : null;
    const own = page && isLinkedinPageOfCompany(page, data ?? named, query.key) ? page : null;
    const first = own ?? data ?? named;
    const others = [data, named].filter((each) => each && first && mayBeSameCompany(first, each));
    if (first) return mergeCompanyFacts(first, ...others);
    return requireNoMatch(
      asked.filter((each) => each !== null),
      COMPANY_PROFILE_SOURCES,
    );
  },
};

/** A company, and whether its funding was asked for. */
interface CompanyProfileConclusion {
  company: CompanyFact | null;
  includeFunding: boolean;
}

const funding = z
  .object({
    total_raised: z.number().nullable().describe('Money raised, US dollars.'),
    rounds: z.int().min(0).nullable().describe('Rounds of funding.'),
    last_round_date: z
      .string()
      .nullable()
      .describe('Date of the last round: YYYY, YYYY-MM or YYYY-MM-DD.'),
    ipo_status: z.enum(['public', 'private']).nullable().describe('Whether its shares are listed.'),
  })
  .nullable()
  .describe('Null when include_funding is false.');

const companyProfileInsights = z.object({
  company_profile_lookup_result: z
    .object({ ...linkedinPageFields, funding })
    .nullable()
    .describe('The company in detail; null when none was found.'),
  ...fieldSourceFields,
});

const FUNDING_FIELD_MAP: FieldMap = [
  ['total_raised', 'totalRaised'],
  ['rounds', 'fundingRounds'],
  ['last_round_date', 'lastRoundDate'],
  ['ipo_status', 'ipoStatus'],
];

const describeFunding = (fact: CompanyFact): z.input<typeof funding> => ({
  total_raised: companyFieldValue(fact, 'totalRaised'),
  rounds: companyFieldValue(fact, 'fundingRounds'),
  last_round_date: companyFieldValue(fact, 'lastRoundDate'),
  ipo_status: companyFieldValue(fact, 'ipoStatus'),
});

/** The insights section of the company profile. */
const describeCompanyProfile = ({
  company,
  includeFunding,
}: CompanyProfileConclusion): z.input<typeof companyProfileInsights> => ({
  company_profile_lookup_result: company && {
    ...describeLinkedinPage(company),
    funding: includeFunding ? describeFunding(company) : null,
  },
  ...describeFieldSources(company, [
    ...LINKEDIN_PAGE_FIELD_MAP,
    ...(includeFunding ? FUNDING_FIELD_MAP : []),
  ]),
});

const sources = firstMatch(
  mapQuery(({ key }: CompanyProfileQuery) => key, recordedCompany),
  companyProfileSources,
);

const input = z
  .object({
    domain: optionalLookupField(parseWebSite, {
      description: "Domain or address of the company's site. Not needed with profile_url.",
      examples: ['example.com', 'https://www.example.com/about'],
    }),
    profile_url: optionalLookupField(parseCompanyPage, {
      description:
        "Address of the company's public page on the professional network, or its vanity name; it replaces the domain.",
      examples: ['https://www.linkedin.com/company/example-ltd'],
    }),
    include_funding: z.boolean().default(true).describe('Whether to look for its funding.'),
  })
  .superRefine(requireOneOf('domain', 'profile_url'));

type Body = z.output<typeof input>;

const queryOf = ({ domain, profile_url, include_funding }: Body): CompanyProfileQuery => ({
  key: profile_url === null ? { site: domain, page: null } : { site: null, page: profile_url },
  includeFunding: include_funding,
});

const subjectOf = ({ domain, profile_url }: Body): string =>
  profile_url === null ? (domain?.domain ?? '') : `company/${profile_url}`;

const PRICE = 25;

/** Who is this company, how is it staffed, and how is it funded? */
export const companyProfileLookup = defineProduct({
  path: '/company-profile-lookup',
  type: 'company_profile_lookup',
  summary: 'Profile and funding of a company, by domain or page on the professional network',
  tier: 'live',
  input,
  subject: subjectOf,
  cacheKey: (body) => `${subjectOf(body)}${body.include_funding ? '' : ' without funding'}`,
  sources: { ...sources, resolve: (body: Body, ask) => sources.resolve(queryOf(body), ask) },
  derive: (fact, { include_funding }): CompanyProfileConclusion => ({
    company: fact && withCompanySize(fact),
    includeFunding: include_funding,
  }),
  price: {
    upTo: PRICE,
    paidFor: [...LINKEDIN_PAGE_SUBSTANCE, 'funding'],
    charge: ({ company }) => (company ? PRICE : 0),
  },
  classification: {
    schema: linkedinPageClassification,
    from: ({ company }) => classifyLinkedinPage(company),
  },
  insights: { schema: companyProfileInsights, from: describeCompanyProfile },
  bulk: 'company_profile_lookup',
  factVersion: 1,
  sandbox: SANDBOX_COMPANY_DOMAINS,
  example: { domain: 'example.com' },
});
