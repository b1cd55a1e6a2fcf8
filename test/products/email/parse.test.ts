import { describe, expect, it } from 'vitest';
import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';
import * as fc from '../../support/fast-check.ts';
import { FAULTY, LABELLED, REFUSED, VALID } from './labelled-addresses.ts';
import { SYNTAX_DIFFERENCES } from './syntax-differences.ts';

it('has at least 200 labelled addresses', () => expect(LABELLED).toBeGreaterThanOrEqual(200));

describe('an address', () => {
  it.each(VALID)('%j is looked up as %j', (text, normalised) => {
    expect(parseEmailAddress(text)).toMatchObject({ text: normalised, fault: null });
  });

  it.each(FAULTY)('%j has the fault %s', (text, fault) =>
    expect(parseEmailAddress(text).fault).toBe(fault),
  );

  it.each(REFUSED)('%j is none', (text) =>
    expect(() => parseEmailAddress(text.trim())).toThrow(UnusableInput),
  );

  it('says why it is refused', () => {
    const reason = (text: string) => {
      try {
        parseEmailAddress(text);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(reason('Jane <jane@example.com>')).toBe(
      'must be the bare address, without name, brackets or comment',
    );
    expect(reason('jane(x)@example.com')).toBe(
      'must be the bare address, without name, brackets or comment',
    );
    expect(reason('jane@[192.0.2.1]')).toBe('has an address literal instead of a domain');
    expect(reason('jane.example.com')).toBe('is not an email address');
  });

  it('takes its parts apart', () => {
    expect(parseEmailAddress('"Jane\\" Doe"@Example.com')).toMatchObject({
      local: 'Jane" Doe',
      domain: 'example.com',
      quoted: true,
      internationalised: false,
    });
    expect(parseEmailAddress('用户@example.com')).toMatchObject({
      local: '用户',
      internationalised: true,
      quoted: false,
    });
  });
});

describe('where other suites disagree', () => {
  const verdict = (text: string): boolean => {
    try {
      return parseEmailAddress(text).fault === null;
    } catch (error) {
      if (error instanceof UnusableInput) return false;
      throw error;
    }
  };
  const cases = SYNTAX_DIFFERENCES.flatMap((difference) =>
    difference.examples.map((example) => ({ ...difference, example })),
  );

  it.each(cases)('$example: $rule ($decidedBy)', ({ example, valid, covers }) => {
    expect(verdict(example)).toBe(valid);
    expect(example).toMatch(covers);
  });
});

describe('parsing', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      '@',
      '"',
      '\\',
      '.',
      '..',
      'jane',
      'example.com',
      '[',
      '(',
      ' ',
      'ü',
      'u\u0308',
      '。',
      '+',
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  it('never fails but by refusing, and reads its own result as itself', () => {
    fc.assert(
      fc.property(text, (anything) => {
        try {
          const address = parseEmailAddress(anything);
          expect(parseEmailAddress(address.text)).toEqual(address);
        } catch (error) {
          if (!(error instanceof UnusableInput)) throw error;
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts every quoted local part, whatever is in it, and keeps it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (local) => {
        const written = `"${local.replace(/["\\]/g, '\\$&')}"@example.com`;
        expect(parseEmailAddress(written)).toMatchObject({
          local,
          domain: 'example.com',
          fault: null,
        });
      }),
    );
  });
});
