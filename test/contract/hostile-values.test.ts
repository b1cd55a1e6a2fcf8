import { expect, it } from 'vitest';
import { parseInCountry } from '../../src/domain/phone/number.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { inputFields, lookupBody } from '../../src/lookup/body.ts';
import { type AnyProduct, productCacheKey } from '../../src/lookup/product.ts';
import { products } from '../../src/products/index.ts';

const HOSTILE: readonly unknown[] = [
  ...['', ' ', '\t\n', '\u00a0\u2003', '\u0000', 'a\u0000b', '\u0007\u001b[31m', '\ud800'],
  ...['\u202eabc', '\u200f\u200e', '\u2066xx\u2069', '\ufeff', 'bücher.example', 'xn--a', '💥'],
  ...['a'.repeat(2_048), 'a'.repeat(2_049), '💥'.repeat(2_000), '1'.repeat(400), '-1', '1e9'],
  ...[0, -1, 1.5, Infinity, Number.MAX_SAFE_INTEGER, true, false],
  ...[[], [null], ['x'], [['x']], {}, { a: 1 }, { toString: 1 }, { length: 1 }, { constructor: 1 }],
  ...['constructor', '__proto__', 'undefined', 'null', '[object Object]', '{"a":1}', '%00'],
  ...['http://', 'https://[::1]/', 'http://127.0.0.1', 'javascript:alert(1)', 'file:///etc/passwd'],
  ...['https://user:word@example.com', 'https://example.com:99999', '//example.com', '..', '@'],
];

const CODES = ['MISSING_FIELD', 'INVALID_INPUT', 'INVALID_REQUEST'];

/** Control characters, marks of direction, and halves of a surrogate pair. */
const UNTYPED = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** The example with a value in one field; null where the example has no such part. */
function bodyWith({ example }: AnyProduct, name: string, value: unknown) {
  const body = structuredClone(example) as Record<string, unknown>;
  const steps = name.split('.');
  const last = steps.pop() as string;
  let parent: Record<string, unknown> | undefined = body;
  for (const step of steps) parent = parent?.[step] as Record<string, unknown> | undefined;
  if (!parent) return null;
  parent[last] = value;
  return body;
}

/** What is wrong with how a body is read; null where it is read or refused as it should be. */
function problemOf(product: AnyProduct, field: string, body: object): string | null {
  try {
    const input = parseInCountry(lookupBody(product), body, 'DE');
    const subject = product.subject(input);
    productCacheKey(product, input);
    return UNTYPED.test(subject) ? `is looked up as ${JSON.stringify(subject)}` : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, param } = error;
    // Of fields that go together the other one may be missing.
    const isNamed = code === 'MISSING_FIELD' || param?.split('.')[0] === field.split('.')[0];
    return CODES.includes(code) && isNamed ? null : `${code}, naming ${param}`;
  }
}

it.each(products)(
  '$path refuses hostile values by naming their field, or reads them',
  (product) => {
    const problems = inputFields(product).flatMap(({ name }) =>
      HOSTILE.flatMap((value) => {
        const body = bodyWith(product, name, value);
        const problem = body && problemOf(product, name, body);
        return problem === null ? [] : [`${name} ${JSON.stringify(value)}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  },
);
