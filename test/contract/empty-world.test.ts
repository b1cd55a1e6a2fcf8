import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/core/errors.ts';
import type { World } from '../../src/core/ports.ts';
import { products } from '../../src/products/index.ts';
import { answer } from '../support/answer.ts';
import { bareWorld } from '../support/bare-world.ts';

/** Rules that may say yes though no feed, list or record is there, and why. Everything else must say no. */
const TRUE_WITHOUT_DATA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  phone: {
    sms_allowed: 'the compiled numbering plan says that the number is a mobile one',
    voice_allowed:
      'the compiled numbering plan says that a call can be placed; records only take it back',
    dnc_check_required: 'it says that a registry was not checked',
  },
  ip: { challenge_required: 'it says that the visitor is not approved' },
  email: { confirmation_required: 'it says that the mailbox is not confirmed' },
};

/** Inputs besides the example, by field: of another country, of another kind. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  phone_number: ['+442079460958', '+447911123456', '+18005551234', '+14165550123', '+33612345678'],
  ip: ['8.8.4.4', '2001:4860:4860::8888'],
  email: ['someone@gmail.com', 'info@example.org'],
};

const cases = products.flatMap((product) => {
  const [field = ''] = Object.keys(product.example);
  const others = (OTHERS[field] ?? []).map((value) => ({ ...product.example, [field]: value }));
  return [product.example, ...others].map((body) => [product.path, body, product] as const);
});

describe('with no feed, list, record or network', () => {
  it.each(cases)('%s says yes to nothing that rests on one: %j', async (_, body, product) => {
    const world: World = await bareWorld();
    const result = await answer(product, body, world).catch((error: unknown) => {
      // Nobody could be asked: no answer at all.
      if (error instanceof ApiError && error.status >= 400) return null;
      throw error;
    });
    if (!result?.recommendations) return;
    const { primary_action, business_rules } = result.recommendations;
    expect(primary_action).not.toBe('APPROVE');
    const yes = Object.keys(business_rules).filter((rule) => business_rules[rule]);
    const allowed = Object.keys(TRUE_WITHOUT_DATA[product.type] ?? {});
    expect(yes.filter((rule) => !allowed.includes(rule))).toEqual([]);
  });

  it('answers what rests on compiled data, so that the rule above is put to the test', async () => {
    const world = await bareWorld();
    const answered = await Promise.all(
      products.map((product) =>
        answer(product, product.example, world).then(
          () => product.type,
          () => null,
        ),
      ),
    );
    expect(answered).toEqual(expect.arrayContaining(['phone', 'nt_lookup', 'phone_spam', 'ip']));
  });
});
