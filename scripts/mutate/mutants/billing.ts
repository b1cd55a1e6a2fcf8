import type { Room } from '../mutant.ts';

const PAYMENTS = 'test/billing/payments.test.ts';
const ORDERS = 'test/billing/orders.test.ts';
const STEPS = 'test/billing/steps.test.ts';
const TOP_UP = 'test/billing/top-up.test.ts';
const WEBHOOK = 'test/billing/webhook.test.ts';

/** Payments: what Stripe says, once, in the account. */
export const billing: Room = {
  name: 'billing',
  mutants: [
    {
      name: 'a movement is written down after it',
      file: 'src/billing/credit-transfers.ts',
      find: '  const begun = await beginBillingTransfer(db, row);\n  const ended = await move(begun);\n',
      replace: '  const ended = await move(credits);\n  await beginBillingTransfer(db, row);\n',
      tests: [STEPS],
    },
    {
      name: 'a movement in doubt is not asked for again',
      file: 'src/billing/credit-transfers.ts',
      find: '(moved === null ? [] : id)',
      replace: '(moved === undefined ? [] : id)',
      tests: [STEPS],
    },
    {
      name: 'a proration line counts as a period',
      file: 'src/billing/paid-periods.ts',
      find: '|| item.proration || !price',
      replace: '|| !price',
      tests: [STEPS],
    },
    {
      name: 'an invoice that is not paid counts',
      file: 'src/billing/customers.ts',
      find: "{ customer, status: 'paid', limit: PAGE_SIZE, created",
      replace: '{ customer, limit: PAGE_SIZE, created',
      tests: [PAYMENTS],
    },
    {
      name: 'a cancelled subscription covers the next',
      file: 'src/billing/paid-periods.ts',
      find: '(endOf.get(subscriptionId) ?? Infinity) >= period.end',
      replace: 'subscriptionId !== period.subscriptionId',
      tests: [STEPS],
    },
    {
      name: 'of two subscriptions that run both are granted',
      file: 'src/billing/paid-periods.ts',
      find: 'if (!isCovered) counted.push',
      replace: 'counted.push',
      tests: [PAYMENTS],
    },
    {
      name: 'two periods that were paid in one second begin together',
      file: 'src/billing/paid-periods.ts',
      find: 'last = Math.max(period.start * 1_000, last + 1);',
      replace: 'last = period.start * 1_000;',
      tests: [PAYMENTS],
    },
    {
      name: 'a second open checkout survives',
      file: 'src/billing/checkout.ts',
      find: 'for (const other of open.filter((each) => each !== same))',
      replace: 'for (const other of open.filter((each) => each !== same).slice(1))',
      tests: [STEPS],
    },
    {
      name: 'a plan changed to and fro leaves two open checkouts',
      file: 'src/billing/checkout.ts',
      find: 'for (const other of open.filter((each) => each !== same))',
      replace: 'for (const other of same ? [] : open)',
      tests: [STEPS],
    },
    {
      name: 'a checkout about to end is given out',
      file: 'src/billing/checkout.ts',
      find: 'isSame(each) && each.expires_at - MIN_SECONDS_LEFT > now && each.url',
      replace: 'isSame(each) && each.url',
      tests: [STEPS],
    },
    {
      name: 'one unreadable customer blocks the queue',
      file: 'src/billing/customer-sync.ts',
      find: '      await setCustomerDue(db, customerId, now + AFTER_FAILURE_MS);\n',
      replace: '',
      tests: [STEPS],
    },
    {
      name: 'the first unreadable customer ends the reading of the others',
      file: 'src/billing/customer-sync.ts',
      find: "      warn('payments of an organization could not be read', failed);\n",
      replace:
        "      throw cause;\n      warn('payments of an organization could not be read', failed);\n",
      tests: [PAYMENTS],
    },
    {
      name: 'an event is noted before it is applied',
      file: 'src/billing/webhook.ts',
      find: '  const paid = ports as PaidPorts;\n  const { customer, payment }',
      replace:
        '  const paid = ports as PaidPorts;\n  await insertBillingEvent(ports.db, { id, type, appliedAt: ports.clock.now() });\n  const { customer, payment }',
      tests: [WEBHOOK, ORDERS],
    },
    {
      name: 'a reading that was overtaken is not made again',
      file: 'src/billing/customer-sync.ts',
      find: 'if (await markCustomerRead(ports.db, customer, read)) return true;',
      replace:
        'if ((await markCustomerRead(ports.db, customer, read)) || reading >= 0) return true;',
      tests: [PAYMENTS],
    },
    {
      name: 'a payment that is less than its order is granted whole',
      file: 'src/billing/credit-transfers.ts',
      find: 'cents !== null && received >= cents && currency',
      replace: 'cents !== null && currency',
      tests: [PAYMENTS],
    },
    {
      name: 'a payment that has not arrived is granted',
      file: 'src/billing/credit-transfers.ts',
      find: "if (!isCreditPurchase(payment) || payment.status !== 'succeeded') return null;",
      replace: 'if (!isCreditPurchase(payment)) return null;',
      tests: [PAYMENTS],
    },
    {
      name: 'a failed refund takes its credits all the same',
      file: 'src/billing/credit-transfers.ts',
      find: ": !FAILED_REFUND_STATUSES.has(status ?? 'pending');",
      replace: ': status !== null;',
      tests: [PAYMENTS],
    },
    {
      name: 'a refund that failed gives back more than it took',
      file: 'src/accounts/ledger/subscription.ts',
      find: 'const given = undoes && asked > 0 ? lowerClaim(state, undoes) : asked;',
      replace:
        'const given = undoes && asked > 0 ? Math.max(asked, lowerClaim(state, undoes)) : asked;',
      tests: [STEPS],
    },
    {
      name: 'a period whose reply was lost is granted again once it is over',
      file: 'src/accounts/ledger/subscription.ts',
      find: 'const asked = isSubscribed ? 0 : amount;',
      replace: 'const asked = amount;',
      tests: [PAYMENTS],
    },
    {
      name: 'what holds gave back to a refund is not on record',
      file: 'src/billing/store.ts',
      find: '(moved IS NULL OR moved >',
      replace: '(moved IS NULL OR moved <',
      tests: [PAYMENTS],
    },
    {
      name: 'a refund that holds owe to is looked at in three days',
      file: 'src/billing/customer-sync.ts',
      find: 'const isOpen = isOwed || ',
      replace: 'const isOpen = ',
      tests: [PAYMENTS],
    },
    {
      name: 'a refund of a top-up leaves it on',
      file: 'src/accounts/ledger/subscription.ts',
      find: '  if (endsTopUp) switchOffTopUp(state, id, endsTopUp);\n',
      replace: '',
      tests: [TOP_UP],
    },
    {
      name: 'refunds and disputes of one payment take more than its credits',
      file: 'src/billing/credit-transfers.ts',
      find: '    left -= wanted;\n',
      replace: '',
      tests: [PAYMENTS],
    },
    {
      name: "a refund takes another pack's credits first",
      file: 'src/billing/credit-transfers.ts',
      find: '  ...(of !== id && { of }),\n',
      replace: '',
      tests: [PAYMENTS],
    },
    {
      name: 'a bigger plan is changed before it is paid',
      file: 'src/billing/checkout.ts',
      find: "  params.payment_behavior = 'pending_if_incomplete';\n",
      replace: '',
      tests: [PAYMENTS],
    },
    {
      name: 'a subscription that ended undoes what an operator set since',
      file: 'src/billing/subscription-state.ts',
      find: '  if (!state.isLive && !isOurs) return;\n',
      replace: '',
      tests: [PAYMENTS],
    },
    {
      name: 'a period that is paid late is lost',
      file: 'src/billing/paid-periods.ts',
      find: "return outcome.kind === 'refused' ? late() : { kind:",
      replace:
        "return outcome.kind === 'refused' ? { kind: 'period' as const, moved: 0 } : { kind:",
      tests: [STEPS],
    },
    {
      name: 'a closed organization is charged on',
      file: 'src/billing/subscription-state.ts',
      find: 'if (view && !view.organization.active) return endRenewal(state, ports);',
      replace: 'if (view && !view.organization.active) return;',
      tests: [PAYMENTS],
    },
    {
      name: 'a payment under way is looked at in three days',
      file: 'src/billing/customer-sync.ts',
      find: 'return now + (isOpen ? SYNC_SOON_MS : SYNC_USUALLY_MS);',
      replace: 'return now + SYNC_USUALLY_MS;',
      tests: [STEPS],
    },
    {
      name: 'a payment that was begun is not checked again',
      file: 'src/billing/checkout.ts',
      find: 'setCustomerDue(db, customer, clock.now() + SYNC_AGAIN_MS);',
      replace: 'setCustomerDue(db, customer, clock.now() + SYNC_AGAIN_MS * 1_000);',
      tests: [PAYMENTS],
    },
    {
      name: 'a top-up whose payment is under way is declined',
      file: 'src/billing/top-up.ts',
      find: '  if (PENDING_STATUSES.has(outcome.status)) return;\n',
      replace: '',
      tests: [TOP_UP],
    },
    {
      name: 'a customer is deleted anew with every reading',
      file: 'src/billing/customer-sync.ts',
      find: 'customer.deletedAt ?? (found.deleted ? now : null)',
      replace: 'found.deleted ? now : null',
      tests: [PAYMENTS],
    },
    {
      name: 'a second customer is made where a reply was lost long ago',
      file: 'src/billing/customers.ts',
      find: '  if (found) await restoreCustomer(found, ports);\n',
      replace: '',
      tests: [PAYMENTS],
    },
  ],
};
