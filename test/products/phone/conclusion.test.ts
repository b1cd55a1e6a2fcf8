import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import type { BlockHolder } from '../../../src/domain/phone/number-plan.ts';
import { carrierKind } from '../../../src/open-data/phone/block-holders.ts';
import { derivePhone } from '../../../src/products/phone/conclusion.ts';
import type { PhoneFact } from '../../../src/products/phone/fact.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { answerOf } from '../../support/answer.ts';
import * as fc from '../../support/fast-check.ts';
import { COUNTRIES, IMPOSSIBLE, SERVICES, SHARED_CODES } from './labelled-numbers.ts';

const held = (company: string, companyType: string): BlockHolder => ({
  company,
  companyType,
  city: 'PROVO',
  state: 'UT',
  asOf: '2014-02',
});

describe('the holder of a block as a hint', () => {
  it.each([
    ['CELLCO PARTNERSHIP DBA VERIZON WIRELESS - UT', 'WIRELESS PROV', 'MOBILE', 'MAJOR_CARRIER'],
    ['CELLCO PARTNERSHIP DBA VERIZON WIRELESS - MN', '', 'MOBILE', 'MAJOR_CARRIER'],
    ['METROPCS NETWORKS, LLC', '', 'MOBILE', 'MAJOR_CARRIER'],
    ['Fido Solutions Inc.', '', 'MOBILE', 'MAJOR_CARRIER'],
    ['UNITED STATES CELLULAR CORP. - ILLINOIS', 'WIRELESS PROV', 'MOBILE', 'REGIONAL_CARRIER'],
    ['PACIFIC BELL', 'RBOC', 'LANDLINE', 'MAJOR_CARRIER'],
    ['RESERVATION TELEPHONE COOPERATIVE', 'IND. TELCO', 'LANDLINE', 'REGIONAL_CARRIER'],
    ['BANDWIDTH.COM CLEC, LLC - NY', '', 'VOIP', 'VOIP_PROVIDER'],
    ['LEVEL 3 COMMUNICATIONS, LLC - CA', 'CLEC', 'VOIP', 'VOIP_PROVIDER'],
    ['XO CALIFORNIA, INC.', 'CLEC', 'UNKNOWN', 'REGIONAL_CARRIER'],
    ['USA MOBILITY WIRELESS, INC.', 'WIRELESS PROV', 'UNKNOWN', 'REGIONAL_CARRIER'],
    ['AMERICAN MESSAGING SERVICES, LLC', 'WIRELESS PROV', 'UNKNOWN', 'REGIONAL_CARRIER'],
  ])('%s (%s) → %s, %s', (company, companyType, lineType, carrierType) => {
    const fact: PhoneFact = { plan: null, holder: held(company, companyType), records: null };
    expect(derivePhone(fact, parsePhoneNumber('+18013605555'))).toMatchObject({
      lineType,
      carrierType,
    });
  });

  it('never outweighs the plan', () => {
    const fact: PhoneFact = { plan: null, holder: held('PACIFIC BELL', 'RBOC'), records: null };
    expect(derivePhone(fact, parsePhoneNumber('+18002345678'))).toMatchObject({
      lineType: 'TOLL_FREE',
      basis: 'NUMBERING_PLAN',
    });
  });

  it('matches names where a word begins, in any case', () => {
    expect(carrierKind('Bandwidth.com')).toBe('voip');
    expect(carrierKind('VALIANT TELEPHONE')).toBeNull();
    expect(carrierKind('Aliant Telecom (NS)')).toBe('major');
  });
});

describe('whatever the sources say', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const listing = fc.record({ listed: maybe(fc.boolean()), asOf: fc.constant('2026-10-01') });
  const portability = fc.record({
    lrn: maybe(fc.constantFrom('8013605555', '8015550000')),
    carrier: maybe(fc.constantFrom('Bandwidth', 'T-MOBILE USA', 'Somebody')),
    spid: maybe(fc.constant('981E')),
    lineType: maybe(fc.constantFrom('MOBILE' as const, 'LANDLINE' as const, 'VOIP' as const)),
    portType: maybe(fc.constant('0')),
    portedAt: maybe(fc.constant('2024-05-01')),
    status: maybe(fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const)),
    asOf: fc.constant('2026-10-01'),
  });
  const facts: fc.Arbitrary<PhoneFact> = fc.record({
    plan: maybe(
      fc.record({
        place: maybe(fc.constant('Utah')),
        timezones: fc.subarray(['America/Denver', 'America/Boise']),
        carrier: maybe(
          fc.record({
            name: fc.constant('JT'),
            mcc: maybe(fc.constant('234')),
            mnc: maybe(fc.constant('50')),
          }),
        ),
        mobileCountryCode: maybe(fc.constant('234')),
        fictional: fc.boolean(),
      }),
    ),
    holder: maybe(fc.constant(held('PACIFIC BELL', 'RBOC'))),
    records: maybe(
      fc.record({ doNotCall: listing, doNotOriginate: listing, portability: maybe(portability) }),
    ),
  });
  const texts = fc.constantFrom(
    ...[...COUNTRIES, ...SHARED_CODES, ...SERVICES, ...IMPOSSIBLE].map(([text]) => text),
  );

  it('the answer obeys its schemas, its scores stay in range, and nobody is sent to a number that is blocked', () => {
    fc.assert(
      fc.property(facts, texts, (fact, text) => {
        const input = { phone_number: parsePhoneNumber(text) };
        const { insights, risk, recommendations: advice } = answerOf(phone, fact, input);
        const { risk_indicators, compliance } = insights;
        expect(risk?.confidence_level).toBeLessThanOrEqual(100);
        expect(risk_indicators.burner_probability).toBeLessThanOrEqual(1);
        if (advice?.primary_action === 'BLOCK')
          expect(advice.business_rules).toEqual({
            sms_allowed: false,
            voice_allowed: false,
            marketing_allowed: false,
            dnc_check_required: false,
          });
        if (compliance.dnc_listed) expect(advice?.business_rules.marketing_allowed).toBe(false);
        // Unknown is never safe.
        if (fact.records?.doNotCall.listed !== false)
          expect(compliance.dnc_status).not.toBe('NOT_LISTED');
        if (compliance.dnc_reason === 'NOT_CHECKED') {
          expect(advice?.primary_action).not.toBe('APPROVE');
          expect(advice?.business_rules.marketing_allowed).not.toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
