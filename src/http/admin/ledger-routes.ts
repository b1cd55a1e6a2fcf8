import { Hono } from 'hono';
import * as z from 'zod';
import type { AccountPorts } from '../../accounts/ports.ts';
import { MAX_LEDGER_LINES, readLedger } from '../../accounts/read-ledger.ts';
import { reconcile } from '../../accounts/reconcile.ts';
import type { Posting } from '../../core/account/ledger.ts';
import { toIso } from '../../core/iso-time.ts';
import type { AppEnv } from '../context.ts';
import { parsed } from '../json-body.ts';
import { optional } from './fields.ts';

const DEFAULT_LEDGER_LINES = 100;

const pageQuery = z.object({
  cursor: optional(z.string()),
  limit: optional(z.coerce.number().int().min(1).max(MAX_LEDGER_LINES)),
});

const describe = (line: Posting) => ({
  id: line.id,
  at: toIso(line.at),
  kind: line.kind,
  amount: line.amount,
  held: line.held,
  balance_after: line.balanceAfter,
  ref: line.ref,
  hold_id: line.holdId,
  product: line.product,
  input_hash: line.inputHash,
  user_id: line.userId,
  key_id: line.keyId,
  note: line.note,
});

/** History of an organization's credits, and whether it adds up. */
export function ledgerRoutes(ports: AccountPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/organizations/:id/ledger', parsed('query', pageQuery), async (c) => {
    const { cursor, limit } = c.req.valid('query');
    const page = await readLedger(
      { organizationId: c.req.param('id'), cursor, limit: limit ?? DEFAULT_LEDGER_LINES },
      ports,
    );
    const data = {
      postings: page.postings.map(describe),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    };
    return c.json({ success: true, data });
  });

  routes.post('/organizations/:id/reconcile', async (c) => {
    const invariants = await reconcile(c.req.param('id'), ports);
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
