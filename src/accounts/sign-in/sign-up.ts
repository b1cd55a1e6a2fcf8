import type { Region } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import { deriveOrganizationId } from '../keys/api-key.ts';
import { createOrganization } from '../organizations.ts';
import { ensureUser, findUserByEmail, insertPassword } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import type { Auth } from './auth.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import { type BegunSession, beginSession, matchPassword, type SignInRequest } from './sign-in.ts';
import { sendVerification } from './tokens.ts';

interface SignUpRequest extends Omit<SignInRequest, 'device'> {
  name: string;
  organization: string;
  region: Region;
}

const EMAIL_TAKEN =
  'No account could be created for this address. If you have one, sign in or set a new password.';

/** A sign-up sent again within this time, with its password, is a second click. */
const REPEATED_MS = 60_000;

/**
 * The user whom the same form has just created; null for any other user of the address, and where
 * mail is sent: there the second answer is the first one, and may not take longer.
 */
async function findJustCreated(
  { email, password }: SignUpRequest,
  { db, clock, sendsMail }: SignInPorts,
): Promise<string | null> {
  if (sendsMail) return null;
  const user = await findUserByEmail(db, email);
  const isJust = user !== null && clock.now() - user.createdAt.getTime() < REPEATED_MS;
  return isJust ? ((await matchPassword(email, password, db))?.id ?? null) : null;
}

/** Creates the user and the organization. @returns null when the address has another user */
async function createOwner(request: SignUpRequest, hash: string, ports: SignInPorts) {
  const { name, email, organization, region } = request;
  const { db, clock, newUserId } = ports;
  const at = clock.now();
  const made = newUserId();
  const isNew = (await ensureUser(db, { id: made, email, name, at })) === made;
  if (isNew) await insertPassword(db, { userId: made, hash, at });
  const ownerId = isNew ? made : await findJustCreated(request, ports);
  if (ownerId === null) return null;
  // Named after the owner: two sendings at once create one.
  const id = await deriveOrganizationId(`sign-up:${ownerId}`);
  await createOrganization({ id, name: organization, region, ownerEmail: email, ownerId }, ports);
  return ownerId;
}

/** Mails the user of a known address a link that sets a password. */
async function notifyExistingUser(email: string, auth: Auth, ports: SignInPorts): Promise<void> {
  if ((await limitAttempts('reset by account', email, ports)) !== null) return;
  await auth.api.requestPasswordReset({ body: { email } });
}

/**
 * Signs up: creates a user, and an organization without a plan, which they own. The password is
 * hashed before anything is read, and where mail is sent the rest follows the reply, so that the
 * time taken does not depend on the address.
 * @returns the session where no mail is sent, as no address can be verified; null where mail is
 * sent: the mail alone discloses whether the address was new
 * @throws ApiError INVALID_INPUT (`password`; `email` that is taken, where no mail is sent),
 * RATE_LIMIT_EXCEEDED
 */
export async function signUp(
  request: SignUpRequest,
  auth: Auth,
  ports: SignInPorts,
): Promise<BegunSession | null> {
  const { email, name, password, headers, origin } = request;
  requireGoodPassword(password, [email, name, request.organization]);
  requireAttempt(await limitAttemptsFrom('sign-up', request.address, ports));
  const hash = await hashPassword(password);
  if (!ports.sendsMail) {
    const id = await createOwner(request, hash, ports);
    if (id === null) throw new ApiError('INVALID_INPUT', EMAIL_TAKEN, { param: 'email' });
    return beginSession({ id, email }, headers, auth, ports);
  }
  const work = createOwner(request, hash, ports).then((id) =>
    id === null
      ? notifyExistingUser(email, auth, ports)
      : sendVerification({ id, email }, origin, ports),
  );
  deferWork(work, 'a sign-up failed', ports);
  return null;
}
