// The Worker of bench/ledger.ts: CreditAccount as it is deployed, and the same rules and rows with a commit per call.
import { DurableObject } from 'cloudflare:workers';
import type { ChargeOutcome, ChargeRequest, Granted, GrantRequest } from '../../src/core/ledger.ts';
import { advance } from '../../src/ledger/advance.ts';
import { checkLookup } from '../../src/ledger/arguments.ts';
import { Book } from '../../src/ledger/book.ts';
import { charge } from '../../src/ledger/charge.ts';
import { grant } from '../../src/ledger/grant.ts';
import { AccountTables } from '../../src/ledger/tables.ts';

export { CreditAccount } from '../../src/ledger/credit-account.ts';

/** What CreditAccount would be without its group commit. It sets no alarm, which is in its favour. */
export class CommitPerCall extends DurableObject {
  readonly #tables = new AccountTables(this.ctx.storage.sql);
  readonly #book = new Book(this.#tables.load(), this.#tables);

  charge(request: ChargeRequest): ChargeOutcome {
    checkLookup(request);
    return this.#commit(() => charge(this.#book, request));
  }

  grant(request: GrantRequest): Granted {
    return this.#commit(() => grant(this.#book, request));
  }

  #commit<T>(apply: () => T): T {
    advance(this.#book, Date.now());
    const outcome = apply();
    this.ctx.storage.transactionSync(() =>
      this.#tables.write(this.#book.takeJournal(), this.#book.account),
    );
    return outcome;
  }
}

/** The two methods the benchmark calls. */
interface Account {
  charge(request: ChargeRequest): Promise<ChargeOutcome>;
  grant(request: GrantRequest): Promise<Granted>;
}

interface Bindings {
  GROUP: { getByName(name: string): Account };
  EACH: { getByName(name: string): Account };
}

/** Distinct lookups by two users: each writes a receipt, a posting and an outcome. */
function requestOf(n: number): ChargeRequest {
  const userId = n % 2 === 0 ? 'ann' : 'bob';
  const inputHash = n.toString(16).padStart(32, '0');
  return {
    id: crypto.randomUUID(),
    product: 'phone',
    inputHash,
    userId,
    keyId: `key-${userId}`,
    price: 1,
    bypass: false,
  };
}

export default {
  /** `?commit=GROUP|EACH&calls=&callers=`: so many charges by so many concurrent callers on a fresh account. */
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const [calls, callers] = [Number(query.get('calls')), Number(query.get('callers'))];
    const account = env[query.get('commit') as 'GROUP' | 'EACH'].getByName(crypto.randomUUID());
    await account.grant({ id: 'opening', amount: calls, note: null });
    let sent = 0;
    let charged = 0;
    const startedAt = Date.now();
    const call = async () => {
      while (sent < calls) if ((await account.charge(requestOf(sent++))).ok) charged += 1;
    };
    await Promise.all(Array.from({ length: callers }, call));
    return Response.json({ charged, elapsedMs: Date.now() - startedAt });
  },
};
