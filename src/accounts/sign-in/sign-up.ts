import type { Region } from '../../domain/regions.ts';
import { createOrganization } from '../organizations.ts';
import { ensureUser, insertPassword } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom } from './attempt-limits.ts';
import type { Auth } from './auth.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import type { SignInPorts } from './ports.ts';
import { beginSession } from './sign-in.ts';
import { sendVerification } from './tokens.ts';

export interface SignUpRequest {
  name: string;
  /** In lower case. */
  email: string;
  password: string;
  organization: string;
  region: Region;
  address: string;
  headers: Headers;
  /** What links begin with. */
  origin: string;
}

/**
 * - `signed_in`: where no mail is sent, so that no address can be verified
 * - `look_at_mail`: whether the address was new is disclosed by mail alone
 * - `taken`: where no mail is sent; said only there
 */
export type SignUpOutcome =
  | { kind: 'signed_in'; cookies: readonly string[]; device: string }
  | { kind: 'look_at_mail' }
  | { kind: 'taken' }
  | { kind: 'password'; problem: string }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Makes the user and the organization. @returns null when the address has a user already */
async function createOwner(
  request: SignUpRequest,
  hash: string,
  ports: SignInPorts,
): Promise<string | null> {
  const { name, email, organization, region } = request;
  const { db, clock, newUserId } = ports;
  const at = clock.now();
  const id = newUserId();
  if ((await ensureUser(db, { id, email, name, at })) !== id) return null;
  await insertPassword(db, { userId: id, hash, at });
  await createOrganization({ name: organization, region, ownerEmail: email, ownerId: id }, ports);
  return id;
}

/** Mails the owner of a known address, with a link that sets a password. */
async function notifyExistingUser(email: string, auth: Auth, ports: SignInPorts): Promise<void> {
  if ((await limitAttempts('reset by account', email, ports)) !== null) return;
  await auth.api.requestPasswordReset({ body: { email } });
}

/**
 * Makes an account: a user, and an organization without a plan, of which they are the owner. The
 * password is hashed before anything is read, and where mail is sent the rest follows the reply, so
 * the time it takes says nothing about the address.
 */
export async function signUp(
  request: SignUpRequest,
  auth: Auth,
  ports: SignInPorts,
): Promise<SignUpOutcome> {
  const { email, name, password, headers, origin } = request;
  const problem = passwordProblem(password, [email, name, request.organization]);
  if (problem) return { kind: 'password', problem };
  const wait = await limitAttemptsFrom('sign-up', request.address, ports);
  if (wait !== null) return { kind: 'limited', retryAfterSeconds: wait };
  const hash = await hashPassword(password);
  if (!ports.sendsMail) {
    const id = await createOwner(request, hash, ports);
    if (id === null) return { kind: 'taken' };
    return beginSession({ id, email }, headers, auth, ports);
  }
  const work = createOwner(request, hash, ports).then((id) =>
    id === null
      ? notifyExistingUser(email, auth, ports)
      : sendVerification({ id, email }, origin, ports),
  );
  ports.defer(work.catch((cause) => ports.warn('a sign-up failed', cause)));
  return { kind: 'look_at_mail' };
}
