import { deriveApiKey, hashApiKey } from '../../src/access/api-key.ts';
import type { KeyMode } from '../../src/core/caller.ts';
import type { Database } from '../../src/store/database.ts';
import { apiKeys, organizations, users } from '../../src/store/schema.ts';

const ORGANIZATION = { id: 'org_demo', name: 'Demo organization' };

const USERS = [
  { id: 'user_demo_owner', email: 'owner@example.com', role: 'owner' },
  { id: 'user_demo_teammate', email: 'teammate@example.com', role: 'member' },
] as const;

const KEYS = [
  { id: 'key_demo_owner', userId: 'user_demo_owner', name: 'Owner, live', mode: 'live' },
  { id: 'key_demo_teammate', userId: 'user_demo_teammate', name: 'Teammate, live', mode: 'live' },
  { id: 'key_demo_test', userId: 'user_demo_owner', name: 'Owner, test', mode: 'test' },
] as const satisfies { id: string; userId: string; name: string; mode: KeyMode }[];

export interface DemoKey {
  name: string;
  key: string;
}

/**
 * Makes the demo organization, its users and keys, or leaves them as they are. A changed KEY_SECRET changes
 * the keys, so their hashes are written each time.
 */
export async function seedDemo(db: Database, keySecret: string, now: number): Promise<DemoKey[]> {
  await db
    .insert(organizations)
    .values({ ...ORGANIZATION, createdAt: now })
    .onConflictDoNothing();
  for (const user of USERS) {
    await db
      .insert(users)
      .values({ ...user, organizationId: ORGANIZATION.id, createdAt: now })
      .onConflictDoNothing();
  }
  const demoKeys: DemoKey[] = [];
  for (const { id, userId, name, mode } of KEYS) {
    const key = await deriveApiKey(keySecret, mode, id);
    const secret = { hash: await hashApiKey(key), last4: key.slice(-4) };
    const row = {
      id,
      organizationId: ORGANIZATION.id,
      userId,
      name,
      mode,
      ...secret,
      createdAt: now,
      expiresAt: null,
      revokedAt: null,
    };
    await db.insert(apiKeys).values(row).onConflictDoUpdate({ target: apiKeys.id, set: secret });
    demoKeys.push({ name, key });
  }
  return demoKeys;
}

/**
 * Puts the demo organization on `starter` for the current calendar month (UTC) through the running service,
 * because only its ledger can grant credits. Twice in a month grants once.
 */
export async function subscribeDemo(baseUrl: string, adminToken: string, now: Date): Promise<void> {
  const monthStart = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString();
  const response = await fetch(`${baseUrl}/admin/organizations/${ORGANIZATION.id}/subscription`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      plan: 'starter',
      status: 'active',
      current_period_start: monthStart(0),
      current_period_end: monthStart(1),
    }),
  });
  if (!response.ok)
    throw new Error(
      `the demo plan could not be set: HTTP ${response.status} ${await response.text()}`,
    );
}
