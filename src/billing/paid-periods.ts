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
   * Beginning for the account, in milliseconds. Stripe counts seconds, so two periods paid within
   * one second are put in order by milliseconds.
   */
  beginsAt: number;
  /**
   * Whether the account is already past this period: another subscription's period counted instead,
   * and was followed by one that began before this one ends.
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
 * The periods of paid invoices, ordered by beginning. Prorations are left out, because the
 * account's rule for upgrades determines a plan's credits in mid-period.
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
 * The periods that grant credits. With two concurrent subscriptions, a period grants nothing while
 * a counted period of the other subscription covers its beginning and has more credits, or as many
 * and began first. It counts after all if the other subscription ended before it. Decided by the
 * time of payment, not of the event.
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

/** Operation id from subscription, beginning and price, so it is equal for all events. */
const periodTransferId = ({ subscriptionId, start, priceId }: PaidPeriod): string =>
  `stripe:${subscriptionId}:${start}:${priceId}`;

/**
 * Grants paid periods ordered by beginning: a period whose event came after the next one began
 * rolls over as if granted on time. A period that is over, or before the account's current one, is
 * granted as purchased credits, because it was paid.
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
      const id = `${transfer.id}:late`;
      // The period may have begun in time, by a call whose reply was lost.
      const grant = { id, amount: credits, note, unlessSubscribed: transfer.id };
      const outcome = await accounts.grant(organizationId, grant);
      if (outcome.kind !== 'applied') return { kind: 'late_period' as const, moved: 0 };
      const { moved } = outcome.value;
      return moved === 0
        ? { kind: 'period' as const, moved: credits }
        : { kind: 'late_period' as const, moved };
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
      return outcome.kind === 'refused' ? late() : { kind: 'period' as const, moved: credits };
    };
    const isPast = period.isOvertaken || period.end * 1_000 <= clock.now();
    await applyTransferOnce(transfer, customer, ports, isPast ? late : begin);
  }
}
