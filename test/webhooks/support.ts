import { env } from 'cloudflare:workers';
import { Account } from '../../src/accounts/object/account.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { parseSecrets } from '../../src/lib/secrets.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '../../src/lookup/jobs/webhooks.ts';
import { createHttpClient } from '../../src/open-data/outbound/connections.ts';
import { createDohResolver } from '../../src/open-data/outbound/dns.ts';
import { createGuardedFetcher } from '../../src/open-data/outbound/guarded-fetcher.ts';
import { deliverOnce, firstAttempt } from '../../src/webhooks/delivery.ts';
import { listDeliveries } from '../../src/webhooks/delivery-log.ts';
import type { WebhookPorts } from '../../src/webhooks/ports.ts';
import { bucketEndpointCopies } from '../../src/webhooks/store-endpoints.ts';
import { dnsReply, type Zone } from '../open-data/fake-dns.ts';

/** What a receiver was sent, byte for byte. */
export interface Received {
  url: string;
  method: string;
  headers: Headers;
  body: Uint8Array;
}

type Receiver = (received: Received, signal: AbortSignal) => Response | Promise<Response>;

export const ok: Receiver = () => new Response(null, { status: 204 });

/** Resolves never, but ends when the sender gives up. */
export const silent: Receiver = (_, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

/** The real database, fetcher and resolver; names, receivers and the clock are the test's. */
export function webhookWorld(receiver: Receiver = ok, overrides: Partial<WebhookPorts> = {}) {
  const received: Received[] = [];
  const zone: Zone = {
    'hooks.example': { A: ['93.184.215.14'], AAAA: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] },
    'jobs.example': { A: ['93.184.215.14'] },
    'private.example': { A: ['10.0.0.7'] },
    'halfprivate.example': { A: ['93.184.215.14'], AAAA: ['fd00::1'] },
    'metadata.example': { A: ['169.254.169.254'] },
    'nowhere.example': {},
  };
  const clock = { at: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.at };
  const http = createHttpClient(async (request) => {
    const { url, method, headers, signal } = request;
    const seen = { url, method, headers, body: new Uint8Array(await request.arrayBuffer()) };
    received.push(seen);
    return receiver(seen, signal);
  });
  const resolver = createDohResolver({
    http: async (request) => dnsReply(zone, request),
    clock,
    dohUrl: 'https://dns.test/dns-query',
  });
  const allowHosts = overrides.allowHosts ?? [];
  const ports: WebhookPorts = {
    db: openDatabase(env.DB),
    copies: bucketEndpointCopies(env.HISTORY),
    quotas: objectStubs(env.ACCOUNT, Account),
    accounts: objectStubs(env.ACCOUNT, Account),
    scheduleAttempts: async () => undefined,
    clock,
    fetcher: createGuardedFetcher({ http, resolver, allowHosts }),
    allowHosts,
    notifyingProducts: new Set(['phone']),
    linkSecrets: parseSecrets('link secret of the tests'),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    newUuid: () => crypto.randomUUID(),
    mails: null,
    warn: () => undefined,
    ...overrides,
  };
  return { received, zone, clock, ports };
}

/** Delivers an event to its webhook, at most once. @returns the recorded delivery */
export async function deliverEvent(
  webhook: Webhook,
  event: WebhookEvent,
  ports: WebhookPorts,
): Promise<WebhookDelivery> {
  await deliverOnce(firstAttempt(webhook, event, ports), ports);
  const of = { organizationId: event.organizationId, mode: null, scopes: null };
  const { deliveries } = await listDeliveries({ ...of, limit: 1_000, cursor: null }, ports);
  return deliveries.find(
    ({ eventId, endpointId, redeliveryOf }) =>
      eventId === event.id && endpointId === null && redeliveryOf === null,
  ) as WebhookDelivery;
}
