import { APIError } from 'better-auth/api';
import { ApiError } from '../../lib/errors.ts';
import type { Role, SessionUser } from '../../lookup/account/members.ts';
import { type QuotaRequest, quotaError, requireQuota } from '../../lookup/account/quotas.ts';
import { type Auth, INVITATION_SECONDS, nullIfRefused } from '../sign-in/auth.ts';
import { hashPassword, requireGoodPassword } from '../sign-in/passwords.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { matchPassword } from '../sign-in/sign-in.ts';
import { invitationToken, isInvitationToken } from '../sign-in/tokens.ts';
import {
  findInvitation,
  isInvitationAccepted,
  listInvitations,
  listInvitationsTo,
  type StoredInvitation,
} from '../store-members.ts';
import {
  ensureUser,
  findUser,
  findUserByEmail,
  hasPassword,
  insertPassword,
  listMemberships,
  markEmailVerified,
} from '../store-users.ts';
import { invitationClaim } from './members.ts';

const REFUSALS = new Map([
  ['USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION', 'belongs to the organization already'],
]);

/**
 * Sends an invitation; a pending one to the same address ends. @returns its id
 * @throws ApiError INVALID_INPUT (`email`), INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED
 */
export async function invite(
  request: { inviter: SessionUser; email: string; role: Role; headers: Headers },
  auth: Auth,
  ports: SignInPorts,
): Promise<string> {
  const { email, role, headers } = request;
  const { organizationId } = request.inviter;
  const { db, accounts, clock } = ports;
  const sent = { kind: 'sentInvitations', mode: 'live', id: crypto.randomUUID() } as const;
  await requireQuota(organizationId, sent, accounts);
  const endsAt = clock.now() + INVITATION_SECONDS * 1_000;
  const open: QuotaRequest = { ...invitationClaim(email), mode: 'live', endsAt };
  await requireQuota(organizationId, open, accounts);
  try {
    const body = { email, role, organizationId };
    return (await auth.api.createInvitation({ body, headers })).id;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const pending = await listInvitations(db, organizationId, clock.now());
    if (!pending.some((invitation) => invitation.email === email))
      await accounts.releaseQuota(organizationId, open);
    const why = REFUSALS.get(String(error.body?.code)) ?? 'cannot be invited';
    throw new ApiError('INVALID_INPUT', why, { param: 'email' });
  }
}

export interface OpenInvitation extends StoredInvitation {
  /** False when the invited person must first create a password. */
  hasPassword: boolean;
}

/**
 * Reads the invitation of a mailed link; null when it was altered, used, withdrawn or has expired,
 * or when its inviter may no longer give that role.
 * @param link `status`: `accepted` reads one that was accepted, whose form is sent again
 */
export async function openInvitation(
  { id, token, status }: { id: string; token: string; status?: 'accepted' },
  { db, clock, authSecrets }: SignInPorts,
): Promise<OpenInvitation | null> {
  const invitation = await findInvitation(db, id, clock.now(), status);
  if (!invitation || !authSecrets) return null;
  const { email } = invitation;
  if (!(await isInvitationToken({ id, email, token }, authSecrets))) return null;
  const user = await findUserByEmail(db, email);
  return { ...invitation, hasPassword: user !== null && (await hasPassword(db, user.id)) };
}

/**
 * Pending invitations to a person, with the paths of their mailed links. None to an address that is
 * not verified: another person may have signed up with it, and only the mail proves the address.
 */
export async function invitationsTo(
  userId: string,
  { db, clock, authSecrets }: SignInPorts,
): Promise<{ organizationName: string; path: string }[]> {
  const user = await findUser(db, userId);
  if (!user?.emailVerified || !authSecrets) return [];
  const open = await listInvitationsTo(db, user.email, clock.now());
  return Promise.all(
    open.map(async ({ id, email, organizationName }) => {
      const token = encodeURIComponent(await invitationToken(id, email, authSecrets));
      return { organizationName, path: `/app/invitations/${id}?token=${token}` };
    }),
  );
}

/**
 * Accepts an invitation for the user who has signed in with its address, and verifies the address,
 * which the mailed link proves. @returns false when it can no longer be accepted
 * @throws ApiError INPUT_LIMIT_EXCEEDED when the organization has its maximum of members
 */
export async function acceptInvitation(
  request: { invitation: OpenInvitation; userId: string; headers: Headers },
  auth: Auth,
  { db, clock, accounts }: SignInPorts,
): Promise<boolean> {
  const { invitation, userId, headers } = request;
  const { id, email, organizationId, role, inviterId } = invitation;
  await markEmailVerified(db, userId);
  // The account first: if the rest fails, opening the link again completes it.
  const added = { id: userId, email, role, createdAt: clock.now() };
  const outcome = await accounts.addMember(organizationId, added, inviterId);
  if (!outcome.ok) {
    if (typeof outcome.refusal !== 'string') throw quotaError(outcome.refusal);
    return false;
  }
  const isListed = async () =>
    (await listMemberships(db, userId)).some((listed) => listed.organizationId === organizationId);
  // In the account alone: an earlier invitation, with another role, was accepted half way.
  if (outcome.member.role !== role && !(await isListed()))
    await accounts.changeRole(organizationId, outcome.member.id, role);
  if (await nullIfRefused(auth.api.acceptInvitation({ body: { invitationId: id }, headers }))) {
    await accounts.releaseQuota(organizationId, invitationClaim(email));
    return true;
  }
  // The same form was accepted twice at once.
  if (await isListed()) return true;
  // Withdrawn since it was read: the membership is in the account only.
  if (!(await isInvitationAccepted(db, id))) await accounts.removeMember(organizationId, userId);
  return false;
}

/**
 * Creates the invited user, or the password of a user whom the operator created.
 * @returns their id; null when another request with the link has just set a different password
 * @throws ApiError INVALID_INPUT (`password`)
 */
export async function createInvitedUser(
  request: { invitation: OpenInvitation; name: string; password: string },
  { db, clock, newUserId }: SignInPorts,
): Promise<string | null> {
  const { invitation, name, password } = request;
  const { email } = invitation;
  requireGoodPassword(password, [email, name]);
  const at = clock.now();
  const userId = await ensureUser(db, { id: newUserId(), email, name, at });
  const hash = await hashPassword(password);
  // If the form was sent twice at once, the first password stays.
  if (!(await insertPassword(db, { userId, hash, at })))
    if (!(await matchPassword(email, password, db))) return null;
  await markEmailVerified(db, userId);
  return userId;
}
