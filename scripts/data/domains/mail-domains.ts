import * as z from 'zod';
import { isPublicSuffix, toAsciiName } from '../../../src/core/domain-name.ts';
import { MAIL_RELAYS } from '../../../src/data/mail-relays.ts';
import {
  BIG_MAILBOX_PROVIDERS,
  SMALL_MAILBOX_PROVIDERS,
} from '../../../src/data/mailbox-domains.ts';
import { isKnownTypo } from '../../../src/data/provider-typos.ts';
import { dataModule, dataPackage } from './packages.ts';

const names = z.array(z.string());
const disposable = dataPackage('disposable-email-domains');
const burner = dataPackage('burner-email-providers');
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

export const disposablePackages = [disposable, burner, checker, blocklist, fake];
export const freePackages = [free];
/** Only one of the lists says when it was made. */
export const disposableAsOf = new Date(fakeData.t * 1_000).toISOString().slice(0, 10);

/**
 * Names the lists hold by mistake: documentation names (RFC 2606), and domains that companies use for
 * themselves. Public suffixes (web.id, za.com) fall out by rule.
 */
const NEVER_DISPOSABLE = [
  'example.com',
  'example.net',
  'example.org',
  'hidemyass.com',
  'onet.com',
  'sohu.net',
  'wanadoo.com',
  'yandex.net',
];

/** The name as lookups spell it; null for entries that are no domain names. */
function asciiOrNull(name: string): string | null {
  try {
    return toAsciiName(name.trim().toLowerCase());
  } catch {
    return null;
  }
}

/** The union of the lists, without relays, real mailbox providers, their misspellings, and suffixes below which anybody lives. */
export function readDisposableDomains(): Set<string> {
  const listed = [
    json(disposable.read('index.json')),
    json(disposable.read('wildcard.json')),
    burner.read('emails.txt').split(/\s+/).filter(Boolean),
    [...checkerModule.blacklist()],
    json(blocklist.read('dist/dict/disposable_email_blocklist.json')),
    Object.keys(fakeData.domains),
  ];
  const kept = new Set([
    ...NEVER_DISPOSABLE,
    ...Object.values(MAIL_RELAYS).flat(),
    ...BIG_MAILBOX_PROVIDERS,
    ...SMALL_MAILBOX_PROVIDERS,
  ]);
  const union = new Set<string>();
  for (const name of listed.flat()) {
    const ascii = asciiOrNull(name);
    if (ascii !== null && !kept.has(ascii) && !isKnownTypo(ascii) && !isPublicSuffix(ascii))
      union.add(ascii);
  }
  return union;
}

/** Free mailbox providers: the list also holds thousands of disposable domains, which are taken out. */
export function readFreeDomains(disposableDomains: ReadonlySet<string>): Set<string> {
  const providers = new Set<string>([...BIG_MAILBOX_PROVIDERS, ...SMALL_MAILBOX_PROVIDERS]);
  for (const name of json(free.read('domains.json'))) {
    const ascii = asciiOrNull(name);
    if (ascii === null || disposableDomains.has(ascii) || NEVER_DISPOSABLE.includes(ascii))
      continue;
    if (!isKnownTypo(ascii) && !isPublicSuffix(ascii)) providers.add(ascii);
  }
  return providers;
}
