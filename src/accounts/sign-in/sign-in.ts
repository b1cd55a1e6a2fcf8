import { APIError } from 'better-auth/api';
import type { Auth } from './auth.ts';
import { forgive, tooMany, tooManyFrom } from './limits.ts';
import { MAX_PASSWORD_CHARS } from './password-rules.ts';
import type { SignInPorts } from './ports.ts';

export interface SignInRequest {
  /** In lower case. */
  email: string;
  password: string;
  /** Where the request came from; empty when the platform does not say. */
  address: string;
  headers: Headers;
}

/**
 * `wrong` says nothing of which: no such person, no password yet, another password, or an address
 * that is not verified; all take one scrypt. The last would tell whoever has just signed up with
 * somebody's address that nobody had it.
 */
export type SignInOutcome =
  | { kind: 'signed_in'; userId: string; cookies: readonly string[] }
  | { kind: 'wrong' }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Begins a session of its own: one that the browser brought along ends, whosever it was. */
export async function signIn(
  request: SignInRequest,
  auth: Auth,
  ports: Pick<SignInPorts, 'db' | 'clock'>,
): Promise<SignInOutcome> {
  const { email, address, headers } = request;
  const waits = [
    await tooManyFrom('sign-in', address, ports),
    await tooMany('sign-in by account', email, ports),
  ].filter((seconds) => seconds !== null);
  if (waits.length > 0) return { kind: 'limited', retryAfterSeconds: Math.max(...waits) };
  // What is longer is nobody's password, and would be told apart from a wrong one.
  const password = request.password.slice(0, MAX_PASSWORD_CHARS);
  try {
    const signedIn = await auth.api.signInEmail({
      body: { email, password },
      headers: new Headers(),
      returnHeaders: true,
    });
    await endSession(headers, auth);
    await forgive('sign-in by account', email, ports);
    const { id: userId } = signedIn.response.user;
    return { kind: 'signed_in', userId, cookies: signedIn.headers.getSetCookie() };
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return { kind: 'wrong' };
    throw error;
  }
}

/** Ends the session a request brings along. @returns the cookies that take it out of the browser */
export async function endSession(headers: Headers, auth: Auth): Promise<readonly string[]> {
  if (!headers.has('Cookie')) return [];
  const ended = await auth.api.signOut({ headers, returnHeaders: true });
  return ended.headers.getSetCookie();
}
