import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { Invariant, PricedLookup } from '../../src/core/ledger.ts';

export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** Far ahead of the real clock, so that no alarm fires unless a test runs it. */
export const START = Date.UTC(2030, 0, 10, 12);

/** Tests and objects share one isolate, hence one Date; timers stay real. */
export const setNow = (at: number): unknown => vi.setSystemTime(at);

let opened = 0;

/** A stub of an organization nobody has used; a function, because an object that died needs a new stub. */
export function newAccount(): {
  id: string;
  open: () => ReturnType<typeof env.CREDIT_ACCOUNT.getByName>;
} {
  const id = `org-${++opened}-${crypto.randomUUID()}`;
  return { id, open: () => env.CREDIT_ACCOUNT.getByName(id) };
}

/** A hash as the pipeline makes them: 16 bytes, hex. */
export const hashOf = (n: number): string => n.toString(16).padStart(32, '0');

let calls = 0;

export const lookup = (fields: Partial<PricedLookup> = {}): PricedLookup => ({
  id: `call-${++calls}`,
  product: 'phone',
  inputHash: hashOf(1),
  userId: 'ann',
  keyId: 'key-ann',
  price: 10,
  bypass: false,
  ...fields,
});

/** The rules that are broken; empty when the ledger is sound. */
export const broken = (invariants: Invariant[]): Invariant[] =>
  invariants.filter((invariant) => !invariant.holds);

/** Every line D1 has of an organization, oldest first. */
export async function mirrored(
  organizationId: string,
): Promise<{ id: string; seq: number; amount: number; balance_after: number; kind: string }[]> {
  const rows = await env.DB.prepare('SELECT * FROM postings WHERE organization_id = ? ORDER BY seq')
    .bind(organizationId)
    .all();
  return rows.results as never;
}
