import type { Accounts } from '../core/account/account.ts';
import type { LookupOrder, Ordered } from '../core/account/orders.ts';
import type { LookupCall } from './lookup.ts';

/**
 * What did not get through is repeated after these pauses, within the life a Worker has after its
 * reply.
 */
const AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000];

export interface PaymentPorts {
  accounts: Pick<Accounts, 'admit' | 'settleLookup' | 'voidLookup'>;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Every step is idempotent on the order's id, so it is repeated until it gets through or the time
 * is over.
 */
async function again(
  step: () => Promise<void>,
  message: string,
  ports: PaymentPorts,
): Promise<void> {
  for (const ms of AGAIN_AFTER_MS) {
    await pause(ms);
    try {
      return await step();
    } catch (cause) {
      ports.warn(message, cause);
    }
  }
}

/**
 * Undoes what the account did, or may have done, for a lookup that failed. Waited for, so that the
 * balance is right when the caller reads the refusal; what does not get through is repeated after
 * the reply.
 */
export async function undo(
  organizationId: string,
  lookupId: string,
  ports: PaymentPorts,
): Promise<void> {
  const step = () => ports.accounts.voidLookup(organizationId, lookupId);
  const first = step().catch(() => {
    ports.defer(again(step, 'a lookup could not be voided', ports));
  });
  ports.defer(first);
  await first;
}

/** What a held lookup costs is told the account; the reply does not wait for it. */
export function settle(
  call: LookupCall,
  order: LookupOrder,
  { quote }: Ordered,
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): void {
  const { userId, keyId, organizationId } = call.caller;
  const { step: _, amount: __, ...lookup } = order;
  const settlement = { ...lookup, ...answer, quote, caller: { userId, keyId } };
  const step = () => ports.accounts.settleLookup(organizationId, settlement);
  ports.defer(step().catch(() => again(step, 'a lookup could not be settled', ports)));
}
