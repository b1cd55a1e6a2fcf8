import { openSigned, signText } from '../../core/signed-text.ts';
import { findUser, markEmailVerified, type User } from '../../store/users.ts';
import { tooMany } from './limits.ts';
import type { SignInPorts } from './ports.ts';

const PURPOSE = 'verification of an address';
const LIFETIME_MS = 24 * 3_600_000;
const CLAIM = /^(\d+) (.+)$/;

type VerifyPorts = Pick<SignInPorts, 'db' | 'clock' | 'authSecrets' | 'sendLink'>;

/**
 * Sends the link that shows that an address is the user's. Anybody may sign up with an address, so
 * its mailbox gets a few an hour at most.
 */
export async function sendVerification(
  { id, email }: Pick<User, 'id' | 'email'>,
  origin: string,
  ports: VerifyPorts,
): Promise<void> {
  const { clock, authSecrets, sendLink } = ports;
  if (!authSecrets || (await tooMany('verification by account', email, ports)) !== null) return;
  const expiresAt = clock.now() + LIFETIME_MS;
  const token = await signText({ purpose: PURPOSE, text: `${expiresAt} ${id}` }, authSecrets);
  const link = `${origin}/app/verify-email?token=${encodeURIComponent(token)}`;
  await sendLink({ kind: 'verify', to: email, link, expiresAt });
}

/** Whose address a link verifies; null when it was altered, or is too old. Changes nothing. */
export async function openVerification(token: string, ports: VerifyPorts): Promise<User | null> {
  const { db, clock, authSecrets } = ports;
  const text = authSecrets && (await openSigned(token, { purpose: PURPOSE }, authSecrets));
  const [, expiresAt, id = ''] = CLAIM.exec(text ?? '') ?? [];
  return Number(expiresAt) > clock.now() ? findUser(db, id) : null;
}

/** Verifies the address of a link. @returns false when the link is worth nothing */
export async function verifyEmail(token: string, ports: VerifyPorts): Promise<boolean> {
  const user = await openVerification(token, ports);
  if (user) await markEmailVerified(ports.db, user.id);
  return user !== null;
}
