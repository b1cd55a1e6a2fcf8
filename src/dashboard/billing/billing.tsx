import * as z from 'zod';
import { type AuditedFields, describeChanges } from '../../accounts/audit-log.ts';
import { type BillingView, readBilling } from '../../billing/billing-view.ts';
import { buyCredits, choosePlan, managePayments, type Payer } from '../../billing/checkout.ts';
import { planStep } from '../../billing/subscription-state.ts';
import { changeCreditWatch } from '../../billing/top-up.ts';
import { findPlan, type Plan } from '../../domain/plans.ts';
import { ApiError } from '../../lib/errors.ts';
import type { CreditWatchSettings } from '../../lookup/account/credit-watch.ts';
import { mayPay } from '../../lookup/account/members.ts';
import { ActionForm } from '../form/form.tsx';
import { type FormState, handleForm } from '../form/form-state.ts';
import { formatDay, formatMoney, LinkLine, OperatorLink } from '../layout/format.tsx';
import { page } from '../layout/page.tsx';
import { auditPageChange, type DashboardServices } from '../services/services.ts';
import { type PageContext, PageError, type Pages, requireSessionUser } from '../session/context.ts';
import { redirectWith } from '../session/flash.ts';
import {
  BillingNotes,
  CreditLotTable,
  CreditWatchForm,
  CurrentPlan,
  creditWatchForm,
  Invoices,
  Packs,
  PlanChanges,
  Plans,
} from './sections.tsx';

const BILLING_PATH = '/app/billing';

/** Messages after the return from Stripe, by query parameter. */
const RETURN_MESSAGES = new Map([
  ['checkout', 'Thank you. Card payments are credited at once; bank payments take days.'],
  ['change', 'Your plan was changed.'],
  ['portal', 'You have returned from the payment service.'],
]);

const NOT_SET_UP =
  'Payments are not set up for this service. Plans and credits are set by the operator.';

const readSubscriptionState = ({ stripe }: BillingView) =>
  typeof stripe === 'object' ? (stripe?.subscriptionState ?? null) : null;

async function readView(
  c: PageContext,
  { billing }: DashboardServices,
  options?: { sync: boolean },
): Promise<BillingView> {
  const view = await readBilling(requireSessionUser(c).organizationId, billing, options);
  if (!view) throw new PageError(404, 'The organization has no account.');
  return view;
}

const watchSchema = z.object({
  alerts: z.string().optional(),
  top_up: z.string().optional(),
  threshold: z.string().trim().optional(),
  monthly: z.string().trim().optional(),
  pack: z.string().optional(),
});

/** Parses an integer, also with commas such as `1,000`; NaN for anything else. */
const wholeNumber = (text = ''): number =>
  /^\d+$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : Number.NaN;

const readWatch = (sent: z.output<typeof watchSchema>): CreditWatchSettings => ({
  alerts: sent.alerts === 'on',
  topUp:
    sent.top_up === 'on'
      ? {
          pack: sent.pack ?? '',
          threshold: wholeNumber(sent.threshold),
          monthlyCents: wholeNumber(sent.monthly) * 100,
        }
      : null,
});

const auditedWatch = ({ alerts, topUp }: CreditWatchSettings): AuditedFields => ({
  alerts,
  top_up: topUp
    ? `${topUp.pack} below ${topUp.threshold}, ${formatMoney(topUp.monthlyCents)} a month`
    : 'off',
});

async function showBilling(c: PageContext, services: DashboardServices, form?: FormState) {
  const back = RETURN_MESSAGES.get(c.req.query('from') ?? '');
  const view = await readView(c, services, { sync: back !== undefined });
  const isPayer = mayPay(requireSessionUser(c).role);
  const canPay = view.isOpen && isPayer;
  const state = readSubscriptionState(view);
  const now = services.accounts.clock.now();
  const watch = view.account.creditWatch;
  const content = (
    <>
      {back && (
        <p class="notice good" role="status" tabindex={-1} autofocus>
          {back}
        </p>
      )}
      <CurrentPlan view={view} now={now} />
      {state && <PlanChanges state={state} />}
      <BillingNotes view={view} />
      <CreditLotTable view={view} />
      {!view.isOpen && (
        <>
          <p>{NOT_SET_UP}</p>
          <p>
            To get or change a plan, ask <OperatorLink contact={services.contact} />.
          </p>
        </>
      )}
      {view.isOpen && !isPayer && (
        <p>Owners and members with the role billing can choose plans and buy credits.</p>
      )}
      <Plans view={view} now={now} canPay={canPay} wanted={c.req.query('plan')} />
      <Packs canPay={canPay} />
      {isPayer && (
        <CreditWatchForm watch={watch} form={form ?? creditWatchForm(watch)} isOpen={view.isOpen} />
      )}
      {view.isOpen && <Invoices view={view} canPay={canPay} />}
    </>
  );
  c.set('formTargets', services.billing.stripe?.pageSources ?? []);
  return page(c, { title: 'Billing', wide: true, ...(form && { form }) }, content);
}

/** Confirmation before a card is charged or a plan downgraded, for which Stripe has no page. */
function confirmChange(
  c: PageContext,
  plan: Plan,
  view: BillingView,
  targets: readonly string[],
): Promise<Response> | null {
  const state = readSubscriptionState(view);
  if (!state?.isLive || (state.status !== 'active' && state.status !== 'trialing')) return null;
  const step = planStep(state, { plan: plan.id, credits: plan.creditsPerMonth });
  const price = formatMoney(plan.monthlyPriceUsd * 100);
  const ends = formatDay(state.end * 1_000);
  const terms = {
    begins_now: `The plan ${plan.id} begins now: ${price} is charged to your card today, and then every month on this day. Your remaining credits are carried over.`,
    next_period: `The plan ${plan.id} begins on ${ends}, for ${price} a month. Until then you keep ${state.current.plan}.`,
    stays: `You keep the plan ${plan.id}. It is renewed on ${ends} for ${price}.`,
  }[step];
  const content = (
    <>
      <p>{terms}</p>
      <ActionForm
        action={`${BILLING_PATH}/plan`}
        fields={{ plan: plan.id, sure: 'yes' }}
        label="Change plan"
      />
      <LinkLine to={BILLING_PATH}>Keep the current plan</LinkLine>
    </>
  );
  c.set('formTargets', targets);
  return page(c, { title: `Change to ${plan.id}` }, content);
}

/**
 * Runs a payment action; redirects to Stripe, or shows the page with the refusal.
 * @param chosen text for the audit log
 */
async function startPayment(
  c: PageContext,
  services: DashboardServices,
  chosen: AuditedFields,
  open: (payer: Payer) => Promise<string>,
): Promise<Response> {
  const { organizationId, role } = requireSessionUser(c);
  try {
    const url = await open({ organizationId, role, pageUrl: `${c.get('origin')}${BILLING_PATH}` });
    await auditPageChange(c, services, null, describeChanges({}, chosen));
    return c.redirect(url, 303);
  } catch (error) {
    const isShown = error instanceof ApiError && error.status < 500;
    if (!isShown) services.log('warn', 'a payment could not be begun', { cause: error as Error });
    const message = isShown
      ? error.message
      : 'The payment service could not be reached. Try again.';
    return redirectWith(c, BILLING_PATH, services.billing.stripe ? message : NOT_SET_UP, 'bad');
  }
}

/** /app/billing: plan, prices and payment methods. */
export function billingPages(pages: Pages, services: DashboardServices): void {
  const { billing } = services;
  const sent = (c: PageContext, name: string): string => c.get('sentForm')?.get(name) ?? '';

  pages.get('/billing', (c) => showBilling(c, services));
  pages.post('/billing/plan', async (c) => {
    const plan = findPlan(sent(c, 'plan'));
    const isSure = sent(c, 'sure') === 'yes';
    if (plan && billing.stripe && !isSure) {
      const view = await readView(c, services);
      const asked = confirmChange(c, plan, view, billing.stripe.pageSources);
      if (asked) return asked;
    }
    const planId = sent(c, 'plan');
    return startPayment(c, services, { plan: planId }, (payer) =>
      choosePlan({ planId, isSure }, payer, billing),
    );
  });
  pages.post('/billing/credits', (c) => {
    const chosen = { pack: sent(c, 'pack') };
    return startPayment(c, services, chosen, (payer) => buyCredits(chosen.pack, payer, billing));
  });
  pages.post(
    '/billing/alerts',
    handleForm(
      watchSchema,
      (c, form) => showBilling(c, services, form),
      async (c, sent) => {
        const { organizationId, role } = requireSessionUser(c);
        const payer = { organizationId, role, pageUrl: `${c.get('origin')}${BILLING_PATH}` };
        const { creditWatch: before } = (await readView(c, services)).account;
        const watch = readWatch(sent);
        await changeCreditWatch(watch, payer, billing);
        const changes = describeChanges(auditedWatch(before), auditedWatch(watch));
        await auditPageChange(c, services, null, changes);
        return redirectWith(c, BILLING_PATH, 'Alerts and top-up are set.');
      },
      async (c) => creditWatchForm((await readView(c, services)).account.creditWatch),
    ),
  );
  pages.post('/billing/portal', (c) =>
    startPayment(c, services, {}, (payer) => managePayments(payer, billing)),
  );
}
