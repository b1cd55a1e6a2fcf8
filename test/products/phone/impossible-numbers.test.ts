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
