import { describe, expect, it } from 'vitest';
import { IdentifierSearch } from '../../src/lookup/identifier-text.ts';

const EMAIL = 'ann@mail.example';
const NEW_YORK = '+19176123456';
const GERMAN = '+4917612345678';

const BOM = { utf16le: [0xff, 0xfe], utf16be: [0xfe, 0xff] };

/** A text in UTF-8 and both UTF-16, each masked as the bytes of a file. */
function maskedIn(text: string, identifier: string): string[] {
  const search = new IdentifierSearch(identifier);
  const mask = (bytes: Uint8Array) => {
    search.mask(bytes, 0, bytes.length);
    return bytes;
  };
  const little = new Uint8Array([...BOM.utf16le, ...Buffer.from(text, 'utf16le')]);
  const big = new Uint8Array([...BOM.utf16be, ...Buffer.from(text, 'utf16le').swap16()]);
  return [
    new TextDecoder().decode(mask(new TextEncoder().encode(text))),
    new TextDecoder('utf-16le').decode(mask(little)),
    new TextDecoder('utf-16be').decode(mask(big)),
  ];
}

describe.each([
  ['an address', EMAIL],
  ['a number of North America', NEW_YORK],
  ['a number of another country', GERMAN],
])('%s', (_, identifier) => {
  it.each(
    {
      [EMAIL]: [
        'ann@mail.example',
        'Ann@Mail.Example.',
        '"ann@mail.example","x"',
        '<ann@mail.example>',
        'https://a.test/?email=ann%40mail.example&x=1',
        '%3Dann%40mail.example%26',
        '{"note":"first\\nann@mail.example\\n"}',
        '{"note":"\\u003cann@mail.example\\u003e"}',
        'friends of ann@mail.example-results.csv',
        'ann@mail.example.csv',
        'ann@mail.example-2.csv',
        'ann@mail.example-rows-2.csv.gz',
        "'ann@mail.example'",
        "email='ann@mail.example'",
        `{"note":"first\\n'ann@mail.example'"}`,
        "%20'ann@mail.example'",
      ],
      [NEW_YORK]: [
        '+19176123456',
        '19176123456',
        '9176123456',
        '"phone":9176123456,',
        '(917) 612-3456',
        '917-612-3456',
        '917.612.3456',
        '917/612 3456',
        '+1 (917) 612-3456',
        '1-917-612-3456',
        '001 917 612 3456',
        '011 1 917 612 3456',
        '+1 91 76 12 34 56',
        '+1 (0)917 612 3456',
        'tel=%2B1%20917%20612%203456',
        '%20917%20612%203456',
        '917\u00a0612\u20113456',
        '+1 917 612 3457 / 917 612 3456',
      ],
      [GERMAN]: [
        '+4917612345678',
        '4917612345678',
        '+49 176 12345678',
        '+49 (0)176 / 123 456 78',
        '0049-176-12345678',
        '+49\u00a0176\u201312345678',
      ],
    }[identifier] as string[],
  )('is found as %s', (text) => {
    const search = new IdentifierSearch(identifier);
    expect(search.contains(text)).toBe(true);
    const digits = identifier.slice(-4);
    for (const masked of maskedIn(`a,${text},b`, identifier)) {
      expect(masked).toMatch(/^a,.*,b$/su);
      expect(masked).not.toContain(digits);
    }
  });

  it.each(
    {
      [EMAIL]: [
        'joann@mail.example',
        'jo.ann@mail.example',
        'jo+ann@mail.example',
        'jo%2Bann%40mail.example',
        'jo-ann@mail.example',
        "d'ann@mail.example",
        'ann@mail.example-2.org',
        'ann@mail.example.org',
        'ann@mail.examples',
        'ann@mail.example-shop.test',
        'ann@mail.exam',
      ],
      [NEW_YORK]: [
        '+4917612345678',
        '+49 176 12345678',
        '99176123456',
        '91761234567',
        '+44 917 612 3456',
        '0049 917 6123456',
        '+49 (0)917 612 3456',
        '+4919176123456',
        '+49 1 917 612 3456',
        '40.9176123456',
        '9176-12-34 56',
        '917,612,3456',
      ],
      [GERMAN]: ['+14917612345678', '49 176 12345678', '+49 176 1234567', '+49 176 123456789'],
    }[identifier] as string[],
  )('is not found in %s', (text) => {
    expect(new IdentifierSearch(identifier).contains(text)).toBe(false);
    for (const masked of maskedIn(text, identifier)) expect(masked).toBe(text);
  });
});
