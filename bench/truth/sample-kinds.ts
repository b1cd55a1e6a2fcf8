// The kinds of rows in the samples of `travellers.ts`, `drifters.ts`, `pilgrims.ts`, `settlers.ts`,
// `wayfarers.ts`, `voyagers.ts` and `mariners.ts`, and how each is measured. Even positions are
// half A, odd ones half B; the last five samples are halved by a hash.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEmailAddress } from '../../src/domain/email/address.ts';
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { foldCompanyName, hasLegalForm } from '../../src/domain/place/place-name.ts';
import { readStreetLine } from '../../src/domain/place/street-address.ts';
import { readUsAddress } from '../../src/domain/place/us-address.ts';
import { readPostAddress, readProfileAddress } from '../../src/domain/social/address.ts';
import { isAdvertiser } from '../../src/domain/social/advertiser-match.ts';
import { readCaptions } from '../../src/domain/social/captions.ts';
import { registrableDomain } from '../../src/domain/web/domain-name.ts';
import { sniffDialect } from '../../src/lib/csv-dialect.ts';
import { mainField } from '../../src/lookup/product.ts';
import { createDomainLists } from '../../src/open-data/mail/domain-lists.ts';
import { nearestProvider } from '../../src/open-data/mail/provider-typos.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { findContacts } from '../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../src/web-reader/contacts/contents-reader.ts';
import { convertPage } from '../../src/web-reader/website-page.ts';
import type { Areas } from './areas.ts';
import { halfOf } from './halves.ts';
import { compiled, Marks, markSets, orNull, PRODUCT_OF } from './strangers.ts';

/** A sample's name, which is in the plural in the names of its figures. */
export type Sample =
  | 'traveller'
  | 'drifter'
  | 'pilgrim'
  | 'settler'
  | 'wayfarer'
  | 'voyager'
  | 'mariner';

export function parsed(sample: Sample, kind: string): unknown {
  const file = join(import.meta.dirname, 'samples', `${sample}-${kind}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Positions, of which even ones are half A, and rows. */
export function halved<Row>(sample: Sample, listed: readonly Row[]): [number, Row][] {
  if (sample === 'traveller' || sample === 'drifter') return [...listed.entries()];
  return listed.map((row) => [halfOf(JSON.stringify(row)) === 'A' ? 0 : 1, row]);
}

export function rows<Row>(sample: Sample, kind: string): [number, Row][] {
  return halved(sample, parsed(sample, kind) as Row[]);
}

export function names(marks: Marks, sample: Sample): void {
  type Row = { full: string; first: string | null; last: string | null };
  for (const [at, { full, first, last }] of rows<Row>(sample, 'names')) {
    const split = splitFullName(full);
    const found = [split?.first || null, split?.last || null];
    marks.is('person name', at, full, found, [first, last]);
  }
}

export function advertisers(marks: Marks, sample: Sample): void {
  type Row = { brand: string; name: string; is: boolean };
  for (const [at, { brand, name, is }] of rows<Row>(sample, 'advertisers')) {
    const kind = is ? 'advertiser of the brand' : 'advertiser of others';
    // The product asks in lower case.
    marks.is(kind, at, `${brand}: ${name}`, isAdvertiser(brand.toLowerCase(), name), is);
  }
}

export function companies(marks: Marks, sample: Sample): void {
  type Row = { name: string; core: string; form: boolean };
  for (const [at, { name, core, form }] of rows<Row>(sample, 'companies')) {
    const fold = (text: string) => orNull(() => foldCompanyName(text));
    const kind = form ? 'company, name without form' : 'company, words that are no form';
    // A name without a form is compared with its own words, so that nothing may be cut.
    const words = (text: string) =>
      text
        .normalize('NFKD')
        .replaceAll('&', ' and ')
        .match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
    if (form) marks.is(kind, at, name, fold(name), fold(core));
    else marks.is(kind, at, `${name}: ${fold(name)}`, words(fold(name) ?? ''), words(name));
    marks.is('company, has a form', at, name, hasLegalForm(name), form);
  }
}

export function addresses(marks: Marks, sample: Sample): void {
  // A line without a street, such as a post office box, is to be refused.
  type Row = { line: string; street: string | null; unit: string | null; city: string };
  for (const [at, { line, street, unit, city }] of rows<Row>(sample, 'addresses')) {
    const empty = { city: null, state: null, zip: null };
    const found = orNull(() => readUsAddress({ address: line, ...empty }));
    // The last word of a unit, without the ending of an ordinal: 4th Floor and Fl 4 are the same.
    const told = (text: string | null | undefined) =>
      text
        ?.toUpperCase()
        .replace(/^PENTHOUSE$/, 'PH')
        .replace(/\b(?:FLOOR|FL)\b\.?/, '')
        .replace(/\b(\d+)(?:ST|ND|RD|TH)\b/, '$1')
        .match(/[A-Z\d][A-Z\d-]*/g)
        ?.at(-1)
        ?.replace(/^PH(?=\d)/, '') ?? null;
    marks.is('US address, read', at, line, found !== null, street !== null);
    if (street === null) continue;
    const wanted = orNull(() => readStreetLine(street).street) ?? found?.street;
    marks.is('US address, street', at, line, found?.street ?? null, wanted);
    marks.is('US address, unit', at, line, told(found?.unit), told(unit));
    marks.is('US address, city', at, line, found?.city ?? null, city.toUpperCase());
  }
}

export function captions(marks: Marks, sample: Sample): void {
  type Cue = { start: number; end: number; text: string };
  for (const [at, { text, cues }] of rows<{ text: string; cues: Cue[] }>(sample, 'captions')) {
    const found = readCaptions(text).segments.map(({ start, end, text: said }) => ({
      start,
      end,
      text: said,
    }));
    marks.is('captions', at, text, found, cues);
  }
}

export function profiles(marks: Marks, sample: Sample): void {
  type Row = { url: string; kind: string; platform: string | null; id: string | null };
  for (const [at, { url, kind, platform, id }] of rows<Row>(sample, 'profiles')) {
    const post = orNull(() => readPostAddress(url));
    const profile = post ? null : orNull(() => readProfileAddress(url));
    const found = post
      ? `${post.platform} post ${post.id}`
      : profile
        ? `${profile.platform} profile ${profile.handle}`.toLowerCase()
        : 'none';
    const site = platform === 'linkedin' ? 'network' : platform;
    const wanted = kind === 'post' ? `${site} post ${id}` : `${site} profile ${id}`.toLowerCase();
    marks.is('profile or post', at, url, found, kind === 'none' ? 'none' : wanted);
  }
}

export function emails(marks: Marks, sample: Sample): void {
  const email = parsed(sample, 'email') as {
    typos: { address: string; meant: string | null }[];
    disposable: { domain: string; is: boolean }[];
    role?: { local: string; is: boolean }[];
    syntax?: { address: string; valid: boolean }[];
  };
  const { typos, disposable, role = [], syntax = [] } = email;
  const lists = createDomainLists({
    disposable: compiled('disposable'),
    free: compiled('free'),
    roles: compiled('roles'),
  });
  for (const [at, { address, meant }] of halved(sample, typos)) {
    const domain = address.split('@')[1] ?? '';
    const isKnown = lists.isFree(domain) || lists.relay(domain) !== null;
    const guess = isKnown ? null : nearestProvider(domain);
    const wanted = meant?.split('@')[1] ?? null;
    if (wanted !== null) marks.is('email, typo', at, address, guess?.domain ?? null, wanted);
    const sure = guess?.certainty === 'known' ? guess.domain : null;
    if (wanted === null) marks.is('email, no typo', at, address, sure, null);
  }
  for (const [at, { domain, is }] of halved(sample, disposable))
    marks.is('email, disposable', at, domain, lists.isDisposable(domain), is);
  for (const [at, { local, is }] of halved(sample, role))
    marks.is('email, role', at, local, lists.isRole(local), is);
  for (const [at, { address, valid }] of halved(sample, syntax)) {
    const read = orNull(() => parseEmailAddress(address));
    marks.is('email, syntax', at, address, read !== null && read.fault === null, valid);
  }
}

const BULK_OF = { ...PRODUCT_OF, company: 'business_lookup' } as const;

function columns(marks: Marks, sample: Sample): void {
  type Row = {
    kind: keyof typeof BULK_OF;
    csv: string;
    column: number | null;
    also: number[];
  };
  for (const [at, { kind, csv, column, also }] of rows<Row>(sample, 'columns')) {
    const product = products.find(({ bulk }) => bulk === BULK_OF[kind]);
    if (!product) throw new Error(`no product ${kind}`);
    const dialect = sniffDialect(csv, true);
    const fitted = fitColumns(
      uploadColumns({ head: csv, isWhole: true }, dialect),
      product,
      undefined,
    );
    const found = fitted.get(mainField(product)) ?? null;
    const isRight = found === column || (found !== null && also.includes(found));
    const told = [...fitted].map(([field, index]) => `${field}=${index}`).join(' ');
    marks.holds(isRight, 'list, column', at, `${kind} ${csv}`, told, column);
  }
}

async function contactsOf(url: string, html: string) {
  const domain = registrableDomain(new URL(url).hostname)?.name ?? '';
  return findContacts([{ url, contents: await readContents([html]) }], domain);
}

export async function texts(marks: Marks, sample: Sample): Promise<void> {
  type Row = { text: string; country: string; phones: string[] };
  const zoneOf = (country: string) => (country === 'US' ? 'com' : country.toLowerCase());
  for (const [at, { text, country, phones }] of rows<Row>(sample, 'phones')) {
    const html = `<!doctype html><html><body><p>${text.replaceAll('&', '&amp;')}</p></body></html>`;
    const found = await contactsOf(`https://zorbax.${zoneOf(country)}/`, html);
    markSets(marks, 'phones of texts', at, text, found.phones, phones);
  }
}

export async function pages(marks: Marks, sample: Sample): Promise<void> {
  type Row = { url: string; html: string; emails: string[]; phones: string[]; social: string[] };
  const isSame = (one: string, other: string) => {
    const bare = (url: string) =>
      url
        .toLowerCase()
        .replace(/^https?:\/\/(?:www\.|[a-z]{2}\.)?/, '')
        .replace(/^x\.com/, 'twitter.com')
        .replace(/\/$/, '');
    return bare(one) === bare(other);
  };
  for (const [at, { url, html, ...labels }] of rows<Row>(sample, 'pages')) {
    const found = await contactsOf(url, html);
    const isSameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    markSets(marks, 'emails', at, url, found.emails, labels.emails, isSameMailbox);
    markSets(marks, 'phones', at, url, found.phones, labels.phones);
    markSets(
      marks,
      'profiles',
      at,
      url,
      Object.values(found.socials).flat(),
      labels.social,
      isSame,
    );
  }
}

/** The day of a date, which metadata may write in any form. */
function dayOf(written: string): string | null {
  const [, year, month = '', day = ''] =
    /^(\d{4})[-/]?(\d{1,2})[-/]?(\d{1,2})(?!\d)/.exec(written) ?? [];
  if (year) return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const time = Date.parse(
    `${written.replace(/(?<=\d) ([ap]m)$/, '$1').replace(/ \d+:.*$/, '')} UTC`,
  );
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

async function metadata(marks: Marks, sample: Sample): Promise<void> {
  type Row = Record<'url' | 'html' | 'language', string> & Record<'author' | 'date', string | null>;
  for (const [at, { url, html, author, date, language }] of rows<Row>(sample, 'meta')) {
    const query = { url, formats: ['markdown', 'metadata'], extent: 'main' } as const;
    const { metadata: found, ...read } = await convertPage([html], query, undefined);
    const told = `${url} ${html.replace(/<p>[^<]{120,}<\/p>/g, '')}`;
    const folded = (name: string | null | undefined) =>
      name?.replace(/\s*(?:,| & | and )\s*/g, ', ') ?? null;
    marks.is('page, author', at, told, folded(found?.author), folded(author));
    marks.is('page, date', at, told, dayOf(found?.publishedAt ?? ''), date);
    const spoken = read.language?.toLowerCase().split(/[-_]/, 1)[0] ?? null;
    const isSpoken = spoken === language || (spoken === 'no' && language === 'nb');
    marks.holds(isSpoken, 'page, language', at, told, spoken, language);
  }
}

export async function measureSample(areas: Areas, sample: Sample): Promise<void> {
  const marks = new Marks(areas, `${sample}s`);
  names(marks, sample);
  advertisers(marks, sample);
  companies(marks, sample);
  addresses(marks, sample);
  captions(marks, sample);
  profiles(marks, sample);
  emails(marks, sample);
  columns(marks, sample);
  await texts(marks, sample);
  await pages(marks, sample);
  await metadata(marks, sample);
  marks.conclude();
}
