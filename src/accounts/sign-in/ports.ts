import type { Secrets } from '../../lib/secrets.ts';
import type { AccountPorts } from '../ports.ts';
import type { ProviderClient } from './providers.ts';

/**
 * A mail with a link that only the reader of the mailbox may have.
 * - `verify`: proves the address
 * - `reset`: sets a new password
 * - `invite`: joins an organization
 */
export interface LinkMail {
  kind: 'verify' | 'reset' | 'invite';
  to: string;
  link: string;
  expiresAt: number;
  /** For an invitation: the organization and the inviter. */
  organizationName?: string;
  invitedBy?: string;
}

/** Continues work after the reply; a failure is only logged. */
export const deferWork = (
  work: Promise<unknown>,
  failure: string,
  { defer, warn }: Pick<SignInPorts, 'defer' | 'warn'>,
): void => defer(work.catch((cause: unknown) => warn(failure, cause)));

export interface SignInPorts
  extends Pick<
    AccountPorts,
    'db' | 'clock' | 'accounts' | 'newUserId' | 'keySecret' | 'resources'
  > {
  /** AUTH_SECRET; null disables sign-in. */
  authSecrets: Secrets | null;
  /** OAuth providers of sign-in besides the password. */
  providers: readonly ProviderClient[];
  /** Name of the service, as authenticator apps list it. */
  serviceName: string;
  /** Whether mails are sent: an address must then be verified before it can sign in. */
  sendsMail: boolean;
  /** Mails a link to the address, or stores it for the operator. */
  sendLink(mail: LinkMail): Promise<void>;
  /** Continues work after the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}
