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
// - An address, its site and its account each have a window, asked in this order. The first that is
//   full refuses, and what it refuses counts in none of the others: an address that has used up its
//   own attempts uses up those of no other.
// - A browser that has signed in to an account before has a counter of its own instead of the
//   account's, so strangers who fill the account's window do not shut its owner out.
// - The link that sets a new password is never refused, and the browser that opened it counts as
//   one that has signed in. Strangers may use up the mails with such links of an hour: they are
//   then in the mailbox already. So an owner at a new browser waits for a mail at most.
// - The password asked for again inside a session counts by session (own-account.ts).
//
// So a stranger has ten attempts at an account in 15 minutes, from wherever, and locks out no user.

export interface SignInRequest {
  /** In lower case. */
  email: string;
  password: string;
  /** Where the request came from; empty when the platform does not say. */
  address: string;
  /** What {@link newDeviceToken} gave this browser; empty when it has none. */
  device: string;
  headers: Headers;
  /** What links begin with. */
  origin: string;
}

export interface BegunSession {
  userId: string;
  cookies: readonly string[];
  /** Whether a code of the second step is asked for before there is a session. */
  needsCode: boolean;
  /** See {@link newDeviceToken}. */
  device: string;
}

export type SessionPorts = Pick<
  SignInPorts,
  'db' | 'clock' | 'authSecrets' | 'sendsMail' | 'sendLink' | 'defer' | 'warn'
>;

/** The user whose password this is; null when it is wrong, after the same work. */
export async function matchPassword(
  email: string,
  password: string,
  db: SignInPorts['db'],
): Promise<User | null> {
  const login = await findLogin(db, email);
  // A longer text is no user's password; uncut, it could be distinguished from a wrong one.
  const given = { hash: login?.hash ?? '', password: password.slice(0, MAX_PASSWORD_CHARS) };
  return (await verifyPassword(given)) && login ? login.user : null;
}

/**
 * Begins a session, or its second step, for a person who has proven to be that one; an earlier one
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
 * Begins a session of its own: one that the browser brought along ends, whosever it was.
 * @returns null for no such person, no password yet, another password, or an address that is not
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
  return beginSession(user, headers, auth, ports);
}
