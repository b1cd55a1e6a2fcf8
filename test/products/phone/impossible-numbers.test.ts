import { beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../../../src/lookup/world.ts';
import { hlrLookup } from '../../../src/products/phone/hlr-lookup.ts';
import { mnpLookup } from '../../../src/products/phone/mnp-lookup.ts';
import { ntLookup } from '../../../src/products/phone/nt-lookup.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import { phoneScrub } from '../../../src/products/phone/phone-scrub/product.ts';
import { phoneSpam } from '../../../src/products/phone/phone-spam/product.ts';
import { reversePhoneLookup } from '../../../src/products/phone/reverse-phone-lookup/product.ts';
import { answer } from '../../support/answer.ts';
import { createWorld } from '../../support/create-world.ts';
import { IMPOSSIBLE } from './labelled-numbers.ts';

const PRODUCTS = [phone, ntLookup, hlrLookup, mnpLookup, phoneSpam, phoneScrub, reversePhoneLookup];
const NUMBERS = [
  '+1 123 456 7890',
  '+1 212 123 4567',
  '+1 911 555 0100',
  ...IMPOSSIBLE.map(([text]) => text),
];
/** What people type into complaint forms and lists need not exist either. */
const LISTED = '+12121234567';

describe('a number that its plan does not allow', () => {
  let worlds: World[];
  beforeAll(async () => {
    const listed = { [LISTED]: {} };
    worlds = [
      await createWorld({
        files: { do_not_call: listed, litigators: listed, reassigned_numbers: listed },
      }),
      await createWorld({ files: {} }),
    ];
  });

  it.each(PRODUCTS.map((product) => [product.path, product] as const))(
    'costs nothing and is not CRITICAL in %s, with or without lists',
    async (_, product) => {
      for (const world of worlds)
        for (const phone_number of NUMBERS) {
          const { price, risk } = await answer(product, { phone_number }, world);
          expect(price, phone_number).toBe(0);
          expect(risk?.risk_level, phone_number).not.toBe('CRITICAL');
        }
    },
  );

  it.each([
    ['+55 11 9123-4567', undefined],
    ['(11) 8765-4321', 'BR'],
    ['+55 21 6123-4567', undefined],
  ])(
    'of a Brazilian mobile without its ninth digit, %s, is free and names it',
    async (text, country) => {
      const [body, world] = [{ phone_number: text, country }, worlds[1] as World];
      const { price, recommendations } = await answer(phone, body, world);
      const digits = text.replace(/\D/g, '').replace(/^55/, '');
      const since = `+55${digits.slice(0, 2)}9${digits.slice(2)}`;
      expect(price).toBe(0);
      expect(recommendations).toMatchObject({
        primary_action: 'REVIEW',
        user_message: expect.stringContaining(`it may be ${since}.`),
      });
    },
  );

  it('gets no ninth digit as a Brazilian landline, or where that makes no number', async () => {
    for (const phone_number of ['+55 11 1123-4567', '+55 10 9123-4567', '+55 11 912-4567']) {
      const { recommendations } = await answer(phone, { phone_number }, worlds[1] as World);
      expect(recommendations?.user_message, phone_number).not.toContain('ninth');
    }
  });

  it('is blocked by the scrub whose lists do not know it, and on none of them', async () => {
    const { classification, recommendations } = await answer(
      phoneScrub,
      { phone_number: '+1 212 123 4567' },
      worlds[1] as World,
    );
    expect(classification).toMatchObject({
      ...{ matched: false, doNotCall: false, litigator: false },
      missing_lists: ['do_not_call', 'litigators', 'reassigned_numbers'],
    });
    expect(recommendations?.primary_action).toBe('BLOCK');
  });
});

describe('a number of a service', () => {
  const ADVISING = [phone, hlrLookup, phoneSpam, phoneScrub, reversePhoneLookup];

  it.each([
    ...['112 DE', '110 DE', '999 GB', '911 US', '112 US', '000 AU', '111 NZ', '15 FR', '119 JP'],
    ...['10111 ZA', '190 BR', '411 US', '12345 US', '111 GB', '116117 DE', '988 CA'],
  ])('%s is named as what it is, free, in every product', async (row) => {
    const [phone_number = '', country = ''] = row.split(' ');
    const isEmergency = !/^(?:411|12345|116117|988|111 GB)/.test(row);
    const message = isEmergency
      ? 'This is an emergency number, which is not assigned to subscribers.'
      : 'This is a short number that can be dialled only within its country, or an incomplete number.';
    const world = await createWorld({ files: { do_not_call: {}, litigators: {} } });
    for (const product of ADVISING) {
      const body = { phone_number, country };
      const { recommendations, price } = await answer(product, body, world);
      expect([price, recommendations?.user_message], product.path).toEqual([0, message]);
      expect(recommendations?.secondary_actions, product.path).toEqual([]);
    }
    const typed = await answer(ntLookup, { phone_number, country }, world);
    expect(typed.insights.nt_result).toMatchObject({ invalid_reason: message, info_text: message });
    const { classification } = await answer(phoneSpam, { phone_number, country }, world);
    const accused = ['SPOOFED', 'HIGH_RISK_CALLER'].includes(classification.caller_type);
    expect(accused).toBe(isEmergency);
  });

  it.each(['030 12345678', '12345', '736-3100'])(
    '%s is not cleared or accused by complaint data about what it was misread as',
    async (text) => {
      const reported = {
        counts: [
          {
            month: '2026-10',
            subject: 'OTHER',
            reports: 60_000,
            robocalls: 0,
            robocallsUnknown: 0,
          },
        ].map((count) => ({ ...count, firstOn: '2026-10-01', lastOn: '2026-10-20' })),
      };
      const neighbours = ['+112', '+1999', '+17363999', '+103012345001'];
      const complaints = Object.fromEntries(neighbours.map((key) => [key, reported]));
      const world = await createWorld({ files: { complaints } });
      const { classification, insights, recommendations } = await answer(
        phoneSpam,
        { phone_number: text },
        world,
      );
      expect(classification).toMatchObject({
        ...{ caller_type: 'UNKNOWN', threat_category: 'NOT_CHECKED' },
        ...{ industry_category: 'NOT_CHECKED', persistence_level: 'NOT_CHECKED' },
      });
      expect(insights.reputation.report_count).toBeNull();
      expect(insights.reputation).not.toHaveProperty('range');
      expect(recommendations).toMatchObject({
        primary_action: 'REVIEW',
        business_rules: { answer_allowed: true, callback_allowed: null, complaints_checked: false },
      });
    },
  );

  it('has no block of neighbours if it cannot exist', async () => {
    const world = await createWorld({ files: { complaints: {} } });
    for (const phone_number of ['911', '+1 212 555 01', '+1 212 123 4567']) {
      const { insights } = await answer(phoneSpam, { phone_number }, world);
      expect(insights.reputation, phone_number).not.toHaveProperty('range');
      expect(insights.reputation.report_count, phone_number).toBe(0);
    }
  });

  it.each(['+376 712345', '+298 201234', '+1 415 555 2671'])('%s is none', async (phone_number) => {
    const { insights } = await answer(phone, { phone_number }, await createWorld({ files: {} }));
    expect(insights.number.invalid_reason).toBeUndefined();
  });
});
