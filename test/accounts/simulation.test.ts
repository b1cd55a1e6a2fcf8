import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { newAccountRow } from '../../src/accounts/ledger/records.ts';
import { Account } from '../../src/accounts/object/account.ts';
import { objectStubs } from '../../src/lib/durable-objects.ts';
import { alike } from '../../src/lib/fields.ts';
import { loseObject, loseObjects, rebuild, reconciled, verify } from '../recovery/support.ts';
import { operate } from '../support/api.ts';
import { type Chaos, isInjected } from '../support/chaos.ts';
import { chaosNamespace, injectIntoStores, stopObject } from '../support/chaos-bindings.ts';
import { simulate } from '../support/simulate.ts';
import {
  DAY,
  HOUR,
  hashOf,
  keyHash,
  keyOf,
  lookup,
  order,
  START,
  type Stub,
} from './ledger/support.ts';
import { createPorts, newOrganization } from './support.ts';

// An organization buys, spends, holds and changes its keys while calls are lost, its object is
// stopped, and its archive and the database fail. Then a store is lost, and the commands of the
// operator bring it back: every line is there once, and no credit and no key is lost.

const STEPS = 40;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Store = 'object' | 'history' | 'copies' | 'database';

/** Stores that are lost together and still come back whole. */
const LOSSES: readonly (readonly Store[])[] = [
  ['object'],
  ['history'],
  ['copies'],
  ['database'],
  ['object', 'copies'],
  ['object', 'database'],
  ['history', 'database'],
  ['copies', 'database'],
];

/** Fields of keys that earlier versions did not have. */
const KEYS_AT_FIRST = {
  ...alike(null, 'suspendedAt', 'scopes', 'ipAllow', 'creditsPerDay'),
  ...alike(null, 'keptAt', 'successorId', 'secretVersion'),
};

const TABLES = ['usage', 'ledger_movements', 'ledger_segments', 'members'];

/**
 * Takes out of an account's stored state what earlier versions did not write: fields that have
 * their first value. Then the object is stopped, and wakes with that state.
 */
async function ageAccount(stub: Stub): Promise<void> {
  await runInDurableObject(stub, (_, { storage: { sql } }) => {
    const bodies = (table: string) =>
      sql.exec<{ id: SqlStorageValue; body: string }>(`SELECT id, body FROM ${table}`).toArray();
    const age = (table: string, first: object) => {
      for (const { id, body } of bodies(table)) {
        const kept = Object.entries(JSON.parse(body) as object).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(first, name)),
        );
        const aged = JSON.stringify(Object.fromEntries(kept));
        sql.exec(`UPDATE ${table} SET body = ? WHERE id = ?`, aged, id);
      }
    };
    age('account', newAccountRow());
    age('api_keys', KEYS_AT_FIRST);
  });
  await stopObject(stub);
}

class Customer {
  readonly id: string;
  readonly chaos: Chaos;
  readonly open = () => env.ACCOUNT.getByName(this.id);
  /** Calls of it may be lost. */
  readonly faulty;
  readonly userId: string;
  granted = 0;
  /** Credits by the id of the lookup or chunk that took them. */
  readonly spent = new Map<string, number>();
  readonly holds = new Map<string, number>();
  /** Whether it is suspended, by the id of the key. */
  readonly keys = new Map<string, boolean>();
  #made = 0;

  private constructor(chaos: Chaos, id: string, userId: string) {
    this.chaos = chaos;
    this.id = id;
    this.userId = userId;
    this.faulty = objectStubs(chaosNamespace(chaos, env.ACCOUNT), Account);
  }

  static async create(chaos: Chaos): Promise<Customer> {
    const { ports } = createPorts();
    const id = await newOrganization(ports);
    const [owner] = (await ports.accounts.view(id))!.members;
    const customer = new Customer(chaos, id, owner!.id);
    await customer.#addKey('ann');
    const period = { periodStart: START, periodEnd: START + 300 * DAY, trialEnd: null };
    const plan = { operationId: null, plan: 'tiny', status: 'active', creditsPerMonth: 0 } as const;
    await customer.open().subscribe({ ...plan, ...period });
    return customer;
  }

  /** Repeats a call until its answer arrives, as callers do. */
  async #until<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (cause) {
        if (!isInjected(cause)) throw cause;
      }
    }
  }

  async #addKey(word: string): Promise<void> {
    const [id, { userId }] = [`key-${word}`, this];
    await this.#until(() =>
      this.faulty.addKey(this.id, {
        ...{ id, hash: keyHash(word), userId, name: word, mode: 'live', last4: 'last' },
        ...{ createdAt: START, expiresAt: null, revokedAt: null, suspendedAt: null },
        ...{ scopes: null, ipAllow: null, creditsPerDay: null, keptAt: null },
        ...{ successorId: null, secretVersion: null },
      }),
    );
    this.keys.set(id, false);
  }

  async grant(): Promise<void> {
    const id = `pack-${++this.#made}`;
    const amount = 1 + this.chaos.random.below(200) - (this.chaos.random.chance(0.2) ? 100 : 0);
    const applied = await this.#until(() => this.faulty.grant(this.id, { id, amount, note: null }));
    expect(applied.kind).toBe('applied');
    if (applied.kind === 'applied') this.granted += applied.value.moved;
  }

  async charge(): Promise<void> {
    const id = `lookup-${++this.#made}`;
    const amount = 1 + this.chaos.random.below(10);
    const asked = order({ id, inputHash: hashOf(this.#made), amount, askedAt: Date.now() });
    const admission = await this.#until(() =>
      this.faulty.admit(keyOf(this.id, 'ann'), 'standard', asked),
    );
    if (admission.code === 'ADMITTED') this.spent.set(id, amount);
    else expect(admission.code).toBe('INSUFFICIENT_CREDITS');
  }

  async hold(): Promise<void> {
    const id = `job-${++this.#made}`;
    const amount = this.chaos.random.below(80);
    const terms = { userId: this.userId, keyId: 'key-ann', lifetimeMs: 7 * DAY, note: null };
    const held = await this.#until(() => this.faulty.hold(this.id, { id, amount, ...terms }));
    if (held.ok) this.holds.set(id, amount);
  }

  async settle(): Promise<void> {
    const [holdId] = [...this.holds.keys()];
    if (holdId === undefined) return;
    if (this.chaos.random.chance(0.3)) {
      await this.#until(() => this.faulty.void(this.id, { id: holdId }));
      this.holds.delete(holdId);
      return;
    }
    const id = `chunk-${++this.#made}`;
    const final = this.chaos.random.chance(0.5);
    // No line records a free lookup, so that the usage of one is not rebuilt.
    const price = 1 + this.chaos.random.below(20);
    const { userId } = this;
    const items = [lookup({ id, price, userId, inputHash: hashOf(this.#made) })];
    const settled = await this.#until(() =>
      this.faulty.settle(this.id, { id, holdId, items, final }),
    );
    if (settled.ok) this.spent.set(id, settled.creditsUsed);
    // A hold that expired is forgotten after a day.
    else expect(settled.reason).toMatch(/^(?:insufficient_credits|hold_unknown)$/);
    if (settled.ok ? final : settled.reason === 'hold_unknown') this.holds.delete(holdId);
  }

  async people(): Promise<void> {
    if (this.chaos.random.chance(0.5)) return this.#addKey(`bob${++this.#made}`);
    const [id] = [...this.keys.keys()].slice(-1) as [string];
    const suspended = id !== 'key-ann' && this.chaos.random.chance(0.5);
    await this.#until(() => this.faulty.changeKey(this.id, id, { suspended }, null));
    this.keys.set(id, suspended);
  }

  /** Its alarm, if one is due. */
  ring = (): Promise<void> => this.chaos.alarm(() => runDurableObjectAlarm(this.open()));

  async step(): Promise<void> {
    const { chaos } = this;
    const steps = [this.grant, this.charge, this.charge, this.charge, this.hold, this.settle];
    const all = [...steps, this.people, this.ring, this.ring];
    await all[chaos.random.below(all.length)]?.call(this);
    if (chaos.strikes('object_eviction')) await stopObject(this.open());
    if (chaos.strikes('object_old_state')) await ageAccount(this.open());
    chaos.passMonth();
    chaos.pass(chaos.random.below(chaos.random.chance(0.1) ? 2 * DAY : HOUR));
  }

  /** Every line of the ledger, newest first, as the operator reads it. */
  async ledger(): Promise<{ id: string; kind: string; amount: number }[]> {
    const lines = [];
    for (let cursor = ''; ; ) {
      const path = `/organizations/${this.id}/ledger?limit=1000${cursor}`;
      const page = await operate('GET', path);
      lines.push(...page.postings);
      if (page.next_cursor === null) return lines;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  }

  /** What must not change when a store is lost and comes back. */
  async books() {
    const { statement, keys, members } = (await this.open().view())!;
    const usage = env.DB.prepare('SELECT * FROM usage WHERE organization_id = ? ORDER BY 2, 3, 4');
    return {
      ...{ statement, members, ledger: await this.ledger() },
      keys: keys.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      usage: (await usage.bind(this.id).all()).results,
    };
  }

  async lose(store: Store): Promise<void> {
    const { id } = this;
    if (store === 'object') await loseObject(this.open());
    if (store === 'history') await loseObjects(env.HISTORY, `ledger/${id}/`);
    if (store === 'history') await env.HISTORY.delete(`accounts/${id}.json`);
    if (store === 'copies') await loseObjects(env.DATA, `copies/ledger/${id}/`);
    if (store !== 'database') return;
    for (const table of TABLES)
      await env.DB.prepare(`DELETE FROM ${table} WHERE organization_id = ?`).bind(id).run();
    await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(id).run();
    await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(this.userId).run();
  }

  /** Stores agree, nothing is there twice, and every credit is where it was put. */
  async check(): Promise<void> {
    expect(await verify(this.id)).toEqual([]);
    expect(await reconciled(this.id)).toBe(true);
    const { statement, keys, ledger } = await this.books();
    const spent = [...this.spent.values()].reduce((sum, credits) => sum + credits, 0);
    expect(statement.totalAvailable + statement.held).toBe(this.granted - spent);
    expect(statement.usage.allTime.credits).toBe(spent);
    expect(new Set(ledger.map(({ id }) => id)).size).toBe(ledger.length);
    const taken = ledger.filter(({ kind }) => kind === 'charge' || kind === 'settle');
    const ids = [...this.spent].filter(([, credits]) => credits > 0).map(([id]) => id);
    expect(taken.map(({ id }) => id.slice(id.indexOf(':') + 1)).sort()).toEqual(ids.sort());
    const suspended = keys.map(({ id, suspendedAt }) => [id, suspendedAt !== null]);
    expect(new Map(suspended as [string, boolean][])).toEqual(this.keys);
  }
}

async function run(chaos: Chaos): Promise<void> {
  vi.setSystemTime(START);
  chaos.intensity = 0;
  const customer = await Customer.create(chaos);
  await customer.grant();
  const stores = { databases: [env.DB], buckets: [env.HISTORY, env.DATA] };
  const restore = injectIntoStores(chaos, stores);
  await live(customer).finally(restore);
}

/** Twice it lives with faults, loses a store and gets it back. */
async function live(customer: Customer): Promise<void> {
  const { chaos } = customer;
  for (let life = 0; life < 2; life++) {
    chaos.intensity = 0.5 + chaos.random.next();
    for (let step = 0; step < STEPS; step++) await customer.step();
    chaos.intensity = 0;
    // What failed is tried again within five minutes.
    for (let hour = 0; hour < 3; hour++) {
      chaos.pass(HOUR);
      await customer.ring();
    }
    await customer.check();
    // What is younger than a line of the archive may be lost with the object.
    await customer.open().archiveEntries();
    await customer.open().backUp();
    const before = await customer.books();
    const lost = LOSSES[chaos.random.below(LOSSES.length)]!;
    for (const store of lost) await customer.lose(store);
    if (lost.includes('object'))
      await operate('POST', `/organizations/${customer.id}/rebuild-account`);
    expect(await rebuild(customer.id)).toMatchObject({ lost: [] });
    expect(await customer.books(), lost.join()).toEqual(before);
    await customer.check();
  }
}

simulate(
  'loses no line, no credit and no key whatever its stores do',
  { faults: 'accounts', fixed: 6, fresh: 2, perTest: 4 },
  run,
);
