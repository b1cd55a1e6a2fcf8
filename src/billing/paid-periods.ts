import { applyTransferOnce, unappliedTransfers } from './credit-transfers.ts';
import type { PaidPorts } from './ports.ts';
import { planOfPrice, type SoldPlan } from './prices.ts';
import type { BillingCustomer } from './store.ts';
import type { Invoice, Price, StripeSubscription } from './stripe/objects.ts';

export interface PaidPeriod extends SoldPlan {
  invoiceId: string;
  priceId: string;
  subscriptionId: string;
  /** Seconds since the epoch. */
  start: number;
  end: number;
  /**
   * When it begins for the account, in milliseconds: Stripe counts seconds, and of two periods that
   * were paid for in one the second follows the first.
   */
  beginsAt: number;
  /**
   * Another subscription's period, which gave its credits instead, was followed by one that began
   * before this ends: the account is past it.
   */
  isOvertaken: boolean;
}

export const namedPriceIds = (invoices: readonly Invoice[]): string[] => [
  ...new Set(
    invoices.flatMap(({ lines }) =>
      lines.data.flatMap(({ pricing }) => pricing?.price_details?.price ?? []),
    ),
  ),
];

/**
 * The periods of paid invoices, in the order they begin. Parts of a period (prorations) are none:
 * what a plan's credits are in mid-period, the account's rule for upgrades says.
 */
export function paidPeriods(
  invoices: readonly Invoice[],
  prices: ReadonlyMap<string, Price>,
): PaidPeriod[] {
  const periods = invoices.flatMap(({ id: invoiceId, created, lines }) =>
    lines.data.flatMap(({ period, parent, pricing }) => {
      const item = parent?.subscription_item_details;
      const priceId = pricing?.price_details?.price;
      const price = priceId === undefined ? undefined : prices.get(priceId);
      const sold = price && planOfPrice(price);
      if (!item?.subscription || item.proration || !price || !sold) return [];
      const { subscription: subscriptionId } = item;
      return [{ ...sold, ...period, created, invoiceId, priceId: price.id, subscriptionId }];
    }),
  );
  periods.sort((a, b) => a.start - b.start || a.created - b.created || a.credits - b.credits);
  let last = 0;
  return periods.map((period) => {
    last = Math.max(period.start * 1_000, last + 1);
    return { ...period, beginsAt: last, isOvertaken: false };
  });
}

/**
 * The periods that count. Of two subscriptions that run beside each other a period gives nothing
 * while a counted one of the other covers its beginning, with more credits or as many and begun
 * first; it counts after all once the other subscription ended before it did. By the time of
 * payment, not by that of the event.
 */
export function effectivePeriods(
  periods: readonly PaidPeriod[],
  subscriptions: readonly StripeSubscription[],
): PaidPeriod[] {
  const endOf = new Map(subscriptions.map(({ id, ended_at }) => [id, ended_at ?? Infinity]));
  const counted: PaidPeriod[] = [];
  const inOrder = periods.toSorted(
    (a, b) =>
      a.start - b.start || b.credits - a.credits || (a.subscriptionId < b.subscriptionId ? -1 : 1),
  );
  for (const period of inOrder) {
    const covering = counted.filter(
      (other) =>
        other.subscriptionId !== period.subscriptionId &&
        other.credits >= period.credits &&
        other.end > period.start,
    );
    const isCovered = covering.some(
      ({ subscriptionId }) => (endOf.get(subscriptionId) ?? Infinity) >= period.end,
    );
    const isFollowed = covering.some(({ subscriptionId }) =>
      periods.some(
        (next) =>
          next.subscriptionId === subscriptionId &&
          next.start > period.start &&
          next.start < period.end,
      ),
    );
    if (!isCovered) counted.push({ ...period, isOvertaken: isFollowed });
  }
  return counted.toSorted((a, b) => a.beginsAt - b.beginsAt);
}

/** Operation id by subscription, beginning and price: the same whichever event reported it. */
const periodTransferId = ({ subscriptionId, start, priceId }: PaidPeriod): string =>
  `stripe:${subscriptionId}:${start}:${priceId}`;

/**
 * Grants what was paid for, period after period, in the order they begin: one that was followed by
 * another before its event came rolls over as if it had been granted on time. One that is over, or
 * earlier than the account's present period, is granted as bought credits: it was paid for.
 */
export async function applyPaidPeriods(
  periods: readonly PaidPeriod[],
  customer: BillingCustomer,
  ports: PaidPorts,
): Promise<void> {
  const { accounts, clock } = ports;
  const { organizationId } = customer;
  const transfers = periods.map((period) => ({
    period,
    id: periodTransferId(period),
    kind: 'period' as const,
    payment: period.invoiceId,
    credits: period.credits,
  }));
  for (const { period, ...transfer } of await unappliedTransfers(transfers, ports)) {
    const { plan, credits } = period;
    const late = async () => {
      const note = `Stripe ${period.invoiceId}: plan ${plan}, paid late`;
      const grant = { id: `${transfer.id}:late`, amount: credits, note };
      const outcome = await accounts.grant(organizationId, grant);
      return outcome.kind === 'applied' ? outcome.value.moved : 0;
    };
    const begin = async () => {
      const outcome = await accounts.subscribe(organizationId, {
        operationId: transfer.id,
        plan,
        status: 'active',
        creditsPerMonth: credits,
        periodStart: period.beginsAt,
        periodEnd: period.end * 1_000,
        trialEnd: null,
      });
      return outcome.kind === 'refused' ? await late() : credits;
    };
    const isPast = period.isOvertaken || period.end * 1_000 <= clock.now();
    await applyTransferOnce(transfer, customer, ports, isPast ? late : begin);
  }
}
