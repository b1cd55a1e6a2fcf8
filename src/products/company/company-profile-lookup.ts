import * as z from 'zod';
import {
  type Company,
  type CompanyFact,
  type CompanyKey,
  parseCompanyPage,
  parseCompanySite,
} from '../../domain/company/company.ts';
import { optionalLookupField, requireOneOf } from '../../lib/inputs.ts';
import { field } from '../../lookup/answer-fields.ts';
import { type FieldMap, fieldSourceFields, mappedValues } from '../../lookup/field-sources.ts';
import { defineProduct } from '../../lookup/product.ts';
import { mapInput } from '../../lookup/source-adapters.ts';
import {
  classifyLinkedinPage,
  companyFieldSources,
  describeLinkedinPage,
  fieldsOfMap,
  LINKEDIN_PAGE_FIELD_MAP,
  LINKEDIN_PAGE_SUBSTANCE,
  linkedinPageClassification,
  linkedinPageFields,
  withCompanySize,
} from './company-fields.ts';
import { companyByDomain } from './company-sources.ts';
import { SANDBOX_COMPANY_DOMAINS } from './sandbox.ts';

/**
 * Drops what other fields contradict: the ticker of a company that a more trusted source calls
 * private, and a count of 0 rounds where money or a date shows a round.
 */
function withoutContradictions({ ticker, fundingRounds, ...fact }: CompanyFact): CompanyFact {
  const isPrivate = fact.ipoStatus?.value === 'private';
  const isUncounted = fundingRounds?.value === 0 && (fact.totalRaised?.value || fact.lastRoundDate);
  return {
    ...fact,
    ...(ticker && !isPrivate && { ticker }),
    ...(fundingRounds && !isUncounted && { fundingRounds }),
  };
}

const funding = field.objectOrNull('Funding of the company; null if `include_funding` is false.', {
  total_raised: field.numberOrNull('Funding raised, in US dollars.'),
  rounds: field.countOrNull('Number of funding rounds.'),
  last_round_date: field.textOrNull('Date of the last funding round: YYYY, YYYY-MM or YYYY-MM-DD.'),
  ipo_status: field.enumOrNull(
    ['public', 'private'],
    'Whether its shares are listed on an exchange.',
  ),
});

const companyProfileInsights = z.object({
  company_profile_lookup_result: field.objectOrNull(
    'Details of the company; null if none was found.',
    { ...linkedinPageFields, funding },
  ),
  ...fieldSourceFields,
});

const FUNDING_FIELD_MAP = {
  total_raised: 'totalRaised',
  rounds: 'fundingRounds',
  last_round_date: 'lastRoundDate',
  ipo_status: 'ipoStatus',
} as const satisfies FieldMap<Company>;

const shownFields = (includeFunding: boolean): FieldMap<Company> => ({
  ...LINKEDIN_PAGE_FIELD_MAP,
  ...(includeFunding && FUNDING_FIELD_MAP),
});

const input = z
  .object({
    domain: optionalLookupField(parseCompanySite, {
      description: "Domain or URL of the company's site. Not needed with profile_url.",
      examples: ['example.com', 'https://www.example.com/about'],
    }),
    profile_url: optionalLookupField(parseCompanyPage, {
      description:
        "URL of the company's public page on the professional network, or its vanity name. Replaces the domain.",
      examples: ['https://www.linkedin.com/company/example-ltd'],
    }),
    include_funding: z.boolean().default(true).describe('Whether to look up funding.'),
  })
  .check(requireOneOf('domain', 'profile_url'));

type Body = z.output<typeof input>;

const keyOf = ({ domain, profile_url }: Body): CompanyKey =>
  profile_url === null ? { site: domain, page: null } : { site: null, page: profile_url };

const subjectOf = ({ domain, profile_url }: Body): string =>
  profile_url === null ? (domain?.domain ?? '') : `company/${profile_url}`;

export const companyProfileLookup = defineProduct({
  path: '/company-profile-lookup',
  summary: 'Profile and funding of a company, by domain or page on the professional network',
  tier: 'live',
  input,
  subject: subjectOf,
  cacheKey: (body) => `${subjectOf(body)}${body.include_funding ? '' : ' without funding'}`,
  sources: mapInput(
    (body: Body) => ({
      key: keyOf(body),
      shown: fieldsOfMap(shownFields(body.include_funding)),
      sparesPage: false,
    }),
    companyByDomain,
  ),
  derive: (fact) => fact && withoutContradictions(withCompanySize(fact)),
  price: {
    upTo: 25,
    paidFor: [...LINKEDIN_PAGE_SUBSTANCE, 'funding'],
    isPaid: (company) => company !== null,
  },
  classification: { schema: linkedinPageClassification, from: classifyLinkedinPage },
  insights: {
    schema: companyProfileInsights,
    from: (company, { include_funding: isFundingShown }) => ({
      company_profile_lookup_result: company && {
        ...describeLinkedinPage(company),
        funding: isFundingShown ? mappedValues(company, FUNDING_FIELD_MAP) : null,
      },
      ...companyFieldSources(company, shownFields(isFundingShown)),
    }),
  },
  bulk: 'company_profile_lookup',
  factVersion: 3,
  sandbox: SANDBOX_COMPANY_DOMAINS,
  example: { domain: 'example.com' },
});
