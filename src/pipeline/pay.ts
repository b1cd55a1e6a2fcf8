import { ApiError } from '../core/errors.ts';
import type { PricedLookup, Refusal } from '../core/ledger.ts';
import type { LookupCall, PipelinePorts } from './lookup.ts';

const RETRY_AFTER_SECONDS = 1;

/** Longer than any lookup runs; a hold whose request was cut off releases itself then. */
const HOLD_LIFETIME_MS = 300_000;

export interface Paid {
  creditsUsed: number;
  creditsRemaining: number;
  /** End of the original seven days of this lookup, milliseconds since the epoch. */
  windowEndsAt: number;
}

/**
 * How one lookup is paid. What costs us nothing is charged once it is found: one ledger call. Before a metered
 * source is asked the most it can cost is held, and settled at the true price: two calls.
 */
export interface Payment {
  /** Sets the credits aside; only the first call does anything. @throws ApiError INSUFFICIENT_CREDITS, SERVICE_BUSY */
  reserve(): Promise<void>;
  /** Takes what this caller owes. @throws ApiError INSUFFICIENT_CREDITS, SERVICE_BUSY */
  collect(price: number): Promise<Paid>;
  /** After a failure: undoes whatever the ledger did, or may have done, for this lookup. */
  cancel(): Promise<void>;
}

const busy = (cause: unknown): ApiError =>
  new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

function refused({ reason, required, available }: Refusal): ApiError {
  if (reason !== 'insufficient_credits') return busy(reason);
  return new ApiError(
    'INSUFFICIENT_CREDITS',
    `This lookup costs ${required} credits; ${available} are available.`,
  );
}

/** Every ledger call is idempotent on its id, so one whose reply was lost is made once more. */
const twice = <T>(step: () => Promise<T>): Promise<T> =>
  step().catch(() =>
    step().catch((cause) => {
      throw busy(cause);
    }),
  );

/** Begins the payment of one lookup; nothing happens before it is asked to. */
export function openPayment(
  call: LookupCall,
  inputHash: string,
  { ledger, defer }: PipelinePorts,
): Payment {
  const { id, bypass, product } = call;
  const { organizationId, userId, keyId } = call.caller;
  const lookup = { product: product.type, inputHash, bypass };
  const priced = (price: number): PricedLookup => ({ ...lookup, id, userId, keyId, price });
  let holding: Promise<void> | null = null;
  let cancelled = false;
  let held = false;
  /** Whether the ledger may have something to undo. A refusal changes nothing. */
  let touched = false;

  async function taken<T extends { ok: true }>(step: () => Promise<T | Refusal>): Promise<T> {
    touched = true;
    const outcome = await twice(step);
    if (outcome.ok) return outcome;
    touched = held;
    throw refused(outcome);
  }

  async function hold(): Promise<void> {
    const amount = product.price.upTo;
    await taken(() =>
      ledger.hold(organizationId, {
        id,
        amount,
        userId,
        keyId,
        lifetimeMs: HOLD_LIFETIME_MS,
        note: null,
        lookup,
      }),
    );
    held = true;
  }

  return {
    reserve() {
      if (cancelled) return Promise.reject(busy('the lookup has failed already'));
      holding ??= hold();
      return holding;
    },
    async collect(price) {
      if (!holding) return taken(() => ledger.charge(organizationId, priced(price)));
      const settlement = { id, holdId: id, items: [priced(price)], final: true };
      const { creditsUsed, creditsRemaining, items } = await taken(() =>
        ledger.settle(organizationId, settlement),
      );
      return { creditsUsed, creditsRemaining, windowEndsAt: items[0]!.windowEndsAt };
    },
    async cancel() {
      cancelled = true;
      if (!touched) return;
      // Awaited, so that the balance is right when the caller reads the refusal; deferred, so that it happens anyway.
      const undone = ledger.void(organizationId, { id }).catch(() => undefined);
      defer(undone);
      await undone;
    },
  };
}
