// The floor under a lookup on this runtime: a bare route, and a route with only the hops no billed lookup can
// avoid: one in-memory object call, one KV read, one committed object write.
import { DurableObject } from 'cloudflare:workers';
import { Hono } from 'hono';

interface Env {
  CACHE: KVNamespace;
  GATE: DurableObjectNamespace<Gate>;
  ACCOUNT: DurableObjectNamespace<Account>;
}

export class Gate extends DurableObject {
  #calls = 0;
  admit(): number {
    this.#calls += 1;
    return this.#calls;
  }
}

export class Account extends DurableObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS postings (id TEXT PRIMARY KEY, price INTEGER) WITHOUT ROWID',
    );
  }
  charge(id: string): number {
    this.ctx.storage.sql.exec('INSERT INTO postings VALUES (?, 1)', id);
    return 1;
  }
}

const app = new Hono<{ Bindings: Env }>();
app.post('/bare', async (c) => c.json({ success: true, data: await c.req.json() }));
app.post('/hops', async (c) => {
  const { phone_number } = await c.req.json<{ phone_number: string }>();
  const key = c.req.header('Authorization') ?? '';
  const calls = await c.env.GATE.get(c.env.GATE.idFromName(key)).admit();
  const cached = await c.env.CACHE.get(`fact:${phone_number}`, 'json');
  const used = await c.env.ACCOUNT.get(c.env.ACCOUNT.idFromName('one')).charge(crypto.randomUUID());
  if (!cached)
    c.executionCtx.waitUntil(
      c.env.CACHE.put(`fact:${phone_number}`, JSON.stringify({ phone_number }), {
        expirationTtl: 604_800,
      }),
    );
  return c.json({ success: true, data: { calls, used, cached: cached !== null } });
});
export default app;
