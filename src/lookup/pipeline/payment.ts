import { ApiError } from '../../lib/errors.ts';
import type { Accounts } from '../account/account.ts';
import {
  type AcceptedOrder,
  creditsOwed,
  type LookupOrder,
  type LookupSettlement,
} from '../account/order.ts';
import { callAccount, dailyLimitError, insufficientCredits } from './admission.ts';
import type { LookupCall } from './answer.ts';

/**
 * Retry delays of a failed settlement or void, within the time a Worker has after its reply.
 */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

export interface PaymentPorts {
  accounts: Pick<Accounts, 'admit' | 'raiseLookup' | 'settleLookup' | 'voidLookup'>;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Retries a step until it succeeds or the delays are used up; every step is idempotent on the
 * order's id.
 */
async function retryLater(
  step: () => Promise<unknown>,
  message: string,
  ports: PaymentPorts,
): Promise<void> {
  for (const ms of RETRY_DELAYS_MS) {
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
 * Compensation of a failed lookup: voids its order, accepted or not. Awaited once, so that the
 * balance is right when the caller reads the refusal; a failed void is retried after the reply.
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
 * Increases the hold of an estimated lookup to its measured price before a paid source is called:
 * work that could not be paid is not begun.
 * @throws ApiError INSUFFICIENT_CREDITS, RATE_LIMIT_EXCEEDED; SERVICE_BUSY when the order has ended meanwhile
 */
export async function increaseHold(
  organizationId: string,
  { id, startedAt }: Pick<LookupCall, 'id' | 'startedAt'>,
  amount: number,
  { accounts }: Pick<PaymentPorts, 'accounts'>,
): Promise<void> {
  const outcome = await callAccount(() => accounts.raiseLookup(organizationId, id, amount));
  if (outcome.kind === 'daily_limit') throw dailyLimitError(outcome.exceeded, startedAt);
  if (outcome.kind === 'insufficient_credits') throw insufficientCredits(outcome);
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
 * Settles a held lookup in the background; skipped where it would change neither balance nor
 * receipt.
 */
export function settleHeldLookup(
  call: LookupCall,
  order: LookupOrder,
  { available, ordered: { quote, credits } }: { available: number; ordered: AcceptedOrder },
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): CreditsSpent {
  const used = creditsOwed(quote, answer.price);
  const changesAccount = !quote.free || (answer.tables !== null && !quote.sameTables);
  if (order.step === 'hold' && changesAccount) {
    const settlement = lookupSettlement(call, order, answer, quote);
    const step = () => ports.accounts.settleLookup(call.caller.organizationId, settlement);
    ports.defer(step().catch(() => retryLater(step, 'a lookup could not be settled', ports)));
  }
  return { used, left: available + credits - used };
}

/**
 * Settles an estimated lookup, whose price had no bound before its answer: audio may be longer than
 * its caller said. One atomic step of the account releases the hold and charges the true price to
 * it and the free balance, or charges nothing; so the reply waits for it. The step is idempotent;
 * where its reply is lost for good, the caller voids the order, which refunds whatever was charged.
 * @throws ApiError INSUFFICIENT_CREDITS or RATE_LIMIT_EXCEEDED with nothing taken; SERVICE_UNAVAILABLE, SERVICE_BUSY
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
  if (!outcome.paid && outcome.exceeded) throw dailyLimitError(outcome.exceeded, call.startedAt);
  if (!outcome.paid) throw insufficientCredits(outcome);
  return { used: outcome.credits, left: outcome.available };
}
