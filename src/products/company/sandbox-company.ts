import { claimsOf } from '../../core/companies/company.ts';

/** A company of the sandbox, every field stated. */
export const SANDBOX_COMPANY = claimsOf(
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

/** What an open source alone may know. */
export const SANDBOX_SMALL = claimsOf('site', {
  name: 'Sandbox Bakery',
  country: 'France',
  founded: 2012,
  website: 'https://example.org/',
});
