import { describe, expect, it } from 'vitest';
import { parseRow } from '../../../src/bulk/rows.ts';
import { parsePhoneNumber, phoneBody } from '../../../src/domain/phone/number.ts';
import { inputError, UnusableInput } from '../../../src/lib/inputs.ts';
import { productCacheKey } from '../../../src/lookup/product.ts';
import { families } from '../../../src/products/index.ts';
import { phone } from '../../../src/products/phone/phone/product.ts';
import * as fc from '../../support/fast-check.ts';
import { COUNTRIES, IMPOSSIBLE, SERVICES, SHARED_CODES } from './labelled-numbers.ts';

const all = [...COUNTRIES, ...SHARED_CODES, ...SERVICES, ...IMPOSSIBLE].map(([, e164]) => e164);

const parseOrRefuse = (text: string) => {
  try {
    return parsePhoneNumber(text);
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
};

const digitsOf = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Ways people and programs write one E.164 number. */
const WRITTEN: Record<string, (e164: string) => string> = {
  'with 011': (e164) => `011 ${e164.slice(1)}`,
  'as a tel: URI': (e164) => `tel:${e164}`,
  'as a tel: URI with parameters': (e164) => `TEL:${e164};ext=12;isub=1`,
  'as an sms: URI with a body': (e164) => `sms:${e164}?body=call%20me`,
  'as an encoded tel: URI': (e164) => `tel:${e164.replace('+', '%2B')}`,
  'as a callto: URI': (e164) => `callto://${e164}`,
  'in quotes': (e164) => `“${e164}”`,
  'behind a telephone sign': (e164) => `☎ ${e164}`,
  'in brackets': (e164) => `(${e164})`,
  'with an extension': (e164) => `${e164} ext. 42`,
  'with a short extension': (e164) => `${e164} x42`,
  'in full-width digits': (e164) => digitsOf(0xff10)(e164).replace('+', '＋'),
  'in Arabic-Indic digits': digitsOf(0x660),
  'in Persian digits': digitsOf(0x6f0),
  'in Devanagari digits': digitsOf(0x966),
  'in Thai digits': digitsOf(0xe50),
  'between invisible marks': (e164) => `\u202a${e164}\u202c\ufeff`,
};

describe('a number as other libraries write it in their tests', () => {
  it.each([
    ['+0064 3 331 6005', 'NZ', '+6433316005'],
    ['+01164 3 331 6005', 'NZ', '+6433316005'],
    ['+ 00 64 3 331 6005', 'NZ', '+6433316005'],
    ['Phone: 8 (800) 555 35 35.', 'RU', '+78005553535'],
    ['Tel.: +7 (800) 555-35-35', 'US', '+78005553535'],
    ['+52 1 33 1234 5678', 'US', '+523312345678'],
    ['0997654321', 'CL', '+56997654321'],
    ['02 2123 4567', 'CL', '+56221234567'],
    ['0912 345 678', 'PT', '+351912345678'],
    ['0601 123 456', 'CZ', '+420601123456'],
    ['0800 FLOWERS', 'DE', '+498003569377'],
    ['044 (33) 1234-5678', 'MX', '+523312345678'],
    ['01 (449) 978-0001', 'MX', '+524499780001'],
    ['(0-22) 482-17-36', 'PL', '+48224821736'],
    ['8 067 482 17 36', 'UA', '+380674821736'],
    ['CP# 0917-482-1736', 'PH', '+639174821736'],
    ['0302214567 Frau Kern', 'DE', '+49302214567'],
    ['tel:03-331-6005;phone-context=+64', 'US', '+6433316005'],
    ['https://wa.me/12125550123?text=hi', 'DE', '+12125550123'],
    ['12125550123@s.whatsapp.net', 'DE', '+12125550123'],
    ['+55 (0xx11) 2345-6789', 'US', '+551123456789'],
    ['1+212+555+0123', 'US', '+12125550123'],
    ['4915123456789', 'DE', '+4915123456789'],
    ['4917612345678', 'DE', '+4917612345678'],
    ['491701234567', 'DE', '+491701234567'],
    ['49 170 1234567', 'DE', '+491701234567'],
    ['49-151-23456789', 'DE', '+4915123456789'],
    ['(49) 1512 3456789', 'DE', '+4915123456789'],
    ['4951112345678', 'DE', '+4951112345678'],
    ['49 0170 1234567', 'DE', '+491701234567'],
    ['49 170 1234567 ext. 12', 'DE', '+491701234567'],
    ['62812345678', 'ID', '+62812345678'],
    ['38349123456', 'XK', '+38349123456'],
    ['43720123456', 'AT', '+43720123456'],
    // Of Leer, Lund, Klagenfurt, Milan and Rio Grande do Sul, without the trunk prefix.
    ['491 987654', 'DE', '+49491987654'],
    ['4951 123456', 'DE', '+494951123456'],
    ['(0491) 98765432', 'DE', '+4949198765432'],
    ['46 123 45 67', 'SE', '+46461234567'],
    ['463 123456', 'AT', '+43463123456'],
    ['393 1234567', 'IT', '+393931234567'],
    ['55 99123 4567', 'BR', '+5555991234567'],
    ['+1_212_555_0123', 'US', '+12125550123'],
  ] as const)('%s in %s is %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true });
  });
});

it.each([
  ['0692 12 34 56', '+262692123456', 'RE', 'MOBILE'],
  ['02 62 41 23 45', '+262262412345', 'RE', 'FIXED_LINE'],
  ['0269 61 12 34', '+262269611234', 'YT', 'FIXED_LINE'],
  ['0690 12 34 56', '+590690123456', 'GP', 'MOBILE'],
  ['0594301234', '+594594301234', 'GF', 'FIXED_LINE'],
  ['0696.12.34.56', '+596696123456', 'MQ', 'MOBILE'],
  ['05 08 41 12 34', '+508411234', 'PM', 'FIXED_LINE'],
  ['0590 27 61 23', '+590590276123', 'BL', 'FIXED_LINE'],
  ['07 08 42 12 34', '+508708421234', 'PM', 'MOBILE'],
  ['07 09 02 12 34', '+590709021234', 'GP', 'MOBILE'],
  ['07 09 36 12 34', '+262709361234', 'YT', 'MOBILE'],
  ['02 40 12 34 56', '+33240123456', 'FR', 'FIXED_LINE'],
])('reads %s, dialled in France, as %s', (written, e164, country, planType) => {
  const readIn = { country: 'FR', written };
  expect(parsePhoneNumber(written, 'FR')).toMatchObject({ e164, country, planType, readIn });
});

it.each([
  ['06 12 34 56 78', 'RE', '+33612345678'],
  ['01 42 68 53 00', 'GP', '+33142685300'],
  ['07 81 23 45 67', 'MQ', '+33781234567'],
  ['0590 82 12 34', 'RE', '+590590821234'],
  ['0692 12 34 56', 'RE', '+262692123456'],
  ['0694 20 12 34', 'GF', '+594694201234'],
  ['0800 123 456', 'RE', '+262800123456'],
  ['01 42 68 53 00', 'MF', '+33142685300'],
  ['06 12 34 56 78', 'BL', '+33612345678'],
  ['0590 87 53 01', 'MF', '+590590875301'],
  ['01 42 68 53 00', 'PM', '+33142685300'],
  ['05 08 41 12 34', 'PM', '+508411234'],
  ['41 12 34', 'PM', '+508411234'],
  ['041 12 34', 'PM', '+508411234'],
  ['0708 42 12 34', 'PM', '+508708421234'],
  ['+590 690 12 34 56', 'RE', '+590690123456'],
] as const)('reads %s, dialled in %s, as %s', (written, country, e164) => {
  expect(parsePhoneNumber(written, country)).toMatchObject({ e164, valid: true });
});

it.each(['+39 0549 886381', '0549 886381'])('reads %s as of San Marino', (written) => {
  const number = parsePhoneNumber(written, 'IT');
  expect(number).toMatchObject({ e164: '+390549886381', country: 'SM', planType: 'FIXED_LINE' });
});

it.each([
  ['+33 700 011 564 653', '+33700011564653', null],
  ['+33 700 011 564 6530', '+337000115646530', 'FR'],
  ['0700 011 564 6530', '+337000115646530', 'FR'],
  ['+34 590 123 456 7890', '+345901234567890', 'ES'],
  ['+46 719 012 345 6789', '+467190123456789', 'SE'],
  ['+47 580 009 083 060', '+47580009083060', 'NO'],
  ['+86 106 471 234 5678', '+861064712345678', 'CN'],
  ['+86 106 471 234 567', '+86106471234567', null],
])('reads %s of a machine', (written, e164, country) => {
  const exists = { country, planType: 'MOBILE', valid: true, possible: true };
  const number = country === null ? { planType: null, valid: false } : exists;
  expect(parsePhoneNumber(written, 'FR')).toMatchObject({ e164, ...number });
});

describe('a number among words that say what it is', () => {
  it.each([
    ...(['Tlf. 91 234 56 78', 'Móvil: 912345678', '912 345 678 (oficina)'] as const).map(
      (text) => [text, 'ES', '+34912345678'] as const,
    ),
    ...[
      ...['Tel. 030 901820', 'Tel.-Nr. (030) 901820', 'T 030 901820', 'Tel./Fax: 030 901820'],
      ...['030 901820 Durchwahl 12', '030 901820 dienstlich', 'Büro Tel.: +49 30 901820'],
    ].map((text) => [text, 'DE', '+4930901820'] as const),
    ...[
      ...[
        'Phone # 212-555-0187',
        'Phone 2: (212) 555-0187',
        'Call 212-555-0187',
        'US +12125550187',
      ],
      ...['212-555-0187 (after 5 pm)', '(212) 555-0187 cell', '212-555-0187 w', '2125550187p77'],
      ...['TEL;TYPE=CELL:+12125550187', 'sip:+12125550187@example.com', '%2B1%20212%20555%200187'],
      ...['whatsapp://send?phone=12125550187', 't.me/+12125550187', '<212-555-0187>'],
      ...['2125550187.0', '12125550187.00', '2.125550187E+09', '212-555-0187;'],
    ].map((text) => [text, 'US', '+12125550187'] as const),
    ['TEL03-6765-4321', 'JP', '+81367654321'],
    ['電話 03-6765-4321（内線12）', 'JP', '+81367654321'],
    ['010-85264482转12', 'CN', '+861085264482'],
    ['tel. kom. 601 234 567 wew. 12', 'PL', '+48601234567'],
    ['0**11 98765-4321 ramal 12', 'BR', '+5511987654321'],
    ['**55 1234 5678', 'MX', '+525512345678'],
    ...['089 123456, App. 12', 'Tel. O89 123456', '089/123456 (ab 18.00 Uhr)'].map(
      (text) => [text, 'DE', '+4989123456'] as const,
    ),
    ['(06 1) 234 5678 / 12 mellék', 'HU', '+3612345678'],
    ['03-1234567 :טל', 'IL', '+97231234567'],
    ['<a href="tel:+390612345678">06 1234 5678</a>', 'DE', '+390612345678'],
    ['03・6765・4321', 'JP', '+81367654321'],
    ['my number is 07400 123456 thx', 'GB', '+447400123456'],
    ['+1 212 555 0187 / (212) 555-0187', 'US', '+12125550187'],
    ['"telephone": "+1-212-555-0187"', 'DE', '+12125550187'],
    ['06 12 34 56 78 m', 'FR', '+33612345678'],
    ['081 234 2368 w', 'TH', '+66812342368'],
    ['(11) 96123-6960 Maria Silva', 'BR', '+5511961236960'],
    ['831.289.60', 'CR', '+50683128960'],
    ['MoMo no. 0244 123 456 Kwame', 'GH', '+233244123456'],
    ['06-12-34-56-78 svp pas après 20h', 'MA', '+212612345678'],
    ['call me at 0300-1234567 after Maghrib', 'PK', '+923001234567'],
    ['Missed call +34 612 345 678 (2)', 'ES', '+34612345678'],
    ['Fone (0xx11) 3456-7890', 'BR', '+551134567890'],
    ['Tél : 04 78 31 62 04 - Fax : 04 78 31 62 05', 'FR', '+33478316204'],
    ['Faks 22 621 12 35, tel. 22 621 12 34', 'PL', '+48226211234'],
    ['电话：010-85264482 传真：010-85264483', 'CN', '+861085264482'],
    ['2125550187, fax 2125550188', 'US', '+12125550187'],
    ['9941 8273 whatsapp please', 'KW', '+96599418273'],
    ['2125550187 call after 5pm', 'US', '+12125550187'],
    ['Registration: 212-555-0187', 'US', '+12125550187'],
    ['Mom: 2125550187', 'US', '+12125550187'],
    ['٠٥٠٣٤١٨٨٢٧ أبو فهد', 'SA', '+966503418827'],
  ] as const)('%s in %s is %s', (text, country, e164) => {
    expect(parsePhoneNumber(text, country)).toMatchObject({ e164, valid: true, vanity: false });
  });

  it.each([
    'le 27/11/2026 14:30',
    ...['Order 2125550187', 'P2125550187', 'PH4155552671', 'Suite 212 5550187', 'Office 365'],
    ...['WA 98101', '2.12555E+09', '2025-03-14 10:00:00', '2125550187 Ann'],
  ])('and is none in %s', (text) => {
    expect(parseOrRefuse(text)).toBeNull();
  });

  it('nor behind words that may name a record', () => {
    expect(() => parsePhoneNumber('Bestellung 0301234567', 'DE')).toThrow(UnusableInput);
  });

  it.each([
    ['another kind of number', 'Order #: 2125550187', 'US'],
    ['another kind of number', '2125550187 invoice', 'US'],
    ['another kind of number', 'SIREN : 612 345 678', 'FR'],
    ['another kind of number', 'N° de commande 0612345678', 'FR'],
    ['another kind of number', '订单号：13812345678', 'CN'],
    ['another kind of number', 'Protocollo: 3331234567', 'IT'],
    ['another kind of number', 'BE 0478.219.346', 'BE'],
    ['is not a phone number', 'Registration: 4124821737', 'US'],
    ['is not a phone number', 'Membership: 4155552671', 'US'],
    ['is a measurement', '12345678 m', 'US'],
    ['is a measurement', '2125550187 kg', 'US'],
    ['is a date or a time', 'text 20240131', 'US'],
    ['is a date or a time', '31.01.2024', 'DE'],
    ['is a date or a time', '09/14/2024', 'US'],
    ['is a date or a time', '9/14/24', 'US'],
    ['is a date or a time', '14.9.24', 'DE'],
    ['is a postal code', '75204-3317', 'US'],
    ['is a postal code', '04538-132', 'BR'],
    ['is a postal code', '1000-205', 'PT'],
    ['more than one', 'Fax 030 901820, 030 901821', 'DE'],
    ['more than one', 'T 030 901820 F 030 901821 M 0170 1234567', 'DE'],
    ['is an amount', '22334455,00', 'DE'],
    ['is an amount', '$2125550187', 'US'],
    ['is an amount', '$1,234,567.89', 'US'],
    ['is an IBAN', 'DE89 3704 0044 0532 0130 00', 'DE'],
    ['is an IP address', '192.168.100.200', 'DE'],
    ['is a pair of coordinates', '40.712776, -74.005974', 'US'],
    ['is a MAC address', '00:1B:44:11:3A:B7', 'US'],
    ['is an ISBN', '978-3-16-148410-0', 'US'],
    ['is a Social Security number', '123-45-6789', 'US'],
    ['is a personal or company identification number', '556482-1736', 'SE'],
    ['is a personal or company identification number', '482.173.640-21', 'BR'],
    ['is not a phone number', '0302214567 Schrauben M6', 'DE'],
    ['is not a phone number', '502482173 śruba M6', 'PL'],
    ['is an email address', 'order2125550187@example.com', 'US'],
    ['is a web address', 'https://example.com/p/2125550187', 'US'],
    ['more than one', '212-555-0187 or 212-555-0199', 'US'],
    ['more than one', '2125550187 2125550199', 'US'],
    ['more than one', 'T 020 7946 0018 M 07400 123456', 'GB'],
    ['more than one', '(11) 2345-6789 / 2345-6790', 'BR'],
    ['is not a phone number', 'tel:7042;phone-context=example.com', 'US'],
  ] as const)('and says %s of %s in %s', (message, text, country) => {
    expect(() => parsePhoneNumber(text, country)).toThrow(message);
  });

  it('but what is written as a telephone number alone is one', () => {
    expect(parsePhoneNumber('21.23.45.67', 'DK').e164).toBe('+4521234567');
    expect(parsePhoneNumber('20240131', 'DK').e164).toBe('+4520240131');
    expect(parsePhoneNumber('20.30.2012', 'DK').e164).toBe('+4520302012');
    expect(parsePhoneNumber('22-11-24', 'RU').e164).toBe('+7221124');
    expect(parsePhoneNumber('91234-5678', 'BR').e164).toBe('+55912345678');
    for (const text of [
      'Order +1 212 555 0187',
      'Company: (212) 555-0187',
      '9:00-17:00 call 212-555-0187',
    ])
      expect(parsePhoneNumber(text).e164).toBe('+12125550187');
  });

  it.each([
    '1-800-555 (HOME)',
    '1-800-FLOWERS (1-800-356-9377)',
    '1-800-555-CELL',
    '1 212 555 HOME',
    '800-2-MOBILE',
  ])('%s stays a word', (text) => {
    expect(parsePhoneNumber(text)).toMatchObject({ possible: true, vanity: true });
  });
});

describe('one number, many spellings', () => {
  it.each(Object.entries(WRITTEN))('%s', (_, write) => {
    expect(all.map((e164) => parsePhoneNumber(write(e164)).e164)).toEqual(all);
  });

  it('behind 00, when the number is possible', () => {
    const possible = all.filter((e164) => parsePhoneNumber(e164).possible);
    expect(possible.length).toBeGreaterThan(150);
    expect(possible.map((e164) => parsePhoneNumber(`00${e164.slice(1)}`).e164)).toEqual(possible);
  });

  it('with any separators between the digits', () => {
    const separator = fc.constantFrom(
      '',
      ' ',
      '-',
      '.',
      '\u00a0',
      '\u2009',
      '\u202f',
      '\u2011',
      '\u2013',
      '\u2212',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.array(separator, { minLength: 16, maxLength: 16 }),
        (e164, between) => {
          const spaced = [...e164]
            .map((character, index) => (index > 1 ? between[index] : '') + character)
            .join('');
          expect(parsePhoneNumber(spaced).e164).toBe(e164);
        },
      ),
    );
  });
});

it.each([
  ['(415) 555-2671', '+14155552671'],
  ['1 (415) 555-2671', '+14155552671'],
  ['(+1) 415 555 2671', '+14155552671'],
  ['415.555.2671', '+14155552671'],
  ['4155552671', '+14155552671'],
  ['415-555-2671,,5', '+14155552671'],
  ['415-555-2671;ext=5', '+14155552671'],
  ['tel:415-555-2671;phone-context=+1', '+14155552671'],
  ['tel:7946-0958;phone-context=+44-20', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+49 (0) 30 901820', '+4930901820'],
  ['011 44 20 7946 0958', '+442079460958'],
  ['00 44 20 7946 0958', '+442079460958'],
  ['+1 1 1 415 555 2671', '+14155552671'],
])('reads %s', (text, e164) => {
  expect(parsePhoneNumber(text).e164).toBe(e164);
});

describe('vanity numbers', () => {
  it.each([
    ['1-800-FLOWERS', '+18003569377'],
    ['1 800 flowers ext 5', '+18003569377'],
    ['1-800-CONTACTS', '+18002668228'],
    ['(800) MY-APPLE', '+18006927753'],
    ['+1-800-GOT-JUNK', '+18004685865'],
    ['1-900-555-FILM', '+19005553456'],
  ])('%s', (text, e164) => {
    expect(parsePhoneNumber(text)).toMatchObject({ e164, vanity: true });
    expect(parsePhoneNumber(e164)).toMatchObject({ e164, vanity: false });
  });

  it('an extension is not a word', () => {
    expect(parsePhoneNumber('415-555-2671 extension 12').vanity).toBe(false);
  });
});

describe('whatever is sent', () => {
  const digits = fc.stringMatching(/^[+(]?[\d ().-]{0,24}$/);
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.string({ unit: 'grapheme' }),
    digits,
  );

  it('is read or refused, never anything else; its E.164 form reads as itself', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const number = parseOrRefuse(text);
        if (number === null) return;
        expect(number.e164).toMatch(/^\+\d{3,15}$/);
        const { vanity: _, readIn: __, ...rest } = number;
        expect(parsePhoneNumber(number.e164)).toEqual({ ...rest, vanity: false, readIn: null });
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps a North American reading stable under extra leading ones and zeros', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[01]{0,6}\d{0,11}$/), (text) => {
        const number = parseOrRefuse(text);
        if (number) expect(parsePhoneNumber(number.e164).e164).toBe(number.e164);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the country a number is read in', () => {
  const read = (body: Record<string, unknown>) => phoneBody({}).safeParse(body);

  it.each([
    ['020 7946 0958', 'GB', '+442079460958'],
    ['030 901820', 'de', '+4930901820'],
    ['06 698 12345', 'IT', '+390669812345'],
    ['0049 30 901820', 'GB', '+4930901820'],
    ['010 49 30 901820', 'JP', '+4930901820'],
    ['+49 30 901820', 'GB', '+4930901820'],
    ['tel:020-7946-0958', 'GB', '+442079460958'],
    ['tel:7946-0958;phone-context=+44-20', 'US', '+442079460958'],
    ['(415) 555-2671', undefined, '+14155552671'],
  ])('%s of %s is %s', (phone_number, country, e164) => {
    expect(read({ phone_number, country }).data?.phone_number.e164).toBe(e164);
  });

  it('makes no difference to what the number is looked up as', () => {
    const keys = [
      phone.input.parse({ phone_number: '020 7946 0958', country: 'GB' }),
      phone.input.parse({ phone_number: '+442079460958' }),
    ].map((input) => productCacheKey(phone, input));
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    ['XX', 'INVALID_INPUT'],
    ['', 'INVALID_INPUT'],
    ['constructor', 'INVALID_INPUT'],
    ['Germany', 'INVALID_INPUT'],
    [49, 'INVALID_REQUEST'],
    [['DE'], 'INVALID_REQUEST'],
    [null, 'INVALID_REQUEST'],
  ])('refuses %j with %s', (country, code) => {
    const value = { phone_number: '030 901820', country };
    const { error } = read(value);
    const problem = inputError(error?.issues ?? [], { value, schema: phoneBody({}) });
    expect(problem).toMatchObject({ code });
    expect(problem.message).toMatch(/^country: must be/);
  });

  it('refuses one without a plan for a number in letters too, and says only that', () => {
    const { error } = read({ phone_number: '800-FLOWERS', country: '49' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['country']]);
  });

  it('is every product of the family’s, and rows of a bulk job may name it', () => {
    for (const product of families[0]?.products ?? []) {
      const row = JSON.stringify({ phone_number: '030 901820', country: 'DE' });
      expect(product.subject(parseRow(product, row)), product.type).toBe('+4930901820');
    }
  });
});

it('knows that Tristan da Cunha has no mobile numbers', () => {
  expect(parsePhoneNumber('+2908123')).toMatchObject({ country: 'TA', planType: 'FIXED_LINE' });
});
