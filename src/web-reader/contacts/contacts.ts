import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  type SocialProfile,
  socialProfile,
  writtenProfiles,
} from '../../domain/social/profile-links.ts';
import { registrableDomain } from '../../domain/web/domain-name.ts';
import { cloakedEmail, decodeBase64Email, decodeShiftedMailto } from '../html/email-cloaks.ts';
import { readFragment } from './contents-reader.ts';
import { cleanEmail, findEmails, mailtoEmails } from './emails.ts';
import { readEmbeddedContacts } from './embedded-contacts.ts';
import { isMakers, type PageContents, type PageLink, withoutMaker } from './page-contents.ts';
import { isLeftOver, isPhoneLink, linkedNumber } from './phone-links.ts';
import { cleanPhone, type FoundNumber, findPhones } from './phones.ts';
import {
  addressCountry,
  cityCountry,
  letteredCountry,
  regionCountry,
  siteCountry,
  statedCountry,
  writtenCountry,
} from './site-country.ts';
import type { StatedContact, StatedContactKind } from './stated-contacts.ts';

/** Contacts of a site, each list in the order found, without duplicates. */
export interface ContactsFact {
  /** Lower case. */
  emails: string[];
  /** E.164. */
  phones: string[];
  /** Platform → profile addresses. */
  socials: Record<string, string[]>;
  /** Pages read, the home page first. */
  pages: string[];
  /** Contact → first page it was found on. */
  foundOn: Record<string, string>;
  /** ISO 3166-1 alpha-2 default country of numbers without a country code; null when unknown. */
  country: string | null;
}

/** A site with more is a directory, so the rest are not its own contacts. */
const MAX_PER_KIND = 100;

export interface ContactPage {
  /** After redirects. */
  url: string;
  contents: PageContents;
}

/** A page with the contents extracted from its scripts; each fragment is read like a page. */
interface ExpandedPage extends ContactPage {
  statements: readonly StatedContact[];
  fragments: readonly PageContents[];
}

const MAX_FRAGMENTS = 400;
const MAX_STATED = 300;
const MAX_LINKED_NUMBERS = 300;
const INTERNATIONAL = /(?<![\w+])\+[1-9][\d\s().-]{7,20}/g;
const MAX_DIALLED = 50;

/** Extracts the contents of a page's scripts, `javascript:` links included. */
function expandPage(page: ContactPage): ExpandedPage {
  const { contents } = page;
  const handlers = contents.links
    .filter(({ href, isHidden }) => !isHidden && /^javascript:/i.test(href))
    .map(({ href }) => ({ text: href.slice('javascript:'.length), isJson: false }));
  const state = readEmbeddedContacts([...contents.scripts, ...handlers]);
  return {
    ...page,
    statements: [...contents.statements, ...state.statements],
    fragments: state.fragments.slice(0, MAX_FRAGMENTS).map(readFragment),
  };
}

const contentsOf = ({ contents, fragments }: ExpandedPage): PageContents[] => [
  contents,
  ...fragments,
];

/** Names the company that hosts a site, whose contacts French law asks for. */
const HOSTED = new RegExp(
  [
    'h[ée]berg(?:ée? (?:chez|par)|eur (?:du site|:))',
    'hosted by',
    'hosting provider',
    'gehostet (?:bei|von)',
  ].join('|'),
  'i',
);

/** A text without the lines that name the site's host, unless it is the site's own domain. */
const withoutHost = (text: string, domain: string): string =>
  HOSTED.test(text)
    ? text
        .split('\n')
        .filter((line) => !HOSTED.test(line) || line.includes(domain))
        .join('\n')
    : text;

const textsOf = (page: ExpandedPage): string[] => [
  ...contentsOf(page).map(({ text }) => text),
  page.contents.asides,
];

const shownLinks = (page: ExpandedPage): PageLink[] =>
  contentsOf(page).flatMap(({ links }) => links.filter(({ isHidden }) => !isHidden));

function statedValues({ statements }: ExpandedPage, kind: StatedContactKind): string[] {
  const values = new Set<string>();
  for (const statement of statements) {
    if (statement.kind === kind) values.add(statement.value);
    if (values.size >= MAX_STATED) break;
  }
  return [...values];
}

const BARE_ADDRESS = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}$/;
/** An address after the scheme of a web address: its mailbox and its domain. */
const MISTYPED = /^https?:\/\/([\w.+-]{1,64})@([\w.-]{4,200})\/?$/i;

function linkEmails(href: string, domain: string): string[] {
  if (/^mailto:/i.test(href)) return mailtoEmails(href, domain);
  const hidden = cloakedEmail(href);
  if (hidden) return [hidden];
  if (BARE_ADDRESS.test(href)) return [href];
  const [, local, host = ''] = MISTYPED.exec(href) ?? [];
  return `.${host.toLowerCase()}`.endsWith(`.${domain}`) ? [`${local}@${host}`] : [];
}

/** Words before a link to the maker of a site, or in the link. */
const MADE_BY =
  'web ?-?(?:design|entwicklung|development)|(?:site|website|developed|designed|powered|built) by|' +
  '(?:template|theme) (?:by|for)|r[ée]alis(?:ation|[ée]e?s? par)|' +
  '(?:desarrollad|diseñad|desenvolvid|criad)[oa] por|(?:realizzat|sviluppat)[oa] da|' +
  'gemaakt door|realizacja|サイト制作';
/** Words that credit a maker only before its link; elsewhere they have other meanings. */
const MAKING =
  'design(?: by)?|konzept|gestaltung|umsetzung|realisierung|conception|cr[ée]ation|diseño(?: web)?|' +
  'ontwerp|realisatie|wykonanie|制作';
const CREDIT = new RegExp(MADE_BY, 'i');
const CREDIT_BEFORE = new RegExp(`(?:${MADE_BY}|${MAKING})[\\s:：–—|-]{0,4}$`, 'i');
const MAX_CREDIT_CHARS = 80;

/** Domains of agencies that the pages credit with a link. */
function creditedDomains(pages: readonly ExpandedPage[], domain: string): ReadonlySet<string> {
  const credited = pages.flatMap(shownLinks).flatMap(({ href, before, label }) => {
    if (!/^https?:/i.test(href)) return [];
    const said = CREDIT_BEFORE.test(before.slice(-MAX_CREDIT_CHARS));
    const isCredit = said || CREDIT.test(label.slice(0, MAX_CREDIT_CHARS));
    const agency = isCredit ? registrableDomain(URL.parse(href)?.hostname ?? '')?.name : null;
    return agency && agency !== domain ? [agency] : [];
  });
  return new Set(credited);
}

const CREDIT_NEAR = new RegExp(`${MADE_BY}|${MAKING}`, 'i');

/**
 * Addresses without those at the domain of a credited agency. Where a site has no others, its owner
 * may be the maker, so only those that stand behind the credit are left out.
 */
function withoutAgencies(emails: readonly string[], text: string, agencies: ReadonlySet<string>) {
  if (agencies.size === 0) return emails;
  const domainOf = (email: string) =>
    registrableDomain(email.slice(email.indexOf('@') + 1))?.name ?? '';
  const own = emails.filter((email) => !agencies.has(domainOf(email)));
  if (own.length > 0) return own;
  // Each search reads the whole text, so only as many as are shown are searched.
  return capped(emails).filter((email) => {
    const at = text.indexOf(email);
    return !CREDIT_NEAR.test(text.slice(Math.max(0, at - MAX_CREDIT_CHARS), Math.max(0, at)));
  });
}

/** Names of mailboxes in templates. */
const GENERIC = new RegExp(
  '^(?:info|admin|contact|support|sales|hello|hi|office|e?mail|customers?|company|help|service|' +
    'enquir(?:y|ies)|name|demo|test)@',
);

/**
 * Whether the label of a link shows other addresses than its own, which then is left over from the
 * site's template.
 */
function isTemplates(email: string, label: string, domain: string): boolean {
  const host = email.slice(email.indexOf('@') + 1);
  if (!GENERIC.test(email) || `.${host}`.endsWith(`.${domain}`) || !label.includes('@'))
    return false;
  const shown = findEmails(label, domain);
  return shown.length > 0 && !shown.some((one) => one.endsWith(`@${host}`));
}

/** @param isOwn leaves out the addresses of the site's maker */
function emailsOf(page: ExpandedPage, domain: string, isOwn: boolean): string[] {
  const shown = shownLinks(page).filter(({ before }) => !isOwn || !isMakers(lastLine(before)));
  const links = new Map(shown.map((link) => [`${link.href} ${link.label}`, link]));
  const linked = [...links.values()].flatMap(({ href, label }) =>
    linkEmails(href, domain).filter((email) => !isTemplates(email, label, domain)),
  );
  const written = [...new Set(linked), ...page.contents.protectedEmails].map((email) =>
    cleanEmail(email, domain),
  );
  const named = statedValues(page, 'email').flatMap((value) =>
    findEmails(decodeShiftedMailto(value) ?? decodeBase64Email(value) ?? value, domain),
  );
  const texts = textsOf(page).flatMap((text) => {
    const hosted = withoutHost(text, domain);
    return findEmails(isOwn ? withoutMaker(hosted) : hosted, domain);
  });
  return [...written.filter((email) => email !== null), ...named, ...texts];
}

/** Links that may hold a phone number, one per address; fax links one per address and label. */
function differentLinks(page: ExpandedPage): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const link of shownLinks(page)) {
    if (!isPhoneLink(link.href)) continue;
    const isFax = /fax|faks/i.test(link.label + link.before);
    links.set(isFax ? `${link.href} ${link.label} ${link.before}` : link.href, link);
    if (links.size >= MAX_LINKED_NUMBERS) break;
  }
  return [...links.values()];
}

/** @param isOwn leaves out the numbers of the site's maker */
function numbersOf(
  page: ExpandedPage,
  domain: string,
  country: CountryCode | null,
  isOwn: boolean,
): FoundNumber[] {
  const named = (['phone', 'fax'] as const).flatMap((kind) =>
    statedValues(page, kind).map((value) => {
      const number =
        cleanPhone(value.replace(/^[^\d+(]*/, ''), country) ?? cleanPhone(value, country);
      const isFax = kind === 'fax' || /fax/i.test(value);
      return number ? { number, isFax, isSaid: true } : null;
    }),
  );
  const texts = textsOf(page).flatMap((text) => {
    const shown = withoutHost(text, domain);
    return findPhones(isOwn ? withoutMaker(shown) : shown, country);
  });
  const written = new Set(texts.map(({ number }) => number));
  const linked = differentLinks(page).map((link) => {
    if (isOwn && isMakers(lastLine(link.before))) return null;
    const found = linkedNumber(link, country);
    return found && (written.has(found.number) || !isLeftOver(link, found.number, country))
      ? found
      : null;
  });
  return [...[...linked, ...named].filter((number) => number !== null), ...texts];
}

/** A number labelled as fax anywhere is a fax, unless also labelled as a telephone. */
function phonesOf(numbers: readonly FoundNumber[]): string[] {
  const faxes = new Set(numbers.flatMap(({ isFax, number }) => (isFax ? [number] : [])));
  const phones = numbers.filter(
    ({ number, isFax, isSaid }) => !isFax && (isSaid || !faxes.has(number)),
  );
  return phones.map(({ number }) => number);
}

const capped = (values: Iterable<string>): string[] => [...new Set(values)].slice(0, MAX_PER_KIND);

function dialledCountry(pages: readonly ExpandedPage[]): CountryCode | null {
  const written = pages.flatMap((page) => [
    ...shownLinks(page).flatMap(({ href }) => (/^tel:\+/i.test(href) ? [href.slice(4)] : [])),
    ...statedValues(page, 'phone').filter((value) => value.startsWith('+')),
    ...(page.contents.text.match(INTERNATIONAL) ?? []).slice(0, MAX_DIALLED),
  ]);
  const countries = new Set(
    written
      .slice(0, MAX_DIALLED)
      .map((number) => parsePhoneNumberFromString(number))
      .map((number) => (number?.isValid() ? number.country : undefined))
      .filter((country) => country !== undefined),
  );
  const [only] = countries;
  return only !== undefined && countries.size === 1 ? only : null;
}

const lastLine = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - MAX_CREDIT_CHARS));

/** Profiles that are linked (relative to `<base href>`), stated in markup, or written in text. */
function profilesOf(page: ExpandedPage): SocialProfile[] {
  const { url, contents } = page;
  const base = (contents.baseHref && URL.parse(contents.baseHref, url)?.href) || url;
  const linked = contentsOf(page)
    .flatMap(({ links }) => links)
    .filter(({ isOwn, before }) => isOwn || !CREDIT.test(lastLine(before)))
    .map(({ href, isOwn }) => ({ address: URL.parse(href, base)?.href ?? '', isOwn }));
  const named = statedValues(page, 'profile').map((value) => ({
    address: value.startsWith('//') ? `https:${value}` : value,
    isOwn: false,
  }));
  const texts = textsOf(page)
    .flatMap(writtenProfiles)
    .map((address) => ({ address, isOwn: false }));
  return [...linked, ...named, ...texts].flatMap(({ address, isOwn }) =>
    address === '' ? [] : (socialProfile(address, isOwn) ?? []),
  );
}

function collectSocials(found: readonly SocialProfile[]): Record<string, string[]> {
  const profiles = new Map<string, Map<string, string>>();
  let count = 0;
  for (const { platform, url } of found) {
    if (count >= MAX_PER_KIND) break;
    const known = profiles.get(platform) ?? new Map<string, string>();
    profiles.set(platform, known);
    const key = url.toLowerCase();
    if (known.has(key)) continue;
    known.set(key, url);
    count++;
  }
  return Object.fromEntries(
    [...profiles].map(([platform, urls]) => [platform, [...urls.values()]]),
  );
}

/** Merges the contacts of a site's pages: links first, then stated values, then text. */
export function findContacts(given: readonly ContactPage[], domain: string): ContactsFact {
  const pages = given.map(expandPage);
  const address = pages
    .flatMap((page) => statedValues(page, 'country'))
    .map(statedCountry)
    .find((country) => country !== null);
  const language = given.find(({ contents }) => contents.language)?.contents.language ?? null;
  const text = pages.flatMap(textsOf).join('\n');
  const lettered = letteredCountry(text);
  const lines = pages.map(({ contents }) => contents.text).join('\n');
  const country = siteCountry(domain, address ?? null, language, {
    dialled: dialledCountry(pages),
    addressed: addressCountry(lines),
    regional: regionCountry(lines),
    urban: cityCountry(lines, language),
    written: writtenCountry(text, language, lettered),
    lettered,
  });
  const firstPages = new Map<string, string>();
  const onEachPage = <Found>(
    find: (page: ExpandedPage) => Found[],
    contactOf: (found: Found) => string,
  ): Found[] =>
    pages.flatMap((page) => {
      const found = find(page);
      for (const contact of found.map(contactOf))
        if (!firstPages.has(contact)) firstPages.set(contact, page.url);
      return found;
    });
  const addressesOfSite = (isOwn: boolean) =>
    onEachPage(
      (page) => emailsOf(page, domain, isOwn),
      (email) => email,
    );
  const addresses = addressesOfSite(true);
  const agencies = creditedDomains(pages, domain);
  // Where a site has no other contacts, its owner may be the maker.
  const all = addresses.length > 0 ? addresses : addressesOfSite(false);
  const emails = capped(withoutAgencies(all, text, agencies));
  const phonesOfSite = (isOwn: boolean) =>
    capped(
      phonesOf(
        onEachPage(
          (page) => numbersOf(page, domain, country, isOwn),
          ({ number }) => number,
        ),
      ),
    );
  const own = phonesOfSite(true);
  const phones = own.length > 0 ? own : phonesOfSite(false);
  const socials = collectSocials(onEachPage(profilesOf, ({ url }) => url));
  const contacts = [...emails, ...phones, ...Object.values(socials).flat()];
  return {
    emails,
    phones,
    socials,
    pages: given.map(({ url }) => url),
    foundOn: Object.fromEntries(contacts.map((one) => [one, firstPages.get(one) ?? ''])),
    country,
  };
}
