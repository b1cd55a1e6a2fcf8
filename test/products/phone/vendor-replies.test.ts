import { describe, expect, it } from 'vitest';
import { carrierNameFrom } from '../../../src/domain/carrier.ts';
import { contactPhone, phoneLineFrom } from '../../../src/domain/person/contact.ts';
import { createBreakers } from '../../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../../src/lookup/pipeline/source-resolution.ts';
import type { AnyProduct } from '../../../src/lookup/product.ts';
import { hlrLookup } from '../../../src/products/phone/hlr-lookup.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { reversePhoneLookup } from '../../../src/products/phone/reverse-phone-lookup/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { noMetrics } from '../../support/no-metrics.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';
import { telnyxVendor } from '../../support/world/vendors/telnyx.ts';
import { trestleVendor } from '../../support/world/vendors/trestle.ts';
import { twilioVendor } from '../../support/world/vendors/twilio.ts';

const US = '+14155552671';

/** A world where a vendor's reply is this, and the public database does not list the number. */
const replying = (vendor: FakeVendor, body: object) =>
  createWorld({
    vendors: [vendor],
    now: Date.now(),
    http: ({ url }) =>
      vendor.hosts.includes(new URL(url).host)
        ? Response.json(body)
        : Response.json({ detail: 'not in the database' }, { status: 404 }),
  });

const find = async (product: AnyProduct, body: object, vendor: FakeVendor, reply: object) => {
  const world = await replying(vendor, reply);
  const input: unknown = product.input.parse(body);
  const ports = { world, breakers: createBreakers(), metrics: noMetrics, organizationId: 'org' };
  return resolveSources(product, input, ports, Promise.resolve()).answer;
};

describe('a carrier query of Telnyx', () => {
  const carrier = { name: 'Example PCS', normalized_carrier: '', type: 'mobile' };
  const portability = { lrn: '4155552671', ported_status: 'N', spid: '6006' };

  it('says that a line is mobile only where its type does', async () => {
    const data = { carrier: { ...carrier, type: 'fixed line or mobile' }, portability };
    const { classification } = await answer(
      phone,
      { phone_number: US },
      await replying(telnyxVendor, { data }),
    );
    expect(classification.line_type_basis).not.toBe('CARRIER_QUERY');
  });

  it.each([
    ['Landline or Wireless', null],
    ['non-mobile', null],
    ['Non Wireless', null],
    ['fixedVoip', 'VOIP'],
    ['nonFixedVoip', 'VOIP'],
    ['Fixed Line', 'LANDLINE'],
    ['Cellular', 'MOBILE'],
    [null, null],
  ])('and every other source calls a line %s', (word, line) => {
    expect(phoneLineFrom(word)).toBe(line);
  });

  it.each([
    ['(415) 555-2671', 'MOBILE', 'MOBILE'],
    ['(415) 555-2671', 'LANDLINE', 'LANDLINE'],
    ['(800) 356-9377', 'LANDLINE', null],
    ['(800) 356-9377', 'MOBILE', null],
  ] as const)(
    "and a consumer's number %s is %s only where its plan has such lines",
    (text, said, type) => {
      expect(contactPhone(text, said)).toMatchObject({ type });
    },
  );

  it('names a carrier without the routing code behind its name', async () => {
    const data = { carrier: { ...carrier, name: 'Verizon Wireless:6006 - SVR/2' }, portability };
    const { insights } = await answer(
      phone,
      { phone_number: US },
      await replying(telnyxVendor, { data }),
    );
    expect(insights.raw_api_fields.network).toBe('Verizon Wireless');
  });
});

it.each([
  ['Onvoy, LLC - SVR', 'Onvoy, LLC'],
  ['Level 3 Communications-NSR-10X/2', 'Level 3 Communications'],
  ['Example Telecom/4', 'Example Telecom'],
  ['TDC A/S', 'TDC A/S'],
  ['T-Mobile US:6529 - SVR/2', 'T-Mobile US'],
  ['Bell Canada', 'Bell Canada'],
  [':6006', null],
  [null, null],
])('a carrier is named without its routing code: %s', (written, name) => {
  expect(carrierNameFrom(written)).toBe(name);
});

it('names the carrier that Twilio names, without what its switch is called', async () => {
  const line_type_intelligence = {
    ...{ carrier_name: 'Bandwidth/13 - Bandwidth.com - SVR', type: 'nonFixedVoip' },
    ...{ error_code: null, mobile_country_code: '313', mobile_network_code: '981' },
  };
  const reply = { valid: true, line_type_intelligence, line_status: { status: 'active' } };
  const world = await replying(twilioVendor, reply);
  const { insights } = await answer(phone, { phone_number: US }, world);
  expect(insights.raw_api_fields.network).toBe('Bandwidth');
});

describe('a portability query of hlr-lookups', () => {
  const found = {
    id: 'e428acb1c0ae',
    query_status: 'OK',
    mccmnc: '310260',
    is_ported: true,
    original_network_name: 'Verizon Wireless:6006 - SVR/2',
    original_country_code: 'US',
    original_country_prefix: '+1415',
    ported_network_name: 'T-Mobile US:6529 - SVR/2',
  };

  it('tells the calling code of the country, without the area', async () => {
    const world = await replying(hlrLookupsVendor, found);
    const { insights } = await answer(mnpLookup, { phone_number: US }, world);
    expect(insights.mnp_result.country_prefix).toBe('+1');
  });

  it('that failed is asked again, not kept as an answer for seven days', async () => {
    const failed = { ...found, query_status: 'FAILED', is_ported: null };
    const body = { phone_number: '+447911120123' };
    const { complete } = await find(mnpLookup, body, hlrLookupsVendor, failed);
    expect(complete).toBe(false);
  });
});

describe('a part of an answer', () => {
  it('of Trestle, which says so, is completed when Trestle answers again', async () => {
    const reply = { is_valid: true, activity_score: null, error: { name: 'InternalError' } };
    const { complete } = await find(phone, { phone_number: US }, trestleVendor, reply);
    expect(complete).toBe(false);
  });

  it('of Trestle about the holder is completed when Trestle answers again', async () => {
    const owner = { name: 'Judy Example', firstname: 'Judy', lastname: 'Example', type: 'Person' };
    const reply = { is_valid: true, owners: [owner], error: { name: 'InternalError' } };
    const body = { phone_number: US, lookup_source: 'premium' };
    const { complete } = await find(reversePhoneLookup, body, trestleVendor, reply);
    expect(complete).toBe(false);
  });

  it.each([
    ['could not be looked up', 20500, false],
    ['does not cover the number', 60600, true],
    ['is not approved for Canada', 60601, true],
  ])('of Twilio, whose package %s, is whole only where it would not change', async (...given) => {
    const [, error_code, whole] = given;
    const line_type_intelligence = {
      ...{ type: null, carrier_name: null, error_code },
      ...{ mobile_country_code: null, mobile_network_code: null },
    };
    const reply = { valid: true, line_type_intelligence, line_status: { status: 'active' } };
    const body = { phone_number: '+442079461958' };
    const { complete, paid } = await find(phone, body, twilioVendor, reply);
    expect([complete, paid]).toEqual([whole, whole ? undefined : {}]);
  });

  it('of Twilio without its status is no whole answer', async () => {
    const line_status = { status: null, error_code: 20500 };
    const body = { phone_number: '+442079461958' };
    const reply = { valid: true, line_type_intelligence: null, line_status };
    expect((await find(phone, body, twilioVendor, reply)).complete).toBe(false);
  });
});

describe('a handset that is off', () => {
  it('is not called out of service because Twilio could not reach it', async () => {
    const reply = { valid: true, line_status: { status: 'unreachable' } };
    const { classification, recommendations } = await answer(
      phoneSpam,
      { phone_number: '+447911120123' },
      await replying(twilioVendor, reply),
    );
    expect(classification.line_status).not.toBe('DISCONNECTED');
    expect(recommendations?.user_message).not.toContain('out of service');
  });

  it('is not called reachable', async () => {
    const reply = { valid: true, line_status: { status: 'unreachable' } };
    const body = { phone_number: '+14155552671' };
    const { classification, insights } = await answer(
      phone,
      body,
      await replying(twilioVendor, reply),
    );
    expect(insights.reachability).toMatchObject({
      ...{ is_reachable: false, reachable_status: 'unreachable' },
      ...{ verification_method: 'CARRIER_QUERY', reason: expect.stringContaining('handset') },
    });
    expect(classification).toMatchObject({ number_status: 'ACTIVE', connection_quality: 'POOR' });
  });
});

it('the day of a port is of a ported number only', async () => {
  const portability = { lrn: '4155552671', ported_status: 'N', ported_date: '2025-03-10' };
  const reply = { data: { carrier: { name: 'Example Mobile' }, portability } };
  const body = { phone_number: '+14155552671' };
  const { insights } = await answer(phone, body, await replying(telnyxVendor, reply));
  expect(insights.routing.is_ported).toBe(false);
  expect(insights.raw_api_fields).not.toHaveProperty('ported_at');
});

it('a network that did not answer is asked again', async () => {
  const reply = { connectivity_status: 'UNDETERMINED', processing_status: 'COMPLETED' };
  const body = { phone_number: '+447911120123' };
  const { complete } = await find(hlrLookup, body, hlrLookupsVendor, reply);
  expect(complete).toBe(false);
});
