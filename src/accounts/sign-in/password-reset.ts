import { findResetUser } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import { type Auth, nullIfRefused } from './auth.ts';
import { requireGoodPassword } from './passwords.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import { newDeviceToken } from './tokens.ts';

/**
 * Password reset: sends a link to the address if a user has it, rate-limited by the hour. Whether
 * it is sent, and whether there were too many, is found out after the reply: neither text nor
 * timing discloses whether the address is known.
 * @throws ApiError RATE_LIMIT_EXCEEDED when too many came from this address
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

/**
 * Sets a password by a link that was sent, once; every session of the person ends. Only links that
 * are worth nothing are counted, so a good one always works.
 * @returns what the browser is given; null for a link that is worth nothing
 * @throws ApiError INVALID_INPUT (`password`), RATE_LIMIT_EXCEEDED
 */
export async function setPassword(
  { token, password, address }: { token: string; password: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'authSecrets'>,
): Promise<{ userId: string; device: string } | null> {
  requireGoodPassword(password);
  const { db, clock, authSecrets } = ports;
  const user = await findResetUser(db, token, clock.now());
  if (user && authSecrets) {
    const body = { token, newPassword: password };
    if (await nullIfRefused(auth.api.resetPassword({ body })))
      return { userId: user.id, device: await newDeviceToken(user.email, authSecrets) };
  }
  requireAttempt(await limitAttemptsFrom('stale link', address, ports));
  return null;
}
