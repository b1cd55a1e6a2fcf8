import { findResetUser } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import { type Auth, nullIfRefused } from './auth.ts';
import { requireGoodPassword } from './passwords.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import { newDeviceToken } from './tokens.ts';

/**
 * Sends a password reset link if the address has a user, at a limited rate per hour. User and rate
 * are checked after the reply, so that neither text nor timing discloses whether the address is
 * known.
 * @throws ApiError RATE_LIMIT_EXCEEDED when too many came from this client address
 */
export async function requestPasswordReset(
  { email, address }: { email: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'defer' | 'warn'>,
): Promise<void> {
  requireAttempt(await limitAttemptsFrom('reset', address, ports));
  const work = limitAttempts('reset by account', email, ports).then((full) =>
    full === null ? auth.api.requestPasswordReset({ body: { email } }) : null,
  );
  deferWork(work, 'a link could not be made', ports);
}

/** Whether a mailed link can still set a password. Uses nothing up. */
export const isResetLink = async (
  token: string,
  { db, clock }: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<boolean> => (await findResetUser(db, token, clock.now())) !== null;

/**
 * Sets a password with a mailed link, once; every session and other such link of the person ends.
 * Only invalid links count as attempts, so a valid one always works.
 * @returns the user and the browser's device token; null for an invalid link
 * @throws ApiError INVALID_INPUT (`password`), RATE_LIMIT_EXCEEDED
 */
export async function setPassword(
  { token, password, address }: { token: string; password: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'authSecrets'>,
): Promise<{ userId: string; device: string } | null> {
  const { db, clock, authSecrets } = ports;
  const user = await findResetUser(db, token, clock.now());
  requireGoodPassword(password, user ? [user.email, user.name] : []);
  if (user && authSecrets) {
    const body = { token, newPassword: password };
    if (await nullIfRefused(auth.api.resetPassword({ body })))
      return { userId: user.id, device: await newDeviceToken(user.email, authSecrets) };
  }
  requireAttempt(await limitAttemptsFrom('stale link', address, ports));
  return null;
}
