import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Organization, User } from './organizations.ts';
import { organizations, subscriptions, users } from './schema.ts';

export type Subscription = typeof subscriptions.$inferSelect;

export async function findSubscription(
  db: Database,
  organizationId: string,
): Promise<Subscription | null> {
  return (
    (await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.organizationId, organizationId))
      .get()) ?? null
  );
}

/** An organization has one subscription; a new one takes its place. */
export async function putSubscription(db: Database, subscription: Subscription): Promise<void> {
  const { organizationId, ...changes } = subscription;
  await db
    .insert(subscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: subscriptions.organizationId, set: changes });
}

export interface AccountRows {
  user: User;
  organization: Organization;
  subscription: Subscription | null;
}

/** A user, the organization and its subscription, in one read. @returns null when there is no such user */
export async function findAccount(db: Database, userId: string): Promise<AccountRows | null> {
  const row = await db
    .select({ user: users, organization: organizations, subscription: subscriptions })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(subscriptions, eq(subscriptions.organizationId, users.organizationId))
    .where(eq(users.id, userId))
    .get();
  return row ?? null;
}
