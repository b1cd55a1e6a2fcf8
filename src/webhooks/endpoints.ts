import type { AuditedFields } from '../accounts/audit-log.ts';
import { digestUuid } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { keysetPage, type PageRequest, pageOf, parseRowNumber } from '../lib/page.ts';
import { HOUR_MS } from '../lib/time.ts';
import type { KeyMode, Realm, SentForm } from '../lookup/account/caller.ts';
import { requireScopes } from '../lookup/account/principal.ts';
import { QUOTAS, requireQuota } from '../lookup/account/quotas.ts';
import {
  ANNOUNCED_TYPES,
  type WebhookDelivery,
  type WebhookType,
} from '../lookup/jobs/webhooks.ts';
import { UNKNOWN_PRODUCT } from './delivery-log.ts';
import type { WebhookPorts } from './ports.ts';
import { requireNotifyingScope, resendSince, sendTestEvent } from './redelivery.ts';
import {
  type CopyPorts,
  checkReceiver,
  copyEndpoint,
  createSecret,
  OFF,
  registerWebhook,
  sealFor,
} from './registration.ts';
import { openSecret } from './secrets.ts';
import {
  deleteEndpoint,
  deleteEndpointsOf,
  disownEndpoints,
  type Endpoint,
  findEndpoint,
  formerColumns,
  formerSecrets,
  insertEndpoint,
  listEndpointsMadeBy,
  pageEndpoints,
  updateEndpoint,
} from './store-endpoints.ts';
import {
  deleteEventsOf,
  pageEvents,
  type WebhookEventFilter,
  type WebhookEventRow,
} from './store-events.ts';

export const MAX_DESCRIPTION_CHARS = 200;

/** How long a replaced secret still signs beside its successor. */
export const OVERLAP_HOURS = 24;

/** Most secrets of an endpoint that sign at the same time, including its current one. */
export const MAX_SECRETS = 5;

interface EndpointWithSecret {
  endpoint: Endpoint;
  secret: string;
}

export const auditedEndpoint = ({ url, description, events, active }: Endpoint): AuditedFields => ({
  url: new URL(url),
  description,
  events: events ?? 'all',
  active,
});

/** Normalizes a choice of events; null means all, including types added later. */
const chosenEvents = (events: readonly WebhookType[] | null): readonly WebhookType[] | null =>
  events && ANNOUNCED_TYPES.some((type) => !events.includes(type)) ? [...new Set(events)] : null;

/** @throws ApiError SERVICE_UNAVAILABLE if its LINK_SECRET no longer exists */
async function secretOf(
  endpoint: Pick<Endpoint, 'sealedSecret' | 'url'>,
  { linkSecrets }: WebhookPorts,
): Promise<string> {
  const secret = linkSecrets && (await openSecret(endpoint, linkSecrets));
  if (secret) return secret;
  throw new ApiError('SERVICE_UNAVAILABLE', 'The secret of this endpoint can no longer be read.');
}

/**
 * Id of a new endpoint. Of a form it is derived, so that two sendings at once name the same one.
 * @returns `known`: the endpoint that the form created before
 */
async function nextEndpoint(
  { form, ...realm }: Realm & { form?: SentForm },
  { db, newUuid }: WebhookPorts,
): Promise<{ id: string; known?: Endpoint | null }> {
  if (!form) return { id: `we_${newUuid()}` };
  for (let count = 0; ; count += 1) {
    const id = `we_${await digestUuid(`${form.digest}:${count}`)}`;
    const known = await findEndpoint(db, realm, id);
    if (!known || known.createdAt >= form.since) return { id, known };
  }
}

/**
 * Creates an endpoint. If a key with scopes creates it, it receives events of those products only.
 * @param request `events`: null for all; `form`: finds the endpoint if the form was sent before
 * @throws ApiError as {@link registerWebhook}; INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED,
 * INSUFFICIENT_SCOPE
 */
export async function createEndpoint(
  request: Realm & {
    mode: KeyMode;
    userId: string | null;
    url: string;
    description: string;
    events: readonly WebhookType[] | null;
    active?: boolean;
    form?: SentForm;
  },
  ports: WebhookPorts,
): Promise<EndpointWithSecret & { isNew: boolean }> {
  const { organizationId, mode, userId, scopes, description, events, active = true } = request;
  requireNotifyingScope(scopes, ports);
  const { id, known } = await nextEndpoint(request, ports);
  if (known) return { endpoint: known, secret: await secretOf(known, ports), isNew: false };
  const { webhook, secret } = await registerWebhook(request.url, ports, 'url');
  await requireQuota(organizationId, { kind: 'webhookEndpoints', mode, id }, ports.quotas);
  const endpoint: Endpoint = {
    id,
    organizationId,
    mode,
    userId,
    productTypes: scopes,
    ...webhook,
    description,
    events: chosenEvents(events),
    ...formerColumns([]),
    active,
    disabledReason: active ? null : ('requested' as const),
    failingSince: null,
    createdAt: ports.clock.now(),
  };
  try {
    await insertEndpoint(ports.db, endpoint);
  } catch (error) {
    // The form was sent twice at once.
    const first = request.form && (await findEndpoint(ports.db, request, id));
    if (first) return { endpoint: first, secret: await secretOf(first, ports), isNew: false };
    await ports.quotas.releaseQuota(organizationId, { kind: 'webhookEndpoints', id });
    throw error;
  }
  await copyEndpoint(endpoint, ports);
  return { endpoint, secret, isNew: true };
}

/**
 * @throws ApiError NOT_FOUND if the realm has no such endpoint; INSUFFICIENT_SCOPE for one
 * that receives more than the key may see
 */
export async function requireEndpoint(
  { endpointId, ...realm }: Realm & { endpointId: string },
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, realm, endpointId);
  if (!endpoint) throw new ApiError('NOT_FOUND', 'There is no such webhook endpoint.');
  requireScopes(realm.scopes, endpoint.productTypes ?? [UNKNOWN_PRODUCT]);
  return endpoint;
}

type EndpointReference = Parameters<typeof requireEndpoint>[0];

export const MAX_ENDPOINTS = QUOTAS.webhookEndpoints.ceiling.most;

/** A realm's endpoints, newest first. @throws ApiError INVALID_INPUT for an invalid cursor */
export async function listEndpoints(
  { limit, cursor, ...realm }: Realm & PageRequest,
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<{ endpoints: Endpoint[]; nextCursor: string | null }> {
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'we_' },
    (most, after) => pageEndpoints(db, realm, most, after),
    ({ createdAt }) => createdAt,
  );
  return { endpoints: page, nextCursor };
}

/** Changes an endpoint (compare-and-set). @throws ApiError SERVICE_BUSY if it changed meanwhile */
async function change(
  endpoint: Endpoint,
  changes: Partial<Endpoint>,
  ports: CopyPorts,
): Promise<Endpoint> {
  const changed = await updateEndpoint(ports.db, endpoint, changes);
  if (!changed)
    throw new ApiError('SERVICE_BUSY', 'The endpoint was changed at the same time.', {
      retryAfterSeconds: 1,
    });
  await copyEndpoint(changed, ports);
  return changed;
}

async function moveSecrets(
  endpoint: Endpoint,
  url: string,
  ports: WebhookPorts,
): Promise<Partial<Endpoint>> {
  const { linkSecrets } = ports;
  const move = async (sealedSecret: string) => {
    const secret = linkSecrets && (await openSecret({ ...endpoint, sealedSecret }, linkSecrets));
    return secret && sealFor({ secret, url }, ports);
  };
  const moved = await sealFor({ secret: await secretOf(endpoint, ports), url }, ports);
  const former = formerSecrets(endpoint, ports.clock.now()).map(
    async ({ sealedSecret, endsAt }) => {
      const sealed = await move(sealedSecret);
      return sealed ? [{ sealedSecret: sealed, endsAt }] : [];
    },
  );
  const formerMoved = formerColumns((await Promise.all(former)).flat());
  // A new URL starts without failures.
  return { url, sealedSecret: moved, failingSince: null, ...formerMoved };
}

/** Changes of an endpoint; null or absent fields stay. */
interface EndpointChanges {
  url?: string | null;
  description?: string | null;
  events?: readonly WebhookType[] | null;
  active?: boolean | null;
}

/**
 * Changes an endpoint. Pending deliveries go to its new URL; if it is switched off, they end. Each
 * change is an entry of the audit log, so their number per day is limited.
 * @throws ApiError NOT_FOUND, SERVICE_BUSY, RATE_LIMIT_EXCEEDED; as {@link registerWebhook} for
 * another URL
 * @returns the endpoint, and its state before
 */
export async function changeEndpoint(
  reference: EndpointReference,
  { url = null, description = null, events = null, active = null }: EndpointChanges,
  ports: WebhookPorts,
): Promise<{ endpoint: Endpoint; before: Endpoint }> {
  const before = await requireEndpoint(reference, ports);
  const target = url === null ? before.url : await checkReceiver(url, ports, 'url');
  const { organizationId, mode } = before;
  const claim = { kind: 'endpointChanges', mode, id: ports.newUuid() } as const;
  await requireQuota(organizationId, claim, ports.quotas);
  const isSwitched = active !== null && active !== before.active;
  const changes: Partial<Endpoint> = {
    ...(target !== before.url && (await moveSecrets(before, target, ports))),
    ...(description !== null && { description }),
    ...(events !== null && { events: chosenEvents(events) }),
    ...(isSwitched && {
      active,
      failingSince: null,
      disabledReason: active ? null : ('requested' as const),
    }),
  };
  const isSame = Object.keys(changes).length === 0;
  return { endpoint: isSame ? before : await change(before, changes, ports), before };
}

/** @throws ApiError as {@link rotateSecret} */
async function replaceSecret(
  reference: EndpointReference,
  ports: WebhookPorts,
): Promise<EndpointWithSecret> {
  const before = await requireEndpoint(reference, ports);
  const now = ports.clock.now();
  const former = formerSecrets(before, now);
  const oldest = former[MAX_SECRETS - 2];
  if (oldest)
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `${MAX_SECRETS} secrets of this endpoint are in use. Rotate again once the oldest has ended.`,
      { retryAfterSeconds: Math.ceil((oldest.endsAt - now) / 1_000) },
    );
  const { webhook, secret } = await createSecret(before.url, ports);
  const replaced = { sealedSecret: before.sealedSecret, endsAt: now + OVERLAP_HOURS * HOUR_MS };
  const changes = { sealedSecret: webhook.sealedSecret, ...formerColumns([replaced, ...former]) };
  return { endpoint: await change(before, changes, ports), secret };
}

/** Two rotations within this time are one: a second click, or a call whose reply was lost. */
export const REPEATED_SECONDS = 60;

/**
 * Rotates an endpoint's secret; a replaced secret signs beside its successors for
 * {@link OVERLAP_HOURS}. A repeat within {@link REPEATED_SECONDS} gets the same secret.
 * @throws ApiError NOT_FOUND, SERVICE_BUSY, SERVICE_UNAVAILABLE; RATE_LIMIT_EXCEEDED while
 * {@link MAX_SECRETS} sign
 */
export async function rotateSecret(
  reference: EndpointReference,
  ports: WebhookPorts,
): Promise<EndpointWithSecret> {
  const justRotated = async (): Promise<EndpointWithSecret | null> => {
    const endpoint = await requireEndpoint(reference, ports);
    const rotatedAt = (endpoint.previousEndsAt ?? 0) - OVERLAP_HOURS * HOUR_MS;
    const isJust = ports.clock.now() - rotatedAt < REPEATED_SECONDS * 1_000;
    return isJust ? { endpoint, secret: await secretOf(endpoint, ports) } : null;
  };
  const before = await justRotated();
  if (before) return before;
  try {
    return await replaceSecret(reference, ports);
  } catch (error) {
    const first =
      error instanceof ApiError && error.code === 'SERVICE_BUSY' ? await justRotated() : null;
    if (first) return first;
    throw error;
  }
}

/**
 * Deletes an endpoint, its copy first, so that it is never restored; ends its pending deliveries.
 * @throws ApiError NOT_FOUND
 * @returns the deleted endpoint
 */
export async function removeEndpoint(
  reference: EndpointReference,
  ports: WebhookPorts,
): Promise<Endpoint> {
  const endpoint = await requireEndpoint(reference, ports);
  await ports.copies.delete(endpoint);
  await deleteEndpoint(ports.db, endpoint);
  const claim = { kind: 'webhookEndpoints', id: endpoint.id } as const;
  await ports.quotas.releaseQuota(endpoint.organizationId, claim);
  return endpoint;
}

/** Sends a `webhook.test` to an endpoint, once. @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED */
export async function testEndpoint(
  reference: EndpointReference,
  ports: WebhookPorts,
): Promise<WebhookDelivery> {
  const { id, url, ...endpoint } = await requireEndpoint(reference, ports);
  return sendTestEvent(endpoint, { url, sealedSecret: '', endpointId: id }, ports);
}

/**
 * As {@link resendSince}, for an endpoint.
 * @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED, INVALID_INPUT for an endpoint that is off
 */
export async function resendFailed(
  reference: EndpointReference,
  since: number,
  ports: WebhookPorts,
): Promise<number> {
  const endpoint = await requireEndpoint(reference, ports);
  if (!endpoint.active)
    throw new ApiError('INVALID_INPUT', 'The endpoint is switched off: switch it on first.');
  const { organizationId, mode, id } = endpoint;
  return resendSince({ organizationId, mode, scopes: null, endpointId: id }, since, ports);
}

/** Transfers endpoints of a leaving member to the organization. */
export async function keepEndpoints(
  made: { organizationId: string; userId: string; ids: readonly string[] },
  ports: CopyPorts,
): Promise<void> {
  for (const kept of await disownEndpoints(ports.db, made, {})) await copyEndpoint(kept, ports);
}

/** Switches off the endpoints of a leaving member, who may own the receivers. */
export async function switchOffEndpointsOf(
  organizationId: string,
  userId: string,
  ports: CopyPorts,
): Promise<void> {
  const made = { organizationId, userId, ids: null };
  for (const ended of await disownEndpoints(ports.db, made, OFF)) await copyEndpoint(ended, ports);
}

/** Active endpoints of a member, newest first. */
export const listEndpointsOfMember = (
  { organizationId, userId }: { organizationId: string; userId: string },
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<Endpoint[]> => listEndpointsMadeBy(db, organizationId, userId);

export const MAX_WEBHOOK_EVENTS = 100;

/** A realm's events, newest first. @throws ApiError INVALID_INPUT for an invalid cursor */
export async function listWebhookEvents(
  { limit, cursor, type, since, ...realm }: Realm & WebhookEventFilter & PageRequest,
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<{ events: WebhookEventRow[]; nextCursor: string | null }> {
  const before = parseRowNumber(cursor);
  const rows = await pageEvents(db, realm, { type, since }, limit + 1, before);
  const { page, nextCursor } = pageOf(rows, limit, ({ position }) => String(position));
  return { events: page, nextCursor };
}

/** Ends the endpoints and deliveries of a closed organization. */
export async function endWebhooks(
  organizationId: string,
  { db, copies, quotas }: Pick<WebhookPorts, 'db' | 'copies' | 'quotas'>,
): Promise<void> {
  for (const id of await copies.list(organizationId)) await copies.delete({ id, organizationId });
  for (const id of await deleteEndpointsOf(db, organizationId))
    await quotas.releaseQuota(organizationId, { kind: 'webhookEndpoints', id });
  await deleteEventsOf(db, organizationId);
}
