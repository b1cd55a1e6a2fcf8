import type { EmailAddress } from '../../domain/email/address.ts';
import { namesUpToSuffix } from '../../domain/web/domain-name.ts';
import { hashDomain } from '../../lib/domain-hash.ts';
import type { MemorySource } from '../../lookup/source.ts';
import type { DomainLists } from '../../lookup/world.ts';
import mailRelays from './mail-relays.json' with { type: 'json' };
import { nearestProvider, type ProviderGuess } from './provider-typos.ts';

export const DOMAIN_SET_MAGIC = 0x31534d44;
/** magic, bits of the bucket number, number of names. */
export const DOMAIN_SET_HEADER_U32S = 3;
/** Bytes stored per name, besides its bucket. */
export const FINGERPRINT_BYTES = 3;
const FINGERPRINT_MASK = 0xffffff;

/** Position of a name: bucket from the high bits of its hash, and 24-bit fingerprint within. */
export function bucketAndFingerprint(
  name: string,
  bucketBits: number,
): { bucket: number; fingerprint: number } {
  const { high, low } = hashDomain(name);
  return {
    bucket: bucketBits === 0 ? 0 : high >>> (32 - bucketBits),
    fingerprint: low & FINGERPRINT_MASK,
  };
}

/** Membership test for names, stored as hashes only. */
export interface DomainSet {
  readonly size: number;
  /** Always true for a member; for another name with a probability of about two in ten million. */
  has(name: string): boolean;
}

/** First entry of each bucket, and the end of the last: prefix sums of the bucket sizes. */
function bucketStarts(sizes: Uint8Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  for (let bucket = 0; bucket < sizes.length; bucket++)
    starts[bucket + 1] = (starts[bucket] as number) + (sizes[bucket] as number);
  return starts;
}

/**
 * Opens a compiled set in place; only the bucket directory is decoded.
 *
 * Layout: little-endian u32 header words; one size byte per bucket; three bytes per name, by
 * bucket. With b bucket bits, a name costs 24 bits plus its share of the directory, and the hash
 * distinguishes b + 24 bits.
 * @throws Error if the bytes are not a domain set
 */
export function createDomainSet(bytes: ArrayBuffer): DomainSet {
  const [magic, bucketBits = 0, size = 0] = new Uint32Array(bytes, 0, DOMAIN_SET_HEADER_U32S);
  const sizesAt = DOMAIN_SET_HEADER_U32S * 4;
  const fingerprintsAt = sizesAt + 2 ** bucketBits;
  if (magic !== DOMAIN_SET_MAGIC || bytes.byteLength !== fingerprintsAt + size * FINGERPRINT_BYTES)
    throw new Error('not a domain set');
  const starts = bucketStarts(new Uint8Array(bytes, sizesAt, 2 ** bucketBits));
  const fingerprints = new Uint8Array(bytes, fingerprintsAt);
  return {
    size,
    has(name) {
      const { bucket, fingerprint } = bucketAndFingerprint(name, bucketBits);
      const end = (starts[bucket + 1] as number) * FINGERPRINT_BYTES;
      for (
        let at = (starts[bucket] as number) * FINGERPRINT_BYTES;
        at < end;
        at += FINGERPRINT_BYTES
      ) {
        const stored =
          (fingerprints[at] as number) |
          ((fingerprints[at + 1] as number) << 8) |
          ((fingerprints[at + 2] as number) << 16);
        if (stored === fingerprint) return true;
      }
      return false;
    },
  };
}

/**
 * Services that forward mail to an address they keep secret. A real person reads that mail, so
 * their domains are not disposable even if lists of disposable domains include them. Domains are
 * those that the services document.
 */
export const MAIL_RELAYS: Readonly<Record<string, readonly string[]>> = mailRelays;

/** Limit of parent names checked for a domain; disposable domains are not nested deeper. */
const MAX_PARENTS = 6;

interface DomainTables {
  disposable: ArrayBuffer;
  free: ArrayBuffer;
  /** Role names without separators, one per line, UTF-8. */
  roles: ArrayBuffer;
}

const relays = new Map(
  Object.entries(MAIL_RELAYS).flatMap(([service, domains]) =>
    domains.map((domain) => [domain, service] as const),
  ),
);

/** Normalized role name: lower case, without separators and without a plus tag. */
export function roleKey(local: string): string {
  return local.toLowerCase().replace(/\+.*/s, '').replace(/[._-]/g, '');
}

/** Department followed by a place, company or language: `info.berlin`, `sales-uk`. */
const DESK_FIRST = /^(?:contact|contacto|contato|info|kontakt|sales|service|support)[._-]/i;

/**
 * Opens the compiled lists. A listed domain covers all names below it; in the list of free
 * providers, it covers only itself.
 */
export function createDomainLists(tables: DomainTables): DomainLists {
  const disposable = createDomainSet(tables.disposable);
  const free = createDomainSet(tables.free);
  const roles = new Set(new TextDecoder().decode(tables.roles).split('\n'));
  return {
    isDisposable: (domain) =>
      namesUpToSuffix(domain, MAX_PARENTS).some((name) => disposable.has(name)),
    relay(domain) {
      const name = namesUpToSuffix(domain, MAX_PARENTS).find((candidate) => relays.has(candidate));
      return name === undefined ? null : (relays.get(name) ?? null);
    },
    isFree: (domain) => free.has(domain),
    isRole: (local) => roles.has(roleKey(local)) || DESK_FIRST.test(local),
  };
}

/** Result of the compiled lists for an address. */
export interface MailListFact {
  disposable: boolean;
  /** Name of the forwarding service; null if it is none. */
  relay: string | null;
  free: boolean;
  role: boolean;
  /** Well-known domain that this one is probably a misspelling of; null if none. */
  typo: ProviderGuess | null;
}

export const domainLists: MemorySource<Pick<EmailAddress, 'local' | 'domain'>, MailListFact> = {
  name: 'domain_lists',
  label: 'domain_lists',
  kind: 'compiled',
  reads: 'memory',
  version: (world) => world.shippedTables,
  available: () => true,
  ask({ local, domain }, { domainLists: lists }) {
    const disposable = lists.isDisposable(domain);
    const relay = lists.relay(domain);
    const free = lists.isFree(domain);
    return {
      disposable,
      relay,
      free,
      role: lists.isRole(local),
      typo: free || relay !== null ? null : nearestProvider(domain),
    };
  },
};
