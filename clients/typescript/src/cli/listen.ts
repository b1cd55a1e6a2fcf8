import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LookupApi } from '../client.js';
import type { WebhookEvent } from '../webhooks.js';
import type { Arguments } from './arguments.js';
import { EXIT, exitCodeOf, sentenceOf, UsageError } from './errors.js';
import { webAddress } from './settings.js';

const POLL_MS = 2_000;
const DELIVERY_TIMEOUT_MS = 5_000;
const PREFIX = 'whsec_';

type ListedEvent = Omit<WebhookEvent, 'type'> & { type: string };

/** The address of the receiver. @throws UsageError */
function receiverOf({ values, positionals }: Arguments): string {
  const address = values['forward-to'];
  const url = typeof address === 'string' ? webAddress(address) : null;
  // A URL with credentials cannot be fetched (Fetch standard, Request constructor).
  if (positionals.length > 0 || !url || url.username)
    throw new UsageError(
      '--forward-to takes the URL of the receiver, such as http://localhost:3000/hook',
    );
  return url.href;
}

/** The secret that signs. @throws UsageError */
function signingSecret(): string {
  const secret = process.env.LOOKUP_WEBHOOK_SECRET;
  if (!secret) return PREFIX + randomBytes(32).toString('base64');
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))
    throw new UsageError('LOOKUP_WEBHOOK_SECRET must be whsec_ and base64');
  return secret;
}

/** The headers that an endpoint's delivery has. */
function headersOf({ id, type }: ListedEvent, body: string, secret: string) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hex = (signed: string) =>
    `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Delivery': randomUUID(),
    'X-Service-Signature': hex(body),
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature-V2': hex(`${timestamp}.${body}`),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** What an event came to: a reply's status, or why there is none. */
interface Forwarded {
  outcome: string;
  /** Whether there was no connection that it could have been sent over. */
  isDown: boolean;
}

/** Failures of a connection that was never made; `bad port` is one that fetch blocks. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'bad port',
]);

/** Posts an event on. */
async function forward(event: ListedEvent, url: string, secret: string): Promise<Forwarded> {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(event, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { outcome: String(response.status), isDown: false };
  } catch (error) {
    const { name, message } = error as Error;
    const cause = (error as Error).cause as { code?: string; message?: string } | undefined;
    // What took too long, or was cut off, may have been taken: it is not posted twice.
    const why = name === 'TimeoutError' ? `none in ${DELIVERY_TIMEOUT_MS / 1_000} s` : message;
    const reason = cause?.code || cause?.message || why;
    return { outcome: `no answer (${reason})`, isDown: NO_CONNECTION.has(reason) };
  }
}

/** Events that were not there before, the oldest first; from then on they are known. */
async function newEvents(
  api: LookupApi,
  known: Set<string>,
  signal: AbortSignal,
): Promise<ListedEvent[]> {
  const found: ListedEvent[] = [];
  for await (const event of api.listEvents({}, { signal })) {
    if (known.has(event.id)) break;
    found.push(event);
  }
  for (const { id } of found) known.add(id);
  return found.reverse();
}

/** Events on their way to a receiver, the oldest first. */
class Forwarding {
  readonly #url: string;
  readonly #secret: string;
  readonly #isJson: boolean;
  #waiting: ListedEvent[] = [];
  #isDown = false;

  constructor(url: string, secret: string, isJson: boolean) {
    this.#url = url;
    this.#secret = secret;
    this.#isJson = isJson;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(events: readonly ListedEvent[]): void {
    this.#waiting.push(...events);
  }

  /** Posts what waits, each once; ends at one that finds no receiver, which waits on. */
  async post(signal: AbortSignal): Promise<void> {
    for (let event = this.#waiting[0]; event && !signal.aborted; event = this.#waiting[0]) {
      const { outcome, isDown } = await forward(event, this.#url, this.#secret);
      if (isDown) {
        if (!this.#isDown)
          process.stderr.write(`lookup: ${outcome} from ${this.#url}; events wait for it\n`);
        this.#isDown = true;
        return;
      }
      this.#isDown = false;
      this.#waiting.shift();
      const { created_at, type, id } = event;
      const line = this.#isJson
        ? JSON.stringify({ created_at, type, id, outcome })
        : `${created_at}  ${type}  ${id}  ${outcome}`;
      process.stdout.write(`${line}\n`);
    }
  }
}

/**
 * `lookup listen`: posts what happens from now on to a receiver on this machine, signed as an
 * endpoint's delivery is. What finds no receiver waits for one, in order; what was answered, with
 * whatever status, or cut off is not posted again. What the service cannot tell now is told later.
 * @throws when interrupted, or when the service refuses
 */
export async function runListen(
  api: LookupApi,
  args: Arguments,
  signal: AbortSignal,
): Promise<never> {
  const url = receiverOf(args);
  const secret = signingSecret();
  const { events } = await api.listEvents({}, { signal }).page();
  const known = new Set(events.map(({ id }) => id));
  process.stderr.write(`Events go to ${url}, signed with ${secret}\n`);
  const forwarding = new Forwarding(url, secret, args.values.json === true);
  try {
    for (;;) {
      try {
        forwarding.add(await newEvents(api, known, signal));
      } catch (error) {
        if (signal.aborted || exitCodeOf(error) !== EXIT.later) throw error;
        process.stderr.write(`lookup: ${sentenceOf(error)}\n`);
      }
      await forwarding.post(signal);
      await sleep(POLL_MS, undefined, { signal });
    }
  } finally {
    const { waiting } = forwarding;
    if (waiting > 0) process.stderr.write(`lookup: ${waiting} not posted; see GET /v1/events\n`);
  }
}
