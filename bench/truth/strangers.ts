// Samples of seven kinds, labelled by someone who had read no rule; even positions are half A, odd
// ones half B, which was held out at first. Prints both halves' figures, but mistakes of A only.
// Run from the project's folder: node bench/truth/strangers.ts
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountryCode } from 'libphonenumber-js/max';
import { parseEmailAddress } from '../../src/domain/email/address.ts';
import { parsePhoneNumber } from '../../src/domain/phone/number.ts';
import { nameSimilarity, SAME_NAME_THRESHOLD } from '../../src/domain/place/place-match.ts';
import { foldCompanyName, hasLegalForm } from '../../src/domain/place/place-name.ts';
import { readPostAddress, readProfileAddress } from '../../src/domain/social/address.ts';
import { socialProfile } from '../../src/domain/social/profile-links.ts';
import { registrableDomain } from '../../src/domain/web/domain-name.ts';
import {
  decoderOf,
  headRows,
  rowsBeforeData,
  sniffDialect,
  sniffEncoding,
  utf8Or1252,
} from '../../src/lib/csv-dialect.ts';
import { UnusableInput } from '../../src/lib/inputs.ts';
import { mainField } from '../../src/lookup/product.ts';
import { createDomainLists } from '../../src/open-data/mail/domain-lists.ts';
import { nearestProvider } from '../../src/open-data/mail/provider-typos.ts';
import { rdap } from '../../src/open-data/registration/rdap.ts';
import { whoisHost } from '../../src/open-data/registration/registration.ts';
import type { Registration } from '../../src/open-data/registration/registration-fact.ts';
import { readWhoisReply } from '../../src/open-data/registration/whois-reply.ts';
import { classifyNamePattern } from '../../src/products/email/email/name-pattern.ts';
import { products } from '../../src/products/index.ts';
import { fitColumns } from '../../src/uploads/column-fit.ts';
import { uploadColumns } from '../../src/uploads/uploads.ts';
import { findContacts } from '../../src/web-reader/contacts/contacts.ts';
import { readContents } from '../../src/web-reader/contacts/contents-reader.ts';
import { convertPage } from '../../src/web-reader/website-page.ts';
import { type Areas, runAlone } from './areas.ts';
import { unescaped } from './halves.ts';

const NOW = Date.parse('2025-03-15T00:00:00Z');
const SAMPLES = join(import.meta.dirname, 'samples');

const text = (file: string): string => readFileSync(join(SAMPLES, file), 'utf8');
const rowsOf = (file: string): string[][] =>
  text(file)
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('# '))
    .map((line) => line.split('¦'));

/** Null for a refused text. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

interface Mark {
  right: number;
  all: number;
}

/** Goals in percent; kinds not listed have none. */
export const GOALS = new Map([
  ['phone, numbers', 92],
  ['phone, no numbers, refused or invalid', 92],
  ['registry record, verdict', 99],
  ['registry record, created', 98],
  ['registry record, updated', 97],
  ['registry record, expires', 97],
  ['registry record, registrar', 97],
  ['registry record, name servers', 98],
  ['page, phrases kept', 80],
  ['page, phrases left out', 80],
  ['page, phones found', 96],
  ['page, phones of those given right', 98],
  ['page, emails found', 95],
  ['page, emails of those given right', 98],
  ['page, profiles found', 97],
  ['page, profiles of those given right', 98],
  ['email, syntax', 97],
  ['email, disposable', 97],
  ['email, typo', 85],
  ['email, no typo', 100],
  ['company, name without form', 85],
  ['page, phones of texts found', 92],
  ['page, phones of texts of those given right', 98],
  ['person name', 92],
  ['US address, read', 95],
  ['US address, street', 92],
  ['US address, unit', 85],
  ['US address, city', 95],
  ['captions', 97],
  ['list, column', 95],
  ['profile or post', 97],
  ['advertiser of the brand', 90],
  ['advertiser of others', 100],
]);

/** Counts by kind and half, and prints the mistakes of half A. */
export class Marks {
  readonly #marks = new Map<string, { A: Mark; B: Mark }>();
  readonly #areas: Areas;
  readonly #sample: string;

  constructor(areas: Areas, sample: string) {
    this.#areas = areas;
    this.#sample = sample;
  }

  mark(kind: string, at: number, right: number, all: number): void {
    const marks = this.#marks.get(kind) ?? { A: { right: 0, all: 0 }, B: { right: 0, all: 0 } };
    this.#marks.set(kind, marks);
    const mark = at % 2 === 0 ? marks.A : marks.B;
    mark.right += right;
    mark.all += all;
  }

  is(kind: string, at: number, input: string, got: unknown, expected: unknown): void {
    this.holds(JSON.stringify(got) === JSON.stringify(expected), kind, at, input, got, expected);
  }

  holds(isRight: boolean, ...told: Parameters<Marks['miss']>): void {
    this.mark(told[0], told[1], isRight ? 1 : 0, 1);
    if (!isRight) this.miss(...told);
  }

  miss(kind: string, at: number, input: string, got: unknown, expected: unknown): void {
    if (at % 2 !== 0) return;
    const told = [input, got, expected].map((value) => JSON.stringify(value)?.slice(0, 240));
    this.#areas.detail(`${kind}: ${told[0]} got ${told[1]} expected ${told[2]}`);
  }

  conclude(): void {
    for (const [kind, halves] of this.#marks) {
      const least = GOALS.get(kind);
      const goal = least === undefined ? null : { atLeast: least };
      const isHeldOut = ['settlers', 'wayfarers', 'voyagers', 'mariners'].includes(this.#sample);
      const since = isHeldOut ? 'held out' : 'read since';
      for (const [half, use] of [['A', 'used'] as const, ['B', since] as const]) {
        const { right, all } = halves[half];
        if (all > 0)
          this.#areas.share(`${kind}, ${this.#sample}' half ${half}, ${use}`, right, all, goal);
      }
    }
  }
}

function phones(marks: Marks): void {
  for (const [at, [country, written = '', e164]] of rowsOf('stranger-phones.txt').entries()) {
    const input = unescaped(written);
    const number = orNull(() => parsePhoneNumber(input, country as CountryCode));
    const found = number?.e164 ?? null;
    const told = `${country} ${input}`;
    if (e164 !== '-') marks.is('phone, numbers', at, told, found, e164);
    if (e164 !== '-') continue;
    marks.is('phone, no numbers, refused', at, told, found, null);
    const valid = number?.valid ? found : null;
    marks.is('phone, no numbers, refused or invalid', at, told, valid, null);
  }
}

const HOUR = 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A labelled day matches in any time zone of the registry, a labelled time to the second. */
function isDate(found: string | null, label: string): boolean {
  if (label === '-' || found === null) return label === '-' && found === null;
  const [time, told] = [Date.parse(found), Date.parse(label)];
  if (!DAY.test(label)) return Math.abs(time - told) < 1_000;
  return time >= told - 14 * HOUR && time < told + 36 * HOUR;
}

async function askRdap(domain: string, body: string, now: number): Promise<Registration | null> {
  const name = registrableDomain(domain);
  if (!name) throw new Error(`${domain} is no domain`);
  const suffix = domain.slice(domain.indexOf('.') + 1);
  const list = { services: [[[suffix], ['https://rdap.test/']]] };
  const status = body.includes('"errorCode":404') ? 404 : 200;
  const headers = { 'Content-Type': 'application/rdap+json' };
  const world = {
    clock: { now: () => now },
    outbound: {
      settings: { vars: new Map(), rdapBootstrapUrl: 'https://list.test/' },
      http: async ({ url }: Request) =>
        url.includes('rdap.test')
          ? new Response(body, { status, headers })
          : new Response(JSON.stringify(list), { headers }),
    },
  };
  try {
    const query = { domain: name, timeoutMs: 5_000, maxAgeMs: 0 };
    return await rdap.ask(query, world as never, undefined);
  } catch {
    return null;
  }
}

/** Records of a sample: a domain, the reply, and the labels below three dashes. */
export const recordsOf = (file: string): string[] => text(file).split(/^=== /m).slice(1);

export async function registrations(
  marks: Marks,
  records: Iterable<[number, string]>,
  now: number,
): Promise<void> {
  for (const [at, record] of records) {
    const [head = '', labels = ''] = record.split(/\n---\n/);
    const [domain = '', ...lines] = head.split('\n');
    const body = lines.join('\n');
    const [verdict, ...told] = labels.trim().split('|');
    const server = whoisHost(domain) ?? 'whois.test';
    const reading = body.startsWith('{')
      ? await askRdap(domain, body, now)
      : readWhoisReply(body, server, now, domain);
    const found = typeof reading === 'object' ? reading : null;
    const absent = found?.status.length === 0 ? 'available' : 'unknown';
    const said = found === null ? 'unknown' : found.registered ? 'registered' : absent;
    marks.is('registry record, verdict', at, domain, said, verdict);
    if (verdict !== 'registered') continue;
    const [created = '', updated = '', expires = '', registrar = '', servers = ''] = told;
    for (const [name, date, label] of [
      ['created', found?.createdAt ?? null, created],
      ['updated', found?.updatedAt ?? null, updated],
      ['expires', found?.expiresAt ?? null, expires],
    ] as const) {
      marks.holds(isDate(date, label), `registry record, ${name}`, at, domain, date, label);
    }
    marks.is('registry record, registrar', at, domain, found?.registrar ?? '-', registrar);
    const hosts = found?.nameservers.toSorted().join(',') || '-';
    const wanted = servers.split(',').toSorted().join(',');
    marks.is('registry record, name servers', at, domain, hosts, wanted);
  }
}

export const PRODUCT_OF = {
  phone: 'phone_validation',
  email: 'email_validation',
  domain: 'domain_age',
  ip: 'ip_lookup',
} as const;

interface TableSample {
  name: string;
  data: string;
  country: string;
  header: boolean;
  columns: Record<string, { index: number; cells: string[] }>;
}

/** The text of a file in base64, in the encoding that is detected. */
export function decodedTable(data: string): string {
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  return decoderOf(sniffEncoding(bytes) ?? utf8Or1252(bytes, true)).decode(bytes);
}

function tables(marks: Marks): void {
  const files = JSON.parse(text('stranger-csv.json')) as TableSample[];
  for (const [at, { name, data, country, columns }] of files.entries()) {
    const decoded = decodedTable(data);
    const dialect = sniffDialect(decoded, true);
    const rows = headRows(decoded, dialect.separator, true)
      .slice(rowsBeforeData(dialect))
      .filter((row) => row.some((cell) => cell.trim() !== ''));
    for (const [kind, { index, cells }] of Object.entries(columns)) {
      const bulk = PRODUCT_OF[kind as keyof typeof PRODUCT_OF];
      const product = products.find((each) => each.bulk === bulk);
      if (!product) throw new Error(`no product ${bulk}`);
      const fitted = fitColumns(
        uploadColumns({ head: decoded, isWhole: true }, dialect),
        product,
        country,
      );
      marks.is(
        'table, column',
        at,
        `${name}, ${kind}`,
        fitted.get(mainField(product)) ?? null,
        index,
      );
      const found = rows.map((row) => (row[index] ?? '').trim());
      marks.is('table, cells', at, `${name}, ${kind}`, found, cells);
    }
  }
}

interface PageSample {
  url: string;
  html: string;
  must: string[];
  not: string[];
  title: string;
  author: string | null;
  date: string | null;
  language: string;
  phones: string[];
  emails: string[];
  social: string[];
}

/** The words of Markdown, without its marks and link targets. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^()\s]*\)/g, ' ')
    .replace(/[\\*_`#>[\]|]/g, '')
    .replace(/\s+/g, ' ');

/** A title may be followed by the site's name. */
const isTitle = (found: string | null, label: string): boolean =>
  (found?.startsWith(label) ?? false) && !/^[\p{L}\p{N}]/u.test(found?.slice(label.length) ?? '');

const isProfile = (label: string, platform: string, url: string): boolean => {
  const [site = '', name = ''] = label.split(':');
  const known = site === 'linkedin' ? 'network' : site;
  const path = decodeURIComponent(new URL(url).pathname).toLowerCase();
  return known === platform && path.split(/[/@]/).includes(name.toLowerCase());
};

export function markSets(
  marks: Marks,
  kind: string,
  at: number,
  input: string,
  found: readonly string[],
  labels: readonly string[],
  isSame: (found: string, label: string) => boolean = (one, other) => one === other,
): void {
  const missed = labels.filter((label) => !found.some((one) => isSame(one, label)));
  const wrong = found.filter((one) => !labels.some((label) => isSame(one, label)));
  marks.mark(`page, ${kind} found`, at, labels.length - missed.length, labels.length);
  marks.mark(`page, ${kind} of those given right`, at, found.length - wrong.length, found.length);
  if (missed.length > 0) marks.miss(`page, ${kind} missed`, at, input, found, missed);
  if (wrong.length > 0) marks.miss(`page, ${kind} wrongly`, at, input, wrong, labels);
}

async function pages(marks: Marks): Promise<void> {
  for (const [at, page] of (JSON.parse(text('stranger-pages.json')) as PageSample[]).entries()) {
    const { url, html } = page;
    const query = { url, formats: ['markdown', 'metadata'], extent: 'main' } as const;
    const read = await convertPage([html], query, undefined);
    const words = plain(read.markdown);
    const has = (phrase: string) => words.includes(plain(phrase));
    const [missing, extra] = [page.must.filter((one) => !has(one)), page.not.filter(has)];
    marks.mark('page, phrases kept', at, page.must.length - missing.length, page.must.length);
    marks.mark('page, phrases left out', at, page.not.length - extra.length, page.not.length);
    if (missing.length > 0) marks.miss('page, phrases kept', at, url, words, missing);
    if (extra.length > 0) marks.miss('page, phrases left out', at, url, extra, []);
    marks.holds(isTitle(read.title, page.title), 'page, title', at, url, read.title, page.title);
    marks.is('page, author', at, url, read.metadata?.author ?? null, page.author);
    const date = read.metadata?.publishedAt?.slice(0, 10) ?? null;
    marks.is('page, date', at, url, date, page.date);
    marks.is('page, language', at, url, read.language?.split('-', 1)[0] ?? null, page.language);
    const domain = registrableDomain(new URL(url).hostname)?.name ?? '';
    const contents = await readContents([html]);
    const contacts = findContacts([{ url, contents }], domain);
    markSets(marks, 'phones', at, url, contacts.phones, page.phones);
    markSets(marks, 'emails', at, url, contacts.emails, page.emails);
    const socials = Object.entries(contacts.socials).flatMap(([platform, urls]) =>
      urls.map((address) => `${platform} ${address}`),
    );
    markSets(marks, 'profiles', at, url, socials, page.social, (found, label) => {
      const [platform = '', address = ''] = found.split(' ');
      return isProfile(label, platform, address);
    });
  }
}

export const compiled = (name: string): ArrayBuffer => {
  const { buffer, byteOffset, byteLength } = readFileSync(`compiled/domains/${name}.bin`);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
};

function emails(marks: Marks): void {
  const lists = createDomainLists({
    disposable: compiled('disposable'),
    free: compiled('free'),
    roles: compiled('roles'),
  });
  for (const [at, row] of rowsOf('stranger-emails.txt').entries()) {
    const [address = '', valid, role, free, disposable, suggestion = '', first, last] = row;
    const read = orNull(() => parseEmailAddress(address));
    const answer = (is: boolean) => (is ? 'y' : 'n');
    if (valid !== '?')
      marks.is('email, syntax', at, address, answer(read !== null && read.fault === null), valid);
    if (valid !== 'y' || read === null) continue;
    const { local, domain } = read;
    const isFree = lists.isFree(domain);
    if (role !== '?') marks.is('email, role', at, address, answer(lists.isRole(local)), role);
    if (free !== '?') marks.is('email, free provider', at, address, answer(isFree), free);
    const isDisposable = answer(lists.isDisposable(domain));
    if (disposable !== '?') marks.is('email, disposable', at, address, isDisposable, disposable);
    const typo = isFree || lists.relay(domain) !== null ? null : nearestProvider(domain);
    if (suggestion !== '-') marks.is('email, typo', at, address, typo?.domain ?? null, suggestion);
    const sure = typo?.certainty === 'known' ? typo.domain : null;
    if (suggestion === '-' && isDisposable === 'n')
      marks.is('email, no typo', at, address, sure, null);
    // The service returns the pattern of a name, not the names.
    const isNamed = (name: string | undefined) => name !== undefined && !/^[?-]$/.test(name);
    if (isNamed(first) && isNamed(last) && /^[^._+\d-]+\.[^._+\d-]+$/.test(local))
      marks.is(
        ...(['email, first.last told', at, address] as const),
        classifyNamePattern(read, lists.isRole(local)),
        'FIRSTNAME_DOT_LASTNAME',
      );
  }
}

function companies(marks: Marks): void {
  for (const [at, [input = '', bare = '', form]] of rowsOf('stranger-companies.txt').entries()) {
    const fold = (name: string) => orNull(() => foldCompanyName(name));
    marks.is('company, name without form', at, input, fold(input), fold(bare));
    marks.is('company, has a form', at, input, hasLegalForm(input), form !== '-');
  }
  for (const [at, [one = '', other = '', same]] of rowsOf('stranger-company-pairs.txt').entries()) {
    const kind = same === 'y' ? 'same' : 'not same';
    const isAlike = nameSimilarity(one, other) >= SAME_NAME_THRESHOLD;
    const isOneKey = foldCompanyName(one) === foldCompanyName(other);
    const pair = `${one} / ${other}`;
    marks.is(`company pair, ${kind}, by likeness`, at, pair, isAlike, same === 'y');
    marks.is(`company pair, ${kind}, by key`, at, pair, isOneKey, same === 'y');
  }
}

/** Platforms whose addresses the service reads as input; others it only finds on pages. */
const READ =
  /^(?:twitter|instagram|facebook|linkedin|youtube|tiktok|reddit|pinterest|bluesky|threads)$/;
const POSTS = new Set(['post', 'video']);

function profiles(marks: Marks): void {
  for (const [at, row] of rowsOf('stranger-profiles.txt').entries()) {
    const [address = '', site = '', kind = '', id = ''] = row;
    const platform = site === 'linkedin' ? 'network' : site;
    const none = kind === '-';
    if (!READ.test(site)) {
      const url = socialProfile(address)?.url.toLowerCase() ?? '';
      const [owner = '', server] = id.toLowerCase().split('@');
      const isPost = none || POSTS.has(kind);
      const found = isPost ? url === '' : url.includes(owner) && url.includes(server ?? '');
      marks.holds(found, 'profile, links of other platforms', at, address, url, id);
      continue;
    }
    const post = orNull(() => readPostAddress(address));
    const profile = post ? null : orNull(() => readProfileAddress(address));
    const found = post
      ? `${post.platform} post ${post.id}`
      : profile
        ? `${profile.platform} profile ${profile.handle}`.toLowerCase()
        : 'none';
    const wanted = POSTS.has(kind)
      ? `${platform} post ${id}`
      : `${platform} profile ${id}`.toLowerCase();
    marks.is('profile or post', at, address, found, none ? 'none' : wanted);
  }
}

export async function measureStrangers(areas: Areas): Promise<void> {
  const marks = new Marks(areas, 'strangers');
  phones(marks);
  await registrations(marks, recordsOf('stranger-whois.txt').entries(), NOW);
  tables(marks);
  await pages(marks);
  emails(marks);
  companies(marks);
  profiles(marks);
  marks.conclude();
}

if (import.meta.main) await runAlone(measureStrangers);
