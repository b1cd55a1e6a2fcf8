import { keysetCursor, pageOf, parseKeyset } from '../lib/page.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Realm } from '../lookup/account/caller.ts';
import type { WebhookDelivery } from '../lookup/jobs/webhooks.ts';
import { DELIVERY_TIMEOUT_MS } from './delivery.ts';
import type { WebhookPorts } from './ports.ts';
import {
  deleteDeliveries,
  deleteExcessDeliveries,
  failInterruptedDeliveries,
  listBusyOrganizations,
  pageDeliveries,
} from './store.ts';

export const MAX_DELIVERIES = 1_000;

/**
 * A realm's delivery attempts, newest first. @param request `limit` 1 to {@link MAX_DELIVERIES}
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function listDeliveries(
  { limit, cursor, ...realm }: Realm & { limit: number; cursor: string | null },
  { db }: Pick<WebhookPorts, 'db'>,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> {
  const rows = await pageDeliveries(db, realm, limit + 1, parseKeyset(cursor));
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) =>
    keysetCursor(createdAt, id),
  );
  return { deliveries: page, nextCursor };
}

/** How long an attempt is listed and can be sent again. */
export const RETENTION_DAYS = 30;

/** Retention of one organization: attempts, and bytes of their bodies. The oldest go first. */
export const RETAINED_PER_ORGANIZATION = { attempts: 5_000, bytes: 33_554_432 };

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
