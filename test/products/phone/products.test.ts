import { beforeAll, describe, expect, it } from 'vitest';
import { parsePhoneNumber } from '../../../src/domain/phone/number.ts';
import { isFictional } from '../../../src/domain/phone/number-plan.ts';
import type { World } from '../../../src/lookup/world.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneScrub } from '../../../src/products/phone/phone-scrub/product.ts';
import { answer, answerOf, askIn } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { COUNTRIES, IMPOSSIBLE, SERVICES, SHARED_CODES } from './labelled-numbers.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

/** A phone validation as the pipeline makes it, and the names of the sources asked. */
async function validate(text: string, within = world) {
  const consulted: string[] = [];
  const input = phone.input.parse({ phone_number: text });
  const fact = await phone.sources.resolve(
    input,
    askIn(within, ({ name }) => consulted.push(name)),
  );
  return { ...answerOf(phone, fact, input), consulted };
}

async function typeOf(text: string, within = world) {
  const { classification, insights, price } = await answer(
    ntLookup,
    { phone_number: text },
    within,
  );
  return { classification, result: insights.nt_result, price };
}

describe('every labelled number', () => {
  const all = [...COUNTRIES, ...SHARED_CODES, ...SERVICES, ...IMPOSSIBLE];

  it('gets a phone validation that obeys its schema, its status and its price', async () => {
    for (const [text, e164, country, planType] of all) {
      const { classification, insights, price, risk, recommendations } = await validate(text);
      const { usOrCanada } = parsePhoneNumber(text);
      expect(classification.number_status, text).toBe(
        planType === null ? 'INVALID' : usOrCanada ? 'UNKNOWN' : 'VALID',
      );
      expect(price, text).toBe(planType === null || isFictional(parsePhoneNumber(text)) ? 0 : 1);
      expect(classification.coverage, text).toBe(usOrCanada ? undefined : 'international');
      expect(classification.country_code, text).toBe(country);
      const { name, ...codes } = insights.carrier;
      if (usOrCanada) {
        expect('name' in insights.carrier, text).toBe(typeof name === 'string');
        for (const code of Object.values(codes)) expect(code, text).toMatch(/^\d{2,3}$/);
      } else {
        expect(name === null || typeof name === 'string', text).toBe(true);
        expect(Object.keys(codes), text).toEqual(['mcc', 'mnc']);
      }
      expect(insights.number, text).toMatchObject({ e164, is_valid: planType !== null });
      expect(insights.number.invalid_reason === undefined, text).toBe(planType !== null);
      expect(insights.compliance.good_number, text).toBe(
        insights.compliance.number_quality === 'GOOD',
      );
      const { number_quality: quality, quality_basis: basis } = insights.compliance;
      expect(quality === 'UNKNOWN', text).toBe(basis === undefined);
      // Without a record nothing says so of a number of the United States or Canada.
      if (usOrCanada) expect(quality, text).not.toBe('GOOD');
      expect(insights.location.country_code, text).toBe(country);
      expect(insights.location.country === null, text).toBe(country === null);
      expect(risk?.fraud_score, text).toBeUndefined();
      for (const rule of Object.values(recommendations?.business_rules ?? {}))
        expect([true, false, null], text).toContain(rule);
    }
  });

  it('gets a number type that obeys its schema and its price', async () => {
    for (const [text, e164, country, planType] of all) {
      const { classification, result, price } = await typeOf(text);
      expect(classification.is_valid, text).toBe(planType !== null);
      expect(result.invalid_reason === null, text).toBe(planType !== null);
      expect(price, text).toBe(planType === null || isFictional(parsePhoneNumber(text)) ? 0 : 1);
      expect(result, text).toMatchObject({
        number: e164,
        country_code: country,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timestamp: expect.stringMatching(/^2026-/),
      });
    }
  });
});

describe('without a carrier source', () => {
  it('knows a US number only by its plan and the holder of its block in 2014', async () => {
    const { classification, insights, recommendations } = await validate('+1 801 360 5555');
    expect(classification).toMatchObject({
      line_type: 'MOBILE',
      line_type_basis: 'BLOCK_HOLDER',
      line_type_confidence: 45,
      carrier_type: 'MAJOR_CARRIER',
      number_status: 'UNKNOWN',
      portability_status: 'POSSIBLY_PORTED',
    });
    expect(insights.raw_api_fields).toMatchObject({
      network: 'CELLCO PARTNERSHIP DBA VERIZON WIRELESS - UT',
      network_source: 'BLOCK_HOLDER',
      as_of: '2014-02',
      class: 'W',
    });
    expect(insights.raw_api_fields.lrn).toBe('N/A');
    expect(insights.routing).toEqual({
      lrn: 'N/A',
      original_number: '+18013605555',
      is_ported: null,
      port_type: 'NOT_CHECKED',
    });
    expect(insights.reachability).toMatchObject({
      is_reachable: null,
      reachable_status: 'NOT_CHECKED',
      reason: expect.stringContaining('No configured carrier source'),
    });
    expect(insights.compliance).toMatchObject({
      dnc_listed: null,
      dnc_status: 'UNKNOWN',
      dnc_reason: 'NOT_CHECKED',
      dno_flag: null,
    });
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      user_message: expect.stringContaining('not checked: the line type, whether the number is'),
      // What was not checked is no "no".
      business_rules: { sms_allowed: null, marketing_allowed: null, dnc_check_required: true },
    });
    expect(insights.location).toMatchObject({
      country: 'United States',
      country_code: 'US',
      regions: ['Utah'],
    });
    expect(insights.carrier.name).toBe('CELLCO PARTNERSHIP DBA VERIZON WIRELESS - UT');
    expect(insights.compliance).toMatchObject({ number_quality: 'UNKNOWN', good_number: false });
    expect(insights.number).toEqual({
      e164: '+18013605555',
      national_format: '(801) 360-5555',
      international_format: '+1 801 360 5555',
      rfc3966: 'tel:+18013605555',
      calling_code: '1',
      national_number: '8013605555',
      area_code: '801',
      region_code: 'US-UT',
      is_possible: true,
      is_valid: true,
      is_vanity_number: false,
      qualifies_for_hlr_lookup: true,
    });
  });

  it('lets the block table of 2014 decide nothing that a caller acts on', async () => {
    const acts = async (holder: object | null) => {
      const input = phone.input.parse({ phone_number: '+18013605555' });
      const fact = await phone.sources.resolve(input, askIn(world));
      const answer = answerOf(phone, { ...fact, holder }, input);
      return [answer.recommendations?.business_rules, answer.recommendations?.primary_action];
    };
    const block = { company: 'X', city: 'PROVO', state: 'UT', asOf: '2014-02' };
    const unknown = await acts(null);
    for (const companyType of ['WIRELESS', 'RBOC', 'CLEC'])
      expect(await acts({ ...block, companyType }), companyType).toEqual(unknown);
  });

  it('keeps Palestine out of Bucharest, and every country in a zone of its own', async () => {
    const { timezones } = (await validate('+970 59 123 4567')).insights.location;
    expect(timezones).toEqual(['Asia/Hebron']);
    expect((await validate('+60 3-2345 6789')).insights.location.timezone).toBe(
      'Asia/Kuala_Lumpur',
    );
  });

  it.each([
    ['+1 212 736 3100', 'LANDLINE', 'MAJOR_CARRIER'],
    ['+1 650 253 0000', 'UNKNOWN', 'MAJOR_CARRIER'],
  ])('takes the hint for %s as %s', async (text, lineType, carrierType) => {
    expect((await validate(text)).classification).toMatchObject({
      line_type: lineType,
      carrier_type: carrierType,
    });
  });

  it('says nothing of carriers for toll-free numbers', async () => {
    const { classification, insights } = await validate('1-800-FLOWERS');
    expect(classification).toMatchObject({
      line_type: 'TOLL_FREE',
      service_type: 'TOLL_FREE',
      number_status: 'UNKNOWN',
    });
    expect(insights.reachability).toMatchObject({
      is_reachable: null,
      reason: expect.stringContaining('toll-free'),
    });
    expect(insights.raw_api_fields).toEqual({
      ...{ number: '+18003569377', country: 'US' },
      ...{ lrn: 'N/A', network: null, class: null },
    });
  });

  it('knows that an impossible number is not reached, and asks no record about it', async () => {
    const { classification, insights, recommendations, consulted } = await validate(
      '+1 415 123 4567',
      await createWorld({ files: { do_not_call: {} } }),
    );
    expect(classification).toMatchObject({
      line_type: 'UNKNOWN',
      number_status: 'INVALID',
      portability_status: 'NOT_PORTED',
    });
    expect(insights.compliance).toMatchObject({ dnc_status: 'NOT_APPLICABLE', good_number: false });
    expect(insights.compliance).toMatchObject({
      number_quality: 'POOR',
      quality_basis: 'NUMBERING_PLAN',
    });
    expect(insights.number).toMatchObject({ is_possible: true, is_valid: false });
    expect(recommendations?.primary_action).toBe('BLOCK');
    expect(consulted).toEqual(['number_plan']);
  });

  it('flags numbers kept for fiction', async () => {
    expect((await validate('415-555-0142')).risk?.risk_factors).toContain('FICTIONAL_NUMBER');
    expect((await validate('1-800-555-0199')).risk?.risk_factors).toContain('FICTIONAL_NUMBER');
    expect((await validate('1-800-555-0142')).risk?.risk_factors).not.toContain('FICTIONAL_NUMBER');
    expect((await validate('415-555-2671')).risk?.risk_factors).not.toContain('FICTIONAL_NUMBER');
  });
});

describe('outside the United States and Canada', () => {
  it('places a Guernsey mobile in Guernsey', async () => {
    const { classification, insights } = await validate(
      '+44 7911 123456',
      await createWorld({ files: { do_not_call: { '+447911123456': {} } } }),
    );
    expect(classification).toMatchObject({
      number_status: 'VALID',
      coverage: 'international',
      country_code: 'GG',
      line_type: 'MOBILE',
    });
    expect(insights.location).toMatchObject({ country: 'Guernsey', timezone: 'Europe/Guernsey' });
    expect(insights.carrier).toEqual({ name: 'JT', mcc: '234', mnc: '50' });
    expect(insights.compliance).toMatchObject({ dnc_listed: null, dnc_status: 'NOT_APPLICABLE' });
    expect(insights.reachability.is_reachable).toBeNull();
  });

  it.each([
    ['+44 7382 063574', { name: 'O2', mcc: '234', mnc: null }],
    ['+47 97 01 99 15', { name: 'telenor norge', mcc: '242', mnc: '01' }],
    ['+998 80 645 58 69', { name: 'Perfectum', mcc: '434', mnc: '06' }],
  ])('knows the codes of a network by how its name begins: %s', async (text, carrier) => {
    expect((await validate(text)).insights.carrier).toEqual(carrier);
  });

  it.each([
    ['+44 7400 123456', 'GOOD'],
    ['+49 900 1234567', 'POOR'],
    ['+49 700 12345678', 'GOOD'],
    ['+44 300 123 4567', 'UNKNOWN'],
    ['+44 12', 'POOR'],
  ])('calls the quality of %s %s, by its plan alone', async (text, quality) => {
    const { compliance } = (await validate(text)).insights;
    expect(compliance.number_quality).toBe(quality);
    expect(compliance.quality_basis).toBe(quality === 'UNKNOWN' ? undefined : 'NUMBERING_PLAN');
  });

  it.each([
    ['+44 20 7946 0958', 'Europe/London', ['London']],
    ['+353 86 123 4567', 'Europe/Dublin', []],
    ['+212 650-123456', 'Africa/Casablanca', []],
    ['+7 701 234 5678', 'UNKNOWN', []],
    ['+91 11 2345 6789', 'Asia/Kolkata', ['New Delhi']],
    ['+86 10 1234 5678', 'Asia/Shanghai', ['Beijing']],
    ['+54 9 11 2345-6789', 'America/Argentina/Buenos_Aires', ['Buenos Aires']],
    ['+55 11 96123-4567', 'America/Sao_Paulo', ['São Paulo']],
    ['+800 1234 5678', 'UNKNOWN', []],
  ])('locates %s', async (text, timezone, regions) => {
    expect((await validate(text)).insights.location).toMatchObject({ timezone, regions });
  });

  it('gives a network code only where one operating network bears the name', async () => {
    expect((await typeOf('+65 9123 4567')).classification).toMatchObject({
      mcc: '525',
      mnc: '01',
      mccmnc: '52501',
    });
    expect((await typeOf('+49 172 1234567')).classification).toMatchObject({
      mcc: '262',
      mnc: null,
      mccmnc: null,
    });
  });

  it.each([
    ['+870 773 123456', 'Inmarsat'],
    ['+881 612 345678', 'iridium satellite'],
    ['+882 16 5210 1234', 'Thuraya'],
  ])('knows the satellite network of %s, which cannot be ported', async (number, carrier) => {
    expect((await typeOf(number)).result).toMatchObject({
      number_type: 'MOBILE',
      carrier,
      is_possibly_ported: false,
      info_text:
        'The type comes from the numbering plan. The carrier is the first holder of the range.',
    });
    const { risk } = await validate(number);
    expect(risk?.risk_factors).not.toContain('VOIP_LINE');
  });

  it.each([
    ['+870 773 123456', 'MOBILE', 'NOT_PORTED', false],
    ['+800 1234 5678', 'TOLL_FREE', 'POSSIBLY_PORTED', null],
    ['+979 123 456 789', 'PREMIUM', 'POSSIBLY_PORTED', null],
  ])('knows whether %s of no country may be ported', async (number, type, status, ported) => {
    const { classification, insights } = await validate(number);
    expect(classification).toMatchObject({
      line_type: type,
      country_code: null,
      portability_status: status,
    });
    expect(insights.routing.is_ported).toBe(ported);
  });
});

it.each([
  ...['+12125550142', '+18005550199', '+442079460958', '+441214960123', '+442896496912'],
  ...['+33199001234', '+493023125123', '+491713920012', '+46701740605'],
  ...['+46846500456', '+61491570156', '+61255501234'],
])('says that %s is kept for fiction, in each product alike', async (number) => {
  const { classification, insights, recommendations, risk, price } = await validate(number);
  const typed = await typeOf(number);
  expect(risk?.risk_factors).toContain('FICTIONAL_NUMBER');
  expect(recommendations).toMatchObject({
    primary_action: 'BLOCK',
    user_message: 'This number is reserved for fictional use and is never assigned.',
    business_rules: { voice_allowed: false },
  });
  expect(typed.result).toMatchObject({
    ...{ info_text: recommendations?.user_message, qualifies_for_hlr_lookup: false },
    is_possibly_ported: false,
  });
  expect(classification.portability_status).toBe('NOT_PORTED');
  expect(insights.routing.is_ported).toBe(false);
  expect([price, typed.price]).toEqual([0, 0]);
  expect([classification.number_status, insights.number.is_valid]).not.toContain('INVALID');
});

it.each([
  ...['+18005550100', '+442079461958', '+441214970123', '+33199011234', '+46701740604'],
  ...['+46701740700', '+61491570155', '+61255511234', '+493023126123'],
])('does not take %s for a number of fiction', async (number) => {
  expect((await validate(number)).risk?.risk_factors).not.toContain('FICTIONAL_NUMBER');
});

describe('with the operator’s files', () => {
  const NUMBER = '+18013605555';
  const row = (portability: Record<string, unknown>) =>
    createWorld({ files: { portability: { [NUMBER]: portability } } });

  it('answers yes and no from an imported registry, in one read', async () => {
    const within = await createWorld({
      files: {
        do_not_call: { [NUMBER]: { source: 'national' } },
        do_not_originate: {},
      },
    });
    const listed = await validate(NUMBER, within);
    expect(listed.insights.compliance).toMatchObject({
      dnc_listed: true,
      dnc_status: 'LISTED',
      dno_flag: false,
    });
    expect(listed.recommendations).toMatchObject({
      secondary_actions: expect.arrayContaining(['DO_NOT_MARKET']),
      business_rules: { marketing_allowed: false },
    });
    expect(within.records.asked).toHaveLength(1);
    const other = await validate('+1 801 360 5556', within);
    expect(other.insights.compliance).toMatchObject({
      dnc_listed: false,
      dnc_status: 'NOT_LISTED',
    });
    expect(other.recommendations?.business_rules).toMatchObject({
      marketing_allowed: true,
      dnc_check_required: false,
    });
  });

  it('says of a number in service that it is on a Do Not Call registry', async () => {
    const portability = { [NUMBER]: { line_type: 'MOBILE', status: 'ACTIVE' } };
    const files = { portability, do_not_call: { [NUMBER]: {} } };
    const listed = await validate(NUMBER, await createWorld({ files }));
    expect(listed.risk?.risk_factors).toEqual(['DNC_LISTED']);
    expect(listed.recommendations).toMatchObject({
      primary_action: 'APPROVE',
      user_message:
        'This number is in service. It is on a Do Not Call registry; do not market to it.',
    });
    const open = await validate(
      NUMBER,
      await createWorld({ files: { do_not_call: files.do_not_call } }),
    );
    expect(open.recommendations?.user_message).toMatch(/^This number is valid.*do not market/);
  });

  it('asks for no registry that does not apply to a number, and allows no marketing to it', async () => {
    const number = '+33612345678';
    const portability = { [number]: { line_type: 'MOBILE', status: 'ACTIVE' } };
    for (const files of [{}, { do_not_call: {} }, { portability }]) {
      const world = await createWorld({ files });
      const { insights, risk, recommendations } = await validate(number, world);
      expect(insights.compliance.dnc_status).toBe('NOT_APPLICABLE');
      expect(risk?.risk_factors).not.toContain('DNC_NOT_CHECKED');
      expect(recommendations?.secondary_actions).not.toContain('CHECK_DO_NOT_CALL');
      expect(recommendations).toMatchObject({
        user_message: expect.not.stringContaining('Do Not Call'),
        business_rules: { marketing_allowed: null, dnc_check_required: false },
      });
    }
  });

  it('names a reassigned number, and has its holder verified', async () => {
    const reassigned_numbers = { [NUMBER]: {} };
    const portability = { [NUMBER]: { line_type: 'MOBILE', status: 'ACTIVE' } };
    for (const files of [
      { reassigned_numbers, do_not_call: {} },
      { reassigned_numbers, portability },
    ]) {
      const { risk, recommendations } = await validate(NUMBER, await createWorld({ files }));
      expect(risk?.risk_factors).toContain('REASSIGNED_NUMBER');
      expect(recommendations).toMatchObject({
        primary_action: 'VERIFY',
        user_message: expect.stringContaining('permanently disconnected'),
      });
    }
  });

  it('allows no marketing to a number that was reassigned', async () => {
    const files = { do_not_call: {}, reassigned_numbers: { [NUMBER]: {} } };
    const { recommendations } = await validate(NUMBER, await createWorld({ files }));
    expect(recommendations).toMatchObject({
      secondary_actions: expect.arrayContaining(['DO_NOT_MARKET']),
      business_rules: { voice_allowed: true, marketing_allowed: false, dnc_check_required: false },
    });
  });

  it.each([...[NUMBER, '+442079460022', '+17872221022']])(
    'says of %s, of a litigator, what scrubbing does',
    async (number) => {
      const files = { do_not_call: {}, litigators: { [number]: {} }, reassigned_numbers: {} };
      const world = await createWorld({ files });
      const validated = await validate(number, world);
      const scrubbed = await answer(phoneScrub, { phone_number: number }, world);
      for (const { risk, recommendations } of [validated, scrubbed]) {
        expect(risk?.risk_factors).toContain('LITIGATOR_RISK');
        expect(recommendations).toMatchObject({
          primary_action: 'BLOCK',
          user_message: expect.stringContaining(
            'This number belongs to a known litigator; never contact it',
          ),
        });
      }
      expect(validated.recommendations?.business_rules).toEqual({
        ...{ sms_allowed: false, voice_allowed: false, marketing_allowed: false },
        dnc_check_required: false,
      });
    },
  );

  it('reads the registry for the territories of the United States', async () => {
    const number = '+17872221001';
    const within = await createWorld({ files: { do_not_call: { [number]: {} } } });
    const { insights, recommendations } = await validate(number, within);
    expect(insights.compliance).toMatchObject({ dnc_listed: true, dnc_status: 'LISTED' });
    expect(recommendations?.business_rules.marketing_allowed).toBe(false);
    const open = (await validate(number)).insights.compliance;
    expect(open).toMatchObject({ dnc_listed: null, dnc_reason: 'NOT_CHECKED' });
    const jamaican = await validate('+18765550123', within);
    expect(jamaican.insights.compliance.dnc_reason).toBe('OUT_OF_SCOPE');
  });

  it.each([...[NUMBER, '+443000200100', '+493012345679', '+18772221001']])(
    'blocks %s, which never originates calls',
    async (number) => {
      const { insights, recommendations, risk } = await validate(
        number,
        await createWorld({ files: { do_not_originate: { [number]: {} } } }),
      );
      expect(insights.compliance.dno_flag).toBe(true);
      expect(risk?.risk_factors).toContain('DO_NOT_ORIGINATE');
      expect(recommendations).toMatchObject({
        primary_action: 'BLOCK',
        business_rules: { voice_allowed: false },
      });
    },
  );

  it('takes the current carrier and line type from a portability record, but no status it does not carry', async () => {
    const within = await row({
      lrn: '8015550000',
      carrier: 'Bandwidth.com CLEC',
      spid: '981E',
      line_type: 'voip',
      ported_at: '2024-05-01',
    });
    const { classification, insights } = await validate(NUMBER, within);
    expect(classification).toMatchObject({
      line_type: 'VOIP',
      line_type_basis: 'PORTABILITY_RECORD',
      carrier_type: 'VOIP_PROVIDER',
      portability_status: 'PORTED',
      number_status: 'UNKNOWN',
    });
    expect(insights.raw_api_fields).toMatchObject({
      network: 'Bandwidth.com CLEC',
      as_of: '2026-10-01',
      class: 'V',
      lrn: '8015550000',
      spid: '981E',
    });
    expect(insights.reachability).toMatchObject({
      is_reachable: null,
      verification_method: 'PORTABILITY_RECORD',
    });
  });

  it('knows a number that routes to itself as not ported', async () => {
    const { classification, insights } = await validate(NUMBER, await row({ lrn: '8013605555' }));
    expect(classification.portability_status).toBe('NOT_PORTED');
    expect(insights.routing).toMatchObject({ is_ported: false, lrn: '8013605555' });
  });

  it.each([
    ['ACTIVE', null, 'GOOD'],
    ['INACTIVE', false, 'POOR'],
  ])('repeats a recorded status of %s', async (status, reachable, quality) => {
    const { classification, insights } = await validate(
      NUMBER,
      await row({ status, line_type: '' }),
    );
    expect(classification).toMatchObject({ number_status: status, connection_quality: quality });
    expect(insights.reachability).toMatchObject({
      is_reachable: reachable,
      reachable_status: status,
    });
    expect(insights.compliance).toMatchObject({
      number_quality: quality,
      quality_basis: 'NUMBER_RECORD',
      good_number: quality === 'GOOD',
    });
  });

  it('tells a source that does not say from one that was not asked', async () => {
    const { insights } = await validate(NUMBER, await row({ carrier: 'X', line_type: 'MOBILE' }));
    expect(insights.routing.port_type).toBe('UNKNOWN');
    expect(insights.reachability.reachable_status).toBe('UNKNOWN');
  });

  it('does not pass off a cell that breaks its column', async () => {
    const broken = await validate(NUMBER, await row({ lrn: 'not a number' }));
    const absent = await validate(NUMBER, await row({}));
    expect(broken.insights).toEqual(absent.insights);
  });
});

it('tells a vanity number by what was sent, not by what is stored', async () => {
  expect((await typeOf('1-800-FLOWERS')).classification.is_vanity_number).toBe(true);
  expect((await typeOf('+18003569377')).classification.is_vanity_number).toBe(false);
});

it.each([phone, ntLookup])('the sandbox of $path answers and refuses as declared', (product) => {
  const codes = product.sandbox.flatMap((entry) => ('fails' in entry ? [entry.fails] : []));
  expect(codes).toEqual(['INSUFFICIENT_CREDITS', 'RATE_LIMIT_EXCEEDED', 'UPSTREAM_TIMEOUT']);
  for (const entry of product.sandbox) {
    const input = product.input.parse({ phone_number: entry.subject });
    expect(product.subject(input)).toBe(entry.subject);
    if ('fact' in entry) answerOf(product, entry.fact, input);
  }
});

it.each([
  ['+44 20 7946 0958', '020 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['+54 9 11 2345-6789', '011 15-2345-6789', '+54 9 11 2345 6789', 'tel:+5491123456789'],
  ['+39 02 1234 5678', '02 1234 5678', '+39 02 1234 5678', 'tel:+390212345678'],
  ['+800 1234 5678', '1234 5678', '+800 1234 5678', 'tel:+80012345678'],
])('writes %s as %s, %s and %s', async (phone_number, national, international, uri) => {
  const { insights } = await answer(phone, { phone_number }, world);
  expect(insights.number).toMatchObject({
    national_format: national,
    international_format: international,
    rfc3966: uri,
  });
});
