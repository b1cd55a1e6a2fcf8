import * as z from 'zod';
import type { DnsAnswer, DnsType } from '../../core/network.ts';

/** Numbers of the record types (IANA, "Resource Record (RR) TYPEs"). */
const TYPE_NUMBERS: Record<DnsType, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
};

/** Aliases followed; resolvers give up sooner. */
const MAX_ALIASES = 16;

const record = z.object({ name: z.string(), type: z.int(), TTL: z.int().min(0), data: z.string() });
const records = z
  .array(record)
  .nullish()
  .transform((list) => list ?? []);

/** The JSON form of DNS over HTTPS, as the public resolvers agree on it; no RFC defines it. */
export const dohReply = z.object({
  Status: z.int(),
  TC: z.boolean().default(false),
  Answer: records,
  Authority: records,
});

export type DohReply = z.infer<typeof dohReply>;

type DnsRecord = z.infer<typeof record>;

const sameName = (a: string) => a.toLowerCase().replace(/\.$/, '');

/**
 * Records of the asked type at the end of the chain of aliases that starts at `name` (RFC 1034
 * section 3.6.2).
 */
function atEndOfChain(answer: readonly DnsRecord[], name: string, type: DnsType): DnsRecord[] {
  const owned = (owner: string, of: DnsType) =>
    answer.filter((entry) => entry.type === TYPE_NUMBERS[of] && sameName(entry.name) === owner);
  const seen = new Set<string>();
  for (let owner = name; !seen.has(owner) && seen.size <= MAX_ALIASES; ) {
    seen.add(owner);
    const found = owned(owner, type);
    if (found.length > 0) return found;
    owner = sameName(owned(owner, 'CNAME')[0]?.data ?? owner);
  }
  return [];
}

/** Sticky: an opening quote without its end is looked at once. */
const CHARACTER_STRING = /[^"]*"((?:[^"\\]|\\.)*)"/gsy;

/**
 * One character-string in presentation form (RFC 1035 section 5.1): `\"`, `\\`, and `\DDD` for any
 * byte.
 */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const percentEncoded = text.replace(
    /\\(\d{3})|\\(.)|%/gs,
    (_, byte?: string, character?: string) =>
      byte
        ? `%${(Number(byte) & 255).toString(16).padStart(2, '0')}`
        : encodeURIComponent(character ?? '%'),
  );
  try {
    return decodeURIComponent(percentEncoded);
  } catch {
    // Bytes that are no UTF-8 stay as the resolver wrote them.
    return text;
  }
}

/**
 * The strings of a TXT record are one text without spaces between (RFC 7208 section 3.3). Some
 * resolvers unquote already.
 */
const joinedText = (data: string): string =>
  data.startsWith('"')
    ? [...data.matchAll(CHARACTER_STRING)].map((match) => unescaped(match[1] as string)).join('')
    : data;

/** What a reply of status 0 or 3 says of `name`. */
export function readReply(reply: DohReply, name: string, type: DnsType): DnsAnswer {
  const found = atEndOfChain(reply.Answer, name, type).map((entry) => entry.data);
  return {
    rcode: reply.Status === 3 ? 3 : 0,
    records: type === 'TXT' ? found.map(joinedText) : found,
  };
}

/**
 * The last field of an SOA record bounds how long "no such record" may be believed (RFC 2308
 * section 5).
 */
const negativeSeconds = ({ TTL, data }: DnsRecord): number =>
  Math.min(TTL, Number(data.split(/\s+/)[6] ?? 0) || 0);

/** Seconds for which this reply may be believed, as its zone says. */
export function lifetimeSeconds(reply: DohReply, hasRecords: boolean): number {
  if (hasRecords) return Math.min(...reply.Answer.map((entry) => entry.TTL));
  const soa = reply.Authority.find((entry) => entry.type === TYPE_NUMBERS.SOA);
  return soa ? negativeSeconds(soa) : 0;
}
