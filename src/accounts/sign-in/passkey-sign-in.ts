import type * as z from 'zod';
import { findUser } from '../store-users.ts';
import { markPasskeyUsed } from '../store-ways-in.ts';
import { limitAttempts, limitAttemptsFrom, requireAttempt } from './attempt-limits.ts';
import { type Auth, cookieHeader, deviceHeaders, endSession, nullIfRefused } from './auth.ts';
import type { signedCredential } from './passkeys.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import type { BegunSession, SessionPorts } from './sign-in.ts';
import { newDeviceToken, sendVerification } from './tokens.ts';

/**
 * Creates a challenge for a sign-in with any passkey of this host. @returns what
 * `navigator.credentials.get` takes, and the cookies that bind the answer to this browser
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function openPasskeySignIn(
  { address, headers }: { address: string; headers: Headers },
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<{ options: object; cookies: readonly string[] }> {
  requireAttempt(await limitAttemptsFrom('passkey', address, ports));
  const made = await auth.api.generatePasskeyAuthenticationOptions({
    headers: deviceHeaders(headers),
    returnHeaders: true,
  });
  // The library only prefers verification of the person; this service requires it.
  const options = { ...made.response, userVerification: 'required' };
  return { options, cookies: made.headers.getSetCookie() };
}

/**
 * Begins a session for the person whose passkey signed this browser's challenge; an earlier session
 * of the browser ends. A challenge is valid once, for five minutes.
 * @returns null for an unknown passkey, a wrong or expired challenge, a person who was not
 * verified, and, where mail is sent, an address that is not verified
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function signInWithPasskey(
  request: {
    credential: z.output<typeof signedCredential>;
    address: string;
    headers: Headers;
    origin: string;
  },
  auth: Auth,
  ports: SessionPorts,
): Promise<BegunSession | null> {
  const { credential, address, headers, origin } = request;
  const { db, clock, authSecrets, sendsMail } = ports;
  requireAttempt(await limitAttemptsFrom('sign-in', address, ports));
  const verified = await nullIfRefused(
    auth.api.verifyPasskeyAuthentication({
      body: { response: credential },
      headers: deviceHeaders(headers),
      returnHeaders: true,
    }),
  );
  if (!verified) return null;
  const cookies = verified.headers.getSetCookie();
  const user = await findUser(db, verified.response.user.id);
  if (!user || (sendsMail && !user.emailVerified)) {
    await auth.api.signOut({ headers: cookieHeader(cookies) });
    if (user) deferWork(sendVerification(user, origin, ports), 'a link could not be made', ports);
    return null;
  }
  const wait = await limitAttempts('session by person', user.id, ports);
  if (wait !== null) await auth.api.signOut({ headers: cookieHeader(cookies) });
  requireAttempt(wait);
  await endSession(headers, auth);
  await markPasskeyUsed(db, credential.id, clock.now());
  const device = authSecrets ? await newDeviceToken(user.email, authSecrets) : '';
  return { userId: user.id, cookies, device, needsCode: false };
}
