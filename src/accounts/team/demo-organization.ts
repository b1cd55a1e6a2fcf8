import type { Secrets } from '../../lib/secrets.ts';
import type { KeyMode } from '../../lookup/account/caller.ts';
import { keyRecord, keyRefusalError } from '../api-keys.ts';
import { deriveApiKey } from '../keys/api-key.ts';
import { addMember, createOrganization } from '../organizations.ts';
import type { AccountPorts } from '../ports.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { hasPassword, insertPassword, markEmailVerified } from '../store-users.ts';

const ORGANIZATION = {
  id: 'org_demo',
  name: 'Demo organization',
  region: 'enam',
  ownerEmail: 'owner@example.com',
  ownerId: 'user_demo_owner',
} as const;

const TEAMMATE = { id: 'user_demo_teammate', email: 'teammate@example.com' } as const;

const KEYS = [
  { id: 'key_demo_owner', email: ORGANIZATION.ownerEmail, name: 'Owner, live', mode: 'live' },
  { id: 'key_demo_teammate', email: TEAMMATE.email, name: 'Teammate, live', mode: 'live' },
  { id: 'key_demo_test', email: ORGANIZATION.ownerEmail, name: 'Owner, test', mode: 'test' },
] as const satisfies { id: string; email: string; name: string; mode: KeyMode }[];

/** The demo's test key, which is never charged. */
export function demoTestKey(keySecret: string): Promise<string> {
  const { id, region } = ORGANIZATION;
  return deriveApiKey(keySecret, { id, region, mode: 'test' }, 'key_demo_test');
}

const DEMO_PASSWORD = 'demo-password-1';

/** Sets the demo password for a user without a password. */
async function givePassword(userId: string, { db, clock }: Pick<AccountPorts, 'db' | 'clock'>) {
  if (await hasPassword(db, userId)) return;
  const hash = await hashPassword(DEMO_PASSWORD);
  await insertPassword(db, { userId, hash, at: clock.now() });
  await markEmailVerified(db, userId);
}

/**
 * Creates the demo organization, or leaves it as it is. Its keys derive from the deployment's
 * secret: the same on every machine with that secret, and changed by another.
 * @throws ApiError as {@link createOrganization}
 */
export async function seedDemo(
  ports: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
  { text: keySecret, version: secretVersion }: Secrets[number],
) {
  const { clock, accounts } = ports;
  const { id, region } = ORGANIZATION;
  const createdAt = clock.now();
  const { owner } = await createOrganization(ORGANIZATION, ports);
  const view = await accounts.view(id);
  const people = [owner];
  const { email, id: userId } = TEAMMATE;
  // A demo that its owner has closed accepts no members.
  if (view?.organization.active)
    people.push(await addMember({ organizationId: id, email, userId }, ports));
  for (const user of people) await givePassword(user.id, ports);
  const known = new Set(view?.keys.map(({ hash }) => hash));
  const keys: { name: string; key: string }[] = [];
  for (const { id: label, email: maker, ...fields } of KEYS) {
    // A user who already has the address keeps their own id.
    const makerId = people.find((user) => user.email === maker)?.id ?? TEAMMATE.id;
    const key = await deriveApiKey(keySecret, { id, region, mode: fields.mode }, label);
    const unlimited = { expiresAt: null, scopes: null, ipAllow: null, creditsPerDay: null };
    const made = { id: label, userId: makerId, ...fields, createdAt, secretVersion };
    const record = await keyRecord(key, { ...made, ...unlimited });
    const refusal = known.has(record.hash) ? null : await accounts.addKey(id, record);
    if (refusal) throw keyRefusalError(id, refusal);
    keys.push({ name: fields.name, key });
  }
  const emails = people.map((user) => user.email);
  return { organizationId: id, keys, signIn: { emails, password: DEMO_PASSWORD } };
}
