import type { SpendableLot, Subscription } from '../../../core/account/account.ts';
import type { SubscriptionStatus } from '../../../core/account/plans.ts';

/** What a status means for whoever calls. */
export const STATUS_WORDS: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  trialing: 'On trial',
  past_due: 'Past due: the last payment failed',
  canceled: 'Cancelled',
  incomplete: 'Not begun: the first payment is missing',
  unpaid: 'Unpaid: the last payments failed',
  paused: 'Paused',
};

/** What to do about it; null where nothing is wrong. */
export const STATUS_ADVICE: Readonly<Record<SubscriptionStatus, string | null>> = {
  active: null,
  trialing: null,
  past_due:
    'Calls are refused with UPGRADE_REQUIRED until the open invoice is paid; your credits stay. Pay it, or change the card, under "Manage payments".',
  canceled:
    'Calls are refused with UPGRADE_REQUIRED. Your credits stay until they end; choose a plan to use them.',
  incomplete: 'Calls are refused with UPGRADE_REQUIRED until the first payment has been made.',
  unpaid:
    'Calls are refused with UPGRADE_REQUIRED until the open invoices are paid; your credits stay. Pay them under "Manage payments".',
  paused: 'Calls are refused with UPGRADE_REQUIRED while the plan is paused; your credits stay.',
};

/** The status in words; a paid period that is over says so. */
export const statusOf = ({ status, periodEnd }: Subscription, now: number): string =>
  periodEnd <= now && (status === 'active' || status === 'trialing')
    ? 'Ended'
    : STATUS_WORDS[status];

export const LOT_WORDS: Readonly<Record<SpendableLot['kind'], string>> = {
  subscription: 'Of this period',
  rollover: 'Carried over',
  purchased: 'Bought',
};

const INVOICE_WORDS = new Map([
  ['draft', 'Being made'],
  ['open', 'Open'],
  ['paid', 'Paid'],
  ['uncollectible', 'Given up'],
  ['void', 'Void'],
]);

export const invoiceWords = (status: string | null | undefined): string =>
  INVOICE_WORDS.get(status ?? '') ?? 'Unknown';
