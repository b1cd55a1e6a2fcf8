import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Admission } from '../../../src/lookup/account/account.ts';
import type { Invariant, PricedLookup } from '../../../src/lookup/account/ledger.ts';
import type { AcceptedOrder, LookupOrder } from '../../../src/lookup/account/order.ts';
import type { ApiKey } from '../../../src/lookup/account/principal.ts';

export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Far ahead of the real clock, so that no alarm fires unless a test runs it. */
export const START = Date.UTC(2030, 0, 10, 12);

/** Tests and objects share one isolate, hence one Date; timers stay real. */
export const setNow = (at: number): unknown => vi.setSystemTime(at);

let opened = 0;

export type Stub = ReturnType<typeof env.ACCOUNT.getByName>;

/** A key's hash, by the word it is known by here. */
export const keyHash = (word: string): string =>
  [...new TextEncoder().encode(word)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .padEnd(64, '0');

/** What the edge makes of a key. */
export const keyOf = (id: string, word: string): ApiKey => ({
  kind: 'key',
  id,
  region: 'weur',
  mode: 'live',
  hash: keyHash(word),
});

export interface TestAccount {
  id: string;
  /** A fresh stub, because an object that died needs one. */
  open(): Stub;
  /** One call by the key of this user. */
  admit(user: string, order: LookupOrder | null): Promise<Admission>;
}

/** An account nobody has used. */
export function newAccount(): TestAccount {
  const id = `org_t${++opened}x${crypto.randomUUID().replaceAll('-', '')}`;
  const open = () => env.ACCOUNT.getByName(id);
  return {
    id,
    open,
    admit: async (user, order) =>
      (await open().admit(keyOf(id, user), 'standard', order)) as Admission,
  };
}

export const USERS = ['ann', 'bob'] as const;

/**
 * An account with two users, a live key each, and a month of this many credits that began now.
 * @param limits credits a day, by whose key it is
 */
export async function paidAccount(
  credits: number,
  limits: { ann?: number; bob?: number } = {},
): Promise<TestAccount> {
  const account = newAccount();
  const { id, open } = account;
  const organization = {
    id,
    region: 'weur',
    name: 'Example',
    active: true,
    createdAt: START,
  } as const;
  const member = (word: string) =>
    ({ id: word, email: `${word}@example.com`, role: 'owner', createdAt: START }) as const;
  await open().open(organization, member('ann'));
  await open().addMember(member('bob'));
  for (const word of USERS) {
    const key = { id: `key-${word}`, hash: keyHash(word), userId: word, name: word };
    await open().addKey({
      ...key,
      ...{ mode: 'live', last4: 'last', createdAt: START, expiresAt: null, revokedAt: null },
      ...{ suspendedAt: null, scopes: null, ipAllow: null, creditsPerDay: limits[word] ?? null },
      ...{ keptAt: null, successorId: null, secretVersion: null },
    });
  }
  await subscribe(account, { creditsPerMonth: credits });
  return account;
}

export const subscribe = (
  { open }: TestAccount,
  fields: {
    creditsPerMonth?: number;
    periodStart?: number | null;
    periodEnd?: number | null;
    operationId?: string | null;
    status?: 'active' | 'past_due' | 'trialing' | 'canceled';
    unpaid?: true;
    dropsAhead?: true;
  },
) =>
  open().subscribe({
    operationId: null,
    plan: 'starter',
    status: 'active',
    creditsPerMonth: 100,
    periodStart: null,
    periodEnd: null,
    trialEnd: null,
    ...fields,
  });

/** A hash as the pipeline makes them: 16 bytes, hex. */
export const hashOf = (n: number): string => n.toString(16).padStart(32, '0');

let calls = 0;

/** A row of a bulk job. */
export const lookup = (fields: Partial<PricedLookup> = {}): PricedLookup => ({
  id: `call-${++calls}`,
  product: 'phone',
  inputHash: hashOf(1),
  userId: 'ann',
  keyId: 'key-ann',
  price: 10,
  bypass: false,
  askedAt: START,
  tables: null,
  ...fields,
});

/** A lookup's order: a charge of 10 unless told otherwise. */
export const order = (fields: Partial<LookupOrder> = {}): LookupOrder => ({
  id: `order-${++calls}`,
  product: 'phone',
  inputHash: hashOf(1),
  bypass: false,
  askedAt: START,
  tables: 1,
  step: 'charge',
  amount: 10,
  ...fields,
});

/** What came of an order that was accepted. @throws Error when it was refused */
export function orderedOf(admission: Admission): AcceptedOrder {
  if (admission.code !== 'ADMITTED' || !admission.order)
    throw new Error(`not ordered: ${JSON.stringify(admission)}`);
  return admission.order;
}

/** The rules that are broken; empty when the account is sound. */
export const broken = (invariants: Invariant[]): Invariant[] =>
  invariants.filter((invariant) => !invariant.holds);

/** Ends an object as a deploy or a crash would: at once, whatever it had in memory or planned. */
export const restart = ({ open }: TestAccount): Promise<void> =>
  runInDurableObject(open(), (_, state) => state.abort('restarted by a test')).then(
    () => undefined,
    () => undefined,
  );
