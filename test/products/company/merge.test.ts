import { describe, expect, it } from 'vitest';
import {
  type CompanyFact,
  mayBeSameCompany,
  mayBeSameName,
  mergeCompanyFacts,
  type StatedFields,
  sourcedFields,
} from '../../../src/domain/company/company.ts';
import { employeeBandFor, revenueBandFor } from '../../../src/domain/company/company-search.ts';
import { withCompanySize, withEmployeeBand } from '../../../src/products/company/employee-band.ts';
import { joinRegisters, joinSite } from '../../../src/products/company/open-company.ts';
import * as fc from '../../support/fast-check.ts';

const SEED = { seed: 20_261_121, numRuns: 300 };

const text = fc.constantFrom('a', 'b', 'c');
const stated: fc.Arbitrary<StatedFields> = fc.record(
  {
    name: fc.constantFrom('Acme Inc', 'Acme', 'Zenith Ltd', 'IBM', ''),
    industry: text,
    employees: fc.nat(9),
    revenue: text,
    country: text,
    sicCodes: fc.array(text, { maxLength: 2 }),
    lei: fc.constantFrom('LEI1', 'LEI2'),
    networkUrl: fc.constantFrom('https://www.linkedin.com/company/a', null),
  },
  { requiredKeys: [] },
);
const factOf = (source: string) =>
  fc
    .tuple(stated, fc.constantFrom('2024', null))
    .map(([fields, asOf]) => sourcedFields(source, fields, asOf));
const [one, two, three] = [factOf('one'), factOf('two'), factOf('three')];
const fieldsOf = (fact: CompanyFact) => Object.keys(fact) as (keyof CompanyFact)[];

describe('joining what several sources state', () => {
  it('takes each field whole from the first that states it, and invents and loses none', () => {
    fc.assert(
      fc.property(one, two, three, (...facts) => {
        const joined = mergeCompanyFacts(...facts);
        const all = new Set(facts.flatMap(fieldsOf));
        expect(new Set(fieldsOf(joined))).toEqual(all);
        for (const field of all)
          expect(joined[field]).toBe(facts.find((fact) => fact[field])?.[field]);
      }),
      SEED,
    );
  });

  it('states nothing that is empty', () => {
    fc.assert(
      fc.property(stated, (fields) => {
        for (const claim of Object.values(sourcedFields('one', fields)))
          expect([null, undefined, '', '[]']).not.toContain(
            Array.isArray(claim.value) ? JSON.stringify(claim.value) : claim.value,
          );
      }),
      SEED,
    );
  });

  it('never mixes a home page with the item of another company', () => {
    fc.assert(
      fc.property(one, two, fc.constantFrom(null, 'Acme', 'Zenith'), (item, site, siteName) => {
        const joined = joinSite(item, { stated: site, siteName }) as CompanyFact;
        const called = mergeCompanyFacts(site, sourcedFields('two', { name: siteName }));
        const same = mayBeSameCompany(item, called);
        for (const field of fieldsOf(joined))
          expect([item[field], same ? site[field] : item[field]]).toContain(joined[field]);
        if (!same) expect(joined).toEqual(item);
      }),
      SEED,
    );
    expect(joinSite(null, null)).toBeNull();
  });

  it('prefers the filed revenue to any other, and nothing else of the registers to what is known', () => {
    fc.assert(
      fc.property(one, two, three, (company, entity, filer) => {
        const joined = joinRegisters(company, entity, filer);
        expect(joined.revenue).toBe(filer.revenue ?? company.revenue ?? entity.revenue);
        for (const field of fieldsOf(company))
          if (field !== 'revenue') expect(joined[field]).toBe(company[field]);
      }),
      SEED,
    );
  });

  it.each([
    ['Acme Inc.', 'ACME', true],
    ['Meta Platforms, Inc.', 'Meta', true],
    ['International Business Machines Corporation', 'IBM', true],
    ['Data Dog', 'Datadog, Inc.', true],
    ['Société Générale', 'Societe Generale SA', true],
    ['Acme Group', 'Zenith Group', false],
    ['Global Solutions', 'Global Services', false],
    ['Example Company', 'Agency Studio', false],
    ['...', 'Acme', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect([mayBeSameName(a, b), mayBeSameName(b, a)]).toEqual([same, same]);
  });

  it('lets identifiers decide before names', () => {
    const [a, b] = [
      sourcedFields('x', { name: 'Acme', lei: '1' }),
      sourcedFields('y', { name: 'Acme' }),
    ];
    expect(mayBeSameCompany(a, mergeCompanyFacts(sourcedFields('y', { lei: '2' }), b))).toBe(false);
    expect(mayBeSameCompany(a, sourcedFields('y', { name: 'Zenith', lei: '1' }))).toBe(true);
    expect(mayBeSameCompany(a, b)).toBe(true);
  });
});

it('names the band of a head count at both of its ends, with the origin of the count', () => {
  const ends = [
    0, 1, 10, 11, 50, 51, 200, 201, 500, 501, 1_000, 1_001, 5_000, 5_001, 10_000, 10_001,
  ];
  expect(ends.map(employeeBandFor)).toEqual([
    null,
    ...['1-10', '1-10', '11-50', '11-50', '51-200', '51-200', '201-500', '201-500', '501-1000'],
    ...['501-1000', '1001-5000', '1001-5000', '5001-10000', '5001-10000', '10001+'],
  ]);
  const counted = sourcedFields('wikidata', { employees: 60 }, '2024');
  const band = { value: '51-200', source: 'wikidata', asOf: '2024' };
  expect(withEmployeeBand(counted).employeeBand).toEqual(band);
  expect(withCompanySize(counted).size).toEqual(band);
  expect(withCompanySize(sourcedFields('x', { employees: 60, size: 'small' })).size?.value).toBe(
    'small',
  );
  expect(withEmployeeBand({})).toEqual({});
});

it.each([
  [[12_000_000, 12_000_000], '$10M-$25M'],
  [[10_000_000, 25_000_000], '$10M-$25M'],
  [[25_000_000, 25_000_000], '$25M-$50M'],
  [[1_000_000, 25_000_000], null],
  [[10_000_000_000, null], '$10B+'],
  [[1_000_000, null], null],
] as const)('a revenue of %j is in the band %s', (range, band) => {
  expect(revenueBandFor(range)).toBe(band);
});
