import * as z from 'zod';
import { MAX_LEDGER_ENTRIES, readLedger } from '../../accounts/credits.ts';
import { requireAccount, requireOrganization } from '../../accounts/organizations.ts';
import { reconcileAccount } from '../../accounts/reconciliation.ts';
import { readCreditTransfers, syncPaymentsNow } from '../../billing/customer-sync.ts';
import { publishPrices } from '../../billing/prices.ts';
import { StripeRefusal } from '../../billing/stripe/client.ts';
import { ApiError } from '../../lib/errors.ts';
import { alike } from '../../lib/fields.ts';
import { quoted } from '../../lib/text.ts';
import { field } from '../../lookup/answer-fields.ts';
import { timestamp } from '../openapi/json-schemas.ts';
import { pageQuery } from '../request/validation.ts';
import {
  type AdminServices,
  operatorRoute,
  organizationParams,
  pageAnswer,
  successAnswer,
} from './shared.ts';

const DEFAULT_LEDGER_ENTRIES = 100;

const entrySchema = () =>
  z.object({
    id: z.string(),
    at: timestamp,
    kind: z.string(),
    amount: z.int().describe('Change of the credits owned.'),
    held: z.int().describe('Change of the credits held.'),
    balance_after: z.int().describe('Credits owned after this entry.'),
    ref: field.text('Request, bulk chunk or grant, or the lot that ended.'),
    ...alike(
      z.string().nullable(),
      'hold_id',
      'product',
      'input_hash',
      'user_id',
      'key_id',
      'note',
    ),
  });

const ledgerRoute = operatorRoute({
  endpoint: 'GET /admin/organizations/:id/ledger',
  operationId: 'readLedger',
  summary: "History of an organization's credits, newest first",
  description: 'The append-only ledger of its account.',
  params: organizationParams,
  query: z.object(pageQuery(MAX_LEDGER_ENTRIES, DEFAULT_LEDGER_ENTRIES)),
  answer: pageAnswer('postings', entrySchema),
  errors: ['NotThere'],
  async handle({ query, param }, { accounts }) {
    const page = await readLedger({ organizationId: param('id'), ...query }, accounts);
    return { ...page, postings: page.entries };
  },
});

const reconcileRoute = operatorRoute({
  endpoint: 'POST /admin/organizations/:id/reconcile',
  operationId: 'reconcileAccount',
  summary: 'Check every rule of an account',
  description: 'Cron does it daily for every account.',
  params: organizationParams,
  answer: successAnswer(() => ({
    balanced: field.boolean('Whether every rule holds.'),
    invariants: z
      .record(z.string(), z.unknown())
      .describe('Result by rule: true, or the difference if the rule is broken.'),
  })),
  errors: ['NotThere'],
  async handle({ c, param }, { accounts }) {
    c.set('isReading', true);
    const { id } = await requireOrganization(accounts.db, param('id'));
    await requireAccount(id, accounts);
    const invariants = await reconcileAccount(id, accounts);
    const results = invariants.map(
      ({ name, holds, difference }) => [name, holds ? true : { difference }] as const,
    );
    return {
      balanced: invariants.every(({ holds }) => holds),
      invariants: Object.fromEntries(results),
    };
  },
});

/** Reports Stripe's refusal with its code: the operator's key or account needs attention. */
async function tellRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof StripeRefusal)) throw cause;
    const { status, code } = cause;
    const isTransient = status === 429 || status >= 500;
    throw new ApiError(
      isTransient ? 'SERVICE_UNAVAILABLE' : 'UPSTREAM_ERROR',
      `Stripe refuses the request: ${status} ${quoted(code)}.`,
      { cause },
    );
  }
}

const priceSchema = () =>
  z.object({
    lookup_key: z.string(),
    amount_usd: z.number(),
    price_id: z.string(),
    made: field.boolean('False if it already existed.'),
  });

const pricesRoute = operatorRoute({
  endpoint: 'POST /admin/stripe/prices',
  operationId: 'publishStripePrices',
  summary: 'Create the prices of plans and packs in Stripe',
  description: 'Existing prices stay.',
  answer: successAnswer(() => ({ prices: z.array(priceSchema()) })),
  errors: ['Unanswered'],
  async handle(_, { billing }) {
    const published = await tellRefusal(publishPrices(billing));
    return { prices: published.map((price) => ({ ...price, amountUsd: price.cents / 100 })) };
  },
});

const transferSchema = () =>
  z.object({
    id: z.string(),
    kind: z.string(),
    payment: field.textOrNull('Id of the payment in Stripe.'),
    credits: z.int(),
    moved: z.unknown().describe('What it changed in the account.'),
    at: timestamp,
  });

async function readTransfers(organizationId: string, { accounts, billing }: AdminServices) {
  await requireOrganization(accounts.db, organizationId);
  return { movements: await readCreditTransfers(organizationId, billing) };
}

const transfers = {
  params: organizationParams,
  answer: successAnswer(() => ({ movements: z.array(transferSchema()) })),
  errors: ['NotThere'] as const,
};

const paymentsRoute = operatorRoute({
  ...transfers,
  endpoint: 'GET /admin/organizations/:id/payments',
  operationId: 'listPayments',
  summary: 'Credits moved by payments',
  description: 'As far as they were read from Stripe.',
  handle: ({ param }, services) => readTransfers(param('id'), services),
});

const readPaymentsRoute = operatorRoute({
  ...transfers,
  endpoint: 'POST /admin/organizations/:id/payments/read',
  operationId: 'readPayments',
  summary: 'Synchronize an account with Stripe now',
  description: 'Does not wait for an event.',
  errors: ['NotThere', 'Unanswered'],
  async handle({ param }, services) {
    await requireOrganization(services.accounts.db, param('id'));
    await tellRefusal(syncPaymentsNow(param('id'), services.billing));
    return readTransfers(param('id'), services);
  },
});

export const ledgerRoutes = {
  tag: { name: 'Ledger and payments', description: 'Credits, and what moved them.' },
  routes: [ledgerRoute, reconcileRoute, pricesRoute, paymentsRoute, readPaymentsRoute],
};
