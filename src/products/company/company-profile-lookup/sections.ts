import * as z from 'zod';
import { type CompanyFact, readField } from '../../../core/companies/company.ts';
import { describePage, pageFields, SHOWN_OF_PAGE } from '../network-page.ts';
import { datedOriginFields, datedOrigins, type ShownFields } from '../origins.ts';

/** A company, and whether its funding was asked for. */
export interface CompanyProfile {
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

export const profileInsights = z.object({
  company_profile_lookup_result: z
    .object({ ...pageFields, funding })
    .nullable()
    .describe('The company in detail; null when none was found.'),
  ...datedOriginFields,
});

const SHOWN_OF_FUNDING: ShownFields = [
  ['total_raised', 'totalRaised'],
  ['rounds', 'fundingRounds'],
  ['last_round_date', 'lastRoundDate'],
  ['ipo_status', 'ipoStatus'],
];

const describeFunding = (fact: CompanyFact): z.input<typeof funding> => ({
  total_raised: readField(fact, 'totalRaised'),
  rounds: readField(fact, 'fundingRounds'),
  last_round_date: readField(fact, 'lastRoundDate'),
  ipo_status: readField(fact, 'ipoStatus'),
});

/** The insights section of the company profile. */
export const describeProfile = ({
  company,
  includeFunding,
}: CompanyProfile): z.input<typeof profileInsights> => ({
  company_profile_lookup_result: company && {
    ...describePage(company),
    funding: includeFunding ? describeFunding(company) : null,
  },
  ...datedOrigins(company, [...SHOWN_OF_PAGE, ...(includeFunding ? SHOWN_OF_FUNDING : [])]),
});
