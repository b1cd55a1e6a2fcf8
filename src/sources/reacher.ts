import * as z from 'zod';
import type { EmailAddress } from '../core/email-address.ts';
import type { Source } from '../core/source.ts';
import { successful } from '../core/upstream-status.ts';
import { readReplyText } from './reply-text.ts';

/** What a mail server said of one mailbox. */
export interface MailboxCheck {
  /** Null: it would not say. */
  exists: boolean | null;
  /** Whether the server spoke SMTP with the checker; null when the check broke off. */
  connected: boolean | null;
  catchAll: boolean;
  fullInbox: boolean;
  disabled: boolean;
  greylisted: boolean;
  /** The checker's words where it could not find out. */
  detail: string | null;
}

/** An SMTP conversation takes seconds; the whole lookup must end within the pipeline's limit. */
const TIMEOUT_MS = 9_000;
const MAX_BYTES = 256 * 1_024;
const MAX_DETAIL_CHARS = 300;

const smtpFacts = z.object({
  can_connect_smtp: z.boolean(),
  has_full_inbox: z.boolean(),
  is_catch_all: z.boolean(),
  is_deliverable: z.boolean(),
  is_disabled: z.boolean(),
});

/** Reacher puts an error object where it could not find out; its message is text or a nested object. */
const smtpError = z.object({ error: z.object({ type: z.string(), message: z.unknown() }) });

const reply = z.object({
  is_reachable: z.enum(['safe', 'risky', 'invalid', 'unknown']),
  smtp: z.union([smtpFacts, smtpError]).nullable().catch(null),
});

type Reply = z.infer<typeof reply>;

/** 4yz replies that ask to come back (RFC 6647). */
const GREYLISTED = /gr[ea]ylist|\b45[01]\b/i;

function readDetail(message: unknown): string {
  return (typeof message === 'string' ? message : JSON.stringify(message ?? '')).slice(
    0,
    MAX_DETAIL_CHARS,
  );
}

/** A catch-all server accepts every name, so its yes says nothing of this one. */
function existence({ is_reachable }: Reply, smtp: z.infer<typeof smtpFacts>): boolean | null {
  if (!smtp.can_connect_smtp || is_reachable === 'unknown') return null;
  if (smtp.is_disabled || smtp.has_full_inbox) return true;
  if (smtp.is_catch_all) return null;
  return smtp.is_deliverable;
}

const UNHEARD: MailboxCheck = {
  exists: null,
  connected: null,
  catchAll: false,
  fullInbox: false,
  disabled: false,
  greylisted: false,
  detail: null,
};

function readReply(answer: Reply): MailboxCheck {
  const { smtp } = answer;
  if (smtp === null)
    return { ...UNHEARD, exists: answer.is_reachable === 'invalid' ? false : null };
  if ('error' in smtp) {
    const detail = `${smtp.error.type}: ${readDetail(smtp.error.message)}`;
    return { ...UNHEARD, greylisted: GREYLISTED.test(detail), detail };
  }
  return {
    exists: existence(answer, smtp),
    connected: smtp.can_connect_smtp,
    catchAll: smtp.is_catch_all,
    fullInbox: smtp.has_full_inbox,
    disabled: smtp.is_disabled,
    greylisted: false,
    detail: smtp.can_connect_smtp ? null : 'The mail server could not be reached.',
  };
}

/** Asks the mail server itself, through the operator's own Reacher (`POST /v1/check_email`). */
export const mailboxCheck: Source<EmailAddress, MailboxCheck> = {
  name: 'reacher',
  label: 'mail server',
  kind: 'open',
  timeoutMs: TIMEOUT_MS,
  available: ({ network }) => network.settings.reacherUrl !== undefined,
  async ask(address, { network }, signal) {
    const { reacherUrl, reacherSecret } = network.settings;
    const request = new Request(`${reacherUrl?.replace(/\/+$/, '')}/v1/check_email`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(reacherSecret && { 'x-reacher-secret': reacherSecret }),
      },
      body: JSON.stringify({ to_email: address.text }),
      ...(signal && { signal }),
    });
    const body = await readReplyText(await successful(await network.http(request)), MAX_BYTES);
    return readReply(reply.parse(JSON.parse(body)));
  },
};
