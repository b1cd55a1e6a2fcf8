import * as z from 'zod';
import { readBytes } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { Lru } from '../../lib/lru.ts';
import type { DnsAnswer, DnsType, HttpClient, Resolver } from '../../lookup/outbound.ts';
import type { Clock } from '../../lookup/world.ts';

/** Length limit of a name (RFC 1035 section 2.3.4), without the final dot. */
const MAX_NAME_CHARS = 253;

/** Label; length by RFC 1035 section 2.3.4, underscores as in `_dmarc` (RFC 8552). */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Excludes characters that the URL parser would take for the end of the host. */
const HOST_CHARS = /^(?:[\w.-]|\P{ASCII})+$/u;

/** Converts internationalized names with the URL parser, the runtime's only UTS 46 code. */
function toAscii(name: string): string {
  if (!HOST_CHARS.test(name)) return '';
  return /\P{ASCII}/u.test(name)
    ? (URL.parse(`http://${name}/`)?.hostname ?? '')
    : name.toLowerCase();
}

/**
 * Domain name as queried in DNS: lower case, A-labels (RFC 5890), no final dot.
 * @throws ApiError INVALID_INPUT
 */
function dnsName(name: string): string {
  const ascii = toAscii(name).replace(/\.$/, '');
  if (ascii.length > MAX_NAME_CHARS || !ascii.split('.').every((label) => LABEL.test(label))) {
    throw new ApiError('INVALID_INPUT', 'The value is not a domain name.');
  }
  return ascii;
}

/** Record type numbers (IANA, "Resource Record (RR) TYPEs"). */
const TYPE_NUMBERS: Record<DnsType, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
};

/** Limit of aliases followed; resolvers give up sooner. */
const MAX_ALIASES = 16;

const record = z.object({ name: z.string(), type: z.int(), TTL: z.int().min(0), data: z.string() });
const records = z
  .array(record)
  .nullish()
  .transform((list) => list ?? []);

/** JSON reply of DNS over HTTPS, as the public resolvers agree on it; no RFC defines it. */
const dohReply = z.object({
  Status: z.int(),
  TC: z.boolean().default(false),
  Answer: records,
  Authority: records,
});

type DohReply = z.infer<typeof dohReply>;

type DnsRecord = z.infer<typeof record>;

const canonicalName = (a: string) => a.toLowerCase().replace(/\.$/, '');

/** Records of the type at the end of the alias chain from `name` (RFC 1034 section 3.6.2). */
function recordsAtEndOfChain(answer: readonly DnsRecord[], name: string, type: DnsType) {
  const owned = (owner: string, of: DnsType) =>
    answer.filter(
      (entry) => entry.type === TYPE_NUMBERS[of] && canonicalName(entry.name) === owner,
    );
  const seen = new Set<string>();
  for (let owner = name; !seen.has(owner) && seen.size <= MAX_ALIASES; ) {
    seen.add(owner);
    const found = owned(owner, type);
    if (found.length > 0) return found;
    owner = canonicalName(owned(owner, 'CNAME')[0]?.data ?? owner);
  }
  return [];
}

/** Sticky, so that an opening quote without an end is scanned only once. */
const CHARACTER_STRING = /[^"]*"((?:[^"\\]|\\.)*)"/gsy;

/** Decodes the escapes of presentation form (RFC 1035 5.1): `\"`, `\\`, `\DDD` (byte). */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const percentEncoded = text.replace(
      /\\(\d{3})|\\(.)|%/gsu,
      (_, byte?: string, character?: string) =>
        byte
          ? `%${(Number(byte) & 255).toString(16).padStart(2, '0')}`
          : encodeURIComponent(character ?? '%'),
    );
    return decodeURIComponent(percentEncoded);
  } catch {
    // Bytes that are not UTF-8, and halves of surrogate pairs, stay as the resolver wrote them.
    return text;
  }
}

/**
 * Joins the strings of a TXT record without spaces (RFC 7208 section 3.3); a character may be split
 * over two. Some resolvers have already removed the quotes.
 */
const joinedText = (data: string): string =>
  data.startsWith('"')
    ? unescaped([...data.matchAll(CHARACTER_STRING)].map(([, text]) => text).join(''))
    : data;

/** Answer for `name` in a reply of status 0 or 3. */
function readDohReply(reply: DohReply, name: string, type: DnsType): DnsAnswer {
  const found = recordsAtEndOfChain(reply.Answer, name, type).map((entry) => entry.data);
  return {
    rcode: reply.Status === 3 ? 3 : 0,
    records: type === 'TXT' ? found.map(joinedText) : found,
  };
}

/** TTL of "no such record", bounded by the last field of the SOA record (RFC 2308 section 5). */
const negativeTtlSeconds = ({ TTL, data }: DnsRecord): number =>
  Math.min(TTL, Number(data.split(/\s+/)[6] ?? 0) || 0);

/** Seconds for which the zone allows this reply to be cached. */
function ttlSeconds(reply: DohReply, hasRecords: boolean): number {
  if (hasRecords) return Math.min(...reply.Answer.map((entry) => entry.TTL));
  const soa = reply.Authority.find((entry) => entry.type === TYPE_NUMBERS.SOA);
  return soa ? negativeTtlSeconds(soa) : 0;
}

const TIMEOUT_MS = 4_000;
const MAX_REPLY_BYTES = 65_536;

/** Longest time an answer is cached, whatever its zone allows, in seconds. */
const MAX_TTL_SECONDS = 300;
const MAX_NEGATIVE_TTL_SECONDS = 60;
const MAX_CACHED_ANSWERS = 2_000;

interface CachedAnswer {
  answer: DnsAnswer;
  until: number;
}

interface ResolverPorts {
  http: HttpClient;
  clock: Clock;
  /** Endpoint that answers `?name=&type=` with `application/dns-json`. */
  dohUrl: string;
}

const resolverUnavailable = (cause: unknown, retryAfter: string | null = null): ApiError => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError('SERVICE_UNAVAILABLE', 'The DNS resolver cannot be reached.', {
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    cause,
  });
};

// Mostly the zone's own servers are slow. A caller who names such a zone must not open the circuit
// breaker of the resolver for all.
const tooSlow = () =>
  new ApiError('UPSTREAM_TIMEOUT', 'The DNS lookup took too long.', { aboutInput: true });

// The zone determines the size: like tooSlow, not a failure of the resolver.
const tooLarge = () =>
  new ApiError('VALIDATION_FAILED', 'The domain has more DNS records than can be read.');

/** DNS over HTTPS with a small cache per isolate. */
export function createDohResolver({ http, clock, dohUrl }: ResolverPorts): Resolver {
  // Caches plain values only: a promise must not be shared between requests.
  const memory = new Lru<string, CachedAnswer>(MAX_CACHED_ANSWERS);

  async function query(name: string, type: DnsType, signal: AbortSignal): Promise<unknown> {
    const url = new URL(dohUrl);
    url.searchParams.set('name', name);
    url.searchParams.set('type', type);
    const response = await http(
      new Request(url, { headers: { Accept: 'application/dns-json' }, signal }),
    ).catch((cause) => {
      throw resolverUnavailable(cause);
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw resolverUnavailable(
        `HTTP status ${response.status}`,
        response.headers.get('Retry-After'),
      );
    }
    const bytes = await readBytes(response.body, MAX_REPLY_BYTES, tooLarge);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  async function ask(name: string, type: DnsType): Promise<CachedAnswer> {
    const deadline = new Deadline(TIMEOUT_MS, tooSlow);
    const raw = await deadline
      .wait(query(name, type, deadline.signal))
      .catch((cause) => {
        throw cause instanceof ApiError ? cause : resolverUnavailable(cause);
      })
      .finally(() => deadline.end());
    const reply = dohReply.safeParse(raw);
    if (!reply.success) throw resolverUnavailable(reply.error);
    const { Status, TC } = reply.data;
    // A truncated reply may lack the very record that matters; any other code leaves this name
    // unresolved.
    if (TC || (Status !== 0 && Status !== 3)) {
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The name servers of this domain did not give an answer.',
        { aboutInput: true, cause: `RCODE ${Status}, TC ${TC}` },
      );
    }
    const answer = readDohReply(reply.data, name, type);
    const found = answer.records.length > 0;
    const seconds = Math.min(
      ttlSeconds(reply.data, found),
      found ? MAX_TTL_SECONDS : MAX_NEGATIVE_TTL_SECONDS,
    );
    return { answer, until: clock.now() + seconds * 1_000 };
  }

  return {
    async resolve(rawName, type) {
      const name = dnsName(rawName);
      const key = `${type} ${name}`;
      const known = memory.get(key);
      if (known && known.until > clock.now()) return known.answer;
      return memory.set(key, await ask(name, type)).answer;
    },
  };
}
