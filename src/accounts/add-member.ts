import type { Member } from '../core/account/account.ts';
import { noRoom } from '../core/account/ceilings.ts';
import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { enrolUser, insertMember } from '../store/users.ts';
import type { AccountPorts } from './ports.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Adds a user to an organization, who may have to set a password first. Adding one it has already
 * changes nothing.
 * @param request `userId` of a new user; absent: a new one
 * @throws ApiError NOT_FOUND, INPUT_LIMIT_EXCEEDED (too many members)
 */
export async function addMember(
  request: { organizationId: string; email: string; userId?: string },
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<Member> {
  const { organizationId, email } = request;
  await requireOrganization(db, organizationId);
  const createdAt = clock.now();
  const user = { id: request.userId ?? newUserId(), email, name: email, at: createdAt };
  const userId = await enrolUser(db, user);
  const wanted = { id: userId, email, role: 'member', createdAt } as const;
  const added = await accounts.addMember(organizationId, wanted);
  if (!added.ok) {
    if (typeof added.refusal !== 'string') throw noRoom(added.refusal);
    throw new ApiError('NOT_FOUND', `The organization ${quoted(organizationId)} is closed.`);
  }
  const { member } = added;
  await insertMember(db, { organizationId, userId, role: member.role, at: createdAt });
  return member;
}
