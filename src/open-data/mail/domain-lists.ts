import type { EmailAddress } from '../../domain/email/address.ts';
import { namesUpToSuffix } from '../../domain/web/domain-name.ts';
import { hashDomain } from '../../lib/domain-hash.ts';
import type { MemorySource } from '../../lookup/source.ts';
import type { DomainLists } from '../../lookup/world.ts';
import mailRelays from './mail-relays.json' with { type: 'json' };
import { nearestProvider, type ProviderGuess } from './provider-typos.ts';

export const DOMAIN_SET_MAGIC = 0x31534d44;
/** magic, bits of the bucket number, names. */
export const DOMAIN_SET_HEADER_U32S = 3;
/** Bytes kept of a name beyond its bucket. */
export const FINGERPRINT_BYTES = 3;
const FINGERPRINT_MASK = 0xffffff;

/** Where a name lies: a bucket by its hash's high bits, and 24 other bits within the bucket. */
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

/** Membership of names, without the names. */
export interface DomainSet {
  readonly size: number;
  /** Always true of a member; of another name with a chance of about two in ten million. */
  has(name: string): boolean;
}

/** First entry of every bucket, and the end of the last: running sums of the bucket sizes. */
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
 * bucket. With b bucket bits a name costs 24 bits and its share of the directory, and the hash
 * distinguishes b + 24 bits.
 * @throws Error when the bytes are not a domain set
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
 * Services that forward mail to an address they keep secret: a real person reads it, so their
 * domains are not throwaway even where lists of disposable domains say so. Domains as the services
 * document them.
 */
export const MAIL_RELAYS: Readonly<Record<string, readonly string[]>> = mailRelays;

/** Limit of names tried for one domain, upwards; throwaway domains are not nested deeper. */
const MAX_PARENTS = 6;

interface DomainTables {
  disposable: ArrayBuffer;
  free: ArrayBuffer;
  /** UTF-8 lines of role names without separators. */
  roles: ArrayBuffer;
}

const relays = new Map(
  Object.entries(MAIL_RELAYS).flatMap(([service, domains]) =>
    domains.map((domain) => [domain, service] as const),
  ),
);

/** A role is the same however its words are joined, and whatever tag follows a plus. */
export function roleKey(local: string): string {
  return local.toLowerCase().replace(/\+.*/s, '').replace(/[._-]/g, '');
}

/** A desk, and the place, firm or language it is for behind it: `info.berlin`, `sales-uk`. */
const DESK_FIRST = /^(?:contact|contacto|contato|info|kontakt|sales|service|support)[._-]/i;

/**
 * Opens the compiled lists. A class of a domain holds for every name below it, up to the public
 * suffix; "free" does not.
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

/** What the compiled lists say of an address. */
export interface MailListFact {
  disposable: boolean;
  /** Forwarding service, by name. */
  relay: string | null;
  free: boolean;
  role: boolean;
  /** The well-known domain this one is likely a misspelling of. */
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
