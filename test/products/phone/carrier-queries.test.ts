import { describe, expect, it } from 'vitest';
import { type LiveLine, UNKNOWN_LINE } from '../../../src/domain/carrier.ts';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { ApiError } from '../../../src/lib/errors.ts';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { usesTablesOnly } from '../../../src/lookup/source.ts';
import { derivePhone } from '../../../src/products/phone/conclusion.ts';
import { EMPTY_FACT, mergeLines } from '../../../src/products/phone/fact.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneScrub } from '../../../src/products/phone/phone-scrub/product.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';
import { teliqueVendor } from '../../support/world/vendors/telique.ts';
import { telnyxVendor } from '../../support/world/vendors/telnyx.ts';
import { trestleVendor } from '../../support/world/vendors/trestle.ts';
import { twilioVendor } from '../../support/world/vendors/twilio.ts';

const NUMBER = '+14155552671';

async function worldOf(vendors: readonly FakeVendor[], files: Files = {}, broken = false) {
  return createWorld({
    files,
    vendors,
    now: Date.now(),
    http() {
      if (broken) throw new ApiError('UPSTREAM_QUOTA_EXHAUSTED');
      return null;
    },
  });
}

const look = async (
  vendors: readonly FakeVendor[],
  phone_number = NUMBER,
  files: Files = {},
  broken = false,
) => {
  const world = await worldOf(vendors, files, broken);
  const found = await answer(phone, { phone_number }, world);
  return { ...found, asked: world.outbound.asked.map((line) => new URL(line.slice(4)).host) };
};

describe('a phone validation with carrier queries', () => {
  it('tells carrier, porting and service as the carriers say', async () => {
    const { classification, insights, recommendations, consulted, price } = await look([
      telnyxVendor,
      trestleVendor,
    ]);
    expect(classification).toMatchObject({
      ...{ line_type: 'MOBILE', line_type_basis: 'CARRIER_QUERY', number_status: 'ACTIVE' },
      ...{ portability_status: 'PORTED', service_type: 'POSTPAID', connection_quality: 'GOOD' },
    });
    expect(insights).toMatchObject({
      carrier: { name: 'Example Mobile', mcc: '310', mnc: '260' },
      routing: { lrn: '4154250000', is_ported: true },
      reachability: {
        ...{ is_reachable: true, reachable_status: 'activity 85' },
        verification_method: 'CARRIER_QUERY',
      },
      raw_api_fields: { network_source: 'CARRIER_QUERY', class: 'W', spid: '6529' },
    });
    // Whether it may be called is still nobody's word.
    expect(recommendations?.business_rules).toMatchObject({ marketing_allowed: null });
    expect(consulted).toContain('phone_activity_query');
    expect(price).toBe(1);
  });

  it('asks one source of activity, the other only when that fails to be there', async () => {
    const both = await look([trestleVendor, twilioVendor]);
    expect(both.asked).toEqual(['api.trestleiq.com', 'api.telique.ringer.tel']);
    const one = await look([twilioVendor], '+14155552679');
    expect(one.classification).toMatchObject({ line_type: 'VOIP', number_status: 'INACTIVE' });
    expect(one.insights.reachability).toMatchObject({
      ...{ is_reachable: false, reachable_status: 'inactive' },
      verification_method: 'CARRIER_QUERY',
    });
    const carrierOnly = await look([telnyxVendor]);
    expect(carrierOnly.classification.number_status).toBe('UNKNOWN');
    expect(carrierOnly.insights.reachability).toMatchObject({ is_reachable: null });
  });

  it('prefers the operator’s own file, and asks nobody about what it tells', async () => {
    const row = { carrier: 'Example Wireless', status: 'INACTIVE', line_type: 'LANDLINE' };
    const known = await look([telnyxVendor, trestleVendor], NUMBER, {
      portability: { [NUMBER]: row },
    });
    expect([known.asked, known.classification.number_status]).toEqual([[], 'INACTIVE']);
    const partly = await look([telnyxVendor, trestleVendor], NUMBER, {
      portability: { [NUMBER]: { ...row, status: undefined } },
    });
    expect(partly.classification).toMatchObject({
      ...{ line_type: 'LANDLINE', line_type_basis: 'PORTABILITY_RECORD', number_status: 'ACTIVE' },
    });
    expect(partly.insights.raw_api_fields.network).toBe('Example Wireless');
  });

  it.each(['+442079461958', '+18005551234', '+14155550123', '+14151230102'])(
    'pays nobody who does not know %s',
    async (number) => {
      expect((await look([telnyxVendor, trestleVendor], number)).asked).toEqual([]);
    },
  );

  it('asks Twilio and the network about a number abroad', async () => {
    const abroad = await look([telnyxVendor, trestleVendor, twilioVendor], '+442079461958');
    expect(abroad.asked).toEqual(['lookups.twilio.com']);
    expect(abroad.classification).toMatchObject({
      ...{ line_type: 'VOIP', line_type_basis: 'CARRIER_QUERY', number_status: 'VALID' },
      carrier_type: 'VOIP_PROVIDER',
    });
    const mobile = await look([hlrLookupsVendor], '+447911120123');
    expect(mobile.classification).toMatchObject({
      line_type: 'MOBILE',
      portability_status: 'PORTED',
    });
    expect(mobile.insights.carrier).toEqual({ name: 'Example Mobile', mcc: '310', mnc: '260' });
    expect((await look([hlrLookupsVendor], '+442079461958')).asked).toEqual([]);
  });

  it.each([[twilioVendor, '+442079461959', 'inactive']])(
    'takes no line abroad for a good one that %# says is out of service',
    async (vendor, number, flag) => {
      const out = await look([vendor], number);
      expect(out.classification).toMatchObject({
        number_status: 'VALID',
        connection_quality: 'POOR',
      });
      expect(out.insights).toMatchObject({
        reachability: { is_reachable: null, reachable_status: flag },
        compliance: {
          number_quality: 'POOR',
          quality_basis: 'NUMBER_RECORD',
          good_number: false,
        },
      });
      expect(out.risk?.risk_factors).toContain('NOT_REACHABLE');
      expect(out.risk?.risk_factors).not.toContain('REACHABILITY_NOT_CHECKED');
      expect(out.recommendations).toMatchObject({
        primary_action: 'REVIEW',
        business_rules: { sms_allowed: false, voice_allowed: false },
      });
      const serving = await look([vendor], number.replace(/\d$/, '1'));
      expect(serving.insights.compliance).toMatchObject({
        number_quality: 'GOOD',
        quality_basis: 'NUMBER_RECORD',
      });
      expect(serving.recommendations?.business_rules).toMatchObject({ voice_allowed: true });
    },
  );

  it('says of a number that the network does not know what the network said, free', async () => {
    const ask = async (product: AnyProduct) =>
      answer(product, { phone_number: '+447911120002' }, await worldOf([hlrLookupsVendor]));
    const [line, type, spam] = await Promise.all([phone, ntLookup, phoneSpam].map(ask));
    const reason = 'The network reports the number as not assigned.';
    expect(type?.classification).toMatchObject({
      is_valid: false,
      qualifies_for_hlr_lookup: false,
    });
    expect(type?.insights.nt_result).toMatchObject({ invalid_reason: reason, info_text: reason });
    expect(line?.classification).toMatchObject({
      number_status: 'INVALID',
      connection_quality: 'POOR',
    });
    expect(line?.insights).toMatchObject({
      number: { is_valid: false, invalid_reason: reason },
      reachability: { is_reachable: null, reachable_status: 'INVALID_MSISDN' },
      compliance: { number_quality: 'POOR', quality_basis: 'NUMBER_RECORD' },
    });
    expect(line?.recommendations).toMatchObject({
      primary_action: 'BLOCK',
      user_message: expect.stringContaining('not assigned'),
      business_rules: { sms_allowed: false, voice_allowed: false },
    });
    expect(spam?.classification.line_status).toBe('DISCONNECTED');
    expect(spam?.insights.behavior.callback_basis).toBe('NUMBER_RECORD');
    expect([line, type, spam].map((found) => found?.price)).toEqual([0, 0, 0]);
  });

  it('calls no handset reachable that the network has lost', async () => {
    const absent = await look([hlrLookupsVendor], '+447911120001');
    expect(absent.classification).toMatchObject({
      ...{ number_status: 'VALID', connection_quality: 'POOR' },
    });
    expect(absent.risk).toMatchObject({
      risk_level: 'MEDIUM',
      risk_factors: expect.arrayContaining(['NOT_REACHABLE_NOW']),
    });
    expect(absent.recommendations).toMatchObject({
      primary_action: 'VERIFY',
      secondary_actions: expect.arrayContaining(['RETRY_LATER']),
      business_rules: { sms_allowed: false, voice_allowed: false },
    });
    expect(absent.price).toBe(1);
  });

  it('answers from the tables when every query fails, and says that it did', async () => {
    const failed = await look([telnyxVendor, trestleVendor, twilioVendor], NUMBER, {}, true);
    expect(failed.classification).toEqual((await look([])).classification);
    expect(failed.asked).toHaveLength(4);
    expect(failed.insights.reachability.reason).toContain('did not answer');
  });

  it('asks the public database without a key, of the United States and Canada, and in no job', async () => {
    const found = await look([teliqueVendor]);
    expect(found.classification).toMatchObject({
      ...{ line_type: 'MOBILE', line_type_basis: 'PORTABILITY_DATABASE' },
      ...{ portability_status: 'PORTED', number_status: 'UNKNOWN' },
    });
    expect(found.insights).toMatchObject({
      routing: { lrn: '4154250000', is_ported: true },
      raw_api_fields: { network: 'EXAMPLE MOBILE USA', network_source: 'PORTABILITY_DATABASE' },
      reachability: {
        ...{ is_reachable: null, verification_method: 'PORTABILITY_DATABASE' },
        reason:
          'The public portability database has the number; no configured carrier source reports whether it is in service.',
      },
    });
    // Where a carrier query says the same, it is not asked.
    const beside = await worldOf([telnyxVendor, { ...teliqueVendor, vars: {} }]);
    await answer(phone, { phone_number: NUMBER }, beside);
    expect(beside.outbound.asked.map((line) => new URL(line.slice(4)).host)).toEqual([
      'api.telnyx.com',
    ]);
    const keyless = await worldOf([]);
    expect([
      usesTablesOnly(phone.sources, keyless),
      usesTablesOnly(phone.sources, keyless, 'bulk'),
    ]).toEqual([false, true]);
    expect((await look([], '+442079461958')).asked).toEqual([]);
  });

  it('asks the do-not-originate registry with a key, beside the file of the operator', async () => {
    const flagOf = async (number: string, vendors = [teliqueVendor], files: Files = {}) => {
      const found = await look(vendors, number, files);
      return [found.insights.compliance.dno_flag, found.recommendations?.primary_action];
    };
    const paths = async (number: string, vendor: FakeVendor, files: Files = {}) => {
      const world = await worldOf([vendor], files);
      await answer(phone, { phone_number: number }, world);
      return world.outbound.asked.filter((line) => line.includes('/dno/'));
    };
    const registered = '+14155552672';
    expect(await flagOf(registered)).toEqual([true, 'BLOCK']);
    expect((await flagOf(NUMBER))[0]).toBe(false);
    expect((await flagOf('+14155552699'))[0]).toBeNull();
    expect(await paths(registered, teliqueVendor)).toHaveLength(1);
    // The keyless calls are few, and are kept for the carrier.
    expect(await paths(registered, { ...teliqueVendor, vars: {} })).toEqual([]);
    expect(await paths(registered, teliqueVendor, { do_not_originate: {} })).toEqual([]);
    expect(await paths('+442079461958', teliqueVendor)).toEqual([]);
    const known = { portability: { [registered]: { carrier: 'Example', status: 'ACTIVE' } } };
    expect((await flagOf(registered, [teliqueVendor], known))[0]).toBe(true);
    const broken = { ...teliqueVendor, answer: () => new Response('', { status: 500 }) };
    expect((await flagOf(registered, [broken]))[0]).toBeNull();
  });

  it('waits for nobody where nobody can tell more', async () => {
    const keyless = await worldOf([]);
    const keyed = await worldOf([telnyxVendor]);
    const input = phone.input.parse({ phone_number: '+442079461958' });
    const ports = { breakers: createBreakers(), metrics: noMetrics, organizationId: 'org_test' };
    const never = new Promise<void>(() => undefined);
    const asking = (world: typeof keyless, input: unknown) =>
      resolveSources(phone, input, { ...ports, world }, never);
    const first = ({ answer: found, needsIo: waits }: ReturnType<typeof asking>) =>
      Promise.race([found, waits.then(() => 'waits')]);
    expect(await first(asking(keyless, input))).toMatchObject({ fromTables: true, complete: true });
    const ours = phone.input.parse({ phone_number: NUMBER });
    expect(await first(asking(keyed, ours))).toBe('waits');
    expect(keyless.outbound.asked).toEqual([]);
  });
});

it('is one profile of a line in every product that tells of one', async () => {
  const files = {
    caller_names: { [NUMBER]: { name: 'EXAMPLE BAKERY' } },
    do_not_call: {},
  } as unknown as Files;
  const vendors = [telnyxVendor, trestleVendor];
  const ask = async (product: AnyProduct) =>
    answer(product, { phone_number: NUMBER }, await worldOf(vendors, files));
  const [line, type, scrub, spam] = await Promise.all(
    [phone, ntLookup, phoneScrub, phoneSpam].map(ask),
  );
  expect(line?.classification).toMatchObject({ line_type: 'MOBILE', portability_status: 'PORTED' });
  expect(type?.classification).toMatchObject({
    ...{ number_type: 'MOBILE', number_type_basis: 'CARRIER_QUERY', mccmnc: '310260' },
  });
  expect(type?.insights.nt_result).toMatchObject({
    ...{ carrier: 'Example Mobile', carrier_source: 'CARRIER_QUERY' },
  });
  expect(scrub?.classification).toMatchObject({
    ...{ phone_type: 'MOBILE', phone_type_basis: 'CARRIER_QUERY' },
  });
  expect(spam?.insights.network_analysis).toMatchObject({
    ...{ line_type: 'MOBILE', carrier: 'Example Mobile', carrier_source: 'CARRIER_QUERY' },
  });
});

it('believes the table of 2014 only until something newer names the carrier', () => {
  const holder = {
    ...{ company: 'PACIFIC BELL', companyType: 'RBOC', city: 'SAN FRANCISCO', state: 'CA' },
    asOf: '2014-02',
  };
  const number = parsePhoneNumber(NUMBER);
  const at = (listed: Partial<LiveLine> | null) =>
    derivePhone(
      { ...EMPTY_FACT, holder, listed: listed && { ...UNKNOWN_LINE, ...listed } },
      number,
    );
  expect(at(null)).toMatchObject({ lineType: 'LANDLINE', basis: 'BLOCK_HOLDER' });
  expect(at({ ported: true })).toMatchObject({ lineType: 'UNKNOWN', carrier: null });
  expect(at({ ported: true, carrier: 'Bandwidth.com CLEC' })).toMatchObject({
    ...{ lineType: 'VOIP', basis: 'CARRIER_NAME', carrierType: 'VOIP_PROVIDER' },
  });
  expect(at({ ported: true, carrier: 'XO Communications' })).toMatchObject({ lineType: 'UNKNOWN' });
});

it('joins two queries field by field, the first first', () => {
  const line = fc.record(
    Object.fromEntries(
      Object.keys(UNKNOWN_LINE).map((field) => [
        field,
        fc.option(fc.constantFrom('a', 'b', field === 'carrier' ? 'c' : false), { nil: null }),
      ]),
    ),
  ) as unknown as fc.Arbitrary<LiveLine>;
  fc.assert(
    fc.property(line, line, (one, other) => {
      const joined = mergeLines(one, other) as LiveLine;
      const { mcc, mnc, ...fields } = joined;
      for (const field of Object.keys(fields) as (keyof typeof fields)[])
        expect(joined[field]).toBe(one[field] === null ? other[field] : one[field]);
      const codes = [one, other, UNKNOWN_LINE].map((each) => `${each.mcc} ${each.mnc}`);
      expect(codes).toContain(`${mcc} ${mnc}`);
      expect(mergeLines(null, other)).toBe(other);
      expect(mergeLines(one, undefined)).toBe(one);
      expect(mergeLines(null, undefined)).toBeNull();
    }),
  );
});
