import { ApiError } from '../../core/errors.ts';
import type { DnsAnswer, DnsType, HttpClient, Resolver } from '../../core/network.ts';
import type { Clock } from '../../core/ports.ts';
import { Deadline } from './deadline.ts';
import { dohReply, lifetimeSeconds, readReply } from './doh-reply.ts';
import { dnsName } from './domain-name.ts';
import { readBytes } from './read-bytes.ts';

const TIMEOUT_MS = 4_000;
const MAX_REPLY_BYTES = 65_536;

/** Longest an answer is remembered, whatever its zone says, in seconds. */
const MAX_LIFETIME_SECONDS = 300;
const MAX_NEGATIVE_LIFETIME_SECONDS = 60;
const MAX_REMEMBERED = 2_000;

interface Remembered {
  answer: DnsAnswer;
  until: number;
}

export interface ResolverPorts {
  http: HttpClient;
  clock: Clock;
  /** Answers `?name=&type=` with `application/dns-json`. */
  dohUrl: string;
}

const unavailable = (cause: unknown, retryAfter: string | null = null): ApiError => {
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError('SERVICE_UNAVAILABLE', 'The domain name system cannot be reached.', {
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
    cause,
  });
};

// Mostly the zone's own servers are slow, and whoever names the zone could otherwise shut the
// resolver off for all.
const tooSlow = () =>
  new ApiError('UPSTREAM_TIMEOUT', 'The domain name system took too long.', { aboutInput: true });

// As large as its zone makes it: like tooSlow, no failure of the resolver.
const tooLarge = () =>
  new ApiError('VALIDATION_FAILED', 'The domain has more DNS records than can be read.');

/** Answers of this isolate. Plain values only: a promise must not be shared between requests. */
class AnswerMemory {
  readonly #answers = new Map<string, Remembered>();

  get(key: string, now: number): DnsAnswer | null {
    const found = this.#answers.get(key);
    return found && found.until > now ? found.answer : null;
  }

  put(key: string, remembered: Remembered): void {
    this.#answers.delete(key);
    this.#answers.set(key, remembered);
    if (this.#answers.size > MAX_REMEMBERED)
      this.#answers.delete(this.#answers.keys().next().value as string);
  }
}

/** DNS over HTTPS with a small memory per isolate. */
export function createDohResolver({ http, clock, dohUrl }: ResolverPorts): Resolver {
  const memory = new AnswerMemory();

  async function query(name: string, type: DnsType, signal: AbortSignal): Promise<unknown> {
    const url = new URL(dohUrl);
    url.searchParams.set('name', name);
    url.searchParams.set('type', type);
    const response = await http(
      new Request(url, { headers: { Accept: 'application/dns-json' }, signal }),
    ).catch((cause) => {
      throw unavailable(cause);
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw unavailable(`HTTP status ${response.status}`, response.headers.get('Retry-After'));
    }
    const bytes = await readBytes(response.body, MAX_REPLY_BYTES, tooLarge);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  async function ask(name: string, type: DnsType): Promise<Remembered> {
    const deadline = new Deadline(TIMEOUT_MS, tooSlow);
    const raw = await deadline
      .wait(query(name, type, deadline.signal))
      .catch((cause) => {
        throw cause instanceof ApiError ? cause : unavailable(cause);
      })
      .finally(() => deadline.end());
    const reply = dohReply.safeParse(raw);
    if (!reply.success) throw unavailable(reply.error);
    const { Status, TC } = reply.data;
    // A truncated reply may leave out the very record that matters; any other code is "cannot tell"
    // for this name.
    if (TC || (Status !== 0 && Status !== 3)) {
      throw new ApiError(
        'SERVICE_UNAVAILABLE',
        'The name servers of this domain cannot be asked.',
        {
          aboutInput: true,
          cause: `RCODE ${Status}, TC ${TC}`,
        },
      );
    }
    const answer = readReply(reply.data, name, type);
    const found = answer.records.length > 0;
    const seconds = Math.min(
      lifetimeSeconds(reply.data, found),
      found ? MAX_LIFETIME_SECONDS : MAX_NEGATIVE_LIFETIME_SECONDS,
    );
    return { answer, until: clock.now() + seconds * 1_000 };
  }

  return {
    async resolve(rawName, type) {
      const name = dnsName(rawName);
      const key = `${type} ${name}`;
      const known = memory.get(key, clock.now());
      if (known) return known;
      const asked = await ask(name, type);
      memory.put(key, asked);
      return asked.answer;
    },
  };
}
