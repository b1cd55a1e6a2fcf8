import { checkAccess } from '../access/admit.ts';
import type { Windows } from '../access/windows.ts';
import type { CallKind, Principal } from '../core/account/access.ts';
import type { Admission } from '../core/account/account.ts';
import type { LookupOrder } from '../core/account/orders.ts';
import type { Book } from './book.ts';
import { placeOrder } from './order.ts';

/** A call, and what it orders. */
interface AskedCall {
  principal: Principal;
  kind: CallKind;
  order: LookupOrder | null;
}

/**
 * Who, may they, is there room, and what does it cost.
 * @param onCounted the call was counted, in memory only
 */
export function admit(
  book: Book,
  windows: Windows,
  { principal, kind, order }: AskedCall,
  onCounted: () => void,
): Admission {
  const { organization, apiKeys, members, account: state } = book;
  const { subscription } = state;
  const records = { organization, apiKeys, members, subscription, windows };
  const access = checkAccess(principal, kind, records, book.now);
  if (access.code === 'UPGRADE_REQUIRED')
    return { ...access, status: subscription?.status ?? null };
  if (access.code !== 'ADMITTED') return access;
  const { caller, window, mustBeWritten } = access;
  state.lastUsedAt = book.now;
  if (mustBeWritten) book.touch();
  onCounted();
  const admitted = { code: 'ADMITTED', caller, window } as const;
  if (!order) return { ...admitted, available: book.available, order: null };
  const outcome = placeOrder(book, order, caller);
  switch (outcome.kind) {
    case 'ordered':
      return { ...admitted, available: book.available, order: outcome.ordered };
    case 'short': {
      const { required } = outcome;
      const { available } = book;
      return { code: 'INSUFFICIENT_CREDITS', caller, window, required, available };
    }
    case 'busy':
      return { code: 'SERVICE_BUSY', caller, window };
  }
}
