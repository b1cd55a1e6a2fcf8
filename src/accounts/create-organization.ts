import { newOrganizationId } from '../access/api-key.ts';
import type { Member, Organization } from '../core/account/account.ts';
import type { Region } from '../core/account/regions.ts';
import { insertOrganization } from '../store/organizations.ts';
import { enrolUser, insertMember } from '../store/users.ts';
import type { AccountPorts } from './ports.ts';

export interface NewOrganization {
  /** Absent: a new one. */
  id?: string;
  name: string;
  ownerEmail: string;
  /** Of a new user; absent: a new one. Whoever has the address already is the owner. */
  ownerId?: string;
  /** Where its callers are; its account is created there. */
  region: Region;
}

/**
 * Makes an organization with its owner, a user who may have to set a password first. It has no plan
 * and no credits yet. The account comes before the directory: an entry without one would lead
 * nowhere, an account that is not listed is merely unused.
 */
export async function createOrganization(
  request: NewOrganization,
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<{ organization: Organization; owner: Member }> {
  const createdAt = clock.now();
  const { id = newOrganizationId(), name, ownerEmail, region } = request;
  const user = { id: request.ownerId ?? newUserId(), email: ownerEmail, name: ownerEmail };
  const userId = await enrolUser(db, { ...user, at: createdAt });
  const organization = { id, name, region, active: true, createdAt };
  const owner = { id: userId, email: ownerEmail, role: 'owner', createdAt } as const;
  await accounts.open(organization, owner);
  await insertOrganization(db, { ...organization, ownerEmail });
  await insertMember(db, { organizationId: id, userId, role: 'owner', at: createdAt });
  return { organization, owner };
}
