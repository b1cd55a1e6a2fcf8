// The lower bound of a lookup on this runtime: a bare route, and routes with the one object call
// that no billed lookup can avoid, with and without a group-committed write.
import { DurableObject } from 'cloudflare:workers';
import { Hono } from 'hono';
import { GroupCommit } from '../../src/accounts/object/durable-account.ts';

interface Env {
  ACCOUNT: DurableObjectNamespace<Account>;
}

export class Account extends DurableObject {
  #postings: string[] = [];
  #balance = 0;
  readonly #commits = new GroupCommit({
    write: () => {
      const rows = JSON.stringify(this.#postings.splice(0));
      this.ctx.storage.sql.exec('INSERT INTO postings SELECT value, 1 FROM json_each(?)', rows);
    },
    durable: () => this.ctx.storage.sync(),
    abandon: (cause) => this.ctx.abort(String(cause)),
  });

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS postings (id TEXT PRIMARY KEY, price INTEGER) WITHOUT ROWID',
    );
  }

  async charge(id: string): Promise<number> {
    this.#postings.push(id);
    this.#balance -= 1;
    await this.#commits.join();
    return this.#balance;
  }

  read(): number {
    return this.#balance;
  }
}

const app = new Hono<{ Bindings: Env }>();
app.post('/bare', async (c) => c.json({ success: true, data: await c.req.json() }));
app.post('/call/:kind', async (c) => {
  const data = await c.req.json();
  const account = c.env.ACCOUNT.get(c.env.ACCOUNT.idFromName('one'));
  const left =
    c.req.param('kind') === 'written'
      ? await account.charge(crypto.randomUUID())
      : await account.read();
  return c.json({ success: true, data, left });
});
export default app;
