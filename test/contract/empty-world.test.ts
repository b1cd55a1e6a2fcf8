import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { mainField } from '../../src/lookup/product.ts';
import type { World } from '../../src/lookup/world.ts';
import { products } from '../../src/products/index.ts';
import { answer } from '../support/answer.ts';
import { bareWorld } from '../support/create-world.ts';
import { isDeployed } from '../support/deployment.ts';

/**
 * Rules that may say yes though no feed, list or record is there, and why. Everything else must say
 * no.
 */
const TRUE_WITHOUT_DATA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  phone: {
    sms_allowed: 'the compiled numbering plan says that the number is a mobile one',
    voice_allowed:
      'the compiled numbering plan says that a call can be placed; records only take it back',
  },
  phone_spam: {
    answer_allowed: 'an unknown caller may be answered; speaks_against names what takes it back',
  },
};

/** Asks for a check, a challenge, a confirmation: the less is known, the more it is asked for. */
const ASKS_FOR_MORE = /_required$/;

/** Inputs besides the example and the sandbox's, by field: of another country, of another kind. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  phone_number: ['+442079460958', '+447911123456', '+18005551234', '+14165550123', '+33612345678'],
  ip: ['8.8.4.4', '2001:4860:4860::8888'],
  email: ['someone@gmail.com', 'info@example.org'],
};

const cases = products.flatMap((product) => {
  const field = mainField(product);
  const others = (OTHERS[field] ?? []).map((value) => ({ ...product.example, [field]: value }));
  const known = product.sandbox.map((entry) => sandboxBody(product, entry));
  const bodies = [product.example, ...others, ...known];
  return bodies.map((body) => [product.path, body, product] as const);
});

describe.skipIf(isDeployed)('with no feed, list, record or network', () => {
  let world: World;

  beforeAll(async () => {
    world = await bareWorld();
  });

  it.each(cases)('%s says yes to nothing that rests on one: %j', async (_, body, product) => {
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
    expect(yes.filter((rule) => !allowed.includes(rule) && !ASKS_FOR_MORE.test(rule))).toEqual([]);
  });

  it('answers what rests on compiled data, so that the rule above is put to the test', async () => {
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
