import { Hono } from 'hono';
import {
  buyCredits,
  choosePlan,
  managePayments,
  type Payer,
} from '../../../billing/choose-plan.ts';
import { type BillingView, readBilling } from '../../../billing/read-billing.ts';
import { stepTo } from '../../../billing/standing.ts';
import { findPlan, type Plan } from '../../../core/account/plans.ts';
import { ApiError } from '../../../core/errors.ts';
import { audited } from '../../audited.ts';
import { type DashboardEnv, type PageContext, requireOwner, visitorOf } from '../../context.ts';
import { Button, Form } from '../../form/form.tsx';
import { formatDay, formatMoney } from '../../layout/format.tsx';
import { page } from '../../layout/page.tsx';
import { Refused } from '../../refused.ts';
import type { DashboardServices } from '../../services.ts';
import { redirectWith } from '../../session/flash.ts';
import { Invoices, Lots, Outlook, Packs, Plans, Present, Remarks } from './sections.tsx';

const PATH = '/app/billing';

/** What the page tells whoever comes back from Stripe, by the word in the address. */
const BACK = new Map([
  ['checkout', 'Thank you. What was paid by card counts now; a bank takes days.'],
  ['change', 'Your plan was changed.'],
  ['portal', 'You are back from the payment service.'],
]);

const NOT_SET_UP = 'Payments are not set up here: plans and credits are set by the operator.';

const Contact = ({ contact }: { contact: string | undefined }) =>
  contact ? (
    <p>
      To get or change a plan, write to <a href={contact}>{contact.replace(/^mailto:/, '')}</a>.
    </p>
  ) : (
    <p>To get or change a plan, ask whoever runs this service for you.</p>
  );

const standingOf = ({ stripe }: BillingView) =>
  typeof stripe === 'object' ? (stripe?.standing ?? null) : null;

async function readView(
  c: PageContext,
  { billing }: DashboardServices,
  isBack = false,
): Promise<BillingView> {
  const view = await readBilling(visitorOf(c).organizationId, isBack, billing);
  if (!view) throw new Refused(404, 'The organization has no account.');
  return view;
}

async function show(c: PageContext, services: DashboardServices): Promise<Response> {
  const back = BACK.get(c.req.query('from') ?? '');
  const view = await readView(c, services, back !== undefined);
  const isOwner = visitorOf(c).role === 'owner';
  const canPay = view.isOpen && isOwner;
  const standing = standingOf(view);
  const content = (
    <>
      {back && (
        <p class="told good" role="status">
          {back}
        </p>
      )}
      <Present view={view} now={services.accounts.clock.now()} />
      {standing && <Outlook standing={standing} />}
      <Remarks view={view} />
      <Lots view={view} />
      {!view.isOpen && (
        <>
          <p>{NOT_SET_UP}</p>
          <Contact contact={services.contact} />
        </>
      )}
      {view.isOpen && !isOwner && <p>Owners of the organization choose plans and buy credits.</p>}
      <Plans c={c} plan={view.account.subscription?.plan ?? ''} canPay={canPay} />
      <Packs c={c} canPay={canPay} />
      {view.isOpen && <Invoices c={c} stripe={view.stripe} canPay={canPay} />}
    </>
  );
  c.set('formTargets', services.billing.stripe?.pageSources ?? []);
  return page(c, { title: 'Billing', wide: true }, content);
}

/** Asked before a card is charged or a plan becomes smaller: no page of Stripe's asks then. */
function confirmChange(
  c: PageContext,
  plan: Plan,
  view: BillingView,
  targets: readonly string[],
): Promise<Response> | null {
  const standing = standingOf(view);
  if (!standing?.isLive || (standing.status !== 'active' && standing.status !== 'trialing'))
    return null;
  const step = stepTo(standing, { plan: plan.id, credits: plan.creditsPerMonth });
  const price = formatMoney(plan.monthlyPriceUsd * 100);
  const ends = formatDay(standing.end * 1_000);
  const words = {
    begins_now: `The plan ${plan.id} begins now: ${price} is charged to your card today, and then every month on this day. What is left of your credits is carried over.`,
    next_period: `The plan ${plan.id} begins on ${ends}, for ${price} a month. Until then you keep ${standing.current.plan}.`,
    stays: `You keep the plan ${plan.id}; it is renewed on ${ends} for ${price}.`,
  }[step];
  const content = (
    <>
      <p>{words}</p>
      <Form c={c} action={`${PATH}/plan`}>
        <input type="hidden" name="plan" value={plan.id} />
        <input type="hidden" name="sure" value="yes" />
        <Button>Change plan</Button>
      </Form>
      <p>
        <a href={PATH}>Leave it as it is</a>
      </p>
    </>
  );
  c.set('formTargets', targets);
  return page(c, { title: `Change to ${plan.id}` }, content);
}

/** Owners only, told why where it cannot be done; to Stripe, or back to the page. */
async function pay(
  c: PageContext,
  services: DashboardServices,
  open: (payer: Payer) => Promise<string>,
): Promise<Response> {
  const { organizationId, role } = requireOwner(c);
  try {
    const url = await open({ organizationId, role, pageUrl: `${c.get('origin')}${PATH}` });
    await audited(c, services, null);
    return c.redirect(url, 303);
  } catch (error) {
    const isTold = error instanceof ApiError && error.status < 500;
    if (!isTold) services.log('warn', 'a payment could not be begun', { cause: error as Error });
    const words = isTold ? error.message : 'The payment service could not be reached. Try again.';
    return redirectWith(c, PATH, services.billing.stripe ? words : NOT_SET_UP, 'bad');
  }
}

/** /app/billing: what there is, what it costs, and the ways to pay. */
export function billingPages(services: DashboardServices): Hono<DashboardEnv> {
  const { billing } = services;
  const pages = new Hono<DashboardEnv>();
  const sent = (c: PageContext, name: string): string => c.get('sentForm')?.get(name) ?? '';

  pages.get('/billing', (c) => show(c, services));
  pages.post('/billing/plan', async (c) => {
    requireOwner(c);
    const plan = findPlan(sent(c, 'plan'));
    if (plan && billing.stripe && sent(c, 'sure') !== 'yes') {
      const view = await readView(c, services);
      const asked = confirmChange(c, plan, view, billing.stripe.pageSources);
      if (asked) return asked;
    }
    return pay(c, services, (payer) => choosePlan(sent(c, 'plan'), payer, billing));
  });
  pages.post('/billing/credits', (c) =>
    pay(c, services, (payer) => buyCredits(sent(c, 'pack'), payer, billing)),
  );
  pages.post('/billing/portal', (c) => pay(c, services, (payer) => managePayments(payer, billing)));
  return pages;
}
