/**
 * A link that only whoever reads the address's mail may have.
 * - `verify`: the address is theirs
 * - `reset`: sets a new password
 * - `known`: somebody signed up with an address that has an account; sets a new password too
 * - `invite`: joins an organization
 */
export interface LinkMail {
  kind: 'verify' | 'reset' | 'known' | 'invite';
  to: string;
  link: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Of an invitation: to what, and by whom. */
  organizationName?: string;
  invitedBy?: string;
}
