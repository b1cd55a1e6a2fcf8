/** Shares of a period's credits, in percent, whose use is announced. */
export const CREDIT_ALERT_SHARES = [80, 100] as const;
/** When a credit pack is bought without a person. */
export interface TopUpSettings {
  pack: string;
  /** Spendable credits below which it is bought. */
  threshold: number;
  /** Most that is spent in a calendar month (UTC), in cents. */
  monthlyCents: number;
}

/**
 * Why a top-up was not paid, or its payment went back. Declined: also where the bank asks for the
 * holder of the card.
 */
export type TopUpFailure = 'declined' | 'no_payment_method' | 'refunded' | 'disputed';

/**
 * What stops a purchase that was begun: it waits while the organization is suspended, and is
 * dropped once that is closed or an earlier one was refunded or disputed.
 */
export type TopUpHalt = 'waits' | 'dropped';

/** A purchase that was begun; there is one at a time. */
export interface TopUp {
  /** Names it in Stripe too: the month and its number in it, such as `2026-11:1`. */
  id: string;
  pack: string;
  credits: number;
  cents: number;
  at: number;
}

/** Something the organization has not been notified of yet. Its id is the same if it recurs. */
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
  /** Null: none is bought. */
  topUp: TopUpSettings | null;
  /** Set when a payment switched the top-up off, until it is switched on again. */
  topUpFailure: TopUpFailure | null;
  /** Bought in the calendar month, `YYYY-MM` in UTC: begun, and what was not refused of it. */
  month: { name: string; begun: number; cents: number };
  open: TopUp | null;
}

export type CreditWatchSettings = Pick<CreditWatch, 'alerts' | 'topUp'>;

/** What is left to do outside the account. */
export interface CreditWork {
  topUp: TopUp | null;
  /** What becomes of it unless it was paid already: nothing is paid now. */
  halt: TopUpHalt | null;
  notices: CreditNotice[];
}

/** The verbs of an account that watch its credits. Each may be repeated. */
export interface CreditWatches {
  setCreditWatch(organizationId: string, settings: CreditWatchSettings): Promise<void>;
  creditWork(organizationId: string): Promise<CreditWork>;
  /** @param failure null: it was paid, and its credits are granted */
  endTopUp(
    organizationId: string,
    id: string,
    failure: TopUpFailure | 'dropped' | null,
  ): Promise<void>;
  endCreditNotice(organizationId: string, id: string): Promise<void>;
}
