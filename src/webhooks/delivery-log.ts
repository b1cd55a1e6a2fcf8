import { ApiError } from '../lib/errors.ts';
import { keysetPage, type PageRequest } from '../lib/page.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Realm } from '../lookup/account/caller.ts';
import { requireScopes } from '../lookup/account/principal.ts';
import type { WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import {
  DELIVERY_TIMEOUT_MS,
  deliveryHeaders,
  EXCERPT_BYTES,
  isMailDelivery,
  textWithin,
} from './delivery.ts';
import type { WebhookPorts } from './ports.ts';
import {
  deleteExcess,
  deleteOld,
  failInterruptedDeliveries,
  findDelivery,
  KEPT_TABLES,
  listBusyOrganizations,
  pageDeliveries,
  type StoredDelivery,
} from './store.ts';

export const MAX_DELIVERIES = 1_000;

/**
 * A realm's delivery attempts, newest first. @param request `limit` 1 to {@link MAX_DELIVERIES}
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function listDeliveries(
  { limit, cursor, ...realm }: Realm & PageRequest,
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'uuid' },
    (most, after) => pageDeliveries(db, realm, most, after),
    ({ createdAt }) => createdAt,
  );
  return { deliveries: page, nextCursor };
}

/** Product of deliveries without a list of products; it is in no key's scopes. */
export const UNKNOWN_PRODUCT = '';

/**
 * A delivery with its body and its reply.
 * @throws ApiError NOT_FOUND if the realm has no such delivery, or it is past its retention;
 * INSUFFICIENT_SCOPE
 */
export async function requireDelivery(
  { deliveryId, ...realm }: Realm & { deliveryId: string },
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<StoredDelivery> {
  const found = await findDelivery(db, realm, deliveryId);
  if (!found) throw new ApiError('NOT_FOUND', 'There is no such delivery.');
  requireScopes(realm.scopes, found.productTypes ?? [UNKNOWN_PRODUCT]);
  return found;
}

/** Request and response of a delivery, as shown to its owner. */
export interface DeliveryExchange {
  delivery: WebhookDelivery;
  /** Null for a mail. Headers without signatures, and the beginning of the body. */
  request: { headers: Record<string, string>; body: string; bodyBytes: number } | null;
  /** Null if there was no reply. */
  response: { contentType: string | null; body: string } | null;
}

/** @throws ApiError as {@link requireDelivery} */
export async function readExchange(
  reference: Realm & { deliveryId: string },
  ports: Pick<WebhookPorts, 'db'>,
): Promise<DeliveryExchange> {
  const delivery = await requireDelivery(reference, ports);
  const { eventId, body, httpStatus, responseType, responseBody } = delivery;
  const bytes = new TextEncoder().encode(body);
  const request = {
    headers: { ...deliveryHeaders(delivery), 'webhook-id': eventId },
    body: textWithin(bytes, EXCERPT_BYTES),
    bodyBytes: bytes.length,
  };
  return {
    delivery,
    request: isMailDelivery(delivery) ? null : request,
    response: httpStatus === null ? null : { contentType: responseType, body: responseBody ?? '' },
  };
}

/** How long deliveries and events are listed, and deliveries can be sent again. */
export const RETENTION_DAYS = 30;

/**
 * Limits per organization, for deliveries and for events each: number, and total size of bodies.
 * The oldest are deleted first.
 */
export const RETAINED_PER_ORGANIZATION = { attempts: 5_000, bytes: 33_554_432 };

/** Time limit of a pending attempt, after which its request counts as stopped. */
const INTERRUPTED_AFTER_MS = 12 * DELIVERY_TIMEOUT_MS;
const ROWS_PER_STATEMENT = 2_000;
const STATEMENTS_PER_RUN = 50;

/**
 * Ends attempts whose request was stopped, and purges those past their retention. What one run does
 * not reach is left to the next.
 */
export async function purgeDeliveries({
  db,
  clock,
}: Pick<WebhookPorts, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await failInterruptedDeliveries(db, now - INTERRUPTED_AFTER_MS);
  // An organization below a thirtieth of the limits in a day cannot exceed them in total.
  const { attempts, bytes } = RETAINED_PER_ORGANIZATION;
  const share = { attempts: attempts / RETENTION_DAYS, bytes: bytes / RETENTION_DAYS };
  for (const kept of KEPT_TABLES) {
    for (const id of await listBusyOrganizations(db, kept, now - DAY_MS, share))
      await deleteExcess(db, kept, id, RETAINED_PER_ORGANIZATION);
    for (let statement = 0; statement < STATEMENTS_PER_RUN; statement++) {
      const before = now - RETENTION_DAYS * DAY_MS;
      if ((await deleteOld(db, kept, before, ROWS_PER_STATEMENT)) < ROWS_PER_STATEMENT) break;
    }
  }
}
