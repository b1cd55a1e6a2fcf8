import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../../src/lib/errors.ts';
import { responseSchema } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { isDeployed, send } from '../support/deployment.ts';
import * as fc from '../support/fast-check.ts';
import { fillTables } from './keys.ts';

/** Of one product. */
const INPUTS = isDeployed ? 20 : 100;
/** A key may call 200 times in 10 seconds. */
const CALLS_PER_KEY = 150;

/** A fault, or a key that would let nothing of the input be looked at. */
const NEVER = ['INTERNAL_ERROR', 'UNAUTHORIZED', 'UPGRADE_REQUIRED', 'RATE_LIMIT_EXCEEDED'];

/** Each for so many calls of one product; a deployment is asked with its test key, and slowly. */
let keys: string[] = [];
const KEYS_OF_ONE = 5;
const KEYS_PER_PRODUCT = Math.ceil(INPUTS / CALLS_PER_KEY);

beforeAll(async () => {
  if (isDeployed) {
    keys = Array.from({ length: KEYS_PER_PRODUCT * products.length }, () => env.CONTRACT_KEY);
    return;
  }
  await fillTables();
  while (keys.length < KEYS_PER_PRODUCT * products.length) {
    // As many keys as their organization's own window lets call at the same time.
    const { id } = await createOrganization({ credits: 1_000_000 });
    const create = () =>
      operate('POST', `/organizations/${id}/api-keys`, {
        user_email: 'owner@example.com',
        name: 'fuzz',
        mode: 'live',
      });
    const made = await Promise.all(Array.from({ length: KEYS_OF_ONE }, create));
    keys.push(...made.map(({ key }) => key));
  }
});

/**
 * The example with characters cut out, doubled, replaced or put in: close enough to reach past the
 * first check.
 */
const mutated = (text: string) =>
  fc
    .array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('cut', 'double', 'insert'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((edits) =>
      edits.reduce((result, [place, edit, noise]) => {
        const at = place % (result.length + 1);
        if (edit === 'cut') return result.slice(0, at) + result.slice(at + 1);
        return (
          result.slice(0, at) +
          (edit === 'double' ? result.slice(at, at + 2) : noise) +
          result.slice(at)
        );
      }, text),
    );

const hostile = fc.constantFrom(
  '\u0000',
  '\ud800',
  '\u202e+1415',
  '٤١٥٥٥٥٠١٢٣',
  '＋１４１５',
  '💥',
  "' OR 1=1 --",
  '<script>',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '+',
  '-',
  '.',
  '0',
  '1e309',
  'NaN',
  'null',
  'constructor',
  '__proto__',
  'http://[::1',
  '::ffff:0:0',
  '999.999.999.999',
  'a@b',
  '@',
  'xn--',
  'a'.repeat(2_048),
  '٠'.repeat(500),
  '1'.repeat(400),
);

it.each(products.map((product, index) => [product.path, product, index] as const))(
  '%s survives fuzzed inputs',
  async (path, product, index) => {
    const [field, example] = Object.entries(product.example)[0] as [string, unknown];
    const value = fc.oneof(
      { weight: 5, arbitrary: mutated(String(example)) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      { weight: 2, arbitrary: hostile },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    const body = fc
      .tuple(value, fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue(), { maxKeys: 3 }))
      .map(([input, extra]) => JSON.stringify({ ...extra, [field]: input }));
    const raw = fc.oneof(
      { weight: 9, arbitrary: body },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    );
    const schema = responseSchema(product);
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(raw, async (text) => {
        const token = keys[index * KEYS_PER_PRODUCT + Math.floor(sent++ / CALLS_PER_KEY)] as string;
        const reply = await call('POST', `/v1${path}`, { token, body: text });
        if (reply.body.success) schema.parse(reply.body);
        else {
          const code = reply.body.error.code as keyof typeof ERRORS;
          expect(NEVER).not.toContain(code);
          expect(reply.status).toBe(ERRORS[code].status);
        }
      }),
      // Shrinking would call past the rate window, and the printed seed shows the input as it is.
      { numRuns: INPUTS, endOnFailure: true },
    );
  },
  120_000,
);

it('survives bodies in odd encodings', async () => {
  const bodies: [string, BodyInit][] = [
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['gzip without saying so', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
    ['nested 100,000 deep', '['.repeat(100_000)],
    ['nested 100,000 deep and closed', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a megabyte of spaces', ' '.repeat(1_048_576)],
  ];
  for (const [name, body] of bodies) {
    const response = await send(`/v1${products[0]?.path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${keys[0]}`,
        'Content-Type': 'application/json; charset=utf-16',
      },
      body,
    });
    expect(response.status, name).toBe(400);
    expect(await response.json(), name).toMatchObject({
      success: false,
      error: { code: expect.stringMatching(/^(INVALID_REQUEST|MISSING_FIELD)$/) },
    });
  }
});
