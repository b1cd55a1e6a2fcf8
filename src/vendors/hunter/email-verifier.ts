import * as z from 'zod';
import type { EmailAddress } from '../../domain/email/address.ts';
import { type MailboxCheck, NO_REPLY } from '../../domain/email/mailbox-check.ts';
import { alike } from '../../lib/fields.ts';
import { flag } from '../../lib/loose-fields.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';
import { HUNTER, pollUntilReady } from './client.ts';

const reply = z.object({
  data: z.object({
    status: z.string().min(1),
    accept_all: flag,
    /** Whether the mail server spoke SMTP, accepted the address, and refused verification. */
    ...alike(flag, 'smtp_server', 'smtp_check', 'block'),
  }),
});

type Verification = z.output<typeof reply>['data'];

/** Statuses for the kind of domain leave the mailbox open; for them the SMTP check decides. */
function existsOf({ status, accept_all, smtp_check, block }: Verification): boolean | null {
  if (accept_all === true || block === true) return null;
  if (status === 'valid') return true;
  if (status === 'invalid') return false;
  return status === 'webmail' || status === 'disposable' ? smtp_check : null;
}

function readVerification(data: Verification): MailboxCheck {
  const exists = existsOf(data);
  const failureReason =
    exists !== null
      ? null
      : data.block === true
        ? 'CHECKER_REFUSED'
        : data.smtp_server === false
          ? 'NOT_REACHED'
          : 'NOT_SAID';
  return {
    ...NO_REPLY,
    exists,
    // Only the mail server confirms a mailbox.
    connected: exists === true || data.accept_all === true || data.smtp_server,
    catchAll: data.accept_all,
    silence: failureReason,
  };
}

/** Vendor that probes the mail server. It bills every outcome, so bulk jobs do not use it. */
export const hunterVerification = fromUpstream<EmailAddress, MailboxCheck>(HUNTER, {
  name: 'hunter_verifier',
  label: 'mailbox_verification',
  notInBulk: true,
  metered: 'calls',
  async ask({ text }, call) {
    const found = await pollUntilReady(call, {
      path: '/v2/email-verifier',
      query: { email: text },
      schema: reply,
    });
    return found && readVerification(found.data);
  },
});
