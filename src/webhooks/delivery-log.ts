import { ApiError } from '../lib/errors.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import { DELIVERY_TIMEOUT_MS } from './delivery.ts';
import type { WebhookPorts } from './ports.ts';
import {
  type DeliveryCursor,
  deleteDeliveries,
  deleteExcessDeliveries,
  failInterruptedDeliveries,
  listBusyOrganizations,
  pageDeliveries,
} from './store.ts';

export const MAX_DELIVERIES = 1_000;

const deliveryCursor = ({ createdAt, id }: DeliveryCursor): string => `${createdAt}.${id}`;

function parseDeliveryCursor(text: string): DeliveryCursor {
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text);
  if (!match) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return { createdAt: Number(match[1]), id: match[2] as string };
}

/**
 * A realm's delivery attempts, newest first. @param request `limit` 1 to {@link MAX_DELIVERIES}
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function listDeliveries(
  { limit, cursor, ...realm }: Realm & { limit: number; cursor: string | null },
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
  const rows = await pageDeliveries(
    db,
    realm,
    limit + 1,
    cursor === null ? null : parseDeliveryCursor(cursor),
  );
  const deliveries = rows.slice(0, limit);
  const last = deliveries.at(-1);
  return { deliveries, nextCursor: rows.length > limit && last ? deliveryCursor(last) : null };
}

/** How long an attempt is listed and can be sent again. */
export const RETENTION_DAYS = 30;

/** Retention of one organization: attempts, and bytes of their bodies. The oldest go first. */
export const RETAINED_PER_ORGANIZATION = { attempts: 5_000, bytes: 33_554_432 };

const DAY_MS = 86_400_000;
/** Time limit of a pending attempt: its request was stopped. */
const INTERRUPTED_AFTER_MS = 12 * DELIVERY_TIMEOUT_MS;
const ROWS_PER_STATEMENT = 2_000;
const STATEMENTS_PER_RUN = 50;

/**
 * Ends attempts whose request was stopped, and purges those past their retention; what a run does
 * not reach, the next does.
 */
export async function purgeDeliveries({
  db,
  clock,
}: Pick<WebhookPorts, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await failInterruptedDeliveries(db, now - INTERRUPTED_AFTER_MS);
  // Who made fewer in a day cannot have too many in all.
  const { attempts, bytes } = RETAINED_PER_ORGANIZATION;
  const share = { attempts: attempts / RETENTION_DAYS, bytes: bytes / RETENTION_DAYS };
  for (const id of await listBusyOrganizations(db, now - DAY_MS, share))
    await deleteExcessDeliveries(db, id, RETAINED_PER_ORGANIZATION);
  for (let statement = 0; statement < STATEMENTS_PER_RUN; statement++) {
    const deleted = await deleteDeliveries(db, now - RETENTION_DAYS * DAY_MS, ROWS_PER_STATEMENT);
    if (deleted < ROWS_PER_STATEMENT) return;
  }
}
