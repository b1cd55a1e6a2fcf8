import { deriveApiKey } from '../access/api-key.ts';
import type { KeyMode } from '../core/account/caller.ts';
import { recordOf } from './create-api-key.ts';
import { createOrganization } from './create-organization.ts';
import type { AccountPorts } from './ports.ts';

const ORGANIZATION = {
  id: 'org_demo',
  name: 'Demo organization',
  region: 'enam',
  ownerEmail: 'owner@example.com',
  ownerId: 'user_demo_owner',
} as const;

const TEAMMATE = {
  id: 'user_demo_teammate',
  email: 'teammate@example.com',
  role: 'member',
} as const;

const KEYS = [
  { id: 'key_demo_owner', userId: ORGANIZATION.ownerId, name: 'Owner, live', mode: 'live' },
  { id: 'key_demo_teammate', userId: TEAMMATE.id, name: 'Teammate, live', mode: 'live' },
  { id: 'key_demo_test', userId: ORGANIZATION.ownerId, name: 'Owner, test', mode: 'test' },
] as const satisfies { id: string; userId: string; name: string; mode: KeyMode }[];

/** The demo key that is never charged. */
export function demoTestKey(keySecret: string): Promise<string> {
  const { id, region } = ORGANIZATION;
  return deriveApiKey(keySecret, { id, region, mode: 'test' }, 'key_demo_test');
}

export interface DemoKey {
  name: string;
  key: string;
}

/**
 * Makes the demo organization, or leaves it as it is. Its keys come from the deployment's secret,
 * so they are the same on every machine that has the same one; a changed secret changes the keys.
 */
export async function seedDemo(
  ports: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
  keySecret: string,
): Promise<{ organizationId: string; keys: DemoKey[] }> {
  const { clock, accounts } = ports;
  const { id, region } = ORGANIZATION;
  const createdAt = clock.now();
  await createOrganization(ORGANIZATION, ports);
  await accounts.addMember(id, { ...TEAMMATE, createdAt });
  const known = new Set((await accounts.view(id))?.keys.map(({ hash }) => hash));
  const keys: DemoKey[] = [];
  for (const { id: label, ...fields } of KEYS) {
    const key = await deriveApiKey(keySecret, { id, region, mode: fields.mode }, label);
    const unlimited = { expiresAt: null, scopes: null, ipAllow: null };
    const record = await recordOf(key, { id: label, ...fields, createdAt, ...unlimited });
    if (!known.has(record.hash)) await accounts.addKey(id, record);
    keys.push({ name: fields.name, key });
  }
  return { organizationId: id, keys };
}
