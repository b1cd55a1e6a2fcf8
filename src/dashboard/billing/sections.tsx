import type { BillingDocument, BillingView } from '../../billing/billing-view.ts';
import type { SubscriptionState } from '../../billing/subscription-state.ts';
import { CREDIT_PACKS, PAID_STATUSES, PLANS, type SubscriptionStatus } from '../../domain/plans.ts';
import type { SpendableLot, Subscription } from '../../lookup/account/account.ts';
import type { CreditWatch, TopUpFailure } from '../../lookup/account/credit-watch.ts';
import { ActionForm, Button, CheckBox, Field, Form, Select } from '../form/form.tsx';
import { type FormState, storedForm } from '../form/form-state.ts';
import { Day, formatCredits, formatMoney, formatNumber, humanize } from '../layout/format.tsx';
import { Facts, PageSection, Table } from '../layout/table.tsx';

const SUBSCRIPTION_STATUS_LABELS: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  trialing: 'On trial',
  past_due: 'Past due: the last payment failed',
  canceled: 'Cancelled',
  incomplete: 'Not started: the first payment is missing',
  unpaid: 'Unpaid: the last payments failed',
  paused: 'Paused',
};

/** Advice by status; null if nothing is wrong. */
const SUBSCRIPTION_STATUS_ADVICE: Readonly<Record<SubscriptionStatus, string | null>> = {
  active: null,
  trialing: null,
  past_due:
    'Calls are refused with UPGRADE_REQUIRED until the open invoice is paid; your credits stay. Pay it, or change the card, under "Manage payments".',
  canceled:
    'Calls are refused with UPGRADE_REQUIRED. You keep your credits until they expire; choose a plan to use them.',
  incomplete: 'Calls are refused with UPGRADE_REQUIRED until the first payment has been made.',
  unpaid:
    'Calls are refused with UPGRADE_REQUIRED until the open invoices are paid; your credits stay. Pay them under "Manage payments".',
  paused: 'Calls are refused with UPGRADE_REQUIRED while the plan is paused; your credits stay.',
};

/** Label of the status, or of a paid period that has ended. */
const subscriptionStatusLabel = ({ status, periodEnd }: Subscription, now: number): string =>
  periodEnd <= now && (status === 'active' || status === 'trialing')
    ? 'Ended'
    : SUBSCRIPTION_STATUS_LABELS[status];

const LOT_KIND_LABELS: Readonly<Record<SpendableLot['kind'], string>> = {
  subscription: 'Current period',
  rollover: 'Carried over',
  purchased: 'Purchased',
};

const INVOICE_STATUS_LABELS = new Map([
  ['draft', 'Draft'],
  ['open', 'Open'],
  ['paid', 'Paid'],
  ['uncollectible', 'Uncollectible'],
  ['void', 'Void'],
  ['processing', 'Processing'],
  ['failed', 'Failed'],
  ['refunded', 'Refunded'],
  ['partly_refunded', 'Refunded in part'],
  ['disputed', 'Disputed'],
  ['dispute_lost', 'Dispute lost'],
]);

const invoiceStatusLabel = (status: string | null | undefined): string =>
  INVOICE_STATUS_LABELS.get(status ?? '') ?? 'Unknown';

const perThousand = (usd: number, credits: number): string =>
  formatMoney((usd * 100_000) / credits);

export const CurrentPlan = ({ view, now }: { view: BillingView; now: number }) => {
  const { subscription, statement } = view.account;
  const advice = subscription && SUBSCRIPTION_STATUS_ADVICE[subscription.status];
  return (
    <>
      <Facts
        facts={[
          ['Balance', formatCredits(statement.totalAvailable)],
          ['Plan', subscription ? humanize(subscription.plan) : 'None'],
          subscription && ['Status', subscriptionStatusLabel(subscription, now)],
          subscription && ['Period began', <Day at={subscription.periodStart} />],
          subscription && ['Period ends', <Day at={subscription.periodEnd} />],
        ]}
      />
      {!subscription && <p>Live calls are refused until you have a plan.</p>}
      {advice && <p class="notice bad">{advice}</p>}
    </>
  );
};

export const PlanChanges = ({ state }: { state: SubscriptionState }) => {
  const { subscription, current, next, end, others, isPaid, status } = state;
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? end : null);
  return (
    <>
      {state.isLive && endsAt && (
        <p>
          The plan ends on <Day at={endsAt * 1_000} /> and is not renewed. Choose a plan to
          continue.
        </p>
      )}
      {state.isLive && !endsAt && next.plan !== current.plan && (
        <p>
          From <Day at={end * 1_000} /> the plan is {next.plan}.
        </p>
      )}
      {status === 'active' && !isPaid && (
        <p>The payment for this period is in progress. Its credits are added when it succeeds.</p>
      )}
      {others > 0 && (
        <p class="notice bad">
          {others + 1} subscriptions are active at once. Only {current.plan} counts; any other adds
          no credits. Cancel it under "Manage payments".
        </p>
      )}
    </>
  );
};

export const CreditLotTable = ({ view }: { view: BillingView }) =>
  view.account.lots.length === 0 ? null : (
    <Table
      caption="Credits, in the order they are spent"
      head={['Credits', 'Left', 'Expires']}
      numeric={[1]}
      rows={view.account.lots.map(({ kind, available, endsAt }) => [
        LOT_KIND_LABELS[kind],
        formatNumber(available),
        endsAt === null ? 'Never' : <Day at={endsAt} />,
      ])}
    />
  );

/** The plan that continues in the next period; null if choosing any plan is a change. */
function keptPlan({ account, stripe }: BillingView, now: number): string | null {
  const { subscription } = account;
  const isPaid = subscription !== null && PAID_STATUSES.includes(subscription.status);
  const state = typeof stripe === 'object' ? stripe?.subscriptionState : null;
  if (!isPaid || subscription.periodEnd <= now) return null;
  if (!state?.isLive) return subscription.plan;
  const { cancel_at: endsAt, cancel_at_period_end: isEnding } = state.subscription;
  return endsAt || isEnding ? null : state.next.plan;
}

/**
 * Plans with prices; owners choose by a button for each plan.
 * @param wanted plan chosen on the public price page; its button is highlighted
 */
export const Plans = ({
  view,
  now,
  canPay,
  wanted,
}: {
  view: BillingView;
  now: number;
  canPay: boolean;
  wanted: string | undefined;
}) => {
  const own = view.account.subscription?.plan;
  const kept = keptPlan(view, now);
  return (
    <PageSection title="Plans">
      <Table
        caption="Monthly prices"
        head={[
          ...['Plan', 'Credits a month', 'Price a month', 'Per 1,000 credits'],
          ...(canPay ? ['Choice'] : []),
        ]}
        numeric={[1, 2, 3]}
        rows={PLANS.map(({ id, creditsPerMonth, monthlyPriceUsd }) => [
          id === own ? <strong>{`${humanize(id)} (your plan)`}</strong> : humanize(id),
          formatNumber(creditsPerMonth),
          formatMoney(monthlyPriceUsd * 100),
          perThousand(monthlyPriceUsd, creditsPerMonth),
          ...(canPay
            ? [
                id === kept ? (
                  id === own ? (
                    'Your plan'
                  ) : (
                    'Starts with the next period'
                  )
                ) : (
                  <ActionForm
                    action="/app/billing/plan"
                    fields={{ plan: id }}
                    kind={id === wanted ? undefined : 'quiet'}
                    spoken={`Choose plan ${humanize(id)}`}
                    label="Choose plan"
                  />
                ),
              ]
            : []),
        ])}
      />
      <p class="summary">Credits left at the end of a period stay valid for three months.</p>
    </PageSection>
  );
};

export const Packs = ({ canPay }: { canPay: boolean }) => (
  <PageSection title="More credits">
    <Table
      caption="Credits that never expire"
      head={['Credits', 'Price', 'Per 1,000 credits', ...(canPay ? ['Choice'] : [])]}
      numeric={[1, 2]}
      rows={CREDIT_PACKS.map(({ id, credits, priceUsd }) => [
        formatNumber(credits),
        formatMoney(priceUsd * 100),
        perThousand(priceUsd, credits),
        ...(canPay
          ? [
              <ActionForm
                action="/app/billing/credits"
                fields={{ pack: id }}
                kind="quiet"
                spoken={`Buy credits: ${formatNumber(credits)}`}
                label="Buy credits"
              />,
            ]
          : []),
      ])}
    />
    <p class="summary">
      They are spent after the credits of the plan, and can only be spent with a plan.
    </p>
  </PageSection>
);

const PACK_CHOICES = CREDIT_PACKS.map(
  ({ id, credits, priceUsd }) =>
    [id, `${formatCredits(credits)} for ${formatMoney(priceUsd * 100)}`] as const,
);

export const creditWatchForm = ({ alerts, topUp }: CreditWatch): FormState =>
  storedForm({
    alerts: alerts ? 'on' : '',
    top_up: topUp ? 'on' : '',
    // What a browser sends of the list where nothing was chosen.
    pack: topUp?.pack ?? CREDIT_PACKS[0]?.id ?? '',
    threshold: topUp ? String(topUp.threshold) : '1000',
    monthly: topUp ? String(topUp.monthlyCents / 100) : '',
  });

const TOP_UP_FAILURES: Readonly<Record<TopUpFailure, string>> = {
  declined:
    'the card was declined, or the bank requires your confirmation. Resolve this under "Manage payments", then switch it on again.',
  no_payment_method:
    'no payment method is saved. Add one under "Manage payments", then switch it on again.',
  refunded: 'one of its payments was refunded.',
  disputed: 'one of its payments is disputed by the cardholder.',
};

/** Alerts at 80 and 100 %, and the automatic top-up. */
export const CreditWatchForm = ({
  watch,
  form,
  isOpen,
}: {
  watch: CreditWatch;
  form: FormState;
  isOpen: boolean;
}) => (
  <PageSection title="Alerts and automatic top-up">
    {watch.topUpFailure && (
      <p class="notice bad">
        The automatic top-up is switched off: {TOP_UP_FAILURES[watch.topUpFailure]}
      </p>
    )}
    {watch.open && (
      <p>
        {formatCredits(watch.open.credits)} for {formatMoney(watch.open.cents)}: payment in
        progress.
      </p>
    )}
    {watch.topUp && (
      <p>
        {formatMoney(watch.month.cents)} of {formatMoney(watch.topUp.monthlyCents)} spent this
        month.
      </p>
    )}
    <Form action="/app/billing/alerts" form={form}>
      <CheckBox
        name="alerts"
        label="Notify when 80% and 100% of a period's credits are used"
        hint="By email to owners, and as the event credits.threshold_reached."
      />
      {isOpen && (
        <>
          <CheckBox
            name="top_up"
            label="Buy credits when the balance is low"
            hint="With the saved payment method, while a plan is active. A payment that fails, is refunded or is disputed switches it off."
          />
          <Field
            name="threshold"
            label="Buy when the balance is below (credits)"
            inputmode="numeric"
            maxlength={9}
          />
          <Select name="pack" label="Buy each time" choices={PACK_CHOICES} />
          <Field
            name="monthly"
            label="Maximum per calendar month, in dollars"
            inputmode="numeric"
            maxlength={6}
          />
        </>
      )}
      <Button kind="quiet">Save alerts</Button>
    </Form>
  </PageSection>
);

const PAYMENT_NAMES = { top_up: 'Automatic top-up, receipt', pack: 'Credits' };

const documentName = ({ kind, number }: BillingDocument): string =>
  kind === 'invoice' ? (number ?? 'Invoice') : PAYMENT_NAMES[kind];

/** Stripe's invoices and receipts, and a link to its portal. */
export const Invoices = ({ view: { stripe }, canPay }: { view: BillingView; canPay: boolean }) => (
  <PageSection title="Invoices">
    {stripe === 'unreachable' && (
      <p>The payment service could not be reached just now. Your payments are not affected.</p>
    )}
    {stripe === null && <p>There are no invoices yet.</p>}
    {typeof stripe === 'object' && stripe !== null && stripe.documents.length > 0 && (
      <Table
        caption="The latest invoices and receipts"
        head={['Number', 'Date', 'Amount', 'State']}
        numeric={[2]}
        rows={stripe.documents.map((shown) => [
          shown.url ? <a href={shown.url}>{documentName(shown)}</a> : documentName(shown),
          <Day at={shown.created * 1_000} />,
          formatMoney(shown.total),
          invoiceStatusLabel(shown.status),
        ])}
      />
    )}
    {canPay && stripe !== null && (
      <ActionForm action="/app/billing/portal" kind="quiet" label="Manage payments" />
    )}
  </PageSection>
);

export const BillingNotes = ({ view }: { view: BillingView }) => {
  const { missingCredits: missing } = view;
  return (
    <>
      {missing > 0 && (
        <p>
          {formatCredits(missing)} from purchases that were refunded or disputed had already been
          spent, or are held by lists and monitors until these end.
        </p>
      )}
      {view.creditTransfers.some(({ kind }) => kind === 'mismatch') && (
        <p class="notice bad">
          A payment did not match its order, so no credits were added. The operator has been
          notified.
        </p>
      )}
    </>
  );
};
