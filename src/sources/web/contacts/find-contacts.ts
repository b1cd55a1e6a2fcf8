import type { CountryCode } from 'libphonenumber-js/max';
import { cloudflareLinkEmail } from './cloudflare-email.ts';
import { type ContactsFact, MAX_PER_KIND } from './contacts-fact.ts';
import { cleanEmail, findEmails, mailtoEmails } from './find-emails.ts';
import { cleanPhone, findPhones, linkPhone } from './find-phones.ts';
import { readLinkedData } from './linked-data.ts';
import type { PageContents } from './page-contents.ts';
import { siteCountry } from './site-country.ts';
import { socialProfile } from './social-profiles.ts';

export interface ReadPage {
  /** After redirects. */
  url: string;
  contents: PageContents;
}

function emailsOf(
  { contents }: ReadPage,
  linkedEmails: readonly string[],
  domain: string,
): string[] {
  const linked = contents.links.flatMap(({ href }) => {
    if (/^mailto:/i.test(href)) return mailtoEmails(href, domain);
    const hidden = cloudflareLinkEmail(href);
    return hidden ? [hidden] : [];
  });
  const written = [...linked, ...contents.protectedEmails, ...linkedEmails].map((email) =>
    cleanEmail(email, domain),
  );
  return [...written.filter((email) => email !== null), ...findEmails(contents.text, domain)];
}

function phonesOf(
  { contents }: ReadPage,
  linkedPhones: readonly string[],
  country: CountryCode | null,
): string[] {
  const linked = contents.links.map(({ href }) => linkPhone(href, country));
  const stated = linkedPhones.map((phone) => cleanPhone(phone, country));
  return [
    ...[...linked, ...stated].filter((phone) => phone !== null),
    ...findPhones(contents.text, country),
  ];
}

const firstFew = (values: Iterable<string>): string[] =>
  [...new Set(values)].slice(0, MAX_PER_KIND);

function collectSocials(addresses: readonly string[]): Record<string, string[]> {
  const socials: Record<string, string[]> = {};
  let count = 0;
  for (const address of addresses) {
    const profile = socialProfile(address);
    if (!profile || count >= MAX_PER_KIND) continue;
    socials[profile.platform] ??= [];
    const known = socials[profile.platform] as string[];
    if (known.includes(profile.url)) continue;
    known.push(profile.url);
    count++;
  }
  return socials;
}

/** Links as absolute addresses, `<base href>` respected. */
function addressesOf({ url, contents }: ReadPage): string[] {
  const base = (contents.baseHref && URL.parse(contents.baseHref, url)?.href) || url;
  return contents.links
    .map(({ href }) => URL.parse(href, base)?.href ?? '')
    .filter((address) => address !== '');
}

/** Everything the pages of one site say about reaching its owner: links first, then structured data, then text. */
export function findContacts(pages: readonly ReadPage[], domain: string): ContactsFact {
  const linkedData = pages.map(({ contents }) => readLinkedData(contents.linkedData));
  const stated = linkedData.find((data) => data.country !== null)?.country ?? null;
  const language = pages.find(({ contents }) => contents.language)?.contents.language ?? null;
  const country = siteCountry(domain, stated, language);
  return {
    emails: firstFew(
      pages.flatMap((page, index) => emailsOf(page, linkedData[index]?.emails ?? [], domain)),
    ),
    phones: firstFew(
      pages.flatMap((page, index) => phonesOf(page, linkedData[index]?.phones ?? [], country)),
    ),
    socials: collectSocials(
      pages.flatMap((page, index) => [
        ...addressesOf(page),
        ...(linkedData[index]?.profiles ?? []),
      ]),
    ),
    pages: pages.map(({ url }) => url),
    country,
  };
}
