import { ApiError } from '../../lib/errors.ts';
import type { Accounts } from '../account/account.ts';
import {
  type AcceptedOrder,
  creditsOwed,
  type LookupOrder,
  type LookupSettlement,
} from '../account/order.ts';
import { callAccount, insufficientCredits } from './admission.ts';
import type { LookupCall } from './answer.ts';

/**
 * What did not get through is repeated after these pauses, within the life a Worker has after its
 * reply.
 */
const AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000];

export interface PaymentPorts {
  accounts: Pick<Accounts, 'admit' | 'raiseLookup' | 'settleLookup' | 'voidLookup'>;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Every step is idempotent on the order's id, so it is repeated until it gets through or the time
 * is over.
 */
async function retryLater(
  step: () => Promise<unknown>,
  message: string,
  ports: PaymentPorts,
): Promise<void> {
  for (const ms of AGAIN_AFTER_MS) {
    await pause(ms);
    try {
      await step();
      return;
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
export async function voidFailedLookup(
  organizationId: string,
  lookupId: string,
  ports: PaymentPorts,
): Promise<void> {
  const step = () => ports.accounts.voidLookup(organizationId, lookupId);
  const first = step().catch(() => {
    ports.defer(retryLater(step, 'a lookup could not be voided', ports));
  });
  ports.defer(first);
  await first;
}

/**
 * Sets aside what an estimated lookup turns out to cost at most, before a paid source is asked:
 * work that could not be paid is not begun.
 * @throws ApiError INSUFFICIENT_CREDITS; SERVICE_BUSY when the order has ended meanwhile
 */
export async function increaseHold(
  organizationId: string,
  lookupId: string,
  amount: number,
  { accounts }: Pick<PaymentPorts, 'accounts'>,
): Promise<void> {
  const outcome = await callAccount(() => accounts.raiseLookup(organizationId, lookupId, amount));
  if (outcome.kind === 'short') throw insufficientCredits(outcome);
  if (outcome.kind === 'gone') throw new ApiError('SERVICE_BUSY');
}

const lookupSettlement = (
  { caller: { userId, keyId } }: LookupCall,
  { step: _, amount: __, ...lookup }: LookupOrder,
  answer: { price: number; tables: number | null },
  quote: LookupSettlement['quote'],
): LookupSettlement => ({ ...lookup, ...answer, quote, caller: { userId, keyId } });

/** Credits a lookup cost its caller, and what is spendable after it. */
interface CreditsSpent {
  used: number;
  left: number;
}

/**
 * What a held lookup costs is told the account, where there is news; the reply does not wait for
 * it.
 */
export function settleHeldLookup(
  call: LookupCall,
  order: LookupOrder,
  { available, ordered: { quote, credits } }: { available: number; ordered: AcceptedOrder },
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): CreditsSpent {
  const used = creditsOwed(quote, answer.price);
  const isNews = !quote.free || (answer.tables !== null && !quote.sameTables);
  if (order.step === 'hold' && isNews) {
    const settlement = lookupSettlement(call, order, answer, quote);
    const step = () => ports.accounts.settleLookup(call.caller.organizationId, settlement);
    ports.defer(step().catch(() => retryLater(step, 'a lookup could not be settled', ports)));
  }
  return { used, left: available + credits - used };
}

/**
 * Pays a lookup whose price nothing bounded before it was answered: audio may be longer than its
 * caller said. The account is asked again, in one step that ends what was set aside and takes the
 * true price from it and the free balance, or takes nothing; so the reply waits for it. A reply
 * that is lost is asked for again and is the same; where it stays lost, the caller undoes the
 * order, which gives back whatever was taken.
 * @throws ApiError INSUFFICIENT_CREDITS with nothing taken; SERVICE_UNAVAILABLE, SERVICE_BUSY
 */
export async function settleEstimate(
  call: LookupCall,
  order: LookupOrder,
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): Promise<CreditsSpent> {
  const settlement = lookupSettlement(call, order, answer, null);
  const outcome = await callAccount(() =>
    ports.accounts.settleLookup(call.caller.organizationId, settlement),
  );
  if (!outcome.paid) throw insufficientCredits(outcome);
  return { used: outcome.credits, left: outcome.available };
}
