import { type Secrets, signText, verifySignedText } from '../../lib/secrets.ts';
import { DAY_MS } from '../../lib/time.ts';
import { findUser, findUserByEmail, markEmailVerified, type User } from '../store-users.ts';
import { limitAttempts } from './attempt-limits.ts';
import type { SignInPorts } from './ports.ts';

// Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that
// has
// proven itself for an account guesses on an allowance of its own, which no stranger can use up.

const DEVICE_PURPOSE = 'device that signed in';

/** Who has proven to be the person behind an address by now, with a browser. */
export const newDeviceToken = (email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: DEVICE_PURPOSE, text: crypto.randomUUID(), bound: email }, secrets);

/** The id of a browser that has signed in with this address before; null of any other. */
export const verifyDeviceToken = (
  token: string,
  email: string,
  secrets: Secrets,
): Promise<string | null> =>
  verifySignedText(token, { purpose: DEVICE_PURPOSE, bound: email }, secrets);

const INVITATION_PURPOSE = 'invitation';

/** Invitation token, in the mail only: its reader alone can accept, as the inviter knows the id. */
export const invitationToken = (id: string, email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: INVITATION_PURPOSE, text: id, bound: email }, secrets);

/** Whether the token came with the mail of this invitation. */
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
 * Sends the link that shows that an address is the user's. A sign-up may name any address, so a
 * mailbox gets a few an hour at most.
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

/** Whose address a link verifies; null when it was altered, or is too old. Changes nothing. */
export async function openVerification(token: string, ports: VerifyPorts): Promise<User | null> {
  const { db, clock, authSecrets } = ports;
  const text =
    authSecrets && (await verifySignedText(token, { purpose: VERIFICATION_PURPOSE }, authSecrets));
  const [, expiresAt, id = ''] = VERIFICATION_TEXT.exec(text ?? '') ?? [];
  return Number(expiresAt) > clock.now() ? findUser(db, id) : null;
}

/** Verifies the address of a link. @returns whose it is; null when the link is worth nothing */
export async function verifyEmail(token: string, ports: VerifyPorts): Promise<User | null> {
  const user = await openVerification(token, ports);
  if (user) await markEmailVerified(ports.db, user.id);
  return user;
}

/** Sends the link once more, unless the address is verified or has no user: both look alike. */
export async function resendVerification(email: string, origin: string, ports: VerifyPorts) {
  const user = await findUserByEmail(ports.db, email);
  if (user && !user.emailVerified) await sendVerification(user, origin, ports);
}
