import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from './database.ts';
import { apiKeys, subscriptions } from './schema.ts';

export type ApiKey = typeof apiKeys.$inferSelect;

/** What the key check needs to know of a key, in one row. */
export interface KeyRecord {
  keyId: string;
  organizationId: string;
  userId: string;
  mode: 'live' | 'test';
  expiresAt: number | null;
  revokedAt: number | null;
  subscriptionStatus: string | null;
  subscriptionEndsAt: number | null;
}

/** @returns null when no key with this hash was ever created. */
export async function findKeyRecord(db: Database, hash: string): Promise<KeyRecord | null> {
  const row = await db
    .select({
      keyId: apiKeys.id,
      organizationId: apiKeys.organizationId,
      userId: apiKeys.userId,
      mode: apiKeys.mode,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      subscriptionStatus: subscriptions.status,
      subscriptionEndsAt: subscriptions.currentPeriodEnd,
    })
    .from(apiKeys)
    .leftJoin(subscriptions, eq(subscriptions.organizationId, apiKeys.organizationId))
    .where(eq(apiKeys.hash, hash))
    .get();
  return row ?? null;
}

export async function insertKey(db: Database, key: ApiKey): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** Marks the key revoked, once. @returns the key as it now is; null when there is none. */
export async function markKeyRevoked(db: Database, id: string, at: number): Promise<ApiKey | null> {
  await db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  return (await db.select().from(apiKeys).where(eq(apiKeys.id, id)).get()) ?? null;
}

/** Hashes of every key of an organization: the names of its KeyGate objects. */
export async function listKeyHashes(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .select({ hash: apiKeys.hash })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId));
  return rows.map((row) => row.hash);
}
