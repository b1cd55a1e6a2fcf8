import { describe, expect, it } from 'vitest';
import type { World } from '../../../src/lookup/world.ts';
import { recordedRouting } from '../../../src/open-data/records/phone.ts';
import { hlrLookup } from '../../../src/products/phone/hlr-lookup.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';
import { teliqueVendor } from '../../support/world/vendors/telique.ts';

const portability = {
  '+12025550101': {
    lrn: '2025550199',
    carrier: 'Example Wireless',
    line_type: 'MOBILE',
    status: 'ACTIVE',
  },
  '+12025550102': { carrier: 'Example Telephone', status: 'INACTIVE' },
  '+12025550103': { lrn: '2025550103' },
  '+12025550111': { lrn: '2025550199', carrier: 'CELLULAR SOUTH, INC. - MS' },
  '+12025550112': { carrier: 'Whoever Holdings, LLC DBA Dish Wireless' },
  '+12025550113': { carrier: 'CELLCO PARTNERSHIP DBA VERIZON WIRELESS - CA' },
  '+12025550114': { carrier: 'TELNYX LLC' },
  '+12025550115': { carrier: 'Cellular South Inc.', line_type: 'LANDLINE' },
  '+14165550111': { carrier: 'Freedom Mobile Inc.' },
  '+14165550112': { carrier: 'BELL MOBILITY INC.' },
};

/** A world of these vendors, reached where they usually are, and what they were asked. */
async function worldOf(vendors: readonly FakeVendor[], files: Files = {}, http?: () => Response) {
  const world = await createWorld({ vendors, files, now: Date.now(), ...(http && { http }) });
  return { world, asked: world.outbound.asked };
}

const ask = (product: typeof hlrLookup | typeof mnpLookup, phone_number: string, world: World) =>
  answer(product, { phone_number }, world);

describe('hlr-lookup', () => {
  const contradicting = {
    ...{ is_ported: false, ported_network_name: 'Ported To', ported_country_name: 'Germany' },
    ...{ original_network_name: 'Original', original_country_code: 'US', mccmnc: '23430' },
    ...{ is_roaming: false, roaming_network_name: 'Abroad', roaming_country_name: 'France' },
    ...{ connectivity_status: 'CONNECTED', imsi: '234301234567890' },
  };
  const replied = async (phone_number: string, reply: object) => {
    const http = () => Response.json({ ...contradicting, query_status: 'OK', ...reply });
    const { world } = await worldOf([hlrLookupsVendor], {}, http);
    const [hlr, mnp] = [
      await ask(hlrLookup, phone_number, world),
      await ask(mnpLookup, phone_number, world),
    ];
    return { hlr: hlr.insights.hlr_result, mnp: { ...mnp.insights.mnp_result }, price: hlr.price };
  };

  it('does not contradict itself where the vendor does', async () => {
    const { hlr, mnp } = await replied('+447400123456', {});
    const stays = { is_ported: false, ported_carrier: null, ported_country: null };
    for (const result of [hlr, mnp])
      expect(result).toMatchObject({ ...stays, current_carrier: 'Original' });
    expect(hlr).toMatchObject({ roaming_carrier: null, roaming_country: null });
    const ported = await replied('+447400123456', { is_ported: true, is_roaming: true });
    expect(ported.hlr).toMatchObject({
      ...{ current_carrier: 'Ported To', ported_carrier: 'Ported To' },
      ...{ ported_country: 'Germany', roaming_carrier: 'Abroad' },
    });
  });

  it('places a number that is not assigned in no network', async () => {
    const status = { connectivity_status: 'INVALID_MSISDN', is_roaming: true };
    const { hlr, price } = await replied('+447400123456', status);
    expect(hlr).toMatchObject({ is_roaming: false, roaming_carrier: null, imsi: null });
    expect(price).toBe(0);
  });

  it('gives no landline the codes of a mobile network', async () => {
    const { hlr, mnp } = await replied('+390669812345', {});
    for (const result of [hlr, mnp])
      expect(result).toMatchObject({ current_mccmnc: null, mccmnc_reason: 'NOT_MOBILE' });
    expect(mnp.number_type).toBe('LANDLINE');
    const { mnp: mixed } = await replied('+14155552671', { mccmnc: '310260' });
    expect(mixed).toMatchObject({ number_type: 'MOBILE', current_mccmnc: '310260' });
  });

  it('asks the network, and shows whose number it is now', async () => {
    const { world } = await worldOf([hlrLookupsVendor]);
    const { classification, insights, price, recommendations } = await ask(
      hlrLookup,
      '+447911120123',
      world,
    );
    expect(classification).toEqual({
      lookup_type: 'HLR',
      connectivity_status: 'CONNECTED',
      is_valid: true,
      is_ported: true,
      is_roaming: false,
      mccmnc: '310260',
      mcc: '310',
      mnc: '260',
    });
    expect(insights.hlr_result).toEqual({
      id: 'f94ef092cb53',
      msisdn: '447911120123',
      connectivity_status: 'CONNECTED',
      current_carrier: 'Example Mobile',
      current_mccmnc: '310260',
      original_carrier: 'Example Wireless',
      country: 'United States',
      country_code: 'US',
      country_prefix: '+44',
      is_ported: true,
      ported_carrier: 'Example Mobile',
      ported_country: 'United States',
      is_roaming: false,
      roaming_carrier: null,
      roaming_country: null,
      imsi: null,
      data_source: 'LIVE_HLR',
      timestamp: '2026-08-07T16:16:17.676Z',
    });
    expect(price).toBe(5);
    expect(recommendations?.primary_action).toBe('APPROVE');
  });

  it.each([
    ['+447911120001', 'ABSENT', true, 5, 'VERIFY'],
    ['+447911120002', 'INVALID_MSISDN', false, 0, 'BLOCK'],
    ['+447911120005', 'UNDETERMINED', true, 0, 'VERIFY'],
  ])('%s is %s', async (number, connectivity_status, is_valid, price, action) => {
    const { world } = await worldOf([hlrLookupsVendor]);
    const found = await ask(hlrLookup, number, world);
    expect(found.classification).toMatchObject({ connectivity_status, is_valid });
    expect([found.price, found.recommendations?.primary_action]).toEqual([price, action]);
  });

  it.each([
    ['+19002342345', 'REVIEW', false],
    ['+18002752273', 'APPROVE', true],
    ['+442071838750', 'APPROVE', true],
    ['+80012345678', 'APPROVE', true],
  ])('allows no text message to %s, though the network answers for it', async (number, ...said) => {
    const [primary_action, voice_allowed] = said;
    const { world } = await worldOf([hlrLookupsVendor]);
    const { classification, recommendations, price } = await ask(hlrLookup, number, world);
    expect([classification.connectivity_status, price]).toEqual(['CONNECTED', 5]);
    const business_rules = { sms_allowed: false, voice_allowed };
    expect(recommendations).toMatchObject({ primary_action, business_rules });
    const validated = await answer(phone, { phone_number: number }, world);
    expect(validated.recommendations?.business_rules).toMatchObject(business_rules);
  });

  it('asks nobody about a number that cannot exist, free', async () => {
    const { world, asked } = await worldOf([hlrLookupsVendor], { portability });
    const found = await ask(hlrLookup, '+14151230102', world);
    expect(found.classification).toMatchObject({
      connectivity_status: 'INVALID_MSISDN',
      is_valid: false,
    });
    expect(found.insights.hlr_result.data_source).toBeNull();
    expect([found.price, asked, found.consulted]).toEqual([0, [], []]);
  });

  it.each([
    ['+12025550101', 'CONNECTED', true, 'Example Wireless'],
    ['+12025550102', 'ABSENT', null, 'Example Telephone'],
    ['+12025550103', 'UNDETERMINED', false, null],
  ])('reads %s from the imported file: %s, ported %s', async (number, status, ported, carrier) => {
    const { world, asked } = await worldOf([], { portability });
    const { classification, insights, risk } = await ask(hlrLookup, number, world);
    // The specification types it a boolean; another field says whether it is known.
    expect(classification).toMatchObject({
      connectivity_status: status,
      is_ported: ported === true,
      is_roaming: false,
    });
    expect(risk?.risk_factors.includes('PORTABILITY_UNKNOWN')).toBe(ported === null);
    const mnp = await ask(mnpLookup, number, world);
    expect(mnp.classification).toMatchObject({
      is_ported: ported === true,
      portability_known: ported !== null,
    });
    expect(insights.hlr_result).toMatchObject({
      data_source: 'MNP_DB',
      country_code: 'US',
      imsi: null,
    });
    if (carrier) expect(insights.hlr_result.current_carrier).toBe(carrier);
    expect(asked).toEqual([]);
  });

  it.each([
    ['+12025550111', '311230', null],
    ['+12025550112', '313340', null],
    ['+12025550113', null, 'SEVERAL_NETWORKS'],
    ['+12025550114', null, 'NOT_LISTED'],
    ['+12025550115', null, 'NOT_MOBILE'],
    ['+12025550103', null, 'NOT_REPORTED'],
    ['+14151230102', null, 'INVALID_NUMBER'],
    ['+14165550111', '302490', null],
    ['+14165550112', null, 'SEVERAL_NETWORKS'],
  ])('settles the codes of %s by the name of its carrier: %s, %s', async (number, code, reason) => {
    const { world } = await worldOf([], { portability });
    const hlr = await ask(hlrLookup, number, world);
    const mnp = await ask(mnpLookup, number, world);
    for (const { classification } of [hlr, mnp])
      expect(classification).toMatchObject({
        mccmnc: code,
        mnc: code?.slice(3) ?? null,
        // Canada has one country code whatever the network.
        mcc: number.startsWith('+1416') ? '302' : (code?.slice(0, 3) ?? null),
      });
    for (const result of [hlr.insights.hlr_result, mnp.insights.mnp_result])
      expect([result.current_mccmnc, result.mccmnc_reason ?? null]).toEqual([code, reason]);
  });

  it.each([
    // The holders of the ranges: Swisscom, SingTel, T-Mobile.
    ['+41791234001', 'Salt', '22803', 'Swisscom'],
    ['+6581234001', 'M1', '52503', 'SingTel'],
    ['+41791234001', 'Whoever Holdings', null, 'Swisscom'],
    ['+41791234001', 'SWISSCOM', '22801', 'Swisscom'],
    ['+4915112345699', 'Vodafone', null, 'T-Mobile'],
  ])(
    'gives %s, of %s, the codes %s: those of its carrier alone, by name',
    async (number, carrier, code, range) => {
      const record = { carrier, line_type: 'MOBILE', status: 'ACTIVE' };
      const { world } = await worldOf([], { portability: { [number]: record } });
      const [hlr, mnp] = [await ask(hlrLookup, number, world), await ask(mnpLookup, number, world)];
      for (const result of [hlr.insights.hlr_result, mnp.insights.mnp_result]) {
        expect(result).toMatchObject({
          ...{ current_carrier: carrier, current_mccmnc: code, original_carrier: range },
          ...{ is_ported: false, ported_carrier: null },
        });
        const several = carrier === 'Vodafone' ? 'SEVERAL_NETWORKS' : 'NOT_LISTED';
        expect(result.mccmnc_reason).toBe(code === null ? several : undefined);
      }
      const validated = await answer(phone, { phone_number: number }, world);
      const { mcc, mnc } = validated.insights.carrier;
      expect(mnc === null ? null : mcc + mnc).toBe(code);
      expect(mnp.classification.portability_known).toBe(false);
    },
  );

  it.each([
    ['+420601123457', 'T-Mobile', '230', 'SEVERAL_NETWORKS'],
    ['+447400123999', 'EE', '234', 'SEVERAL_NETWORKS'],
    ['+420601123457', 'Nordic Telecom 5G a.s.', '230', undefined],
    // A landline has no mobile network, whatever else its carrier runs.
    ['+33123456789', 'Orange', null, 'NOT_MOBILE'],
    ['+448001111111', 'EE', null, 'NOT_MOBILE'],
  ])(
    'looks the carrier of %s, %s, up in every country: %s, %s',
    async (number, carrier, ...said) => {
      const [mcc, reason] = said;
      const { world } = await worldOf([], { portability: { [number]: { carrier } } });
      const { classification, insights } = await ask(mnpLookup, number, world);
      expect([classification.mcc, insights.mnp_result.mccmnc_reason]).toEqual([mcc, reason]);
      const validated = await answer(phone, { phone_number: number }, world);
      expect(validated.insights.carrier).toMatchObject({ mcc, mnc: classification.mnc });
    },
  );

  it.each([
    ['+61412345678', '505'],
    ['+590690001234', '340'],
    ['+262692123456', '647'],
    ['+59995101234', '362'],
  ])(
    'has codes for %s, whose networks the list gives to several countries',
    async (number, mcc) => {
      const { world } = await worldOf([]);
      const { classification } = await answer(ntLookup, { phone_number: number }, world);
      expect(classification.mcc).toBe(mcc);
    },
  );

  it('names nobody as carrier, and no codes, where a record says only that a number is in use', async () => {
    const files = { portability: { '+41791234001': { status: 'ACTIVE' } } };
    const { world } = await worldOf([], files);
    const { insights } = await ask(hlrLookup, '+41791234001', world);
    expect(insights.hlr_result).toMatchObject({
      ...{ current_carrier: null, current_mccmnc: null, mccmnc_reason: 'NOT_REPORTED' },
      original_carrier: 'Swisscom',
    });
  });

  it('asks the public database where neither knows a number, at home only', async () => {
    const { world, asked } = await worldOf([teliqueVendor], { portability });
    const { insights, recommendations } = await ask(hlrLookup, '+14155552671', world);
    expect(insights.hlr_result).toMatchObject({
      connectivity_status: 'CONNECTED',
      is_ported: true,
      current_carrier: 'EXAMPLE MOBILE USA',
      data_source: 'MNP_DB',
    });
    // Assigned is not reachable.
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      business_rules: { sms_allowed: null },
    });
    const before = asked.length;
    for (const number of ['+447911123456', '+18005551234'])
      await expect(ask(hlrLookup, number, world)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
    expect(asked).toHaveLength(before);
  });

  it('charges nothing for a number that the public database does not list', async () => {
    const { world } = await worldOf([teliqueVendor]);
    const hlr = await ask(hlrLookup, '+12127361111', world);
    expect(hlr.classification).toMatchObject({
      connectivity_status: 'UNDETERMINED',
      is_valid: true,
    });
    const mnp = await ask(mnpLookup, '+12127361111', world);
    expect(mnp.classification.query_status).toBe('ERROR');
    expect([hlr.price, mnp.price]).toEqual([0, 0]);
    // Who held the range in 2014 is not who serves the number.
    for (const result of [hlr.insights.hlr_result, mnp.insights.mnp_result])
      expect(result).toMatchObject({
        data_source: 'MNP_DB',
        current_carrier: null,
        original_carrier: expect.stringMatching(/./),
      });
  });

  it("keeps the vendor's failure, where nobody else has a record", async () => {
    const { world } = await worldOf(
      [hlrLookupsVendor],
      { portability },
      () => new Response('{}', { status: 402 }),
    );
    await expect(ask(hlrLookup, '+447911123456', world)).rejects.toMatchObject({
      code: 'UPSTREAM_QUOTA_EXHAUSTED',
    });
    expect(recordedRouting.missing?.(world)).toEqual(['portability with coverage']);
  });
});

it.each(['+14165550123', '+442079460958', '+61491570156', '+12025550123'])(
  'asks nobody about %s, which is kept for fiction, and charges nothing',
  async (number) => {
    for (const files of [{}, { portability }]) {
      const { world, asked } = await worldOf([hlrLookupsVendor, teliqueVendor], files);
      const hlr = await ask(hlrLookup, number, world);
      expect(hlr.classification).toMatchObject({
        ...{ connectivity_status: 'INVALID_MSISDN', is_valid: false },
      });
      expect(hlr.recommendations?.primary_action).toBe('BLOCK');
      const mnp = await ask(mnpLookup, number, world);
      expect(mnp.classification.query_status).toBe('ERROR');
      expect([hlr.price, mnp.price, asked]).toEqual([0, 0, []]);
    }
  },
);

it('answers from the record of the operator about a number that is kept for fiction', async () => {
  const { world, asked } = await worldOf([hlrLookupsVendor, teliqueVendor], { portability });
  const hlr = await ask(hlrLookup, '+12025550101', world);
  expect(hlr.insights.hlr_result).toMatchObject({ current_carrier: 'Example Wireless' });
  const validated = await answer(phone, { phone_number: '+12025550101' }, world);
  const typed = await answer(ntLookup, { phone_number: '+12025550101' }, world);
  expect(validated.classification.portability_status).toBe('PORTED');
  expect(typed.classification.is_possibly_ported).toBe(true);
  expect([hlr.price, validated.price, asked]).toEqual([5, 1, []]);
});

describe('mnp-lookup', () => {
  it('knows no portability of a number that cannot exist', async () => {
    const { world, asked } = await worldOf([hlrLookupsVendor], { portability });
    const { classification, insights } = await ask(mnpLookup, '+14151230102', world);
    const known = { query_status: 'ERROR', is_ported: false, portability_known: false };
    expect(classification).toMatchObject(known);
    expect(insights.mnp_result).toMatchObject(known);
    expect(asked).toEqual([]);
  });

  it('tells carrier and type', async () => {
    const { world } = await worldOf([hlrLookupsVendor]);
    const { classification, insights, price } = await ask(mnpLookup, '+447911123456', world);
    expect(classification).toMatchObject({
      lookup_type: 'MNP',
      query_status: 'OK',
      number_type: 'MOBILE',
      is_ported: true,
    });
    expect(insights).toMatchObject({
      carrier: { current: 'Example Mobile', original: 'Example Wireless' },
      mnp_result: {
        msisdn: '447911123456',
        current_mccmnc: '310260',
        ported_country: 'United States',
      },
    });
    expect(price).toBe(3);
  });

  it.each(Object.keys(portability).filter((number) => number !== '+12025550103'))(
    'knows the type of %s by the carrier that the record names, as validation does',
    async (number) => {
      const { world } = await worldOf([], { portability });
      const [routed, validated] = [
        await ask(mnpLookup, number, world),
        await answer(phone, { phone_number: number }, world),
      ];
      expect(validated.classification.line_type_basis).not.toBe('BLOCK_HOLDER');
      expect(routed.classification.number_type).toBe(validated.classification.line_type);
    },
  );

  it.each([
    ['+18002752273', 'TOLL_FREE', 'LANDLINE'],
    ['+19005552368', 'PREMIUM', 'MOBILE'],
    ['+448001111111', 'TOLL_FREE', 'VOIP'],
  ])('calls %s %s, though its record names a line that it reaches', async (number, type, line) => {
    const record = { carrier: 'RespOrg', line_type: line, status: 'ACTIVE' };
    const { world } = await worldOf([], { portability: { [number]: record } });
    const routed = await ask(mnpLookup, number, world);
    const validated = await answer(phone, { phone_number: number }, world);
    const typed = await answer(ntLookup, { phone_number: number }, world);
    expect([
      routed.classification.number_type,
      validated.classification.line_type,
      typed.classification.number_type,
    ]).toEqual([type, type, type]);
    expect(validated.insights.raw_api_fields.class).toBeNull();
  });

  it.each(['+447911120004', '+447911120006', '+14151230102'])(
    '%s is an error, free',
    async (number) => {
      const { world } = await worldOf([hlrLookupsVendor]);
      const { classification, price } = await ask(mnpLookup, number, world);
      expect([classification.query_status, price]).toEqual(['ERROR', 0]);
    },
  );
});
