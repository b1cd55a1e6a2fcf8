import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_MS } from '../../lib/time.ts';
import { findUser, findUserByEmail, markEmailVerified, type User } from '../store-users.ts';
import { limitAttempts } from './attempt-limits.ts';
import type { SignInPorts } from './ports.ts';

// Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that
// has signed in to an account has its own attempt limit, which strangers cannot use up.

const DEVICE_PURPOSE = 'device that signed in';

/** Device token for a browser whose user has proven to be the person behind the address. */
export const newDeviceToken = (email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: DEVICE_PURPOSE, text: crypto.randomUUID(), bound: email }, secrets);

/** Id of a browser that has signed in with this address before; null for any other. */
export const verifyDeviceToken = (
  token: string,
  email: string,
  secrets: Secrets,
): Promise<string | null> =>
  verifySignedText(token, { purpose: DEVICE_PURPOSE, bound: email }, secrets);

const INVITATION_PURPOSE = 'invitation';

/** Invitation token, sent by mail only: only its reader can accept, as the inviter has the id. */
export const invitationToken = (id: string, email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: INVITATION_PURPOSE, text: id, bound: email }, secrets);

/** Whether the token is from the mail of this invitation. */
export const isInvitationToken = async (
  { id, email, token }: { id: string; email: string; token: string },
  secrets: Secrets,
): Promise<boolean> =>
  (await verifySignedText(token, { purpose: INVITATION_PURPOSE, bound: email }, secrets)) === id;

const VERIFICATION_PURPOSE = 'verification of an address';
const VERIFICATION_LIFETIME_MS = DAY_MS;
const VERIFICATION_TEXT = /^(\d+) (.+)$/;

type VerifyPorts = Pick<SignInPorts, 'db' | 'clock' | 'authSecrets' | 'sendLink'>;

/**
 * Sends the link that verifies a user's address. A sign-up may give any address, so a mailbox gets
 * only a few per hour.
 */
export async function sendVerification(
  { id, email }: Pick<User, 'id' | 'email'>,
  origin: string,
  ports: VerifyPorts,
): Promise<void> {
  const { clock, authSecrets, sendLink } = ports;
  if (!authSecrets || (await limitAttempts('verification by account', email, ports)) !== null)
    return;
  const expiresAt = clock.now() + VERIFICATION_LIFETIME_MS;
  const token = await signText(
    { purpose: VERIFICATION_PURPOSE, text: `${expiresAt} ${id}` },
    authSecrets,
  );
  const link = `${origin}/app/verify-email?token=${encodeURIComponent(token)}`;
  await sendLink({ kind: 'verify', to: email, link, expiresAt });
}

/** User whose address a link verifies; null when it was altered or has expired. Changes nothing. */
export async function openVerification(token: string, ports: VerifyPorts): Promise<User | null> {
  const { db, clock, authSecrets } = ports;
  const text =
    authSecrets && (await verifySignedText(token, { purpose: VERIFICATION_PURPOSE }, authSecrets));
  const [, expiresAt, id = ''] = VERIFICATION_TEXT.exec(text ?? '') ?? [];
  return Number(expiresAt) > clock.now() ? findUser(db, id) : null;
}

/** Verifies the address of a link. @returns its user; null for an invalid link */
export async function verifyEmail(token: string, ports: VerifyPorts): Promise<User | null> {
  const user = await openVerification(token, ports);
  if (user) await markEmailVerified(ports.db, user.id);
  return user;
}

/** Resends the link unless the address is verified or unknown; the caller cannot tell which. */
export async function resendVerification(email: string, origin: string, ports: VerifyPorts) {
  const user = await findUserByEmail(ports.db, email);
  if (user && !user.emailVerified) await sendVerification(user, origin, ports);
}
