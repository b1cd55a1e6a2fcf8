import { APIError } from 'better-auth/api';
import { findResetEmail } from '../store-users.ts';
import { limitAttempts, limitAttemptsFrom } from './attempt-limits.ts';
import type { Auth } from './auth.ts';
import { passwordProblem } from './passwords.ts';
import type { SignInPorts } from './ports.ts';
import { newDeviceToken } from './tokens.ts';

/**
 * Password reset: sends a link to the address if a user has it, rate-limited by the hour. Whether
 * it is sent, and whether there were too many, is found out after the reply: neither text nor
 * timing discloses whether the address is known.
 * @returns seconds to wait when too many came from this address; null when it is on its way
 */
export async function requestPasswordReset(
  { email, address }: { email: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'defer' | 'warn'>,
): Promise<number | null> {
  const wait = await limitAttemptsFrom('reset', address, ports);
  if (wait !== null) return wait;
  const work = limitAttempts('reset by account', email, ports).then((full) =>
    full === null ? auth.api.requestPasswordReset({ body: { email } }) : null,
  );
  ports.defer(work.catch((cause: unknown) => ports.warn('a link could not be made', cause)));
  return null;
}

export type NewPasswordOutcome =
  | { kind: 'set'; device: string }
  | { kind: 'stale_link' }
  | { kind: 'password'; problem: string }
  | { kind: 'limited'; retryAfterSeconds: number };

/**
 * Sets a password by a link that was sent, once; every session of the person ends. Only links that
 * are worth nothing are counted, so a good one always works.
 */
export async function setPassword(
  { token, password, address }: { token: string; password: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'authSecrets'>,
): Promise<NewPasswordOutcome> {
  const problem = passwordProblem(password);
  if (problem) return { kind: 'password', problem };
  const { db, clock, authSecrets } = ports;
  const email = await findResetEmail(db, token, clock.now());
  if (email !== null && authSecrets)
    try {
      await auth.api.resetPassword({ body: { token, newPassword: password } });
      return { kind: 'set', device: await newDeviceToken(email, authSecrets) };
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
    }
  const wait = await limitAttemptsFrom('stale link', address, ports);
  return wait === null ? { kind: 'stale_link' } : { kind: 'limited', retryAfterSeconds: wait };
}
