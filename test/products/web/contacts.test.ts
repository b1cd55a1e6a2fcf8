import { describe, expect, it } from 'vitest';
import { type ContactsFact, findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';
import { findEmails } from '../../../src/web-reader/contacts/emails.ts';
import { findPhones } from '../../../src/web-reader/contacts/phones.ts';
import {
  addressCountry,
  letteredCountry,
  siteCountry,
  writtenCountry,
} from '../../../src/web-reader/contacts/site-country.ts';
import { likelyContactPages } from '../../../src/web-reader/website-contacts.ts';
import { readCases } from './convert.ts';
import casesText from './fixtures/contact-cases.txt?raw';

const cases = readCases(casesText).map(({ name, ...rest }) => {
  const [title = '', domain = ''] = name.split(' | ');
  return { title, domain, ...rest };
});

async function contactsOf(domain: string, ...pages: string[]): Promise<ContactsFact> {
  const read = pages.map(async (html, index) => ({
    url: `https://${domain}/${index || ''}`,
    contents: await readContents([html]),
  }));
  return findContacts(await Promise.all(read), domain);
}

const listed = ({ emails, phones, socials }: ContactsFact): string =>
  [
    ...emails.map((email) => `email ${email}`),
    ...phones.map((phone) => `phone ${phone}`),
    ...Object.entries(socials).flatMap(([platform, urls]) =>
      urls.map((url) => `${platform} ${url}`),
    ),
  ].join('\n');

describe('contacts of a page', () => {
  it('has its fixtures', () => expect(cases.length).toBeGreaterThanOrEqual(70));

  it.each(cases)('$title', async ({ domain, given, expected }) => {
    expect(listed(await contactsOf(domain, given))).toBe(expected);
  });
});

describe('contacts of several pages', () => {
  it('come once each, in the order of the pages', async () => {
    const fact = await contactsOf(
      'acme-widgets.com',
      '<p>b@acme-widgets.com</p>',
      '<p>a@acme-widgets.com b@acme-widgets.com</p>',
    );
    expect(fact).toMatchObject({
      emails: ['b@acme-widgets.com', 'a@acme-widgets.com'],
      pages: ['https://acme-widgets.com/', 'https://acme-widgets.com/1'],
    });
  });

  it('name the page they are found on first', async () => {
    const { foundOn } = await contactsOf(
      'acme-widgets.com',
      '<p>a@acme-widgets.com <a href="https://x.com/acmewidgets">x</a></p>',
      '<p>a@acme-widgets.com <a href="tel:+12127365000">call</a></p>',
    );
    expect(foundOn).toEqual({
      'a@acme-widgets.com': 'https://acme-widgets.com/',
      'https://x.com/acmewidgets': 'https://acme-widgets.com/',
      '+12127365000': 'https://acme-widgets.com/1',
    });
  });

  it.each([
    ['London +44 20 7946 0018, New York (212) 736-5000', ['+442079460018', '+12127365000']],
    ['London +44 20 7946 0018, Phone: 212-736-5000', ['+442079460018', '+12127365000']],
    ['London +44 20 7946 0018, item 212-736-5000', ['+442079460018']],
    ['Contact Number: 2127365000, Order Number: 2127365001', ['+12127365000']],
    ['(212) 736-5000 x 12, (212) 736-5001x123', ['+12127365000', '+12127365001']],
    ['Phone: +1 123 456 7890, Phone: (212) 123-4567, Phone: (911) 555-0100', []],
  ])('read the numbers of "%s"', async (text, phones) => {
    const page = `<html lang="en"><p>${text}</p></html>`;
    expect((await contactsOf('acme-widgets.com', page)).phones).toEqual(phones);
  });

  it('are at most a hundred of a kind', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `<p>a${at}@acme-widgets.com</p>`).join('');
    expect((await contactsOf('acme-widgets.com', many)).emails).toHaveLength(100);
  });

  it('take linear time on text made of signs', () => {
    expect(findEmails('a@'.repeat(200_000), 'acme-widgets.com')).toEqual([]);
    expect(findEmails('[at] '.repeat(50_000), 'acme-widgets.com')).toEqual([]);
    expect(findEmails('x dot '.repeat(20_000), 'acme-widgets.com')).toEqual([]);
  });
});

describe('pages likely to name contacts', () => {
  const home = 'https://www.acme-widgets.com/';
  const own = (host: string) => host.endsWith('acme-widgets.com');
  const pages = (...links: [string, string][]) =>
    likelyContactPages(
      links.map(([href, label]) => ({ href, label })),
      home,
      own,
      3,
    );

  it('come best first, by address or label', () => {
    expect(
      pages(
        ['/team', 'Team'],
        ['/ueber-uns', 'Wir'],
        ['/p/17', 'Kontakt'],
        ['/impressum#x', 'Legal'],
      ),
    ).toEqual([
      'https://www.acme-widgets.com/p/17',
      'https://www.acme-widgets.com/impressum',
      'https://www.acme-widgets.com/ueber-uns',
    ]);
  });

  it('are of the same site, are pages, and are not the home page', () => {
    expect(
      pages(
        ['https://other.com/contact', 'Contact'],
        ['/contact.pdf', 'Contact'],
        ['/#contact', 'Contact'],
        ['mailto:contact@acme-widgets.com', 'Contact'],
      ),
    ).toEqual(['https://www.acme-widgets.com/contact']);
  });

  it('include /contact only where no contact page is linked', () => {
    expect(pages(['/about', 'About'])).toEqual([
      'https://www.acme-widgets.com/contact',
      'https://www.acme-widgets.com/about',
    ]);
    expect(pages(['/kontakt', 'x'])).toEqual(['https://www.acme-widgets.com/kontakt']);
  });
});

describe('the country of a site', () => {
  it.each([
    ['acme.com', 'GB', 'de', 'GB'],
    ['acme.co.uk', null, 'de', 'GB'],
    ['acme.io', null, 'en-AU', 'AU'],
    ['acme.ai', null, null, 'US'],
    ['acme.co', null, 'es', 'ES'],
    ['acme.com.co', null, 'es', 'CO'],
    ['com.co', null, 'es', 'ES'],
    ['acme.eu', null, 'pl', 'PL'],
    ['acme.com', 'ZZ', 'zh-Hant-TW', 'TW'],
    ['acme.com', null, 'es', 'ES'],
    ['acme.com', null, 'ar', null],
    ['127.0.0.1:8080', null, null, 'US'],
  ])('%s, stated %s, language %s: %s', (domain, stated, language, country) => {
    expect(siteCountry(domain, stated, language)).toBe(country);
  });
});

it.each([
  ['en-US', 'DE', 'DE'],
  ['en_US', 'DE', 'DE'],
  ['en-US', null, 'US'],
  ['en-GB', 'DE', 'GB'],
  ['de-AT', 'DE', 'AT'],
] as const)(
  'reads numbers of a page in %s that dials %s as of %s',
  (language, dialled, country) => {
    expect(siteCountry('acme.com', null, language, { dialled })).toBe(country);
  },
);

it.each([
  ['Hotel Post\nDorfstraße 1\n6450 Sölden, Österreich', 'AT'],
  ['P.O Box: 14010 Al Ain – U.A.E', 'AE'],
  ['Tokyo 100-0001, Japan\nTel 03-3213-1111', 'JP'],
  ['Street 1, 12345 Town, Germany\nStrasse 2, 6450 Ort, Austria', null],
  ['100 Main St, Atlanta, Georgia', null],
  ['We ship to Canada', null],
])('finds the country that addresses end with: %s', (text, country) => {
  expect(addressCountry(text)).toBe(country);
});

it.each([
  ['문의 전화 02-544-9602', 'KR'],
  ['Read us in 한국어, 日本語, ไทย. Call (212) 736-5000', null],
  ['Teléfono (011) 4762-1234. CUIT 30-71234567-1', 'AR'],
  ['Sími: 547 2210, puh. 09 3103 6491', null],
  ['We are stuck in a rut. Call 212 736 5000', null],
  ['UID ATU12345678', 'AT'],
  ['VAT CHE-123.456.789 MWST', 'CH'],
  ['ΑΦΜ EL 123456789', 'GR'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'DE'],
  ['IBAN GB29 NWBK 6016 1331 9268 19', 'GB'],
  ['VAT DE123456789 or FR61844877648', null],
  ['Model DE1234567890, part SE 12', null],
  // A bank may be abroad: what else is said of the country comes first.
  ['SIRET 123 456 789 00012. IBAN BE71 0961 2345 6769', 'FR'],
  ['VAT DE123456789. IBAN LT12 1000 0111 0100 1000', 'DE'],
  ['Zadzwoń, a przyślemy ofertę: łatwo, miło. IBAN LT12 1000 0111 0100 1000', null],
])('finds the country that a text is written in: %s', (text, country) => {
  expect(writtenCountry(text)).toBe(country);
});

it.each([
  ['de', 'LT12 1000 0111 0100 1000', null],
  ['de', 'GB29 NWBK 6016 1331 9268 19', null],
  ['de-DE', 'AT61 1904 3002 3457 3201', 'AT'],
  ['lt', 'LT12 1000 0111 0100 1000', 'LT'],
  ['en', 'LT12 1000 0111 0100 1000', 'LT'],
  // A second language of the bank's country, or one of which no country is known.
  ['ru', 'UA21 3223 1300 0002 6007 2335 6600 1', 'UA'],
  ['ru', 'EE38 2200 2210 2014 5685', 'EE'],
  ['ru', 'DE89 3704 0044 0532 0130 00', null],
  ['sv', 'FI21 1234 5600 0007 85', 'FI'],
  ['de', 'BE68 5390 0754 7034', 'BE'],
  ['es', 'BE68 5390 0754 7034', null],
  ['hr', 'BA39 1290 0794 0102 8494', 'BA'],
  ['sr', 'BA39 1290 0794 0102 8494', 'BA'],
  ['cy', 'GB29 NWBK 6016 1331 9268 19', 'GB'],
  ['ga', 'GB29 NWBK 6016 1331 9268 19', 'GB'],
  ['fy', 'NL91 ABNA 0417 1643 00', 'NL'],
  ['constructor', 'NL91 ABNA 0417 1643 00', 'NL'],
])('takes of a page in %s the country of the account %s', (language, account, country) => {
  expect(writtenCountry(`IBAN ${account}`, language)).toBe(country);
});

it.each([
  ['Müşteri ilişkileri: sıkça sorulan sorular, çağrı bilgileri', 'TR'],
  ['Zadzwoń, a przyślemy ofertę: łatwo, miło, świeżo', 'PL'],
  ['联系电话：商务合作', 'CN'],
  ['Dr. Işık Çağlar, Fachärztin für Innere Medizin, Sprechstunden nach Vereinbarung', null],
  ['Türkçe, Čeština: říct, něco, dnů – łatwo, źle, mało; ğı ğı', null],
])('finds the country whose language has the letters of: %s', (text, country) => {
  expect(letteredCountry(text)).toBe(country);
});

it('reads a site by its letters where it says nothing of its language, or what templates say', () => {
  expect(siteCountry('acme.com', null, null, { lettered: 'PL' })).toBe('PL');
  expect(siteCountry('acme.com', null, 'en-US', { lettered: 'PL' })).toBe('PL');
  expect(siteCountry('acme.com', null, 'en-GB', { lettered: 'PL' })).toBe('GB');
  expect(siteCountry('acme.com', null, 'de', { lettered: 'TR' })).toBe('DE');
});

it('takes an American address on a German page for a supplier’s', () => {
  expect(siteCountry('acme.com', null, 'de', { addressed: 'US' })).toBe('DE');
  expect(siteCountry('acme.com', null, 'de', { addressed: 'CH' })).toBe('CH');
  expect(siteCountry('acme.com', null, 'en-US', { addressed: 'IE' })).toBe('IE');
});

it.each(['030 901820 Mio. Euro', '030 901820 euros', '030 901820 Dollar'])(
  'takes "%s" for money',
  (text) => {
    expect(findPhones(text, 'DE')).toEqual([]);
  },
);

it.each([
  ['NIT 900.123.456-7 – Línea gratuita 01 8000 123 456', 'CO', '+5718000123456'],
  ['US Toll Free: (+1) (888) 219 5755', 'IN', '+18882195755'],
  ['Telefon: +49 (0) 711 / 34 16-0', null, '+4971134160'],
  ['Tel.: 038206 / 12 34', 'DE', '+49382061234'],
  ['WhatsApp +52 1 55 5123 4567', null, '+525551234567'],
  ['ABN 51 824 753 556 Freecall 1800 123 456', 'AU', '+611800123456'],
  ['統一編號 12345678\u3000免付費 0800-012-345', 'TW', '+886800012345'],
  ['int. 12 · 0810-222-1234', 'AR', '+548102221234'],
  ['415-666-7777 100$', 'US', '+14156667777'],
  ['$20 415-666-7777', 'US', '+14156667777'],
  ['My address is CA 34215 - 415-666-7777', 'US', '+14156667777'],
  ['4156667777 x 123', 'US', '+14156667777'],
  ['From here 01144 20 7946 0958', 'US', '+442079460958'],
  ['phone+14156667777', null, '+14156667777'],
  ['phone(415)6667777', 'US', '+14156667777'],
] as const)('reads the number in "%s"', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});

it.each([
  ['Bosch 0 986 424 797 passend', 'DE'],
  ['注文番号 03-1234-5678', 'JP'],
  ['商品コード 0120-987-654', 'JP'],
  ['Törzskönyvi szám 06 1 234 5678', 'HU'],
  ['Kortingscode 0900-1234', 'NL'],
  ['מספר אישור 03-1234567', 'IL'],
  ['Oferta nr 601 234 567', 'PL'],
  ['Fattura n. 02 1234 5678', 'IT'],
  ['IČ 602 123 456', 'CZ'],
  ['6502 538365', 'US'],
  ['12.1 - 23.71 - 23.45', 'US'],
  ['0441827306 X 001', 'FR'],
  ['Acme bvba - BE 0478.219.346', 'BE'],
  ['Protocollo 333 1234567', 'IT'],
] as const)('takes the number of something else for none: %s', (text, country) => {
  expect(findPhones(text, country)).toEqual([]);
});

it.each([
  ['電話番号 03-1234-5678', 'JP', '+81312345678'],
  ['Telefonszám 06 1 234 5678', 'HU', '+3612345678'],
  ['מספר טלפון 03-1234567', 'IL', '+97231234567'],
  ['Zadzwoń pod nr 601 234 567', 'PL', '+48601234567'],
  ['Chiamare il n. 02 1234 5678', 'IT', '+390212345678'],
  ['Praxis 0 75 31 / 12 34 56', 'DE', '+497531123456'],
  ['Rezervasyon 0 212 444 55 66', 'TR', '+902124445566'],
  ['GSM BE 0478 21 93 46', 'BE', '+32478219346'],
] as const)('and that of a telephone for one: %s', (text, country, number) => {
  expect(findPhones(text, country).map((found) => found.number)).toEqual([number]);
});

it('takes no country from a language that is the name of an object’s own property', () => {
  expect(siteCountry('example.com', null, 'constructor')).toBeNull();
});

it.each([
  ['電話 0742-22-1234 、お問い合わせはこちら Kitano Komuten info@kitano-komuten.com', 'ja', 'JP'],
  ['電話 03-3224-9999 株式会社青空', 'ja', 'JP'],
  ['電話：2527 8899 香港中環 Central Law Office of our company', null, 'HK'],
  ['電話：02-2789-1234 Taipei office of a company', null, 'TW'],
  ['Telefono 912 345 678', 'es', null],
  ['Telefono 02 1234567', 'it', 'IT'],
] as const)(
  'reads the words before the numbers of "%s" in %s as of %s',
  (text, language, country) => {
    expect(writtenCountry(text, language)).toBe(country);
  },
);

it('takes an address of a country that speaks the language for the own one', () => {
  expect(siteCountry('acme.com', null, 'fr', { addressed: 'CA' })).toBe('CA');
  expect(siteCountry('acme.com', null, 'fr', { addressed: 'US' })).toBe('FR');
});
