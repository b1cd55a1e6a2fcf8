import { APIError } from 'better-auth/api';
import { ApiError } from '../../lib/errors.ts';
import {
  limitAttempts,
  limitAttemptsFrom,
  requireAttempt,
  resetAttempts,
} from '../sign-in/attempt-limits.ts';
import { type Auth, cookieHeader, deviceHeaders, nullIfRefused } from '../sign-in/auth.ts';
import type { SignInPorts } from '../sign-in/ports.ts';
import { confirmPerson, type OwnAccountSession } from './own-account.ts';

// Second step of a sign-in (NIST SP 800-63B, section 5.1.4): a code of an authenticator app by RFC
// 6238, or one of ten backup codes, each valid once. Guesses are limited three times: five per
// challenge, ten in a row per person, who then waits a quarter of an hour (both by the library, in
// D1), and by address.

type StepPorts = Pick<SignInPorts, 'db' | 'clock'>;

const wrongCode = (): ApiError =>
  new ApiError('INVALID_INPUT', 'is wrong, or too old', { param: 'code' });

/** Apps show a code in two groups. */
const withoutSpaces = (typed: string): string => typed.replaceAll(/\s/g, '');

/** Records the use of an app's code. @returns whether it was used before */
const wasUsed = async (userId: string, code: string, ports: StepPorts): Promise<boolean> =>
  (await limitAttempts('code used', `${userId} ${code}`, ports)) !== null;

const codeOf = (error: APIError): string => String(error.body?.code ?? '');

/**
 * Creates a secret and backup codes, shown once; active after {@link confirmSecondStep}.
 * @throws ApiError as {@link confirmPerson}, INVALID_INPUT (already on), RATE_LIMIT_EXCEEDED
 */
export async function setUpSecondStep(
  self: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: StepPorts,
) {
  const body = await confirmPerson(self, password, auth, ports);
  const made = await nullIfRefused(auth.api.enableTwoFactor({ body, headers: self.headers }));
  if (!made)
    throw new ApiError('INVALID_INPUT', 'The second step is already on.', { param: 'password' });
  if (made.method !== 'totp') throw new TypeError('no secret was made');
  return { uri: made.totpURI, backupCodes: made.backupCodes };
}

/**
 * Turns the second step on with a code of the app. @returns cookies of the new session
 * @throws ApiError INVALID_INPUT (`code`), RATE_LIMIT_EXCEEDED
 */
export async function confirmSecondStep(
  self: OwnAccountSession,
  typed: string,
  auth: Auth,
  ports: StepPorts,
): Promise<readonly string[]> {
  requireAttempt(await limitAttempts('code by session', self.sessionId, ports));
  const code = withoutSpaces(typed);
  try {
    const { headers } = await auth.api.verifyTOTP({
      body: { code },
      headers: deviceHeaders(self.headers),
      returnHeaders: true,
    });
    await resetAttempts('code by session', self.sessionId, ports);
    await wasUsed(self.userId, code, ports);
    return headers.getSetCookie();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    throw wrongCode();
  }
}

/**
 * Turns the second step off. @returns cookies of the new session
 * @throws ApiError INVALID_INPUT (`password`), RATE_LIMIT_EXCEEDED
 */
export async function removeSecondStep(
  self: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: StepPorts,
): Promise<readonly string[]> {
  const body = await confirmPerson(self, password, auth, ports);
  const headers = deviceHeaders(self.headers);
  const done = await auth.api.disableTwoFactor({ body, headers, returnHeaders: true });
  return done.headers.getSetCookie();
}

/** Replaces the ten backup codes. @throws ApiError as {@link removeSecondStep}; if it is off */
export async function renewBackupCodes(
  self: OwnAccountSession,
  password: string,
  auth: Auth,
  ports: StepPorts,
): Promise<readonly string[]> {
  const body = await confirmPerson(self, password, auth, ports);
  const made = await nullIfRefused(auth.api.generateBackupCodes({ body, headers: self.headers }));
  if (!made) throw new ApiError('INVALID_INPUT', 'The second step is off.', { param: 'password' });
  return made.backupCodes;
}

const APP_CODE = /^\d{6}$/;

/** Refusals after which the sign-in must start again. */
const ENDED_CHALLENGES: ReadonlySet<string> = new Set([
  'INVALID_TWO_FACTOR_COOKIE',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
]);

/**
 * Completes a sign-in with a code of the app, or a backup code.
 * @param request `trusts`: do not ask this browser for a code for thirty days
 * @returns the user and the session's cookies; null when the sign-in must start again
 * @throws ApiError INVALID_INPUT (`code`), RATE_LIMIT_EXCEEDED
 */
export async function passSecondStep(
  request: { code: string; trusts: boolean; address: string; headers: Headers },
  auth: Auth,
  ports: StepPorts,
): Promise<{ userId: string; cookies: readonly string[] } | null> {
  requireAttempt(await limitAttemptsFrom('second step', request.address, ports));
  const code = withoutSpaces(request.code);
  const sent = {
    body: { code, trustDevice: request.trusts },
    headers: deviceHeaders(request.headers),
    returnHeaders: true,
  } as const;
  try {
    const isAppCode = APP_CODE.test(code);
    const passed = isAppCode
      ? await auth.api.verifyTOTP(sent)
      : await auth.api.verifyBackupCode(sent);
    const { id: userId } = passed.response.user;
    const cookies = passed.headers.getSetCookie();
    // The library accepts an app's code repeatedly while it is valid.
    if (isAppCode && (await wasUsed(userId, code, ports))) {
      await auth.api.signOut({ headers: cookieHeader(cookies) });
      return null;
    }
    return { userId, cookies };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    if (ENDED_CHALLENGES.has(codeOf(error))) return null;
    if (codeOf(error) === 'ACCOUNT_TEMPORARILY_LOCKED')
      throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many wrong codes. Try again in 15 minutes.', {
        retryAfterSeconds: 900,
        param: 'code',
      });
    throw wrongCode();
  }
}
