import { describe, expect, it } from 'vitest';
import { companyFirmographics } from '../../../src/products/company/company-firmographics.ts';
import { companyProfileLookup } from '../../../src/products/company/company-profile-lookup.ts';
import { secFiler } from '../../../src/vendors/sec/filers.ts';
import { createWorld } from '../../support/create-world.ts';
import { secVendor } from '../../support/world/vendors/registers.ts';

describe('the headquarters of a filer of the securities register', () => {
  it.each([
    [{ city: 'BERKELEY', stateOrCountry: 'CA' }, 'BERKELEY, CA'],
    [{ city: 'DUBLIN', stateOrCountry: 'L2' }, 'DUBLIN'],
    [
      { city: 'DUBLIN', stateOrCountry: 'L2', stateOrCountryDescription: 'Ireland' },
      'DUBLIN, Ireland',
    ],
    [
      { city: 'TORONTO', stateOrCountry: 'A6', stateOrCountryDescription: 'Ontario, Canada' },
      'TORONTO, Ontario, Canada',
    ],
    [{ city: 'DUBLIN', stateOrCountry: 'L2', stateOrCountryDescription: 'L2' }, 'DUBLIN'],
  ])('is a place, not a code of the register: %j', async (business, headquarters) => {
    const filer = { name: 'Example plc', sic: '7389', tickers: ['EXM'], addresses: { business } };
    const world = await createWorld({
      vendors: [secVendor],
      settings: { contact: 'mailto:test@example.com' },
      http: ({ url }) =>
        url.includes('/submissions/') ? Response.json(filer) : Response.json({}, { status: 404 }),
    });
    const fact = await secFiler.ask('0001467373', world);
    expect(fact?.headquarters?.value).toBe(headquarters);
  });
});

describe('the site of a company', () => {
  const products = [companyFirmographics, companyProfileLookup];

  it.each([
    'https://www.facebook.com/acmebakery',
    'facebook.com/acmebakery?ref=x',
    'https://www.linkedin.com/company/acme-bakery',
    'https://www.instagram.com/acmebakery/',
    'x.com/acmebakery',
  ])('is not the platform of the page %s', (domain) => {
    for (const { input } of products)
      expect(input.safeParse({ domain }).error?.issues[0]).toMatchObject({
        path: ['domain'],
        params: { code: 'INVALID_INPUT' },
        message: expect.stringContaining('social platform'),
      });
  });

  it.each([
    ['facebook.com', 'facebook.com'],
    ['https://www.linkedin.com/', 'linkedin.com'],
    ['https://github.com/about', 'github.com'],
    ['https://www.example.com/company/acme', 'example.com'],
  ])('is the domain of %s', (domain, name) => {
    for (const { input } of products)
      expect(input.parse({ domain })).toMatchObject({ domain: { domain: name } });
  });
});
