import { insertOrganization, type Organization, type User } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

/** Makes an organization with its owner. It has no plan and no credits yet. */
export async function createOrganization(
  request: { name: string; ownerEmail: string },
  { db, clock, newId }: Pick<AccountPorts, 'db' | 'clock' | 'newId'>,
): Promise<{ organization: Organization; owner: User }> {
  const createdAt = clock.now();
  const organization: Organization = {
    id: newId('org'),
    name: request.name,
    active: true,
    createdAt,
  };
  const owner: User = {
    id: newId('user'),
    organizationId: organization.id,
    email: request.ownerEmail,
    role: 'owner',
    createdAt,
  };
  await insertOrganization(db, organization, owner);
  return { organization, owner };
}
