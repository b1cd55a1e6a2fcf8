import type { Secrets } from '../../core/secrets.ts';
import type { AccountPorts } from '../ports.ts';
import type { LinkMail } from './link-mail.ts';

/** What signing in reaches. */
export interface SignInPorts
  extends Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId' | 'keySecret'> {
  /** AUTH_SECRET; null and nobody can sign in. */
  authSecrets: Secrets | null;
  /** Whether mails leave the service: then an address has to be verified before it signs in. */
  sendsMail: boolean;
  /** Sends a link to whoever has the address, or keeps it for the operator. */
  sendLink(mail: LinkMail): Promise<void>;
  /** Goes on with work after the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}
