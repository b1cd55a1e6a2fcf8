import { type CompanyFact, companyFields } from '../../domain/company/company.ts';
import { inSandbox, type SandboxCase } from '../../lookup/product.ts';

const SANDBOX_COMPANY = companyFields(
  'sandbox',
  {
    name: 'Sandbox Ltd',
    description: 'Software that stands for other software.',
    industry: 'Computer Software',
    employees: 120,
    employeeBand: '51-200',
    revenue: '$10M-$25M',
    founded: 1999,
    country: 'United States',
    sicCodes: ['7372'],
    naicsCodes: ['513210'],
    technologyCount: 14,
    headcountGrowth: 0.12,
    departments: [
      { name: 'engineering', people: 60 },
      { name: 'sales', people: 25 },
    ],
    size: '51-200 employees',
    headquarters: 'Berkeley, California',
    followers: 5_400,
    website: 'https://example.com',
    employeesOnPlatform: 134,
    specialties: ['Specimens', 'Placeholders'],
    totalRaised: 12_500_000,
    fundingRounds: 2,
    lastRoundDate: '2022-06-01',
    ipoStatus: 'private',
    networkUrl: 'https://www.linkedin.com/company/sandbox-ltd',
  },
  '2026-01-01',
);

/** A company with only the fields that open sources may have. */
const SANDBOX_PARTIAL_COMPANY = companyFields('site', {
  name: 'Sandbox Bakery',
  country: 'France',
  founded: 2012,
  website: 'https://example.org/',
});

/** Sandbox cases of companies. @param whole, small, none, refused subject of each case */
const companySandbox = (
  whole: string,
  small: string,
  none: string,
  ...refused: readonly [broke: string, busy: string, slow: string]
): readonly SandboxCase<CompanyFact | null>[] => [
  inSandbox.answer(whole, 'a company with every field', SANDBOX_COMPANY),
  inSandbox.answer(small, 'what open sources alone know', SANDBOX_PARTIAL_COMPANY),
  inSandbox.answer(none, 'no company, not charged', null),
  ...inSandbox.refusals(...refused),
];

/** Cases by domain: documentation names (RFC 2606). */
export const SANDBOX_COMPANY_DOMAINS = companySandbox(
  ...(['example.com', 'example.org', 'example.net'] as const),
  ...(['broke.example', 'busy.example', 'timeout.example'] as const),
);

/** Cases by page on the professional network. */
export const SANDBOX_LINKEDIN_PAGES = companySandbox(
  ...(['sandbox-ltd', 'sandbox-bakery', 'sandbox-nobody'] as const),
  ...(['sandbox-broke', 'sandbox-busy', 'sandbox-slow'] as const),
);
