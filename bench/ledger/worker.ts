// The Worker of bench/ledger.ts: the account as deployed, and equal rules and rows with one commit
// per call.
import { DurableObject } from 'cloudflare:workers';
import { checkAccess, WINDOWS, Windows } from '../../src/accounts/keys/access-check.ts';
import { AccountState } from '../../src/accounts/ledger/account-state.ts';
import { applyExpiry } from '../../src/accounts/ledger/expiry.ts';
import { placeOrder } from '../../src/accounts/ledger/orders.ts';
import { subscribe } from '../../src/accounts/ledger/subscription.ts';
import { checkOrder } from '../../src/accounts/object/account.ts';
import { AccountTables } from '../../src/accounts/object/tables.ts';
import type * as account from '../../src/lookup/account/account.ts';
import type { LookupOrder } from '../../src/lookup/account/order.ts';
import type { CallKind, Principal } from '../../src/lookup/account/principal.ts';

export { Account } from '../../src/accounts/object/account.ts';

// Calls are counted in their rate windows, which admit all of them: the ceilings of an organization
// are below the rates measured here.
for (const window of Object.values(WINDOWS) as { limit: number }[]) window.limit = 1_000_000;

/** The methods the benchmark calls. */
interface Called {
  open(organization: account.Organization, owner: account.Member): Promise<void>;
  addKey(key: account.KeyRecord): Promise<void>;
  subscribe(request: account.SubscriptionRequest): Promise<unknown>;
  admit(principal: Principal, kind: CallKind, order: LookupOrder): Promise<{ code: string }>;
}

/** Account without group commit. It sets no alarm and saves no counts, which favours it. */
export class CommitPerCall extends DurableObject {
  readonly #tables = new AccountTables(this.ctx.storage.sql);
  readonly #book = new AccountState(this.#tables.load(), this.#tables);
  readonly #windows = new Windows();

  open(organization: account.Organization, owner: account.Member): void {
    this.#commit((book) => {
      book.putOrganization(organization);
      book.putMember(owner);
    });
  }

  addKey(key: account.KeyRecord): void {
    this.#commit((book) => book.putKey(key));
  }

  subscribe(request: account.SubscriptionRequest): void {
    this.#commit((book) => subscribe(book, request));
  }

  admit(principal: Principal, kind: CallKind, order: LookupOrder) {
    checkOrder(order);
    return this.#commit((book) => {
      const { organization, apiKeys, members, account: state, now } = book;
      const { subscription } = state;
      const records = { organization, apiKeys, members, subscription, windows: this.#windows };
      const access = checkAccess(principal, kind, records, now);
      if (access.code !== 'ADMITTED') return access;
      const outcome = placeOrder(book, order, access.caller);
      if (outcome.kind !== 'ordered') return { code: outcome.kind };
      return { code: 'ADMITTED', order: outcome.ordered };
    });
  }

  #commit<T>(apply: (book: AccountState) => T): T {
    const book = this.#book;
    applyExpiry(book, Date.now());
    const outcome = apply(book);
    const { account: state, lots, unposted } = book;
    state.windows = this.#windows.keptAtMost(book.now);
    state.unposted = unposted.saved();
    this.ctx.storage.transactionSync(() =>
      this.#tables.write(book.takeJournal(), {
        ...state,
        past: lots.past,
        lots: [...lots.all()],
      }),
    );
    return outcome;
  }
}

interface Bindings {
  ACCOUNT: { getByName(name: string): Called };
  EACH: { getByName(name: string): Called };
}

const REGION = 'weur';
const DAY_MS = 86_400_000;

/** 64 hexadecimal digits. */
const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

async function open(stub: Called, id: string): Promise<void> {
  const createdAt = Date.now();
  await stub.open(
    { id, region: REGION, name: 'Bench', active: true, createdAt },
    { id: 'user', email: 'owner@example.com', role: 'owner', createdAt },
  );
  const owned = { userId: 'user', name: 'bench', mode: 'live', last4: '0000' } as const;
  const life = {
    createdAt,
    expiresAt: null,
    revokedAt: null,
    suspendedAt: null,
    keptAt: null,
    successorId: null,
    secretVersion: null,
  };
  const limits = { scopes: null, ipAllow: null, creditsPerDay: null };
  await stub.addKey({ id: 'key', hash: hashOf(0), ...owned, ...life, ...limits });
  await stub.subscribe({
    operationId: null,
    plan: 'enterprise',
    status: 'active',
    creditsPerMonth: 1_000_000,
    periodStart: createdAt - DAY_MS,
    periodEnd: createdAt + 20 * DAY_MS,
    trialEnd: null,
  });
}

/** Distinct lookups: each writes a receipt and a line. */
const orderOf = (n: number): LookupOrder => ({
  id: crypto.randomUUID(),
  product: 'phone',
  inputHash: hashOf(n),
  bypass: false,
  askedAt: Date.now(),
  tables: 1,
  step: 'charge',
  amount: 1,
});

export default {
  /**
   * `?commit=ACCOUNT|EACH&name=&from=&calls=&callers=`: makes `calls` charges by `callers`
   * concurrent callers on the account `name`; with no calls it opens the account.
   */
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const [from, calls, callers] = ['from', 'calls', 'callers'].map((name) =>
      Number(query.get(name)),
    ) as [number, number, number];
    const id = query.get('name') as string;
    const stub = env[query.get('commit') as 'ACCOUNT' | 'EACH'].getByName(id);
    if (calls === 0) await open(stub, id);
    let sent = 0;
    let charged = 0;
    const startedAt = Date.now();
    const call = async () => {
      while (sent < calls) {
        const n = from + sent++;
        const principal = {
          kind: 'key',
          id,
          region: REGION,
          hash: hashOf(0),
          mode: 'live',
        } as const;
        const { code } = await stub.admit(principal, 'standard', orderOf(n));
        if (code === 'ADMITTED') charged += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    return Response.json({ charged, elapsedMs: Date.now() - startedAt });
  },
};
