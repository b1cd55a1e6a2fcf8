import * as z from 'zod';

/** The operator's own Reacher server and its secret. */
export const REACHER_HOST = 'reacher.test';
export const REACHER_SECRET = 'reacher secret of the tests';

const heard = {
  can_connect_smtp: true,
  has_full_inbox: false,
  is_catch_all: false,
  is_deliverable: true,
  is_disabled: false,
};
const unheard = { error: { type: 'SmtpError', message: 'io: timed out' }, description: null };
const later = {
  error: {
    type: 'AsyncSmtpError',
    message: { Transient: { code: '450', message: ['4.2.0 Greylisted, come back'] } },
  },
};

/** What mail servers say, by mailbox; of any other they say nothing. */
const MAILBOXES: Readonly<Record<string, { is_reachable: string; smtp: object }>> = {
  'jane.doe@example.com': { is_reachable: 'safe', smtp: heard },
  'nobody@example.com': { is_reachable: 'invalid', smtp: { ...heard, is_deliverable: false } },
  'full@example.com': {
    is_reachable: 'risky',
    smtp: { ...heard, is_deliverable: false, has_full_inbox: true },
  },
  'later@example.com': { is_reachable: 'unknown', smtp: later },
  'anyone@catchall.example': { is_reachable: 'risky', smtp: { ...heard, is_catch_all: true } },
};

const question = z.object({ to_email: z.string() });

/** Reacher's `POST /v1/check_email`. */
export async function answerReacher(request: Request): Promise<Response> {
  if (request.headers.get('x-reacher-secret') !== REACHER_SECRET)
    return Response.json({ error: 'Unauthorized' }, { status: 401 });
  const asked = question.safeParse(await request.json().catch(() => null));
  if (new URL(request.url).pathname !== '/v1/check_email' || !asked.success)
    return Response.json({ error: 'Bad request' }, { status: 400 });
  const { to_email } = asked.data;
  const [username = '', domain = ''] = to_email.split('@');
  return Response.json({
    input: to_email,
    ...(MAILBOXES[to_email] ?? { is_reachable: 'unknown', smtp: unheard }),
    misc: {
      is_disposable: false,
      is_role_account: false,
      gravatar_url: null,
      haveibeenpwned: null,
    },
    mx: { accepts_mail: true, records: [`mx1.${domain}.`] },
    syntax: {
      address: to_email,
      domain,
      is_valid_syntax: true,
      username,
      normalized_email: to_email,
      suggestion: null,
    },
  });
}
