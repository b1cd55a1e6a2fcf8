import { newOrganizationId } from '../access/api-key.ts';
import type { Member, Organization } from '../core/account/account.ts';
import type { Region } from '../core/account/regions.ts';
import { insertOrganization } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

export interface NewOrganization {
  /** Absent: a new one. */
  id?: string;
  name: string;
  ownerEmail: string;
  /** Absent: a new one. */
  ownerId?: string;
  /** Where its callers are; its account is created there. */
  region: Region;
}

/**
 * Makes an organization with its owner. It has no plan and no credits yet. The account comes first:
 * a directory entry without one would lead nowhere, an account that is not listed is merely unused.
 */
export async function createOrganization(
  request: NewOrganization,
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<{ organization: Organization; owner: Member }> {
  const createdAt = clock.now();
  const { id = newOrganizationId(), name, ownerEmail, ownerId = newUserId(), region } = request;
  const organization = { id, name, region, active: true, createdAt };
  const owner = { id: ownerId, email: ownerEmail, role: 'owner', createdAt } as const;
  await accounts.open(organization, owner);
  await insertOrganization(db, { ...organization, ownerEmail });
  return { organization, owner };
}
