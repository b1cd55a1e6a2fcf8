import { insertUser, type User } from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Adds a user to an organization. Adding one it has already changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function addMember(
  request: { organizationId: string; email: string },
  { db, clock, newId }: Pick<AccountPorts, 'db' | 'clock' | 'newId'>,
): Promise<User> {
  const { organizationId, email } = request;
  await requireOrganization(db, organizationId);
  return insertUser(db, {
    id: newId('user'),
    organizationId,
    email,
    role: 'member',
    createdAt: clock.now(),
  });
}
