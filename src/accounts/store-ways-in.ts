import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { logins, passkeys } from './schema.ts';
import { PASSWORD_PROVIDER } from './store-users.ts';

/** Passkeys of a user, oldest first. Times in milliseconds since the epoch. */
export async function listPasskeys(db: Database, userId: string) {
  const { id, name, aaguid, createdAt, lastUsedAt } = passkeys;
  const rows = await db
    .select({ id, name, aaguid, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id));
  return rows.map(({ createdAt: made, lastUsedAt: used, ...row }) => ({
    ...row,
    createdAt: made?.getTime() ?? null,
    lastUsedAt: used?.getTime() ?? null,
  }));
}

export async function countPasskeys(db: Database, userId: string): Promise<number> {
  const row = await db
    .select({ passkeys: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .get();
  return row?.passkeys ?? 0;
}

/** Records a sign-in with a passkey. @param credentialId in base64url */
export async function markPasskeyUsed(db: Database, credentialId: string, at: number) {
  await db
    .update(passkeys)
    .set({ lastUsedAt: new Date(at) })
    .where(eq(passkeys.credentialID, credentialId));
}

/** @returns whether the user has it */
export async function renamePasskey(
  db: Database,
  { userId, id, name }: Record<'userId' | 'id' | 'name', string>,
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

export async function deletePasskeys(db: Database, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

export async function listLinkedProviders(db: Database, userId: string): Promise<string[]> {
  const isProvider = ne(logins.providerId, PASSWORD_PROVIDER);
  const rows = await db
    .select({ providerId: logins.providerId })
    .from(logins)
    .where(and(eq(logins.userId, userId), isProvider));
  return rows.map(({ providerId }) => providerId);
}

/** A passkey by its id, or a provider account by the provider's name. */
export type WayIn = { passkey: string } | { provider: string };

/**
 * Removes one way to sign in unless it is the last: a password, a provider of this deployment, a
 * passkey. One statement, so that two concurrent removals cannot remove both.
 * @param offered sign-in providers of this deployment
 * @returns false when the user does not have it, or it is the last one
 */
export async function removeWayIn(
  db: Database,
  userId: string,
  way: WayIn,
  offered: readonly string[],
): Promise<boolean> {
  const ownLogins = and(
    eq(logins.userId, userId),
    inArray(logins.providerId, [PASSWORD_PROVIDER, ...offered]),
  );
  const ownPasskeys = eq(passkeys.userId, userId);
  const other = (loginsLeft: typeof ownLogins, passkeysLeft: typeof ownLogins) =>
    sql`(EXISTS (SELECT 1 FROM ${logins} WHERE ${loginsLeft})
      OR EXISTS (SELECT 1 FROM ${passkeys} WHERE ${passkeysLeft}))`;
  if ('passkey' in way) {
    const { id } = passkeys;
    const isLeft = other(ownLogins, and(ownPasskeys, ne(id, way.passkey)));
    const removed = db.delete(passkeys).where(and(eq(id, way.passkey), ownPasskeys, isLeft));
    return (await removed.returning({ id })).length > 0;
  }
  const { id, providerId } = logins;
  const isLeft = other(and(ownLogins, ne(providerId, way.provider)), ownPasskeys);
  const isOwn = and(eq(logins.userId, userId), eq(providerId, way.provider));
  return (await db.delete(logins).where(and(isOwn, isLeft)).returning({ id })).length > 0;
}
