import {
  type BillingCustomer,
  type BillingMovement,
  beginMovement,
  endMovement,
  findMovements,
} from '../store/billing.ts';
import { audit } from './audit.ts';
import type { PaidPorts } from './ports.ts';

/** D1 binds at most a hundred values to a statement. */
const IDS_AT_ONCE = 90;

type Movement = Pick<BillingMovement, 'id' | 'kind' | 'payment' | 'credits'>;

/** Those that have not been applied for sure. */
export async function notApplied<M extends Movement>(
  movements: readonly M[],
  { db }: Pick<PaidPorts, 'db'>,
): Promise<M[]> {
  const applied = new Set<string>();
  for (let from = 0; from < movements.length; from += IDS_AT_ONCE) {
    const ids = movements.slice(from, from + IDS_AT_ONCE).map(({ id }) => id);
    for (const { id, moved } of await findMovements(db, ids)) if (moved !== null) applied.add(id);
  }
  return movements.filter(({ id }) => !applied.has(id));
}

/**
 * Applies a movement to the account and writes it down: before, so that one in doubt is known to
 * have been tried, and after. The account itself sees to it that a repeat moves nothing.
 * @param move the credits this id moved, whichever call of it did
 */
export async function applyOnce(
  movement: Movement,
  { organizationId, customerId }: BillingCustomer,
  ports: PaidPorts,
  move: () => Promise<number>,
): Promise<void> {
  const { db, clock } = ports;
  const { id, kind, payment, credits } = movement;
  const row = { id, kind, payment, credits, organizationId, customerId, at: clock.now() };
  await beginMovement(db, row);
  if (!(await endMovement(db, id, await move()))) return;
  await audit({ method: kind.toUpperCase(), target: id, organizationId }, ports);
}
