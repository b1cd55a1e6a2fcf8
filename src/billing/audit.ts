import type { Clock } from '../core/ports.ts';
import { recordAudit } from '../store/audit-log.ts';
import type { Database } from '../store/database.ts';

/** Who a change is written down for when a payment made it. */
const ACTOR = 'stripe';

/**
 * Writes down what a payment changed: the kind of change where others have their method, and the
 * operation it was.
 */
export const audit = (
  entry: { method: string; target: string; organizationId: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> =>
  recordAudit(db, {
    ...entry,
    at: clock.now(),
    actor: ACTOR,
    route: '/stripe/webhook',
    requestId: crypto.randomUUID(),
  });
