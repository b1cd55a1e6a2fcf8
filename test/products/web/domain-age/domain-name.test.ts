import { describe, expect, it } from 'vitest';
import {
  namesUpToSuffix,
  parseRegistrableDomain,
  toAsciiName,
} from '../../../../src/domain/web/domain-name.ts';
import { UnusableInput } from '../../../../src/lib/inputs.ts';
import * as fc from '../../../support/fast-check.ts';

describe('a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['www.example.co.uk', 'example.co.uk'],
    ['https://www.example.co.uk:8443/path?query=a@b#part', 'example.co.uk'],
    ['http://user:secret@shop.example.com/', 'example.com'],
    ['//cdn.example.com/x', 'example.com'],
    ['example.com/path', 'example.com'],
    ['example.com:443', 'example.com'],
    ['example.com.', 'example.com'],
    ['deep.sub.example.com.au', 'example.com.au'],
    ['foo.github.io', 'github.io'],
    ['github.io', 'github.io'],
    ['www.city.kawasaki.jp', 'city.kawasaki.jp'],
    ['a.b.example.ck', 'b.example.ck'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['https://Bücher.example.DE/x', 'example.de'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['example。com', 'example.com'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['name.unlisted-suffix', 'name.unlisted-suffix'],
  ])('%s is registered as %s', (text, name) => {
    expect(parseRegistrableDomain(text)).toEqual({ name, tld: name.split('.').at(-1) });
  });

  it.each([
    'com',
    'co.uk',
    'localhost',
    '192.0.2.1',
    'http://192.0.2.1/',
    'http://[2001:db8::1]/',
    '2001:db8::1',
    '1.2.3',
    '0x7f.1',
    '１２７.0.0.1',
    'jane@example.com',
    'exa mple.com',
    'example..com',
    '.com',
    '-example.com',
    'example-.com',
    'exa_mple.com',
    'example.com:99999x',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    'https://',
    'mailto:a',
    '/',
    '?',
    'http:///path',
    '%65xample.com',
    // Labels that IDNA does not decode: Punycode of nothing, of a control character, of ASCII.
    'xn--a.com',
    'xn--zzzz.com',
    'xn--99zzzzzz.com',
    'www.xn--a.com',
    "ex'ample.com",
  ])('%j is none', (text) => {
    expect(() => parseRegistrableDomain(text)).toThrow(UnusableInput);
  });

  it('never fails otherwise, and reads its own result as itself', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('example', 'co.uk', 'com', '.', '@', '://', '/', ':8080', 'ß', 'xn--', '。'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('');
        try {
          const domain = parseRegistrableDomain(text);
          expect(parseRegistrableDomain(domain.name)).toEqual(domain);
          expect(toAsciiName(domain.name)).toBe(domain.name);
        } catch (error) {
          if (!(error instanceof UnusableInput)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

it('lists the names above a host up to the public suffix, hosting suffixes included', () => {
  expect(namesUpToSuffix('a.b.example.co.uk', 9)).toEqual([
    'a.b.example.co.uk',
    'b.example.co.uk',
    'example.co.uk',
  ]);
  expect(namesUpToSuffix('x.foo.github.io', 9)).toEqual(['x.foo.github.io', 'foo.github.io']);
  expect(namesUpToSuffix('co.uk', 9)).toEqual([]);
  expect(namesUpToSuffix('a.b.c.d.e.f.g.example.com', 3)).toHaveLength(3);
});
