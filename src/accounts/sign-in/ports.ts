import type { Secrets } from '../../lib/secrets.ts';
import type { AccountPorts } from '../ports.ts';
import type { ProviderClient } from './providers.ts';

/**
 * Kind of sign-in link, which only the reader of the mailbox may have.
 * - `verify`: the address is theirs
 * - `reset`: sets a new password
 * - `invite`: joins an organization
 */
export interface LinkMail {
  kind: 'verify' | 'reset' | 'invite';
  to: string;
  link: string;
  expiresAt: number;
  /** Of an invitation: to what, and by whom. */
  organizationName?: string;
  invitedBy?: string;
}

/** Goes on with work after the reply; a failure is logged, and nothing else. */
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
  /** Name of the service, as an authenticator app lists it. */
  serviceName: string;
  /** Whether mails leave the service: then an address has to be verified before it signs in. */
  sendsMail: boolean;
  /** Mails a link to the address, or keeps it for the operator. */
  sendLink(mail: LinkMail): Promise<void>;
  /** Goes on with work after the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}
