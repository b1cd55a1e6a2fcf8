import { APIError } from 'better-auth/api';
import type { Region } from '../../core/account/regions.ts';
import { findUserByEmail } from '../../store/users.ts';
import { createOrganization } from '../create-organization.ts';
import type { Auth } from './auth.ts';
import { tooMany, tooManyFrom } from './limits.ts';
import { hashPassword } from './password-hash.ts';
import { passwordProblem } from './password-rules.ts';
import type { SignInPorts } from './ports.ts';

export interface SignUpRequest {
  name: string;
  /** In lower case. */
  email: string;
  password: string;
  organization: string;
  region: Region;
  address: string;
}

/**
 * - `signed_in`: where no mail is sent, so that no address can be verified
 * - `look_at_mail`: whether the address was new is told by mail alone
 * - `taken`: where no mail is sent; said only there
 */
export type SignUpOutcome =
  | { kind: 'signed_in'; cookies: readonly string[] }
  | { kind: 'look_at_mail' }
  | { kind: 'taken' }
  | { kind: 'password'; problem: string }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Makes the user and the organization. @returns null when the address has a user already */
async function enrol(
  request: SignUpRequest,
  auth: Auth,
  ports: SignInPorts,
): Promise<readonly string[] | null> {
  const { name, email, password, organization, region } = request;
  if (await findUserByEmail(ports.db, email)) return null;
  const made = await auth.api
    .signUpEmail({ body: { name, email, password }, returnHeaders: true })
    .catch((error: unknown) => {
      // Somebody else was faster by a moment.
      if (error instanceof APIError) return null;
      throw error;
    });
  const user = await findUserByEmail(ports.db, email);
  if (!made || user?.id !== made.response.user.id) return null;
  const owner = { ownerEmail: email, ownerId: user.id };
  await createOrganization({ name: organization, region, ...owner }, ports);
  return made.headers.getSetCookie();
}

/** Tells whoever has the address that it is known, with a link that sets a password. */
async function tellKnown(email: string, auth: Auth, ports: SignInPorts): Promise<void> {
  if ((await tooMany('reset by account', email, ports)) !== null) return;
  await auth.api.requestPasswordReset({ body: { email } });
}

/** Makes an account: a user, and an organization without a plan, of which they are the owner. */
export async function signUp(
  request: SignUpRequest,
  auth: Auth,
  ports: SignInPorts,
): Promise<SignUpOutcome> {
  const { email, name, password } = request;
  const problem = passwordProblem(password, [email, name, request.organization]);
  if (problem) return { kind: 'password', problem };
  const wait = await tooManyFrom('sign-up', request.address, ports);
  if (wait !== null) return { kind: 'limited', retryAfterSeconds: wait };
  if (!ports.sendsMail) {
    const cookies = await enrol(request, auth, ports);
    if (cookies) return { kind: 'signed_in', cookies };
    // As slow as making one.
    await hashPassword(password);
    return { kind: 'taken' };
  }
  // After the reply, so that the time it takes says nothing about the address.
  const work = enrol(request, auth, ports).then(async (made) => {
    if (made === null) await tellKnown(email, auth, ports);
  });
  ports.defer(work.catch((cause) => ports.warn('a sign-up failed', cause)));
  return { kind: 'look_at_mail' };
}
