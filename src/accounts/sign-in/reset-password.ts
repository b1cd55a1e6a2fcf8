import { APIError } from 'better-auth/api';
import type { Auth } from './auth.ts';
import { tooMany, tooManyFrom } from './limits.ts';
import { passwordProblem } from './password-rules.ts';
import type { SignInPorts } from './ports.ts';

/**
 * Sends a link to the address if somebody has it. It is made after the reply, so that neither words
 * nor time say whether anybody does.
 * @returns seconds to wait when there were too many; null when it is on its way
 */
export async function requestReset(
  { email, address }: { email: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock' | 'defer' | 'warn'>,
): Promise<number | null> {
  const waits = [
    await tooManyFrom('reset', address, ports),
    await tooMany('reset by account', email, ports),
  ].filter((seconds) => seconds !== null);
  if (waits.length > 0) return Math.max(...waits);
  const work = auth.api.requestPasswordReset({ body: { email } });
  ports.defer(work.catch((cause: unknown) => ports.warn('a link could not be made', cause)));
  return null;
}

export type NewPasswordOutcome =
  | { kind: 'set' }
  | { kind: 'stale_link' }
  | { kind: 'password'; problem: string }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Sets a password by a link that was sent, once; every session of the person ends. */
export async function setPassword(
  { token, password, address }: { token: string; password: string; address: string },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<NewPasswordOutcome> {
  const problem = passwordProblem(password);
  if (problem) return { kind: 'password', problem };
  const wait = await tooManyFrom('stale link', address, ports);
  if (wait !== null) return { kind: 'limited', retryAfterSeconds: wait };
  try {
    await auth.api.resetPassword({ body: { token, newPassword: password } });
    return { kind: 'set' };
  } catch (error) {
    if (error instanceof APIError) return { kind: 'stale_link' };
    throw error;
  }
}

/** Whether the link of a mail shows that its reader has the address. */
export async function verifyEmail(token: string, auth: Auth): Promise<boolean> {
  try {
    await auth.api.verifyEmail({ query: { token } });
    return true;
  } catch (error) {
    if (error instanceof APIError) return false;
    throw error;
  }
}
