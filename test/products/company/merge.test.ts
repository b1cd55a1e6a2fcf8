import { describe, expect, it } from 'vitest';
import {
  COMPANY_TRUST,
  type Company,
  type CompanyFact,
  companyFields,
  mayBeSameCompany,
  mayBeSameName,
  mergeCompanyFacts,
} from '../../../src/domain/company/company.ts';
import { employeeBandFor, revenueBandFor } from '../../../src/domain/company/company-search.ts';
import { mergeSourced, type StatedFields, sourcedFields } from '../../../src/domain/sourced.ts';
import { withCompanySize, withEmployeeBand } from '../../../src/products/company/company-fields.ts';
import { factsOfOneCompany } from '../../../src/products/company/company-sources.ts';
import * as fc from '../../support/fast-check.ts';

const SEED = { seed: 20_261_121, numRuns: 300 };

const text = fc.constantFrom('a', 'b', 'c');
const stated: fc.Arbitrary<StatedFields<Company>> = fc.record(
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
    .map(([fields, asOf]) => companyFields(source, fields, asOf));
const [one, two, three] = [factOf('pdl'), factOf('wikidata'), factOf('sec')];
const fieldsOf = (fact: CompanyFact) => Object.keys(fact) as (keyof CompanyFact)[];

describe('joining what several sources state', () => {
  it('takes each field from the source most trusted for it, in whatever order they arrive', () => {
    fc.assert(
      fc.property(one, two, three, (pdl, wikidata, sec) => {
        const joined = mergeCompanyFacts(pdl, wikidata, sec);
        expect(mergeCompanyFacts(sec, wikidata, pdl)).toEqual(joined);
        expect(mergeCompanyFacts(wikidata, sec, null, pdl)).toEqual(joined);
        expect(new Set(fieldsOf(joined))).toEqual(new Set([pdl, wikidata, sec].flatMap(fieldsOf)));
        for (const field of fieldsOf(joined)) {
          const filed = COMPANY_TRUST.first?.[field]?.includes('sec') ? sec[field] : undefined;
          expect(joined[field]).toBe(filed ?? pdl[field] ?? wikidata[field] ?? sec[field]);
        }
      }),
      SEED,
    );
  });

  it('takes what says something only together from one source, and from others that agree', () => {
    interface Place {
      city: string;
      region: string;
      country: string;
      zip: string;
    }
    const trust = {
      order: ['file', 'vendor', 'table'],
      together: [['city', 'region', 'country', 'zip']],
    } as const;
    const file = sourcedFields<Place>('file', { country: 'DE', zip: '10115' });
    const vendor = sourcedFields<Place>('vendor', { city: 'Paris', country: 'FR' });
    const table = sourcedFields<Place>('table', { city: 'Berlin', region: 'BE', country: 'DE' });
    const texts = (...facts: Parameters<typeof mergeSourced<Place>>[1][]) =>
      Object.fromEntries(
        Object.entries(mergeSourced<Place>(trust, ...facts)).map(([field, { value }]) => [
          field,
          value,
        ]),
      );
    const berlin = { city: 'Berlin', region: 'BE', country: 'DE', zip: '10115' };
    expect(texts(table, vendor, file)).toEqual(berlin);
    expect(texts(file, vendor, table)).toEqual(berlin);
    expect(texts(vendor, table)).toEqual({ city: 'Paris', country: 'FR' });
  });

  it('puts no city of one source into the country of another', () => {
    const page = companyFields('scrapecreators', { name: 'Acme', headquarters: 'Munich, Bavaria' });
    const database = companyFields('pdl', {
      ...{ name: 'Acme Inc', headquarters: 'Austin, Texas, United States' },
      country: 'United States',
    });
    const { headquarters, country } = mergeCompanyFacts(page, database);
    expect([headquarters?.value, country?.value]).not.toEqual(['Munich, Bavaria', 'United States']);
    const countryOf = (...facts: CompanyFact[]) => mergeCompanyFacts(...facts).country?.value;
    // A source that states no other seat does not contradict it.
    expect(countryOf(page, companyFields('wikidata', { country: 'Germany' }))).toBe('Germany');
    const seat = { headquarters: 'Bayern, Germany', country: 'Germany' };
    expect(countryOf(page, database, companyFields('wikidata', seat))).toBeUndefined();
    const bavaria = { headquarters: 'Garching, Bavaria', country: 'Germany' };
    expect(countryOf(page, database, companyFields('wikidata', bavaria))).toBe('Germany');
    const inCode = companyFields('companies', { headquarters: 'Austin, TX', country: 'us' });
    expect(mergeCompanyFacts(inCode, database)).toMatchObject({ country: { value: 'us' } });
  });

  it('states nothing that is empty', () => {
    fc.assert(
      fc.property(stated, (fields) => {
        for (const claim of Object.values(companyFields('one', fields)))
          expect([null, undefined, '', '[]']).not.toContain(
            Array.isArray(claim.value) ? JSON.stringify(claim.value) : claim.value,
          );
      }),
      SEED,
    );
  });

  it('never mixes the facts of two companies', () => {
    fc.assert(
      fc.property(one, two, three, (...facts) => {
        const accepted = factsOfOneCompany(facts.map((fact) => ({ fact, compared: fact })));
        const [first] = facts.filter(({ name }) => name);
        expect(accepted[0]).toBe(first);
        for (const fact of accepted.slice(1))
          expect(accepted.some((each) => each !== fact && mayBeSameCompany(each, fact))).toBe(true);
      }),
      SEED,
    );
    expect(factsOfOneCompany([])).toEqual([]);
  });

  it.each([
    ['Acme Inc.', 'ACME', true],
    ['Meta Platforms, Inc.', 'Meta', true],
    ['International Business Machines Corporation', 'IBM', true],
    ['Data Dog', 'Datadog, Inc.', true],
    ['Société Générale', 'Societe Generale SA', true],
    ['Grünwald AG', 'Gruenwald', true],
    ['Grunwald AG', 'Gruenwald GmbH', true],
    ['Rødgrød ApS', 'Roedgroed', true],
    ['Ålborg Værft', 'Aalborg Værft A/S', true],
    ['Acme Group', 'Zenith Group', false],
    ['Global Solutions', 'Global Services', false],
    ['Example Company', 'Agency Studio', false],
    ['...', 'Acme', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect([mayBeSameName(a, b), mayBeSameName(b, a)]).toEqual([same, same]);
  });

  it('lets identifiers decide before names', () => {
    const [a, b] = [
      companyFields('x', { name: 'Acme', lei: '1' }),
      companyFields('y', { name: 'Acme' }),
    ];
    expect(mayBeSameCompany(a, mergeCompanyFacts(companyFields('y', { lei: '2' }), b))).toBe(false);
    expect(mayBeSameCompany(a, companyFields('y', { name: 'Zenith', lei: '1' }))).toBe(true);
    expect(mayBeSameCompany(a, b)).toBe(true);
  });
});

it.each([
  ['51-200 employees', '51-200'],
  ['1,001-5,000 employees', '1001-5000'],
  ['1K-5K', '1000-5000'],
  ['250-1K', '250-1000'],
  ['10,001+ employees', '10001+'],
  ['10001+', '10001+'],
  ['a few', 'a few'],
])('writes the band %s as %s', (size, band) => {
  const fact = withCompanySize(companyFields('x', { size, employeeBand: size }));
  expect([fact.size?.value, fact.employeeBand?.value]).toEqual([band, band]);
});

it('founds no company in a year to come, and asks another source for the year then', () => {
  const thisYear = new Date().getUTCFullYear();
  const foundedIn = (founded: number, ...others: ReturnType<typeof companyFields>[]) =>
    mergeCompanyFacts(companyFields('wikidata', { founded }), ...others).founded?.value;
  expect([thisYear, thisYear + 1].map((year) => foundedIn(year))).toEqual([thisYear, undefined]);
  for (const source of ['site', 'pdl', 'hunter', 'companies'])
    expect(foundedIn(thisYear + 1, companyFields(source, { founded: 1999 }))).toBe(1999);
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
  const counted = companyFields('wikidata', { employees: 60 }, '2024');
  const band = { value: '51-200', source: 'wikidata', asOf: '2024' };
  expect(withEmployeeBand(counted).employeeBand).toEqual(band);
  expect(withCompanySize(counted).size).toEqual(band);
  expect(withCompanySize(companyFields('x', { employees: 60, size: 'small' })).size?.value).toBe(
    'small',
  );
  expect(withEmployeeBand({})).toEqual({});
});

it('believes the source trusted more where a head count and a band contradict each other', () => {
  const of = (counted: string, banded: string) => {
    const contradicting = {
      ...companyFields(counted, { employees: 1_200 }),
      ...companyFields(banded, { employeeBand: '51-200' }),
    };
    const { employees, employeeBand } = withEmployeeBand(contradicting);
    return [employees?.value, employeeBand?.value, employeeBand?.source];
  };
  expect(of('wikidata', 'pdl')).toEqual([undefined, '51-200', 'pdl']);
  expect(of('pdl', 'wikidata')).toEqual([1_200, '1001-5000', 'pdl']);
});

it('takes a head count of 0 as not counted', () => {
  const uncounted = companyFields('pdl', { employees: 0, employeeBand: '51-200' });
  const counted = companyFields('hunter', { employees: 120 });
  const { employees, employeeBand } = mergeCompanyFacts(uncounted, counted);
  expect([employees?.value, employeeBand?.value]).toEqual([120, '51-200']);
  expect(mergeCompanyFacts(uncounted).employees).toBeUndefined();
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
