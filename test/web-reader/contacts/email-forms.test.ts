import { expect, it } from 'vitest';
import { findContacts } from '../../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../../src/web-reader/contacts/contents-reader.ts';

const DOMAIN = 'acme-werke.de';
const EMAIL = `info@${DOMAIN}`;

async function emailsOn(html: string): Promise<readonly string[]> {
  const contents = await readContents([`<html><body>${html}</body></html>`]);
  return findContacts([{ url: `https://${DOMAIN}/contact`, contents }], DOMAIN).emails;
}

it.each([
  'info (at) acme-werke (dot) de',
  'info[at]acme-werke[dot]de',
  'info AT acme-werke DOT de',
  'info ätt acme-werke punkt de',
  'info(et)acme-werke(nokta)de',
  'info(a rond)acme-werke punct de',
  'info[eta]acme-werke[taškas]de',
  'info afna acme-werke pika de',
  'info alfakrøll acme-werke punktum de',
  'info кльомба acme-werke точка de',
  'info a còng acme-werke chấm de',
  'info שטרודל acme-werke נקודה de',
  'info arobase acme-werke point de',
  'info 골뱅이 acme-werke.de',
  'info@NOSPAM.acme-werke.de',
  'info.NOSPAM@acme-werke.de',
  'infoREMOVETHIS@acme-werke.de',
  'ｉｎｆｏ＠ａｃｍｅ-ｗｅｒｋｅ．ｄｅ',
])('reads %s', async (text) => {
  expect(await emailsOn(`<p>${text}</p>`)).toEqual([EMAIL]);
});

it.each([
  'Dupont (et) fils, point de vente',
  'We (at) Acme point to it',
  'remove this: acme-werke.de',
  'Sponsored [Ad] example-shop.de',
  'Annonce (ad) boutique.fr',
  'Jean (et) martin.fr',
  'Home | Ad | acme.de',
  'by «et» lemonde.fr',
])('reads no address in "%s"', async (text) => {
  expect(await emailsOn(`<p>${text}</p>`)).toEqual([]);
});

it('keeps a mailbox whose name is such a word in lower case', async () => {
  expect(await emailsOn(`<p>nospam@${DOMAIN} and remove@${DOMAIN}</p>`)).toEqual([
    `nospam@${DOMAIN}`,
    `remove@${DOMAIN}`,
  ]);
});

it('keeps a mailbox below a domain of that meaning, but not of an example or an error tracker', async () => {
  const text = 'anagrafe@comune.esempio.it, ann@mail.example.com, info@esempio.it, a@o1.sentry.io';
  expect(await emailsOn(`<p>${text}</p>`)).toEqual(['anagrafe@comune.esempio.it']);
});

it('leaves out the mailbox of the company that hosts the site, unless it is its own', async () => {
  const host = (address: string) =>
    emailsOn(
      `<p>Éditeur : info@${DOMAIN}</p><p>Le site est hébergé par Zorbax Inc., ${address}</p>`,
    );
  expect(await host('privacy@zorbax.com')).toEqual([`info@${DOMAIN}`]);
  expect(await host(`host@${DOMAIN}`)).toEqual([`info@${DOMAIN}`, `host@${DOMAIN}`]);
});

it('leaves out profiles in the line that credits the maker of the site', async () => {
  const page = `<a href="https://www.facebook.com/acme">f</a><p>Site by <a href="https://pixel.example">
    Pixel</a> <a href="https://www.facebook.com/pixelagency">Pixel on Facebook</a></p>`;
  const contents = await readContents([`<html><body>${page}</body></html>`]);
  const { socials } = findContacts([{ url: `https://${DOMAIN}/`, contents }], DOMAIN);
  expect(socials).toEqual({ facebook: ['https://www.facebook.com/acme'] });
});

it.each([
  'Website by <a href="https://pixel.example">Pixel</a> · 0161 496 0555',
  'Webdesign: <a href="tel:+441614960555">Pixel, 0161 496 0555</a>',
  'Site designed by Pixel | Tel: 0161 496 0555',
])('leaves out the number behind the maker of the site where it has others: %s', async (line) => {
  const phonesOn = async (body: string) => {
    const contents = await readContents([`<html lang="en-GB"><body>${body}</body></html>`]);
    return findContacts([{ url: 'https://acme.co.uk/', contents }], 'acme.co.uk').phones;
  };
  const own = '<p>Tel: 0161 496 0111</p>';
  expect(await phonesOn(`${own}<p>© 2026 Acme. ${line}</p>`)).toEqual(['+441614960111']);
  expect(await phonesOn(`<p>© 2026 Acme. ${line}</p>`)).toEqual(['+441614960555']);
  const both = `<p>Or 0161 496 0555</p>${own}<p>${line}</p>`;
  expect(await phonesOn(both)).toContain('+441614960555');
});

it.each([
  'Meet us on site by Friday: 0161 496 0555',
  'Visit our site by calling 0161 496 0555',
  'Homes built by Smith Bros. Tel: 0161 496 0555',
])('keeps a number behind words that name no maker of the site: %s', async (line) => {
  const page = `<html lang="en-GB"><body><p>Tel: 0161 496 0111</p><p>${line}</p></body></html>`;
  const contents = await readContents([page]);
  const { phones } = findContacts([{ url: 'https://acme.co.uk/', contents }], 'acme.co.uk');
  expect(phones).toEqual(['+441614960111', '+441614960555']);
});
