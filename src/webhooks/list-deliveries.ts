import type { Realm } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { WebhookDelivery } from '../core/jobs/webhooks.ts';
import { type DeliveryPlace, pageDeliveries } from '../store/webhook-deliveries.ts';
import type { WebhookPorts } from './ports.ts';

export const MAX_DELIVERIES = 1_000;

const cursorOf = ({ createdAt, id }: DeliveryPlace): string => `${createdAt}.${id}`;

function parseCursor(text: string): DeliveryPlace {
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
    cursor === null ? null : parseCursor(cursor),
  );
  const deliveries = rows.slice(0, limit);
  const last = deliveries.at(-1);
  return { deliveries, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
