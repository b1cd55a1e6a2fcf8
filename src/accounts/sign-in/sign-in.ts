import { findLogin, type User } from '../store-users.ts';
import {
  type AttemptKind,
  limitAttempts,
  limitAttemptsFrom,
  requireAttempt,
  resetAttempts,
} from './attempt-limits.ts';
import { type Auth, createUserSession, endSession } from './auth.ts';
import { MAX_PASSWORD_CHARS, verifyPassword } from './passwords.ts';
import { deferWork, type SignInPorts } from './ports.ts';
import { newDeviceToken, sendVerification, verifyDeviceToken } from './tokens.ts';

// Rate limits of password attempts:
// - An address, its site and its account each have a window, checked in this order. The first full
//   window refuses the attempt, which then counts in none of the others: an address that has used
//   up its own attempts cannot use up those of an account.
// - A browser that has signed in to an account before has its own counter instead of the account's,
//   so strangers who fill the account's window do not lock its owner out.
// - A valid link that sets a new password is never refused, and the browser that opened it counts
//   as signed in before. Strangers can use up the hourly limit of these mails, but then the mailbox
//   already has some. So an owner on a new browser waits for a mail at most.
// - A person begins a limited number of sessions a day, as each is a row and an entry of the audit
//   log. Only who can sign in uses that up; a link that sets a new password still begins one.
// - The password asked for again inside a session counts by session (own-account.ts).
//
// So a stranger has ten attempts at an account in 15 minutes, from anywhere, and locks out no user.

export interface SignInRequest {
  /** In lower case. */
  email: string;
  password: string;
  /** Client address; empty when the platform does not provide it. */
  address: string;
  /** Token from {@link newDeviceToken} of this browser; empty when it has none. */
  device: string;
  headers: Headers;
  /** Origin with which links begin. */
  origin: string;
}

export interface BegunSession {
  userId: string;
  cookies: readonly string[];
  /** Whether a code of the second step is needed before there is a session. */
  needsCode: boolean;
  /** See {@link newDeviceToken}. */
  device: string;
}

export type SessionPorts = Pick<
  SignInPorts,
  'db' | 'clock' | 'authSecrets' | 'sendsMail' | 'sendLink' | 'defer' | 'warn'
>;

/** The user with this password; null when it is wrong, after the same work. */
export async function matchPassword(
  email: string,
  password: string,
  db: SignInPorts['db'],
): Promise<User | null> {
  const login = await findLogin(db, email);
  // No user has a longer password; uncut, it would differ from a wrong one in time.
  const given = { hash: login?.hash ?? '', password: password.slice(0, MAX_PASSWORD_CHARS) };
  return (await verifyPassword(given)) && login ? login.user : null;
}

/**
 * Begins a session, or its second step, for a person whose identity is proven; an earlier session
 * of the browser ends.
 */
export async function beginSession(
  { id, email }: Pick<User, 'id' | 'email'>,
  headers: Headers,
  auth: Auth,
  { authSecrets }: Pick<SignInPorts, 'authSecrets'>,
): Promise<BegunSession> {
  await endSession(headers, auth);
  const begun = await createUserSession(id, headers, auth);
  const device = authSecrets ? await newDeviceToken(email, authSecrets) : '';
  return { userId: id, device, ...begun };
}

/**
 * Signs in with a password and begins a new session; the browser's earlier session ends, whosever
 * it was.
 * @returns null for an unknown person, no password yet, a wrong password, or an address that is not
 * verified; all take one query and one scrypt. The last would disclose that an address was free to
 * a stranger who has just signed up with it.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function signIn(
  request: SignInRequest,
  auth: Auth,
  ports: SessionPorts,
): Promise<BegunSession | null> {
  const { email, password, address, headers, origin } = request;
  const { db, authSecrets, sendsMail } = ports;
  const known = authSecrets && (await verifyDeviceToken(request.device, email, authSecrets));
  const [kind, who]: [AttemptKind, string] = known
    ? ['sign-in by device', `${email} ${known}`]
    : ['sign-in by account', email];
  requireAttempt(await limitAttemptsFrom('sign-in', address, ports));
  requireAttempt(await limitAttempts(kind, who, ports));
  const user = await matchPassword(email, password, db);
  if (!user) return null;
  if (sendsMail && !user.emailVerified) {
    deferWork(sendVerification(user, origin, ports), 'a link could not be made', ports);
    return null;
  }
  await resetAttempts(kind, who, ports);
  requireAttempt(await limitAttempts('session by person', user.id, ports));
  return beginSession(user, headers, auth, ports);
}
