import type { Member } from '../core/account/account.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Adds a user to an organization. Adding one it has already changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function addMember(
  request: { organizationId: string; email: string },
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<Member> {
  const { organizationId, email } = request;
  await requireOrganization(db, organizationId);
  const member = { id: newUserId(), email, role: 'member', createdAt: clock.now() } as const;
  return accounts.addMember(organizationId, member);
}
