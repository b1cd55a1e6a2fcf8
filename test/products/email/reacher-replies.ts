/** Replies of Reacher's `POST /v1/check_email` in its own shape. */

const smtp = {
  can_connect_smtp: true,
  has_full_inbox: false,
  is_catch_all: false,
  is_deliverable: true,
  is_disabled: false,
};

function reply(is_reachable: string, smtpPart: unknown, misc: Record<string, unknown> = {}) {
  return {
    input: 'jane.doe@example.com',
    is_reachable,
    misc: {
      is_disposable: false,
      is_role_account: false,
      gravatar_url: null,
      haveibeenpwned: null,
      ...misc,
    },
    mx: { accepts_mail: true, records: ['mx.example.com.'] },
    smtp: smtpPart,
    syntax: {
      address: 'jane.doe@example.com',
      domain: 'example.com',
      is_valid_syntax: true,
      username: 'jane.doe',
      normalized_email: 'jane.doe@example.com',
      suggestion: null,
    },
    debug: {
      server_name: 'backend',
      start_time: '2026-11-01T00:00:00Z',
      end_time: '2026-11-01T00:00:02Z',
      duration: { secs: 2, nanos: 0 },
      smtp: { verif_method: { type: 'Smtp' } },
    },
  };
}

export const safe = reply('safe', smtp);
export const catchAll = reply('risky', { ...smtp, is_catch_all: true });
export const riskyRole = reply('risky', smtp, { is_role_account: true });
export const fullInbox = reply('risky', { ...smtp, has_full_inbox: true, is_deliverable: false });
export const invalid = reply('invalid', { ...smtp, is_deliverable: false });
export const disabled = reply('invalid', { ...smtp, is_deliverable: false, is_disabled: true });
export const unconnected = reply('invalid', {
  ...smtp,
  can_connect_smtp: false,
  is_deliverable: false,
});
export const unknown = reply('unknown', {
  error: { type: 'SmtpError', message: 'io: timed out' },
  description: null,
});
export const greylisted = reply('unknown', {
  error: {
    type: 'AsyncSmtpError',
    message: { Transient: { code: '450', message: ['4.2.0 Greylisted, try again in 5 minutes'] } },
  },
});
export const noMail = {
  ...reply('invalid', null),
  mx: { error: { type: 'ResolveError', message: 'no records found' } },
};
