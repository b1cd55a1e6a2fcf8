/** Shares of a period's credits, in percent, at which a notice is sent. */
export const CREDIT_ALERT_SHARES = [80, 100] as const;
export interface TopUpSettings {
  pack: string;
  /** The pack is bought when spendable credits fall below this figure. */
  threshold: number;
  /** Spending limit per calendar month (UTC), in cents. */
  monthlyCents: number;
}

/**
 * Why a top-up was not paid, or its payment was reversed. `declined` includes a bank that asks for
 * the cardholder's confirmation.
 */
export type TopUpFailure = 'declined' | 'no_payment_method' | 'refunded' | 'disputed';

/**
 * Why a started purchase is not paid. `waits`: the organization is suspended. `dropped`: the
 * organization is closed, or an earlier purchase was refunded or disputed.
 */
export type TopUpHalt = 'waits' | 'dropped';

/** A purchase in progress; at most one at a time. */
export interface TopUp {
  /** Also its id in Stripe: the month and a number within it, such as `2026-11:1`. */
  id: string;
  pack: string;
  credits: number;
  cents: number;
  at: number;
}

/** A notice not yet delivered to the organization. The id is the same if the event recurs. */
export type CreditNotice = { id: string; at: number } & (
  | {
      kind: 'used';
      share: (typeof CREDIT_ALERT_SHARES)[number];
      periodStart: number;
      periodEnd: number;
      granted: number;
      available: number;
    }
  | { kind: 'top_up_paid'; topUp: TopUp; available: number }
  | { kind: 'top_up_failed'; topUp: TopUp; failure: TopUpFailure }
  | { kind: 'top_up_ceiling'; month: string; monthlyCents: number; available: number }
);

export interface CreditWatch {
  alerts: boolean;
  /** Null if automatic top-up is off. */
  topUp: TopUpSettings | null;
  /** Set when a payment switched automatic top-up off, until it is switched on again. */
  topUpFailure: TopUpFailure | null;
  /** Purchases of the calendar month (`YYYY-MM`, UTC): number begun, and cents not refused. */
  month: { name: string; begun: number; cents: number };
  open: TopUp | null;
}

export type CreditWatchSettings = Pick<CreditWatch, 'alerts' | 'topUp'>;

/** Work that remains outside the account. */
export interface CreditWork {
  topUp: TopUp | null;
  /** What to do with the top-up unless it was already paid; null to pay it. */
  halt: TopUpHalt | null;
  notices: CreditNotice[];
}

/** Credit alerts and automatic top-up of an account. Every call may be repeated. */
export interface CreditWatches {
  setCreditWatch(organizationId: string, settings: CreditWatchSettings): Promise<void>;
  creditWork(organizationId: string): Promise<CreditWork>;
  /** @param failure null if the top-up was paid and its credits granted */
  endTopUp(
    organizationId: string,
    id: string,
    failure: TopUpFailure | 'dropped' | null,
  ): Promise<void>;
  endCreditNotice(organizationId: string, id: string): Promise<void>;
}
