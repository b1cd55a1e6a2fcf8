import { describe, expect, it } from 'vitest';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import { hlrLookup } from '../../../src/products/phone/hlr-lookup.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';
import { ipqsVendor } from '../../support/world/vendors/ipqs.ts';
import { teliqueVendor } from '../../support/world/vendors/telique.ts';
import { telnyxVendor } from '../../support/world/vendors/telnyx.ts';
import { twilioVendor } from '../../support/world/vendors/twilio.ts';

describe('mnp-lookup and the profile of the line', () => {
  it("fall back to the operator's record where the paid query failed", async () => {
    const record = { carrier: 'Example Wireless', line_type: 'MOBILE', ported_at: '2025-03-01' };
    // The vendor's query_status of this number is FAILED.
    const phone_number = '+447911120004';
    const world = await createWorld({
      vendors: [hlrLookupsVendor],
      files: { portability: { [phone_number]: record } },
      now: Date.now(),
    });
    const validated = await answer(phone, { phone_number }, world);
    expect(validated.classification.portability_status).toBe('PORTED');
    const routed = await answer(mnpLookup, { phone_number }, world);
    expect(routed.classification).toMatchObject({ query_status: 'OK', is_ported: true });
  });
});

describe('number_type of mnp-lookup', () => {
  it.each(['LANDLINE', 'VOIP', 'MOBILE'])(
    "is %s, as in phone, where the operator's file says so and a paid query names a network",
    async (line_type) => {
      const phone_number = '+447911123456';
      const file = { portability: { [phone_number]: { line_type } } };
      const reply = { query_status: 'OK', connectivity_status: 'CONNECTED', mccmnc: '23430' };
      const world = await createWorld({
        vendors: [hlrLookupsVendor],
        files: file,
        http: () => Response.json({ ...reply, is_ported: false, original_network_name: 'EE' }),
        now: Date.now(),
      });
      const [validated, typed, routed] = [
        await answer(phone, { phone_number }, world),
        await answer(ntLookup, { phone_number }, world),
        await answer(mnpLookup, { phone_number }, world),
      ];
      const { number_type, mccmnc } = routed.classification;
      expect([validated.classification.line_type, number_type]).toEqual([line_type, line_type]);
      expect(typed.classification).toMatchObject({ number_type, mccmnc });
    },
  );
});

describe('nt-lookup', () => {
  const infoText = async (record: Record<string, unknown>, vendors: readonly FakeVendor[] = []) => {
    const phone_number = '+14155552671';
    const files = { portability: { [phone_number]: record } };
    const world = await createWorld({ vendors, files, now: Date.now() });
    return (await answer(ntLookup, { phone_number }, world)).insights.nt_result.info_text;
  };
  const HELD =
    /The carrier held the number block in 2014-02; the number may have been ported since/;
  const QUERIED = 'The type comes from a live carrier query.';
  const typeOnly: FakeVendor = {
    ...twilioVendor,
    answer: () => Response.json({ valid: true, line_type_intelligence: { type: 'mobile' } }),
  };

  it('says of the type and of the carrier where each comes from', async () => {
    const typed = await infoText({ line_type: 'MOBILE', status: 'ACTIVE' });
    expect(typed).toMatch(/^The type comes from an imported portability record\. /);
    expect(typed).toMatch(HELD);
    expect(await infoText({ line_type: 'MOBILE', carrier: 'Example Wireless' })).toBe(
      'Type and carrier come from an imported portability record.',
    );
    const queried = await infoText({}, [typeOnly]);
    expect(queried).toContain(QUERIED);
    expect(queried).toMatch(HELD);
  });

  it('does not call the type of a carrier query that of the numbering plan', async () => {
    const world = await createWorld({ vendors: [typeOnly], now: Date.now() });
    const phone_number = '+33612345678';
    const { insights } = await answer(ntLookup, { phone_number }, world);
    expect(insights.nt_result).toMatchObject({ number_type_basis: 'CARRIER_QUERY' });
    expect(insights.nt_result.info_text).toContain(QUERIED);
  });
});

describe('hlr-lookup', () => {
  it('takes the old block table for no sign against a handset that its network answers for', async () => {
    // Its block was held by a landline company in 2014.
    const phone_number = '+12127361111';
    const world = await createWorld({
      vendors: [hlrLookupsVendor],
      http: () => Response.json({ connectivity_status: 'CONNECTED', is_ported: false }),
      now: Date.now(),
    });
    const validated = await answer(phone, { phone_number }, await createWorld({}));
    expect(validated.classification).toMatchObject({
      ...{ line_type: 'LANDLINE', line_type_basis: 'BLOCK_HOLDER' },
    });
    const { recommendations } = await answer(hlrLookup, { phone_number }, world);
    expect(recommendations?.business_rules).toMatchObject({ sms_allowed: true });
  });

  it("falls back to the operator's record where the network did not answer", async () => {
    const phone_number = '+447911120005';
    const files = { portability: { [phone_number]: { carrier: 'EE', status: 'ACTIVE' } } };
    const statusFrom = async (vendors: readonly FakeVendor[]) => {
      const world = await createWorld({ vendors, files, now: Date.now() });
      return (await answer(hlrLookup, { phone_number }, world)).classification;
    };
    expect(await statusFrom([])).toMatchObject({ connectivity_status: 'CONNECTED' });
    // The vendor says UNDETERMINED of this number.
    expect(await statusFrom([hlrLookupsVendor])).toMatchObject({
      connectivity_status: 'CONNECTED',
    });
  });
});

describe('the public portability database', () => {
  it('is not complete while its guide, which names the carrier, cannot say', async () => {
    const world = await createWorld({
      vendors: [teliqueVendor],
      http: ({ url }) => (url.includes('/lerg/') ? new Response('', { status: 503 }) : null),
    });
    const input: unknown = phone.input.parse({ phone_number: '+14155552671' });
    const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
    const found = await resolveSources(phone, input, ports, Promise.resolve()).answer;
    expect(found.fact).toMatchObject({ listed: { ported: true } });
    // Complete, it would be kept without its carrier for seven days.
    expect(found.complete).toBe(false);
  });
});

describe('two carrier queries', () => {
  it('name one network together, not the country code of one and the network code of the other', async () => {
    const line = { type: 'mobile', mobile_country_code: '311', mobile_network_code: '480' };
    const world = await createWorld({
      vendors: [telnyxVendor, twilioVendor],
      http: ({ url }) => {
        if (url.includes('telnyx'))
          return Response.json({
            data: {
              carrier: { name: 'VZW', mobile_country_code: '310', mobile_network_code: null },
              portability: { lrn: '', ported_status: '' },
            },
          });
        return url.includes('twilio')
          ? Response.json({ valid: true, line_type_intelligence: line, line_status: null })
          : new Response('', { status: 404 });
      },
    });
    const found = await answer(phone, { phone_number: '+14155552671' }, world);
    expect(found.insights.carrier).toMatchObject({ name: 'VZW' });
    expect(found.insights.carrier).not.toMatchObject({ mcc: '310', mnc: '480' });
  });

  it('leave the codes to the network of the carrier that the record names', async () => {
    const phone_number = '+14155552671';
    const codesOf = async (vendors: readonly FakeVendor[]) => {
      // Without a status the record leaves something to ask.
      const files = { portability: { [phone_number]: { carrier: 'Cellular South Inc.' } } };
      const found = await answer(phone, { phone_number }, await createWorld({ vendors, files }));
      return found.insights.carrier;
    };
    const recorded = { name: 'Cellular South Inc.', mcc: '311', mnc: '230' };
    expect(await codesOf([])).toEqual(recorded);
    // It says Example Mobile, 310260.
    expect(await codesOf([telnyxVendor])).toEqual(recorded);
  });
});

describe('what a reputation service says of the line', () => {
  it('stands behind the portability database, by which phone tells the line', async () => {
    const world = await createWorld({
      vendors: [teliqueVendor, ipqsVendor],
      http: ({ url }) =>
        url.includes('/lerg/')
          ? Response.json({ data: [{ ocn_name: 'EXAMPLE INTERNET LINES', category: 'IPES' }] })
          : null,
    });
    const body = { phone_number: '+14155552671' };
    const { classification, insights } = await answer(phone, body, world);
    expect(classification).toMatchObject({ line_type: 'VOIP', carrier_type: 'VOIP_PROVIDER' });
    expect(insights.carrier).toMatchObject({ name: 'EXAMPLE INTERNET LINES' });
    // The service calls it a wireless line of Example Mobile.
    const spam = await answer(phoneSpam, body, world);
    expect(spam.insights.network_analysis).toMatchObject({
      ...{ line_type: 'VOIP', carrier_type: 'VOIP_PROVIDER', carrier: 'EXAMPLE INTERNET LINES' },
    });
  });
});
