import {
  deleteBeyond,
  deleteDeliveries,
  endInterrupted,
  listBusyOrganizations,
} from '../store/webhook-deliveries.ts';
import { DELIVERY_TIMEOUT_MS } from './attempt-delivery.ts';
import type { WebhookPorts } from './ports.ts';

/** How long an attempt is listed and can be sent again. */
export const KEPT_DAYS = 30;

/** Attempts of one organization, and bytes of their bodies, that are kept: the oldest go first. */
export const KEPT_OF_ORGANIZATION = { attempts: 5_000, bytes: 33_554_432 };

const DAY_MS = 86_400_000;
/** An attempt that has taken this long is not being made any more. */
const INTERRUPTED_AFTER_MS = 12 * DELIVERY_TIMEOUT_MS;
const ROWS_PER_STATEMENT = 2_000;
const STATEMENTS_PER_RUN = 50;

/**
 * Ends attempts whose maker was stopped and deletes those past their time, or beyond what is kept
 * of
 * one organization; what a run does not reach, the next does.
 */
export async function tidyDeliveries({
  db,
  clock,
}: Pick<WebhookPorts, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await endInterrupted(db, now - INTERRUPTED_AFTER_MS);
  // Who made fewer in a day cannot have too many in all.
  const { attempts, bytes } = KEPT_OF_ORGANIZATION;
  const share = { attempts: attempts / KEPT_DAYS, bytes: bytes / KEPT_DAYS };
  for (const id of await listBusyOrganizations(db, now - DAY_MS, share))
    await deleteBeyond(db, id, KEPT_OF_ORGANIZATION);
  for (let statement = 0; statement < STATEMENTS_PER_RUN; statement++) {
    const deleted = await deleteDeliveries(db, now - KEPT_DAYS * DAY_MS, ROWS_PER_STATEMENT);
    if (deleted < ROWS_PER_STATEMENT) return;
  }
}
