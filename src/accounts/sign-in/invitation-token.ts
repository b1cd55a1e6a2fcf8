import type { Secrets } from '../../core/secrets.ts';
import { openSigned, signText } from '../../core/signed-text.ts';

const PURPOSE = 'invitation';

/**
 * What the mail carries besides the invitation's id, so that only its reader can accept: whoever
 * invites knows the id too.
 */
export const invitationToken = (id: string, email: string, secrets: Secrets): Promise<string> =>
  signText({ purpose: PURPOSE, text: id, bound: email }, secrets);

/** Whether the token came with the mail of this invitation. */
export const isInvitationToken = async (
  { id, email, token }: { id: string; email: string; token: string },
  secrets: Secrets,
): Promise<boolean> =>
  (await openSigned(token, { purpose: PURPOSE, bound: email }, secrets)) === id;
