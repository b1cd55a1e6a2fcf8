import { describe, expect, it } from 'vitest';
import { mayBeSameFirstName } from '../../../src/domain/person/person-match.ts';
import { foldCompanyName } from '../../../src/domain/place/place-name.ts';
import { STREET_SUFFIXES } from '../../../src/domain/place/postal-spellings.ts';
import { parseHouseNumber, readStreetLine } from '../../../src/domain/place/street-address.ts';
import { isInUnitedStates } from '../../../src/domain/place/us-states.ts';
import {
  parseLinkedinPerson,
  personLinkedinUrl,
} from '../../../src/domain/social/linkedin-address.ts';
import { UnusableInput } from '../../../src/lib/inputs.ts';
import { foldText } from '../../../src/lib/text.ts';
import { type KeyKind, keyText, recordKey } from '../../../src/lookup/datasets/keys.ts';
import * as fc from '../../support/fast-check.ts';

/** Spellings that are one thing, and the key they have; each line differs from every other. */
const ALIKE: readonly (readonly [KeyKind, string, ...(readonly string[])[]])[] = [
  ['email', 'ada+news@example.com', ['Ada+News@Example.COM'], [' ada+news@example.com ']],
  ['email', 'ada@example.com', ['"ada"@example.com']],
  [
    'domain',
    'example.com',
    ['https://www.Example.com/about?x=1'],
    ['example.com.'],
    ['a.b.example.com'],
  ],
  ['domain', 'example.co.uk', ['shop.example.co.uk']],
  [
    'profile',
    'ada-example',
    ['Ada-Example'],
    ['@ada-example'],
    ['https://www.linkedin.com/in/ada-example/'],
    ['linkedin.com/in/Ada-Example?utm_source=share&trk=x#top'],
    ['http://uk.linkedin.com/in/ada-example/de'],
    ['https://m.linkedin.com/in/ada-example'],
    ['//www.linkedin.com/mwlite/in/ada-example'],
    ['https://www.linkedin.com/comm/in/ada%2Dexample'],
  ],
  ['profile', 'zoë', ['https://www.linkedin.com/in/zo%C3%AB'], ['zoe\u0308']],
  ['profile', 'company/example-ltd', ['https://www.linkedin.com/company/Example-Ltd/about/']],
  [
    'person',
    'obrien|m|12|94704',
    ["O'Brien Jr.", 'Mary Ann', '12 Main St', '94704'],
    ['Dr. O’BRIEN, PhD', 'mary', '0012 Main Street Apt 4', '94704-1234'],
    ['o brien', 'M.', '12 N Main', '94704 1234'],
  ],
  ['person', 'delacruz|j|41-20|11101', ['de la Cruz', 'José', '41-20 Queens Blvd', '11101']],
  ['person', 'smithjones|a|po box 7|20001', ['Smith-Jones III', 'Ana', 'P.O. Box 007', '20001']],
  ['person', 'v|a|1|20001', ['V', 'A', '1 A St', '20001']],
  [
    'place',
    'at and t store and sons|saintpaul',
    ['AT&T Store & Sons, Inc.', 'St. Paul'],
    ['The AT and T Store and Sons L.L.C.', 'SAINT PAUL'],
  ],
  ['place', 'cafe muller|newyork', ['Café Müller GmbH & Co. KG', 'New  York']],
  [
    'street',
    '120 N MAIN ST NW|20001',
    ['120 North Main Street Northwest', '20001'],
    ['0120 N. Main St., N.W.', '20001-0001'],
    ['120 n main str NW apt #4', '20001'],
  ],
  ['street', '5 NORTH ST|20001', ['5 North Street', '20001']],
  ['street', '5 N ST|20001', ['5 N St', '20001']],
  ['street', '7 5TH AVE|10001', ['7 Fifth Avenue', '10001'], ['7 5th Av', '10001']],
  [
    'street',
    '12 1/2 ST JAMES PL|10001',
    ['12 1/2 Saint James Place', '10001'],
    ['12-1/2 Saint James Pl', '10001'],
  ],
  ['street', '12 1/3 ST JAMES PL|10001', ['12⅓ Saint James Place', '10001']],
  [
    'street',
    '30 S WACKER DR|60606',
    ['30 S Wacker Dr 2200', '60606'],
    ['30 S Wacker Dr 2200 # 4', '60606'],
  ],
  ['street', '41-20 QUEENS BLVD|11101', ['41-20 Queens Boulevard Suite 3', '11101']],
  ['keyword', 'US|running shoes', ['us', ' Running   Shoes '], ['US', 'ｒunning shoes']],
  ['keyword', 'GB|running shoes', ['GB', 'running shoes'], ['UK', 'running shoes']],
];

describe('keys', () => {
  for (const [kind, key, ...spellings] of ALIKE)
    it(`${kind} ${key}`, () => {
      for (const cells of spellings)
        expect(recordKey(kind, ...cells), cells.join(' / ')).toBe(`${kind}:${key}`);
    });

  it('are null for what cannot be one, and need every part', () => {
    const unusable: [KeyKind, ...string[]][] = [
      ['email', 'ada'],
      ['email', 'ada..b@example.com'],
      ['domain', 'com'],
      ['domain', '192.0.2.1'],
      ['profile', 'https://example.com/in/ada-example'],
      ['profile', 'https://notlinkedin.com/in/ada-example'],
      ['profile', 'https://www.linkedin.com/feed/update/1'],
      ['profile', 'https://www.linkedin.com/in/'],
      ['profile', 'two words'],
      ['profile', '%'],
      ['person', 'Example', 'Ada', 'Main Street', '94704'],
      ['person', '12', 'Ada', '1 Main Street', '94704'],
      ['person', 'Example', 'Ada', '1 Main Street', '2139'],
      ['person', 'Example', 'Ada', '1 Main Street'],
      ['place', '---', 'New York'],
      ['street', 'PO Box 7', '20001'],
      ['street', 'Main Street', '20001'],
      ['keyword', 'USA', 'shoes'],
      ['hash', 'abc'],
    ];
    for (const [kind, ...cells] of unusable)
      expect(recordKey(kind, ...cells), cells.join(' / ')).toBeNull();
  });

  it('hold the two forms that are no kind of ours as they are', () => {
    expect(recordKey('phone_number', '(202) 555-0101')).toBe('+12025550101');
    expect(recordKey('network', '192.0.2.1/24')).toBe('192.0.2.0/24');
  });
});

describe('a monitored profile', () => {
  it.each([
    'jane-doe',
    '@Jane-Doe',
    'https://www.linkedin.com/in/Jane-Doe?x=1',
    'https://www.linkedin.com/mwlite/in/jane-doe',
    'https://www.linkedin.com/IN/jane-doe',
    'uk.linkedin.com/in/jane-doe/de',
  ])('has the key of its record: %s', (text) => {
    expect(parseLinkedinPerson(text)).toBe('jane-doe');
    expect(recordKey('profile', text)).toBe('profile:jane-doe');
  });

  it('by the id of a member keeps its capitals, and its record has a key without', () => {
    const id = 'ACoAAABCdEfGhIjKlMnOpQrStUvWxYz0123456';
    expect(parseLinkedinPerson(`https://www.linkedin.com/in/${id}/`)).toBe(id);
    expect(personLinkedinUrl(id)).toBe(`https://www.linkedin.com/in/${id}`);
    expect(recordKey('profile', id)).toBe(`profile:${id.toLowerCase()}`);
    expect(keyText('profile', id)).toBe(id);
    expect(keyText('profile', 'Jane-Doe')).toBe('jane-doe');
    expect(keyText('profile', null)).toBeNull();
  });

  it.each([
    'https://example.com/in/jane-doe',
    'https://notlinkedin.com/in/jane-doe',
    'https://www.linkedin.com/company/example',
    'jane.doe',
    'jo',
  ])('is not %s', (text) => {
    expect(() => parseLinkedinPerson(text)).toThrow(UnusableInput);
  });
});

describe('properties', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const line = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...STREET_SUFFIXES.keys(),
          'NORTH',
          'N',
          'NW',
          'APT',
          '#4',
          '12',
          '1/2',
          '41-20',
          'B',
          'BLDG',
          'REAR',
          'UPPR',
        ),
        fc.string({ maxLength: 8 }),
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((words) => `12 ${words.join(' ')}`);

  it('folding twice changes nothing, and case and accents do not count', () => {
    fc.assert(
      fc.property(word, (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.toUpperCase())).toBe(foldText(text.toUpperCase().toLowerCase()));
      }),
    );
  });

  it('a letter before a unit is of the unit, as at the end of the line', () => {
    expect(recordKey('street', '12 Oak Rear Apt B C', '20001')).toBe('street:12 OAK|20001');
    expect(recordKey('street', '12 Oak St Bldg North', '20001')).toBe('street:12 OAK ST|20001');
    for (const line1 of ['12 Main St A #0', '12 Main St A#0 0', '12 Main St A'])
      expect(recordKey('street', line1, '20001')).toBe('street:12 MAIN ST|20001');
  });

  it('a key that was read reads as itself', () => {
    fc.assert(
      fc.property(line, word, (address, name) => {
        const street = recordKey('street', address, '94704');
        if (street !== null) {
          const [, own = ''] = /^street:(.*)\|94704$/.exec(street) ?? [];
          expect(recordKey('street', own, '94704')).toBe(street);
          expect(recordKey('street', address.toLowerCase(), '94704')).toBe(street);
        }
        for (const kind of ['profile', 'keyword', 'place'] as const) {
          const cells =
            kind === 'profile' ? [name] : kind === 'keyword' ? ['US', name] : [name, 'X'];
          const key = recordKey(kind, ...cells);
          if (key === null) continue;
          const text = key.slice(kind.length + 1);
          const again = kind === 'profile' ? [text] : text.split('|');
          if (kind === 'keyword') again.splice(1, again.length, text.slice(3));
          expect(recordKey(kind, ...(kind === 'place' ? [again[0], 'X'] : again))).toBe(key);
        }
      }),
    );
  });

  it('takes time in proportion to what strangers send', () => {
    for (const bit of [
      '1-',
      'a.',
      '& ',
      "'",
      'st ',
      '#',
      'APT ',
      '%C3',
      'l ',
      '12 ',
      '/',
      '\u0300',
    ])
      for (const kind of [
        'email',
        'domain',
        'profile',
        'person',
        'place',
        'street',
        'keyword',
      ] as const) {
        const text = bit.repeat(50_000);
        const begun = performance.now();
        recordKey(kind, text, text, text, text);
        recordKey(kind, 'x', 'x', `1 ${text}`, '94704');
        recordKey(kind, `1 ${text}`, '94704');
        expect(performance.now() - begun, `${kind} of ${bit}`).toBeLessThan(1_000);
      }
  });
});

it.each([
  ['12 Main St', '12'],
  ['012A Main', '12a'],
  ['12-a Main', '12a'],
  ['41-20 Queens', '41-20'],
  ['12 - 14 Main', '12'],
  ['N6W23001 Bluemound', 'n6w23001'],
  ['12 1/2 Main', '12 1/2'],
  ['12½ Main', '12 1/2'],
  ['12-1/2 Main', '12 1/2'],
  ['12-½ Main', '12 1/2'],
  ['41-20-1/2 Queens', '41-20 1/2'],
  ['12 ⅔ Main', '12 2/3'],
  ['PO Box 007', 'po box 7'],
  ['Post Office Box 12', 'po box 12'],
  ['RR 2 Box 15', 'rr 2 box 15'],
])('numbers %s %s', (line, number) => expect(parseHouseNumber(line)).toBe(number));

it('keeps the unit apart from the street', () => {
  const unitOf = (line: string) => readStreetLine(line).unit;
  expect(unitOf('1 Main St Apt 4B')).toBe('4B');
  expect(unitOf('1 Main St #4b')).toBe('4B');
  expect(unitOf('1 Main St Unit # 4B')).toBe('4B');
  expect(unitOf('1 Main St Fl 3')).toBe('FL 3');
  expect(unitOf('1 Main St Rear')).toBe('REAR');
  expect(unitOf('1 Main St')).toBe('');
  expect(readStreetLine('12 Old Pier Rd')).toMatchObject({ street: '12 OLD PIER RD', unit: '' });
  expect(readStreetLine('12 Lower River Road').unit).toBe('');
});

it('knows first names that may be one, and who lives in the United States', () => {
  expect(mayBeSameFirstName('José', 'JOSE')).toBe(true);
  expect(mayBeSameFirstName('J.', 'Jose')).toBe(true);
  expect(mayBeSameFirstName('Jane', 'John')).toBe(false);
  expect(mayBeSameFirstName('', 'John')).toBe(false);
  expect(foldCompanyName('Inc')).toBe('inc');
  expect(isInUnitedStates({ country: 'us', state: null })).toBe(true);
  expect(isInUnitedStates({ country: null, state: 'ny' })).toBe(true);
  expect(isInUnitedStates({ country: 'CA', state: 'NY' })).toBe(false);
  expect(isInUnitedStates({ country: null, state: 'ON' })).toBe(false);
  expect(isInUnitedStates({ country: null, state: null })).toBeNull();
});

it.each([
  ['Puerto Rico', null, true],
  ['pr', null, true],
  ['Guam', null, true],
  ['U.S. Virgin Islands', null, true],
  ['Canada', null, false],
  [null, 'California', true],
  [null, 'US-CA', true],
  [null, 'Calif.', true],
  [null, 'Puerto Rico', true],
  [null, 'AE', true],
  [null, 'Ontario', false],
  // A state and a country have this name.
  [null, 'Georgia', null],
  ['US', 'Georgia', true],
  [null, 'GA', true],
])('of the country %s and the state %s: in the United States is %s', (country, state, is) => {
  expect(isInUnitedStates({ country, state })).toBe(is);
});
