import * as z from 'zod';
import type { EmailAddress } from '../../domain/email/address.ts';
import {
  type MailboxCheck,
  NO_REPLY,
  type NoReplyReason,
} from '../../domain/email/mailbox-check.ts';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { trimEndOf } from '../../lib/text.ts';
import type { Source } from '../../lookup/source.ts';
import { successful } from '../../lookup/upstream-status.ts';

/** An SMTP conversation takes seconds; the whole lookup must end within the pipeline's limit. */
const TIMEOUT_MS = 9_000;
/** Below the pipeline's limit, to tell a mail server that hangs from an unreachable checker. */
const SMTP_TIMEOUT_MS = 8_500;
const MAX_BYTES = 256 * 1_024;
const MAX_ERROR_CHARS = 2_000;

// The caller named the mail server that hangs, so it does not count against the checker.
const smtpTimeout = () =>
  new ApiError('UPSTREAM_TIMEOUT', 'The mail server took too long to answer.', {
    aboutInput: true,
  });

const smtpFacts = z.object({
  can_connect_smtp: z.boolean(),
  has_full_inbox: z.boolean(),
  is_catch_all: z.boolean(),
  is_deliverable: z.boolean(),
  is_disabled: z.boolean(),
});

/** Reacher's error object for a check that failed; its message is text or nested. */
const smtpError = z.object({ error: z.unknown() });

const reacherReply = z.object({ is_reachable: z.string(), smtp: z.unknown() });

/** Patterns in an error's text; the first match wins. 4yz replies ask to come back: RFC 6647. */
const FAILURE_PATTERNS: readonly (readonly [NoReplyReason, RegExp])[] = [
  ['GREYLISTED', /gr[ea]ylist|\b45[01]\b/i],
  ['CHECKER_REFUSED', /blacklist|blocklist|block list|spamhaus|needsrdns|reverse dns|ipblock/i],
  ['TIMED_OUT', /tim(?:ed|e) ?out|elapsed/i],
  ['NOT_REACHED', /connect|unreachable|refused|reset|broken pipe|resolve/i],
];

function readError(error: unknown): MailboxCheck {
  const text = (JSON.stringify(error) ?? '').slice(0, MAX_ERROR_CHARS);
  const failureReason = FAILURE_PATTERNS.find(([, sign]) => sign.test(text))?.[0] ?? 'NOT_SAID';
  return {
    ...NO_REPLY,
    greylisted: failureReason === 'GREYLISTED' ? true : null,
    silence: failureReason,
  };
}

/** A catch-all server accepts every name, so its acceptance confirms nothing. */
function readFacts(facts: z.infer<typeof smtpFacts>, certain: boolean): MailboxCheck {
  if (!facts.can_connect_smtp) return { ...NO_REPLY, connected: false, silence: 'NOT_REACHED' };
  const known = {
    connected: true,
    catchAll: facts.is_catch_all,
    fullInbox: facts.has_full_inbox,
    disabled: facts.is_disabled,
    greylisted: false,
  };
  if (certain && (facts.is_disabled || facts.has_full_inbox))
    return { ...known, exists: true, silence: null };
  if (!certain || facts.is_catch_all) return { ...known, exists: null, silence: 'NOT_SAID' };
  return { ...known, exists: facts.is_deliverable, silence: null };
}

/** An `smtp` part of another shape gives no result, whatever the summary beside it claims. */
function readReacherReply({ is_reachable, smtp }: z.infer<typeof reacherReply>): MailboxCheck {
  if (smtp === null || smtp === undefined)
    return is_reachable === 'invalid' ? { ...NO_REPLY, exists: false, silence: null } : NO_REPLY;
  const facts = smtpFacts.safeParse(smtp);
  if (facts.success)
    return readFacts(facts.data, ['safe', 'risky', 'invalid'].includes(is_reachable));
  const failed = smtpError.safeParse(smtp);
  return failed.success ? readError(failed.data.error) : NO_REPLY;
}

/** Checks with the mail server, through the operator's own Reacher (`POST /v1/check_email`). */
export const reacherCheck: Source<EmailAddress, MailboxCheck> = {
  name: 'reacher',
  label: 'mail_server',
  kind: 'open',
  reads: 'io',
  timeoutMs: TIMEOUT_MS,
  available: ({ outbound }) => outbound.settings.reacherUrl !== undefined,
  missing: () => ['REACHER_URL'],
  async ask(address, { outbound }, signal) {
    const { reacherUrl, reacherSecret } = outbound.settings;
    const deadline = new Deadline(SMTP_TIMEOUT_MS, smtpTimeout);
    const request = new Request(`${trimEndOf(reacherUrl ?? '', '/')}/v1/check_email`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(reacherSecret && { 'x-reacher-secret': reacherSecret }),
      },
      body: JSON.stringify({ to_email: address.text }),
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
    });
    try {
      const response = await successful(await deadline.wait(outbound.http(request)));
      const body = await deadline.wait(readReplyText(response, MAX_BYTES));
      return readReacherReply(reacherReply.parse(JSON.parse(body)));
    } finally {
      deadline.end();
    }
  },
};
