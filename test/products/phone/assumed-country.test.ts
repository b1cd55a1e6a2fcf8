import { expect, it } from 'vitest';
import { parseRow } from '../../../src/bulk/rows.ts';
import { parseInCountry } from '../../../src/domain/phone/number.ts';
import { parseInput, withoutNulls } from '../../../src/lib/inputs.ts';
import { lookupBody } from '../../../src/lookup/body.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { families } from '../../../src/products/index.ts';
import { b2bContactAppend } from '../../../src/products/person/b2b-contact-append.ts';
import { networkEmailFinder } from '../../../src/products/person/network-email-finder.ts';
import { prospectSearch } from '../../../src/products/person/prospect-search.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { reversePhoneLookup } from '../../../src/products/phone/reverse-phone-lookup/product.ts';
import { businessVerify } from '../../../src/products/places/business-verify/product.ts';
import { answerOf } from '../../support/answer.ts';

const NOTHING = { plan: null, holder: null, records: null };

const GOOGLE = { phone_number: '+16502530000' };
const CLINIC = { name: 'Example Clinic', city: 'San Francisco' };
/** A row of a customer's own table, sent whole. */
const OWN_ROW = {
  ...{ id: 7, note: 'ours', owner: 'Ada', stage: 'won', notes: 'call back', type: 'lead' },
  ...{ company: 'Example', title: 'Dr', zip: '94103', street: '1 Main St', created_at: '2026' },
};

const read = (body: Record<string, unknown>) => answerOf(phone, NOTHING, phone.input.parse(body));

it.each([
  ['030 12345678', 'DE'],
  ['020 7946 0958', 'GB'],
  ['01 23 45 67 89', 'FR'],
  ['447400123456', 'GB'],
  ['(11) 98765-4321', 'BR'],
  ...[
    ['06 12345678', 'NL'],
    ['079 123 45 67', 'CH'],
    ['0412345678', 'AU'],
    ['8 (916) 123-45-67', 'RU'],
    ['912 345 678', 'PT'],
    ['0803 123 4567', 'NG'],
    ['011 15-2345-6789', 'AR'],
    // Guernsey, Jersey, the Vatican and Kazakhstan share the calling codes of their neighbours.
    ['07911 123456', 'GB'],
    ['01534 123456', 'GB'],
    ['06 6988 1234', 'IT'],
    ['8 701 234 56 78', 'RU'],
  ],
])('says of %s that it was read as a US number, and whose it may be', (phone_number, country) => {
  const { insights, recommendations, risk, price } = read({ phone_number });
  expect(insights.country_assumed).toBe('US');
  expect(insights.possible_countries).toContain(country);
  expect(recommendations?.primary_action).toBe('REVIEW');
  expect(recommendations?.user_message).toContain('send its country');
  expect(risk?.risk_level).not.toBe('CRITICAL');
  expect(price).toBe(0);
});

it('says of seven digits that they lack an area code, and does not block them', () => {
  const { insights, recommendations, price } = read({ phone_number: '736-3100' });
  expect(insights.number).toMatchObject({ invalid_reason: 'The number lacks its area code.' });
  expect(insights).not.toHaveProperty('possible_countries');
  expect(recommendations).toMatchObject({
    primary_action: 'REVIEW',
    user_message: 'The number lacks its area code.',
  });
  expect(price).toBe(0);
});

it('assumes nothing where the number or the caller names a country', () => {
  for (const body of [
    { phone_number: '+4930123456' },
    { phone_number: '0049 30 123456' },
    { phone_number: '030 12345678', country: 'DE' },
    { phone_number: '+1 212 123 4567' },
  ])
    expect(read(body).insights).not.toHaveProperty('country_assumed');
  const ours = read({ phone_number: '(415) 555-2671' }).insights;
  expect([ours.country_assumed, ours.possible_countries]).toEqual(['US', undefined]);
});

it.each([
  [{ phone_number: '030 12345678' }, '+493012345678', 'DE'],
  [{ phone_number: '030 12345678', country: null }, '+493012345678', 'DE'],
  [{ phone_number: '020 7946 0958', country: 'GB' }, '+442079460958', undefined],
  [{ phone_number: '020 7946 0958', country: 'uk' }, '+442079460958', undefined],
  [{ phone_number: '+1 415 555 2671' }, '+14155552671', undefined],
  [{ phone_number: '001 415 555 2671' }, '+14155552671', undefined],
])('reads %o in the default country of its organization, and says so', (body, e164, assumed) => {
  const sent = withoutNulls(body);
  const input = parseInCountry(phone.input, sent, 'DE') as Parameters<typeof phone.derive>[1];
  expect(input.phone_number.e164).toBe(e164);
  expect(answerOf(phone, NOTHING, input).insights.country_assumed).toBe(assumed);
});

/** A North American toll-free number with its 1, as it is printed. */
const TOLL_FREE = [
  ['1-800-CALL-NOW', '+18002255669'],
  ['1-800-FLOWERS', '+18003569377'],
  ['1 (888) 555-3472', '+18885553472'],
  ['1.877.393.4448', '+18773934448'],
  ['1-866-CONTACTS', '+18662668228'],
  ['1800FLOWERS', '+18003569377'],
  ['1-833-GO-FEDEX', '+18334633339'],
] as const;

it.each(['DE', 'AU', 'GB', 'FR', 'CN', 'JP', 'BR', 'IT', 'NL'] as const)(
  'reads no toll-free number of North America as one of %s',
  (country) => {
    for (const [phone_number, e164] of TOLL_FREE) {
      // Australia has free numbers that begin with 1800.
      if (country === 'AU' && phone_number === '1800FLOWERS') continue;
      const input = parseInCountry(phone.input, { phone_number }, country);
      const { insights, classification } = answerOf(phone, NOTHING, input);
      expect(input, phone_number).toMatchObject({ phone_number: { e164, valid: true } });
      expect([insights.country_assumed, classification.line_type]).toEqual(['US', 'TOLL_FREE']);
      expect(phone.input.parse({ phone_number, country })).toMatchObject({
        phone_number: { e164 },
      });
    }
  },
);

it.each([
  // Free numbers of their own that begin with 1800; a mobile number; an area without its zero.
  ['1-800-425-1234', 'IN', '+9118004251234'],
  ['1800-356-9377', 'SG', '+6518003569377'],
  ['1-800-356-9377', 'CO', '+5718003569377'],
  ['1-800-123-456', 'IE', '+3531800123456'],
  ['1800 FLOWERS', 'AU', '+611800356937'],
  ['1-800-88-1234', 'MY', '+601800881234'],
  ['18003569377', 'CN', '+8618003569377'],
  ['180 0356 9377', 'CN', '+8618003569377'],
  ['1-800-10-888-8888', 'PH', '+631800108888888'],
] as const)('reads %s of %s as its own', (phone_number, country, e164) => {
  const input = parseInCountry(phone.input, { phone_number }, country);
  expect(input).toMatchObject({ phone_number: { e164, valid: true } });
  expect(answerOf(phone, NOTHING, input).insights.country_assumed).toBe(country);
});

it('hints at the United States where another country was assumed', () => {
  const input = parseInCountry(phone.input, { phone_number: '(415) 555-2671' }, 'FR');
  const { insights } = answerOf(phone, NOTHING, input as Parameters<typeof phone.derive>[1]);
  expect(insights.possible_countries).toContain('US');
  const misspelt = { phone_number: '030 12345678', contry: 'DE' };
  expect(() => parseInCountry(lookupBody(phone), misspelt, 'FR')).toThrow(/did you mean "country"/);
  expect(parseRow(phone, '030 12345678', { country: 'DE' })).toMatchObject({
    phone_number: { e164: '+493012345678' },
  });
});

it('says so in every product that reads a number', () => {
  const products = families.find(({ name }) => name === 'Phone')?.products ?? [];
  const reading = products.filter(
    ({ input }) => 'country' in input.shape && 'phone_number' in input.shape,
  );
  expect(reading.length).toBeGreaterThanOrEqual(7);
  for (const { insights, path } of reading)
    expect((insights.schema as typeof phone.insights.schema).shape, path).toHaveProperty(
      'country_assumed',
    );
});

it.each<[AnyProduct, Record<string, unknown>, string, string]>([
  [phone, { phone_number: '030 12345678', contry: 'DE' }, 'contry', 'country'],
  [phone, { phone_number: '030 12345678', Country: 'DE' }, 'Country', 'country'],
  [mnpLookup, { phone_number: '+4930123456', bypass_cash: true }, 'bypass_cash', 'bypass_cache'],
  [phone, { phone_number: '030 901820', countryCode: 'DE' }, 'countryCode', 'country'],
  [phone, { phone_number: '030 901820', country_code: 'DE' }, 'country_code', 'country'],
  [reversePhoneLookup, { ...GOOGLE, source: 'premium' }, 'source', 'lookup_source'],
  [businessVerify, { ...CLINIC, phone_number: '+14155550131' }, 'phone_number', 'phone'],
  [businessVerify, { ...CLINIC, domain: 'clinic.example' }, 'domain', 'website'],
  [businessVerify, { ...CLINIC, url: 'https://clinic.example' }, 'url', 'website'],
  [businessVerify, { ...CLINIC, email_address: 'a@clinic.example' }, 'email_address', 'email'],
])(
  'refuses a field of %o that is a misspelt one, or an optional one by another name',
  (product, body, sent, field) => {
    expect(() => parseInput(lookupBody(product), body)).toThrowError(
      expect.objectContaining({
        ...{ code: 'INVALID_REQUEST', param: sent },
        message: expect.stringContaining(`did you mean "${field}"`),
      }),
    );
  },
);

it.each<[AnyProduct, Record<string, unknown>]>([
  // Columns of a customer's own table, and a name of a field that was sent or does not take it.
  [phone, { ...GOOGLE, ...OWN_ROW, country_code: '+1', country_name: 'Germany' }],
  [phone, { ...GOOGLE, country: 'US', country_code: 'US', mobile: '+14155552671' }],
  [reversePhoneLookup, { ...GOOGLE, ...OWN_ROW, source: 'trade fair' }],
  [businessVerify, { ...CLINIC, website: 'clinic.example', url: 'clinic.example', number: '12' }],
  [businessVerify, { ...CLINIC, domain: '', title: 'Dr', page: 2, address: '1 Main St' }],
  [networkEmailFinder, { profile_url: 'linkedin.com/in/ada', website: 'a.example', page: 'ada' }],
  [b2bContactAppend, { ...OWN_ROW, email: 'ada@example.com', domain: 'example.com' }],
])('leaves alone what a body of %o has besides: %o', (product, body) => {
  expect(() => parseInput(lookupBody(product), body)).not.toThrow();
});

it.each<[AnyProduct, Record<string, unknown>, string]>([
  [prospectSearch, { companyDomain: 'example.com' }, '`companyDomain` looks like'],
  [b2bContactAppend, { linkedin_url: 'linkedin.com/in/ada' }, 'misspelling of `network_url`'],
  [b2bContactAppend, { fullName: 'Ada Example' }, 'misspelling of `name`'],
])('names the field of %o that was meant, where none was sent: %o', (product, body, hint) => {
  expect(() => parseInput(lookupBody(product), body)).toThrowError(
    expect.objectContaining({ code: 'MISSING_FIELD', message: expect.stringContaining(hint) }),
  );
});

it('refuses it in a row of a job too, and leaves alone what resembles nothing', () => {
  const row = (body: object) => () => parseRow(phone, JSON.stringify(body));
  expect(row({ phone_number: '030 12345678', contry: 'DE' })).toThrow(/did you mean "country"/);
  expect(row({ phone_number: '+4930123456', note: 'ours', id: 7 })).not.toThrow();
  expect(row({ phone_number: '+4930123456', country: 'DE', county: 'Kent' })).not.toThrow();
});
