import type { Region } from '../../domain/regions.ts';
import { ApiError } from '../../lib/errors.ts';
import { createOrganization } from '../organizations.ts';
import { ensureUser, insertPassword } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import type { Auth } from './auth.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import { type BegunSession, beginSession, type SignInRequest } from './sign-in.ts';
import { sendVerification } from './tokens.ts';

interface SignUpRequest extends Omit<SignInRequest, 'device'> {
  name: string;
  organization: string;
  region: Region;
}

const EMAIL_TAKEN =
  'No account could be created for this address. If you have one, sign in or set a new password.';

/** Creates the user and the organization. @returns null when the address has a user already */
async function createOwner(request: SignUpRequest, hash: string, ports: SignInPorts) {
  const { name, email, organization, region } = request;
  const { db, clock, newUserId } = ports;
  const at = clock.now();
  const id = newUserId();
  if ((await ensureUser(db, { id, email, name, at })) !== id) return null;
  await insertPassword(db, { userId: id, hash, at });
  await createOrganization({ name: organization, region, ownerEmail: email, ownerId: id }, ports);
  return id;
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
