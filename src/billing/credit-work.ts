import * as z from 'zod';
import { plainMail } from '../lib/mail.ts';
import { acknowledgeAll } from '../lib/queue.ts';
import { formatCount, isolated } from '../lib/text.ts';
import { toIso, utcDay } from '../lib/time.ts';
import type { CreditNotice, TopUpFailure } from '../lookup/account/credit-watch.ts';
import { mayPay } from '../lookup/account/members.ts';
import type { WebhookEvent, WebhookType } from '../lookup/jobs/webhooks.ts';
import type { BillingPorts } from './ports.ts';
import { settleTopUp } from './top-up.ts';

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const FAILURE_SENTENCES: Readonly<Record<TopUpFailure, string>> = {
  declined: 'could not be paid. The card was declined, or its bank requires your confirmation.',
  no_payment_method: 'could not be paid. No payment method is saved.',
  refunded: 'were refunded.',
  disputed: 'are disputed by the cardholder.',
};
const FAILURE_REMEDIES: Readonly<Record<TopUpFailure, string>> = {
  declined: 'Update the payment method under "Manage payments", then switch it on again.',
  no_payment_method: 'Add one under "Manage payments", then switch it on again.',
  refunded: 'Switch it on again if credits are to be bought automatically.',
  disputed: 'Switch it on again if credits are to be bought automatically.',
};

/** A notice as the text of a mail and as the data of an event. */
interface NoticeContent {
  type: WebhookType;
  subject: string;
  text: string;
  data: Record<string, unknown>;
}

function noticeContent(notice: CreditNotice): NoticeContent {
  switch (notice.kind) {
    case 'used': {
      const { share, granted, available, periodStart, periodEnd } = notice;
      const rest =
        share === 100
          ? `Credits left, including purchased and carried-over ones: ${formatCount(available)}. At zero, live lookups are refused with 402 INSUFFICIENT_CREDITS.`
          : `${formatCount(available)} credits can still be spent, including purchased and carried-over ones.`;
      return {
        type: 'credits.threshold_reached',
        subject: `${share}% of this period's credits are used`,
        text: `${share}% of the ${formatCount(granted)} credits of this period, which ends on ${utcDay(periodEnd)}, are used or held by running lists. ${rest}`,
        data: {
          threshold_percent: share,
          credits_granted: granted,
          credits_available: available,
          current_period_start: toIso(periodStart),
          current_period_end: toIso(periodEnd),
        },
      };
    }
    case 'top_up_ceiling': {
      const { month, monthlyCents, available } = notice;
      return {
        type: 'top_up.skipped',
        subject: 'Credits were not bought: the monthly limit is reached',
        text: `${formatCount(available)} credits are left. The automatic top-up bought no more, because it has reached its limit of ${dollars(monthlyCents)} per month. Raise the limit, or buy credits yourself.`,
        data: { month, monthly_ceiling_cents: monthlyCents, credits_available: available },
      };
    }
    default: {
      const { pack, credits, cents } = notice.topUp;
      const data = { pack, credits, amount_cents: cents, currency: 'usd' };
      if (notice.kind === 'top_up_paid')
        return {
          type: 'top_up.paid',
          subject: `${formatCount(credits)} credits were bought for ${dollars(cents)}`,
          text: `The balance fell below the threshold you set, so ${formatCount(credits)} credits were bought for ${dollars(cents)} with your saved payment method. ${formatCount(notice.available)} credits can be spent now.`,
          data: { ...data, credits_available: notice.available },
        };
      const { failure } = notice;
      const isPaid = failure === 'refunded' || failure === 'disputed';
      return {
        type: 'top_up.failed',
        subject: `The automatic top-up ${isPaid ? 'is' : 'failed and is'} switched off`,
        text: `${formatCount(credits)} credits for ${dollars(cents)} ${FAILURE_SENTENCES[failure]} The automatic top-up is switched off. ${FAILURE_REMEDIES[failure]}`,
        data: { ...data, reason: failure },
      };
    }
  }
}

/**
 * Sends a notice to the organization's webhook endpoints, and by mail to those who pay. Idempotent:
 * event and mails are recorded under the notice's id before they are sent.
 */
async function sendNotice(
  organizationId: string,
  notice: CreditNotice,
  { accounts, webhooks, sendsMail, serviceName, publicUrl }: BillingPorts,
): Promise<void> {
  const { type, subject, text, data } = noticeContent(notice);
  const { id, at: createdAt } = notice;
  const about = { organizationId, mode: 'live', type, productTypes: [], createdAt } as const;
  await webhooks.announce({ ...about, id, data } satisfies WebhookEvent, null);
  if (!sendsMail) return;
  const view = await accounts.view(organizationId);
  const link = publicUrl && `${publicUrl}/app/billing`;
  const paragraphs = [
    text,
    ...(link ? [link] : []),
    `${serviceName}, ${isolated(view?.organization.name ?? '')}`,
  ];
  for (const { email, role } of view?.members ?? [])
    if (mayPay(role))
      await webhooks.mail(plainMail(email, subject, paragraphs), {
        ...about,
        id: `${id}:${email}`,
      });
}

async function sendNotices(organizationId: string, ports: BillingPorts): Promise<void> {
  const { accounts } = ports;
  const { notices } = await accounts.creditWork(organizationId);
  for (const notice of notices) {
    await sendNotice(organizationId, notice, ports);
    await accounts.endCreditNotice(organizationId, notice.id);
  }
}

/**
 * Does an account's pending work about credits: notices, and a top-up in progress. All steps are
 * idempotent and safe to run concurrently.
 * @throws errors of Stripe and stores; the account then requests the work again
 */
export async function doCreditWork(organizationId: string, ports: BillingPorts): Promise<void> {
  await sendNotices(organizationId, ports);
  const { topUp, halt } = await ports.accounts.creditWork(organizationId);
  if (!topUp || !ports.stripe) return;
  await settleTopUp(organizationId, topUp, halt, { ...ports, stripe: ports.stripe });
  await sendNotices(organizationId, ports);
}

const creditMessage = z.object({ organizationId: z.string() });

/** Consumes credit-work messages; an account requests unfinished work again. */
export const handleCreditMessages = (messages: readonly Message[], ports: BillingPorts) =>
  acknowledgeAll(
    messages,
    async (body) => doCreditWork(creditMessage.parse(body).organizationId, ports),
    (cause) => ports.warn('credit work was not done', { cause }),
  );
