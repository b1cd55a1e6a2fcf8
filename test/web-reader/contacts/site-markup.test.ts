import { describe, expect, it } from 'vitest';
import { findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';
import {
  addressCountry,
  cityCountry,
  regionCountry,
} from '../../../src/web-reader/contacts/site-country.ts';

async function contactsOf(body: string, domain = 'zorbax.com', language = '') {
  const html = `<html${language && ` lang="${language}"`}><body>${body}</body></html>`;
  const contents = await readContents([html]);
  return findContacts([{ url: `https://www.${domain}/contact`, contents }], domain);
}

const phonesOf = async (...given: Parameters<typeof contactsOf>) =>
  (await contactsOf(...given)).phones;

describe('contacts left over from templates', () => {
  it('counts up behind a country code too', async () => {
    expect(await phonesOf('<p>Phone: +84 123.456.78</p>')).toEqual([]);
    expect(await phonesOf('<p>Phone: +49 1234567890</p>')).toEqual([]);
    expect(await phonesOf('<p>Phone: +49 30 1234567</p>')).toEqual(['+49301234567']);
  });

  it('leaves out the mailbox of a theme, except on its own site', async () => {
    const body = '<p>Email: hello@colorlib.com</p>';
    expect((await contactsOf(body)).emails).toEqual([]);
    expect((await contactsOf(body, 'colorlib.com')).emails).toEqual(['hello@colorlib.com']);
  });
});

describe('the country of an address without its name', () => {
  it.each([
    ['Mill Road\nZorbax TN21 0HQ', 'GB'],
    ['12 High Street, Leeds LS1 4DY.', 'GB'],
    ['Unit 4, Mill Lane, London, W1A 1AA, open daily', 'GB'],
    ['9 Wharf Street, Brisbane QLD 4000', 'AU'],
    ['Rajkot Road, Zorbaxpur, Uttar Pradesh', 'IN'],
    ['Mill Road, Wai, Satara, Maharashtra-415803', 'IN'],
    ['Nellore, Andhra Pradesh – 524001', 'IN'],
    ['Tomball, TX 77375', 'US'],
    ['London W1A 1AA\nTomball, TX 77375', null],
    ['Part TN21 0HQX', null],
    ['Order ZZ21 0HQ', null],
    ['Goa', null],
    ['We sail to Kerala and Gujarat every summer', null],
    ['DE 10115 Berlin', null],
  ])('is told by its form: %s', (text, country) => {
    expect(regionCountry(text)).toBe(country);
  });

  it.each([
    ['1 East Avenue #07-242\nSingapore 389729', 'SG'],
    ['B-608, Mill Square, Ahmedabad, India - 382445', 'IN'],
    ['Mirpur, Dhaka, Bangladesh 1216', 'BD'],
    ['Zorbaxpur-360001,\nGujarat,\nIndia', 'IN'],
    ['Zorbaxpur-360 001\nDist: Rajkot (GUJARAT) INDIA.', 'IN'],
    ['Zorbaxpur 360001 (India)', 'IN'],
    ['Via Roma 12, 30124 Venezia (VE)', null],
    ['Mill Street 4, Holon / Israel\nTel: 03-555 1738', 'IL'],
    ['Mill Road, Accra, Ghana\nPhone: 030 255 1738', 'GH'],
    ['Sent to Austria, Germany\nTel: 03-555 1738', null],
    ['Austria\nIsrael\nTel: 03-555 1738', null],
    ['We ship to Kumasi, Ghana\nwithin 14 days', null],
  ])('is told by a name before its postcode: %s', (text, country) => {
    expect(addressCountry(text)).toBe(country);
  });

  it.each([
    ['Calle 28 A # 15-55, Of. 301 · Bogotá', 'es', 'CO'],
    ['Rua das Flores 120\nSão Paulo - SP', 'pt-PT', 'BR'],
    ['Kimathi Street 12, Nairobi', null, 'KE'],
    ['Av. Quito 12, Lima', 'es', 'PE'],
    ['Carrera 7 # 12, Bogotá\nAv. Arequipa 120, Lima', 'es', null],
    ['12 meses en Lima y Cusco', 'es', null],
    ['Desde Bogotá', 'es', null],
    ['Hauptstr. 12, Bogotá', 'de', null],
  ])('is told by a city where it is usual: %s in %s', (text, language, country) => {
    expect(cityCountry(text, language)).toBe(country);
  });

  it('reads national numbers of a city', async () => {
    const page = '<p>Calle 28 A # 15-55 · Bogotá</p><div>Teléfono</div><div>311 814 6798</div>';
    expect(await phonesOf(page, 'zorbax.org', 'es')).toEqual(['+573118146798']);
  });

  it('reads national numbers of English pages', async () => {
    const india = '<p>Toll Free: 1800 309 2626</p><p>Mill Road,<br>Zorbaxpur, Uttar Pradesh</p>';
    expect(await phonesOf(india)).toEqual(['+9118003092626']);
    const england = '<p>Mill Road, Leeds LS1 4DY</p><p>Tel: 0113 496 0123</p>';
    expect(await phonesOf(england, 'zorbax.com', 'en')).toEqual(['+441134960123']);
  });

  it('says nothing on pages in other languages', async () => {
    const page = '<p>Reise nach London W1A 1AA</p><p>Telefon 030 901820</p>';
    expect(await phonesOf(page, 'zorbax.com', 'de')).toEqual(['+4930901820']);
  });
});

describe('a link whose target is left over from a template', () => {
  const link = (href: string, label: string) => `<p><a href="${href}">${label}</a></p>`;

  it('gives the address that is shown', async () => {
    const page = link('mailto:admin@themebakers.com', 'E-mail: zorbax.shop@gmail.com');
    expect((await contactsOf(page)).emails).toEqual(['zorbax.shop@gmail.com']);
  });

  it.each([
    [
      'mailto:sales@zorbax.com',
      'office@other-firm.de',
      ['sales@zorbax.com', 'office@other-firm.de'],
    ],
    [
      'mailto:zorbax.sales@gmail.com',
      'office@zorbax.com',
      ['zorbax.sales@gmail.com', 'office@zorbax.com'],
    ],
    ['mailto:ada@sister-firm.de', 'Write to Ada', ['ada@sister-firm.de']],
    [
      'mailto:ada@sister-firm.de',
      'ada@sister-firm.de, bob@zorbax.com',
      ['ada@sister-firm.de', 'bob@zorbax.com'],
    ],
  ])('is otherwise the own one: %s behind %s', async (href, label, emails) => {
    expect((await contactsOf(link(href, label))).emails.toSorted()).toEqual(emails.toSorted());
  });

  it('gives the number that is shown', async () => {
    const page = link('tel:+12125550123', '(415) 555-2671');
    expect(await phonesOf(page)).toEqual(['+14155552671']);
  });

  it.each([
    ['tel:+442079460018', '020 7946 0018'],
    ['tel:+442079460018', 'Call us'],
    ['tel:+442079460018', 'Since 2004-2005'],
    ['tel:+442079460018', '(020) 7946 0018 or 020 7946 0019'],
  ])('is otherwise called: %s behind "%s"', async (href, label) => {
    expect(await phonesOf(link(href, label))).toContain('+442079460018');
  });

  it('gives the number that is shown, where its country code is missing behind a plus', async () => {
    const page = `<span itemprop="telephone">${link('tel:+9195260822', '(919) 526-0822')}</span>`;
    expect(await phonesOf(page)).toEqual(['+19195260822']);
  });

  it('is called where the page writes its number elsewhere', async () => {
    const page = `${link('tel:+12125550123', '(415) 555-2671')}<p>Tel. (212) 555-0123</p>`;
    expect((await phonesOf(page)).toSorted()).toEqual(['+12125550123', '+14155552671']);
  });
});

describe('a link that a script opens', () => {
  it.each([
    `<button onclick="window.open('http://wa.me/5511999718595', '_blank')">Chat</button>`,
    `<script>function chat() { location.href = 'https://wa.me/5511999718595?text=Hi'; }</script>`,
    `<script>const CHAT = 'https://api.whatsapp.com/send?phone=5511999718595';</script>`,
  ])('is read for a messenger: %s', async (page) => {
    expect(await phonesOf(page)).toEqual(['+5511999718595']);
  });

  it('is read for a profile, but not for a share button', async () => {
    const open = (address: string) => `<i onclick="window.open('${address}')"></i>`;
    const page =
      open('https://www.facebook.com/zorbaxbakery') +
      open('https://www.facebook.com/sharer/sharer.php?u=https://zorbax.com');
    expect((await contactsOf(page)).socials).toEqual({
      facebook: ['https://www.facebook.com/zorbaxbakery'],
    });
  });

  it.each([
    `<script>const numbers = { Ada: '393423218269', Bob: '393491795387' };
      open(\`https://wa.me/\${numbers[name]}?text=Hi\`);</script>`,
    `<script>const numbers = ['393423218269', '393491795387'];
      location.href = 'https://wa.me/' + numbers[0];</script>`,
  ])('is read for a messenger with its number in a variable: %s', async (page) => {
    expect(await phonesOf(page)).toEqual(['+393423218269', '+393491795387']);
  });

  it('is read in HTML that code holds', async () => {
    const page = `<script>var HINT = '<a href="tel:+375295630919">+375 29 563 09 19</a>';</script>`;
    expect(await phonesOf(page)).toEqual(['+375295630919']);
  });

  it('is not read for numbers of no messenger', async () => {
    const page = `<script>const ids = { a: '393423218269' }; load(\`/x/\${ids.a}\`);</script>`;
    expect(await phonesOf(page)).toEqual([]);
  });

  it('is not read where code only holds it', async () => {
    const page = `<script>const sdk = 'https://www.facebook.com/widgetmaker'; load(sdk);</script>`;
    expect((await contactsOf(page)).socials).toEqual({});
  });
});

describe('a number on the line that names the maker of the site', () => {
  const others = '<p>Tel. 0113 496 0123</p>';

  it.each([
    'Site by Pixelworks | Call us on 0113 496 0456',
    '© 2026 Site by Pixelworks · Contact us: 0113 496 0456',
    'Bookings 0113 496 0456 | Site by Pixelworks',
    'Site by Pixelworks | © Zorbax, 0113 496 0456',
    'Site by <a href="https://pixelworks.test">Pixelworks</a> | Call us: <a href="tel:01134960456">0113 496 0456</a>',
  ])('is the owner’s: %s', async (line) => {
    const phones = await phonesOf(`${others}<footer>${line}</footer>`, 'zorbax.co.uk');
    expect(phones.toSorted()).toEqual(['+441134960123', '+441134960456']);
  });

  it.each([
    'Site by Pixelworks, 0113 496 0456',
    'Site by Pixelworks | Tel. 0113 496 0456',
    'Site by Pixelworks - call them on 0113 496 0456',
  ])('is the maker’s: %s', async (line) => {
    const phones = await phonesOf(`${others}<footer>${line}</footer>`, 'zorbax.co.uk');
    expect(phones).toEqual(['+441134960123']);
  });
});

it('takes the digits at the end of brackets before a number for none of it', async () => {
  const page = '<p>Mill Street (Mall, shop 497) - 02 512 7178 / 099 929 7968</p>';
  const phones = await phonesOf(page, 'zorbax.com.ec');
  expect(phones).toEqual(['+59325127178', '+593999297968']);
});

it('reads a list of numbers with the names of people behind them', async () => {
  const items = '<li>0724148440 - Ada Ionescu</li><li>0720547586 - Bob Popa</li>';
  const page = `<b>Telefon:</b><ul>${items}</ul><p>07416397621</p>`;
  expect(await phonesOf(page, 'zorbax.ro')).toEqual(['+40724148440', '+40720547586']);
});

it('reads a number with a zero before its country code', async () => {
  expect(await phonesOf('<p>Ph. +091 9909795578</p>')).toEqual(['+919909795578']);
});

describe('contacts of the maker of the site', () => {
  const own = '<p>Email: zorbax@gmail.com</p>';

  it.each([
    'Sito web creato da Ada Bianchi - ada.bianchi@gmail.com',
    'Site criado por Ada - <a href="mailto:ada@mail.com">ada@mail.com</a>',
    'Webseite erstellt von Ada, ada@web.de',
  ])('are not the owner’s: %s', async (line) => {
    const { emails } = await contactsOf(`${own}<footer>${line}</footer>`);
    expect(emails).toEqual(['zorbax@gmail.com']);
  });

  it('are given where there are no others', async () => {
    const { emails } = await contactsOf('<p>Sito web creato da Ada - ada.bianchi@gmail.com</p>');
    expect(emails).toEqual(['ada.bianchi@gmail.com']);
  });

  it('are not those of the maker of its template', async () => {
    const credit =
      'Cover template for <a href="https://frame.test">Frame</a>, by <a href="https://x.com/ada">@ada</a>';
    expect((await contactsOf(`<p>${credit}</p>`)).socials).toEqual({});
  });
});

describe('a profile behind a broken link', () => {
  it.each([
    [
      '[instagram.com](https://www.instagram.com/zorbax?igsh=abc)',
      'https://www.instagram.com/zorbax',
    ],
    ['https://facebook.com/https://www.facebook.com/zorbax', 'https://www.facebook.com/zorbax'],
    ['https://www.instagram.com/www.instagram.com/zorbax/', 'https://www.instagram.com/zorbax'],
    ['https://www.instagram.com/zorbax/profilecard/?igsh=abc', 'https://www.instagram.com/zorbax'],
  ])('is found: %s', async (href, profile) => {
    const { socials } = await contactsOf(`<a href="${href}">Follow us</a>`);
    expect(Object.values(socials).flat()).toEqual([profile]);
  });

  it.each([
    'https://www.facebook.com/https://zorbax.com/page',
    'https://www.facebook.com/sharer.php?u=https://www.facebook.com/zorbax',
  ])('is none: %s', async (href) => {
    expect((await contactsOf(`<a href="${href}">Share</a>`)).socials).toEqual({});
  });
});
