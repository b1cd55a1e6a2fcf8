import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LookupApi } from '../client.js';
import type { WebhookEvent } from '../webhooks.js';
import type { Arguments } from './arguments.js';
import { EXIT, exitCodeOf, sentenceOf, UsageError } from './errors.js';

const POLL_MS = 2_000;
const DELIVERY_TIMEOUT_MS = 5_000;
const PREFIX = 'whsec_';

type ListedEvent = Omit<WebhookEvent, 'type'> & { type: string };

/** The address of the receiver. @throws UsageError */
function receiverOf({ values, positionals }: Arguments): string {
  const address = values['forward-to'];
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (positionals.length > 0 || !url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--forward-to is missing: the http or https address of the receiver');
  return url.href;
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

/** Posts an event on, once. @returns the status, or why there is none */
async function forward(event: ListedEvent, url: string, secret: string): Promise<string> {
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
    return String(response.status);
  } catch (error) {
    const { cause, message } = error as Error;
    return `no answer (${(cause as { code?: string } | undefined)?.code ?? message})`;
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

/**
 * `lookup listen`: posts what happens from now on to a receiver on this machine, signed as an
 * endpoint's delivery is. An event is posted once; what the service cannot tell now is told later.
 * @throws when interrupted, or when the service refuses
 */
export async function runListen(
  api: LookupApi,
  args: Arguments,
  signal: AbortSignal,
): Promise<never> {
  const url = receiverOf(args);
  const { events } = await api.listEvents({}, { signal }).page();
  const known = new Set(events.map(({ id }) => id));
  const secret = process.env.LOOKUP_WEBHOOK_SECRET || PREFIX + randomBytes(32).toString('base64');
  process.stderr.write(`Events go to ${url}, signed with ${secret}\n`);
  for (;;) {
    try {
      for (const event of await newEvents(api, known, signal)) {
        const ended = await forward(event, url, secret);
        process.stdout.write(`${event.created_at}  ${event.type}  ${event.id}  ${ended}\n`);
      }
    } catch (error) {
      if (signal.aborted || exitCodeOf(error) !== EXIT.later) throw error;
      process.stderr.write(`lookup: ${sentenceOf(error)}\n`);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}
