import { expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import type { Recommendations } from '../../../src/lookup/envelope.ts';
import { mergeScrubLists } from '../../../src/lookup/scrub-lists.ts';
import { phoneScrub } from '../../../src/products/phone/phone-scrub/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld, type Files } from '../../support/create-world.ts';
import * as fc from '../../support/fast-check.ts';
import type { FakeVendor } from '../../support/world/fake-vendor.ts';
import { dncscrubVendor } from '../../support/world/vendors/dncscrub.ts';
import { hlrLookupsVendor } from '../../support/world/vendors/hlr-lookups.ts';

const NUMBER = '+12127361234';
const EVERY_LIST = { do_not_call: {}, litigators: {}, reassigned_numbers: {} };
const scrub = async (files: Files, phone_number = NUMBER) =>
  answer(phoneScrub, { phone_number }, await createWorld({ files }));

it('is unavailable, naming the source to the log alone, when no list is imported', async () => {
  await expect(scrub({})).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.not.stringContaining('scrub_records'),
    cause: expect.stringContaining('scrub_records'),
    details: { available: false },
  });
  await expect(scrub({ portability: {} })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it.each(['+33612345678', '+18762123456', '+80012345678', '+447911120099'])(
  'answers %s, which no configured list covers, free and not known to be safe',
  async (number) => {
    for (const files of [{}, { portability: {} }]) {
      const { classification, insights, risk, recommendations, price } = await scrub(files, number);
      expect(classification).toMatchObject({
        ...{ matched: false, doNotCall: false, litigator: false, reassigned: false },
        missing_lists: ['litigators', 'reassigned_numbers'],
        not_applicable_lists: ['do_not_call'],
      });
      expect(insights.phone_scrub_result.lists_as_of).toEqual({
        ...{ do_not_call: null, litigators: null, reassigned_numbers: null },
      });
      expect(risk?.risk_factors).toEqual(
        expect.arrayContaining(['NO_LIST_CHECKED', 'LITIGATOR_NOT_CHECKED']),
      );
      expect(risk?.risk_level).not.toBe('LOW');
      expect(risk?.confidence_level).toBeLessThanOrEqual(30);
      expect(recommendations).toMatchObject({
        primary_action: 'REVIEW',
        user_message: expect.stringMatching(/^No list of this service covers this number/),
        business_rules: {
          ...{ call_allowed: null, contact_allowed: null, marketing_allowed: null },
          consent_required: true,
        },
      });
      expect(recommendations?.user_message).not.toContain('is on none');
      expect(price).toBe(0);
    }
  },
);

it('answers a number abroad that imported lists of the United States do not cover', async () => {
  const world = await createWorld({ files: EVERY_LIST, isCovered: () => false });
  const abroad = await answer(phoneScrub, { phone_number: '+442071838750' }, world);
  expect([abroad.price, abroad.recommendations?.primary_action]).toEqual([0, 'REVIEW']);
  expect(abroad.risk?.risk_factors).toContain('NO_LIST_CHECKED');
  const paid = await scrubPaid({}, '+442071838750');
  expect([paid.asked, paid.price, paid.recommendations?.primary_action]).toEqual([0, 0, 'REVIEW']);
});

it('approves, free of charge, what no list names when every list is imported', async () => {
  const { classification, insights, risk, recommendations, price } = await scrub(EVERY_LIST);
  expect(classification).toMatchObject({
    matched: false,
    phone: NUMBER,
    formattedPhone: '(212) 736-1234',
    doNotCall: false,
    litigator: false,
    missing_lists: [],
    do_not_call: false,
  });
  expect(classification.phone_type).toBe(classification.phoneTypeLabel);
  expect(insights.phone_scrub_result.processedTime).toBe('2026-11-01T00:00:00.000Z');
  expect(risk?.risk_factors).toEqual([]);
  expect(recommendations?.primary_action).toBe('APPROVE');
  expect(price).toBe(0);
});

it('does not approve while a list that matters is missing', async () => {
  const { classification, insights, risk, recommendations } = await scrub({ do_not_call: {} });
  expect(insights.phone_scrub_result.lists_as_of).toEqual({
    ...{ do_not_call: '2026-10-01', litigators: null, reassigned_numbers: null },
  });
  expect(classification.missing_lists).toEqual(['litigators', 'reassigned_numbers']);
  expect(risk?.risk_factors).toEqual(['LITIGATOR_NOT_CHECKED', 'REASSIGNMENT_NOT_CHECKED']);
  expect(recommendations).toMatchObject({
    primary_action: 'REVIEW',
    secondary_actions: ['CHECK_LITIGATORS', 'CHECK_REASSIGNED_NUMBERS'],
    user_message: expect.stringMatching(
      /Not checked: the litigator list and the list of reassigned numbers\.$/,
    ),
  });
});

it('answers a number outside what the lists cover as without a list', async () => {
  const world = await createWorld({ files: EVERY_LIST, isCovered: () => false });
  await expect(answer(phoneScrub, { phone_number: NUMBER }, world)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});

it('takes a list that does not cover the number for unchecked, beside one that names it', async () => {
  const world = await createWorld({
    files: { ...EVERY_LIST, reassigned_numbers: { [NUMBER]: {} } },
    isCovered: () => false,
  });
  const { classification, risk, recommendations } = await answer(
    phoneScrub,
    { phone_number: NUMBER },
    world,
  );
  expect(classification).toMatchObject({
    doNotCall: false,
    litigator: false,
    missing_lists: ['do_not_call', 'litigators'],
  });
  expect(risk?.risk_factors).toEqual(
    expect.arrayContaining(['LITIGATOR_NOT_CHECKED', 'DNC_NOT_CHECKED']),
  );
  expect(recommendations?.user_message).toContain(
    'the Do Not Call registry and the litigator list',
  );
});

it('lets nothing rest on what was not checked', async () => {
  const lists = fc.subarray(Object.keys(EVERY_LIST));
  await fc.assert(
    fc.asyncProperty(lists, lists, fc.boolean(), async (imported, naming, covered) => {
      const files = Object.fromEntries(
        imported.map((list) => [list, naming.includes(list) ? { [NUMBER]: {} } : {}]),
      );
      const world = await createWorld({
        files: { portability: {}, ...files },
        isCovered: () => covered,
      });
      if (!imported.some((list) => covered || naming.includes(list))) return;
      const { classification, risk, recommendations } = await answer(
        phoneScrub,
        { phone_number: NUMBER },
        world,
      );
      const { primary_action, business_rules } = recommendations as Recommendations;
      const unchecked = Object.keys(EVERY_LIST).filter(
        (list) => !imported.includes(list) || !(covered || naming.includes(list)),
      );
      expect(classification.missing_lists).toEqual(unchecked);
      if (unchecked.length === 0) return;
      expect(primary_action).not.toBe('APPROVE');
      const open = primary_action === 'REVIEW' ? null : false;
      expect(business_rules).toMatchObject({ call_allowed: open, marketing_allowed: open });
      if (unchecked.includes('litigators')) expect(business_rules.contact_allowed).toBe(null);
      if (unchecked.includes('do_not_call') || unchecked.includes('reassigned_numbers'))
        expect(business_rules.consent_required).toBe(true);
      if (!classification.matched) expect(risk?.confidence_level).toBeLessThanOrEqual(30);
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('blocks the Do Not Call registry, and asks consent again of a reassigned number', async () => {
  const listed = await scrub({ ...EVERY_LIST, do_not_call: { [NUMBER]: {} } });
  expect(listed.classification).toMatchObject({
    matched: true,
    doNotCall: true,
    do_not_call: true,
    litigator: false,
  });
  expect(listed.insights.phone_scrub_result.lists_as_of).toEqual({
    do_not_call: '2026-10-01',
    litigators: '2026-10-01',
    reassigned_numbers: '2026-10-01',
  });
  expect(listed).toMatchObject({
    price: 10,
    risk: { risk_level: 'HIGH' },
    recommendations: { primary_action: 'BLOCK' },
  });
  const reassigned = await scrub({
    ...EVERY_LIST,
    reassigned_numbers: { [NUMBER]: { disconnected_at: '2026-01-02' } },
  });
  expect(reassigned.insights.phone_scrub_result).toMatchObject({
    matched: true,
    reassigned: true,
    disconnected_at: '2026-01-02',
  });
  expect(reassigned).toMatchObject({
    price: 10,
    recommendations: { primary_action: 'VERIFY', secondary_actions: ['RENEW_CONSENT'] },
  });
});

it('always blocks a litigator, whatever else is known or missing', async () => {
  const subset = fc.record({
    dnc: fc.option(fc.boolean()),
    reassigned: fc.option(fc.boolean()),
    lineType: fc.option(fc.constantFrom('MOBILE', 'LANDLINE', 'VOIP')),
    kind: fc.option(fc.constantFrom('LITIGATOR', 'SERIAL_COMPLAINER', 'ATTORNEY')),
    number: fc.constantFrom(
      NUMBER,
      '+12125550123',
      '+12121550123',
      '+442079460958',
      '+16135550123',
    ),
  });
  await fc.assert(
    fc.asyncProperty(subset, async ({ dnc, reassigned, lineType, kind, number }) => {
      const listed = (on: boolean) => (on ? { [number]: {} } : {});
      const { classification, risk, recommendations, insights, price } = await scrub(
        {
          litigators: { [number]: kind ? { kind } : {} },
          ...(dnc !== null && { do_not_call: listed(dnc) }),
          ...(reassigned !== null && { reassigned_numbers: listed(reassigned) }),
          ...(lineType && { portability: { [number]: { line_type: lineType } } }),
        },
        number,
      );
      expect(classification).toMatchObject({
        matched: true,
        litigator: true,
        phoneTypeLabel: 'LITIGATOR',
      });
      expect(insights.phone_scrub_result.litigator_kind).toBe(kind);
      expect(risk?.risk_factors).toContain('LITIGATOR_RISK');
      // A listed number that cannot exist is a mistake of the list's.
      const exists = number !== '+12121550123';
      expect([risk?.risk_level, price]).toEqual(exists ? ['CRITICAL', 10] : ['HIGH', 0]);
      expect(recommendations).toMatchObject({
        primary_action: 'BLOCK',
        business_rules: { call_allowed: false, contact_allowed: false },
      });
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('tells the line by one letter, and nothing where the line is not known', async () => {
  for (const [line_type, phoneTypeCode] of [
    ['MOBILE', 'W'],
    ['LANDLINE', 'L'],
    ['VOIP', 'V'],
  ] as const) {
    const { classification } = await scrub({
      ...EVERY_LIST,
      portability: { [NUMBER]: { line_type } },
    });
    expect(classification).toMatchObject({ phoneTypeCode, phoneTypeLabel: line_type });
  }
  const abroad = await scrub(EVERY_LIST, '+448001111111');
  expect(abroad.classification).toMatchObject({
    phoneTypeCode: null,
    phoneTypeLabel: 'UNKNOWN',
    formattedPhone: null,
  });
});

it.each(['+33612345678', '+18762123456', '+80012345678'])(
  'misses no registry that does not apply to %s, and allows no marketing there',
  async (number) => {
    const { classification, risk, recommendations } = await scrub(EVERY_LIST, number);
    expect(classification).toMatchObject({
      matched: false,
      missing_lists: [],
      not_applicable_lists: ['do_not_call'],
    });
    expect(risk?.risk_factors).not.toContain('DNC_NOT_CHECKED');
    expect(risk?.confidence_level).toBeLessThan(50);
    expect(recommendations).toMatchObject({
      primary_action: 'VERIFY',
      user_message: expect.stringContaining('the Do Not Call registry does not apply to it'),
      business_rules: {
        ...{ call_allowed: null, contact_allowed: true, marketing_allowed: null },
        consent_required: true,
      },
    });
    expect(recommendations?.secondary_actions).not.toContain('CHECK_DO_NOT_CALL');
    const open = await scrub({ do_not_call: {}, reassigned_numbers: {} }, number);
    expect(open.classification.missing_lists).toEqual(['litigators']);
    expect(open.recommendations).toMatchObject({
      primary_action: 'REVIEW',
      business_rules: { call_allowed: null, marketing_allowed: null },
    });
  },
);

it('blocks a number that a registry lists where none applies', async () => {
  const number = '+18762123456';
  const listed = await scrub({ ...EVERY_LIST, do_not_call: { [number]: {} } }, number);
  expect(listed.classification).toMatchObject({ doNotCall: true, not_applicable_lists: [] });
  expect(listed.recommendations?.primary_action).toBe('BLOCK');
});

it('asks every imported list in one read', async () => {
  const world = await createWorld({ files: EVERY_LIST });
  await answer(phoneScrub, { phone_number: NUMBER }, world);
  expect(world.records.asked.filter((line) => line.startsWith('do_not_call litigators'))).toEqual([
    `do_not_call litigators reassigned_numbers ${NUMBER}`,
  ]);
});

const scrubPaid = async (
  files: Files,
  phone_number: string,
  vendorAnswer: FakeVendor['answer'] = dncscrubVendor.answer,
) => {
  const world = await createWorld({
    files,
    http: (request) => vendorAnswer(request, new URL(request.url)),
    settings: { vars: new Map(Object.entries(dncscrubVendor.vars)) },
  });
  const found = await answer(phoneScrub, { phone_number }, world);
  const paid = world.outbound.asked.filter((line) =>
    dncscrubVendor.hosts.some((host) => line.includes(host)),
  );
  return { ...found, asked: paid.length };
};

it('asks the paid lists where the imported ones leave something open', async () => {
  const listed = await scrubPaid({}, '+14155552690');
  expect(listed.classification).toMatchObject({
    ...{ matched: true, doNotCall: true, litigator: false },
    missing_lists: ['reassigned_numbers'],
  });
  expect([listed.price, listed.recommendations?.primary_action]).toEqual([10, 'BLOCK']);
  const litigator = await scrubPaid({ do_not_call: {} }, '+14155552694');
  expect(litigator.classification).toMatchObject({ litigator: true, doNotCall: false });
  expect(litigator.recommendations?.primary_action).toBe('BLOCK');
  // A code of the line is a statement about the registries too.
  const wireless = await scrubPaid({}, '+14155552692');
  expect(wireless.classification).toMatchObject({
    ...{ matched: false, doNotCall: false, litigator: false },
    missing_lists: ['reassigned_numbers'],
  });
  expect(wireless.classification).toMatchObject({
    ...{ phoneTypeCode: 'W', phoneTypeLabel: 'MOBILE', phone_type_basis: 'CARRIER_QUERY' },
  });
  const clean = await scrubPaid({ reassigned_numbers: {} }, '+14155552699');
  expect([clean.price, clean.recommendations?.primary_action]).toEqual([0, 'APPROVE']);
});

it('pays for nothing the imported lists know, and nothing of elsewhere', async () => {
  const known = { do_not_call: {}, litigators: {} };
  expect((await scrubPaid(known, '+14155552690')).asked).toBe(0);
  expect((await scrubPaid({ litigators: { [NUMBER]: {} } }, NUMBER)).asked).toBe(0);
  for (const number of ['+14165550123', '+442079460958', '+14151230102'])
    expect((await scrubPaid({ do_not_call: {} }, number)).asked, number).toBe(0);
});

it('asks the imported lists alone for a number that is kept for fiction', async () => {
  const number = '+12025550123';
  const unlisted = await scrubPaid({}, number);
  expect([unlisted.asked, unlisted.price, unlisted.recommendations]).toMatchObject([
    ...[0, 0],
    { primary_action: 'BLOCK', business_rules: { call_allowed: false, contact_allowed: false } },
  ]);
  const listed = await scrubPaid({ do_not_call: { [number]: {} } }, number);
  expect([listed.asked, listed.price, listed.classification.matched]).toEqual([0, 10, true]);
});

it('keeps what one paid list says when the other fails, and says what is not known', async () => {
  const oneFails =
    (path: string): FakeVendor['answer'] =>
    (request, url) => {
      if (url.pathname === path) throw new ApiError('UPSTREAM_TIMEOUT');
      return dncscrubVendor.answer(request, url);
    };
  const withoutLitigators = oneFails('/v1.5/Scrub/litigator');
  for (const imported of [{}, { do_not_call: {} }]) {
    const kept = await scrubPaid(imported, '+14155552690', withoutLitigators);
    expect(kept.classification).toMatchObject({
      ...{ matched: true, doNotCall: true, litigator: false },
      missing_lists: ['litigators', 'reassigned_numbers'],
    });
    expect([kept.price, kept.recommendations?.primary_action]).toEqual([10, 'BLOCK']);
  }
  const clean = await scrubPaid({}, '+14155552699', withoutLitigators);
  expect([clean.price, clean.recommendations?.primary_action]).toEqual([0, 'REVIEW']);
  const withoutRegistry = oneFails('/app/main/rpc/scrub');
  const named = await scrubPaid({ reassigned_numbers: {} }, '+14155552694', withoutRegistry);
  expect(named.classification).toMatchObject({
    ...{ litigator: true, doNotCall: false },
    missing_lists: ['do_not_call'],
  });
});

it('keeps what the imported lists say when the paid ones fail, and fails without them', async () => {
  const broken = () => {
    throw new ApiError('UPSTREAM_QUOTA_EXHAUSTED');
  };
  const kept = await scrubPaid({ do_not_call: {} }, '+14155552690', broken);
  expect(kept.classification.missing_lists).toEqual(['litigators', 'reassigned_numbers']);
  await expect(scrubPaid({}, '+14155552690', broken)).rejects.toMatchObject({
    code: 'UPSTREAM_QUOTA_EXHAUSTED',
  });
});

it('joins lists: a yes of either holds, and only two that do not know leave it open', () => {
  const listing = fc.record({
    listed: fc.option(fc.boolean(), { nil: null }),
    asOf: fc.constant(null),
  });
  const lists = fc.record({
    doNotCall: listing,
    litigator: listing.map((each) => ({ ...each, kind: null })),
    reassigned: listing.map((each) => ({ ...each, disconnectedAt: null })),
  });
  fc.assert(
    fc.property(lists, lists, (one, other) => {
      const merged = mergeScrubLists(one, other);
      for (const list of ['doNotCall', 'litigator', 'reassigned'] as const) {
        const said = [one[list].listed, other[list].listed];
        const expected = said.includes(true) ? true : said.includes(false) ? false : null;
        expect(merged[list].listed).toBe(expected);
      }
    }),
  );
});

it('blocks a number that its network calls unassigned', async () => {
  const world = await createWorld({
    ...{ files: EVERY_LIST, vendors: [hlrLookupsVendor], now: Date.now() },
  });
  const found = await answer(phoneScrub, { phone_number: '+447911120002' }, world);
  expect(found.risk?.risk_factors).toEqual(['INVALID_NUMBER']);
  expect(found.recommendations).toMatchObject({
    primary_action: 'BLOCK',
    business_rules: { call_allowed: false, contact_allowed: false },
  });
});

it.each([
  [{ do_not_originate: { [NUMBER]: {} } }, 'BLOCK', 'DO_NOT_ORIGINATE', 'never places calls'],
  [{ portability: { [NUMBER]: { status: 'INACTIVE' } } }, 'REVIEW', 'NOT_REACHABLE', 'service'],
] as const)(
  'does not approve a call that the profile of the line rules out: %j',
  async (files, primary_action, factor, word) => {
    const { risk, recommendations, price } = await scrub({ ...EVERY_LIST, ...files });
    expect(risk?.risk_factors).toEqual([factor]);
    expect(recommendations).toMatchObject({
      primary_action,
      user_message: expect.stringContaining(word),
      business_rules: { call_allowed: false, contact_allowed: false, marketing_allowed: false },
    });
    expect(price).toBe(0);
  },
);

it('does not approve calls to a premium-rate number, or to a handset that is off', async () => {
  const premium = await scrub(EVERY_LIST, '+19002342345');
  expect(premium.recommendations).toMatchObject({
    primary_action: 'REVIEW',
    business_rules: { call_allowed: false, marketing_allowed: false },
  });
  const world = await createWorld({
    ...{ files: EVERY_LIST, vendors: [hlrLookupsVendor], now: Date.now() },
  });
  const off = await answer(phoneScrub, { phone_number: '+447911120001' }, world);
  expect(off.recommendations).toMatchObject({
    primary_action: 'VERIFY',
    secondary_actions: ['RETRY_LATER'],
    business_rules: { call_allowed: false, marketing_allowed: false },
  });
});
