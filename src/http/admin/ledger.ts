import { Hono } from 'hono';
import * as z from 'zod';
import { MAX_LEDGER_ENTRIES, readLedger } from '../../accounts/credits.ts';
import { requireOrganization } from '../../accounts/organizations.ts';
import type { AccountPorts } from '../../accounts/ports.ts';
import { reconcileAccount } from '../../accounts/reconciliation.ts';
import { readCreditTransfers, syncPaymentsNow } from '../../billing/customer-sync.ts';
import type { BillingPorts } from '../../billing/ports.ts';
import { publishPrices } from '../../billing/prices.ts';
import { toIso } from '../../lib/time.ts';
import type { LedgerEntry } from '../../lookup/account/ledger.ts';
import type { AppEnv } from '../request/context.ts';
import { optionalField, validated } from '../request/validation.ts';

const DEFAULT_LEDGER_ENTRIES = 100;

const pageQuery = z.object({
  cursor: optionalField(z.string()),
  limit: optionalField(z.coerce.number().int().min(1).max(MAX_LEDGER_ENTRIES)),
});

const describeLedgerEntry = (entry: LedgerEntry) => ({
  id: entry.id,
  at: toIso(entry.at),
  kind: entry.kind,
  amount: entry.amount,
  held: entry.held,
  balance_after: entry.balanceAfter,
  ref: entry.ref,
  hold_id: entry.holdId,
  product: entry.product,
  input_hash: entry.inputHash,
  user_id: entry.userId,
  key_id: entry.keyId,
  note: entry.note,
});

/** History of an organization's credits, and whether it adds up. */
export function ledgerRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/organizations/:id/ledger', validated('query', pageQuery), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const page = await readLedger(
      { organizationId: c.req.param('id'), cursor, limit: limit ?? DEFAULT_LEDGER_ENTRIES },
      ports,
    );
    const data = {
      postings: page.entries.map(describeLedgerEntry),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    };
    return c.json({ success: true, data });
  });

  routes.post('/organizations/:id/reconcile', async (c) => {
    const invariants = await reconcileAccount(c.req.param('id'), ports);
    const results = invariants.map(
      ({ name, holds, difference }) => [name, holds ? true : { difference }] as const,
    );
    const data = {
      balanced: invariants.every(({ holds }) => holds),
      invariants: Object.fromEntries(results),
    };
    return c.json({ success: true, data });
  });
  return routes;
}

/** Prices in Stripe, and what payments have moved. */
export function paymentRoutes({
  accounts,
  billing,
}: {
  accounts: AccountPorts;
  billing: BillingPorts;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.post('/stripe/prices', async (c) => {
    const published = await publishPrices(billing);
    const prices = published.map(({ lookupKey, cents, priceId, made }) => ({
      lookup_key: lookupKey,
      amount_usd: cents / 100,
      price_id: priceId,
      made,
    }));
    return c.json({ success: true, data: { prices } });
  });

  async function movementsOf(organizationId: string) {
    await requireOrganization(accounts.db, organizationId);
    const movements = await readCreditTransfers(organizationId, billing);
    return movements.map(({ id, kind, payment, credits, moved, at }) => ({
      id,
      kind,
      payment,
      credits,
      moved,
      at: toIso(at),
    }));
  }

  routes.get('/organizations/:id/payments', async (c) =>
    c.json({ success: true, data: { movements: await movementsOf(c.req.param('id')) } }),
  );
  routes.post('/organizations/:id/payments/read', async (c) => {
    await syncPaymentsNow(c.req.param('id'), billing);
    return c.json({ success: true, data: { movements: await movementsOf(c.req.param('id')) } });
  });
  return routes;
}
