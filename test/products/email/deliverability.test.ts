import { describe, expect, it } from 'vitest';
import { parseEmailAddress } from '../../../src/domain/email/address.ts';
import type { MailboxCheck } from '../../../src/domain/email/mailbox-check.ts';
import type { MailDns, MailHostReach } from '../../../src/open-data/mail/mail-dns.ts';
import {
  DELIVERABILITY,
  judgeDeliverability,
} from '../../../src/products/email/email/deliverability.ts';
import type { EmailFact } from '../../../src/products/email/email/fact.ts';

const dns: MailDns = {
  exists: true,
  listed: 1,
  exchangers: [{ host: 'mx.example.com', preference: 10, reach: 'PUBLIC' }],
  nullMx: false,
  ipv4: true,
  ipv6: false,
  ownReach: 'PUBLIC',
  spf: null,
  dmarc: null,
  policiesKnown: true,
  technologies: [],
};
const yes: MailboxCheck = {
  exists: true,
  connected: true,
  catchAll: false,
  fullInbox: false,
  disabled: false,
  greylisted: false,
  silence: null,
};
const base: EmailFact = {
  lists: { disposable: false, relay: null, free: false, role: false, typo: null },
  dns,
  registration: null,
  mailbox: null,
  mailboxStage: 'NOT_CONFIGURED',
  checkedTwice: false,
};
const asked = (mailbox: Partial<MailboxCheck>, more: Partial<EmailFact> = {}): EmailFact => ({
  ...base,
  mailbox: { ...yes, ...mailbox },
  mailboxStage: 'ANSWERED',
  ...more,
});
const silent: Partial<MailboxCheck> = { exists: null, connected: false, silence: 'NOT_REACHED' };
const disposable = { ...base.lists, disposable: true };
const typo = { ...base.lists, typo: { domain: 'gmail.com', certainty: 'known' as const } };
const reaching = (...reaches: MailHostReach[]): MailDns => ({
  ...dns,
  listed: reaches.length,
  exchangers: reaches.map((reach, at) => ({ host: `mx${at}.example.com`, preference: at, reach })),
});
const withoutMx: MailDns = { ...dns, listed: 0, exchangers: [] };
const unreached = { ...base, mailboxStage: 'NOT_NEEDED' as const };

/** One case per row, in the table's order; most also carry what a later row would answer to. */
const ROWS: readonly (readonly [
  reason: string,
  status: string,
  fact: EmailFact,
  address?: string,
])[] = [
  [
    'INVALID_SYNTAX',
    'UNDELIVERABLE',
    { ...unreached, dns: null, lists: disposable },
    'jane..doe@example.com',
  ],
  [
    'DOMAIN_NOT_FOUND',
    'UNDELIVERABLE',
    {
      ...unreached,
      dns: { ...withoutMx, exists: false, ipv4: false },
      lists: disposable,
    },
  ],
  ['NULL_MX', 'UNDELIVERABLE', { ...unreached, dns: { ...dns, nullMx: true, exchangers: [] } }],
  // RFC 5321 section 5.1: with an MX record of any kind the domain's own address takes no mail.
  ['NO_MAIL_SERVER', 'UNDELIVERABLE', { ...unreached, dns: { ...dns, listed: 2, exchangers: [] } }],
  [
    'MAIL_SERVER_NOT_PUBLIC',
    'UNDELIVERABLE',
    { ...unreached, dns: reaching('NOT_PUBLIC', 'NOT_PUBLIC') },
  ],
  ['MAILBOX_NOT_FOUND', 'UNDELIVERABLE', asked({ exists: false }, { lists: disposable })],
  ['MAILBOX_DISABLED', 'UNDELIVERABLE', asked({ disabled: true })],
  ['MAILBOX_FULL', 'TEMPORARY', asked({ fullInbox: true }, { lists: disposable })],
  ['GREYLISTED', 'TEMPORARY', asked({ exists: null, greylisted: true })],
  ['DISPOSABLE_EMAIL', 'RISKY', asked({}, { lists: disposable })],
  ['LIKELY_TYPO', 'RISKY', asked({}, { lists: typo })],
  ['CATCH_ALL', 'RISKY', asked({ exists: null, catchAll: true })],
  ['MAILBOX_CONFIRMED', 'DELIVERABLE', asked({})],
  ['MAIL_SERVER_NOT_FOUND', 'RISKY', asked(silent, { dns: reaching('NO_ADDRESS', 'NO_ADDRESS') })],
  ['IMPLICIT_MX', 'RISKY', asked(silent, { dns: withoutMx })],
  ['SERVER_SILENT', 'UNKNOWN', asked(silent)],
  ['MAILBOX_CHECK_FAILED', 'UNKNOWN', { ...base, mailboxStage: 'FAILED' }],
  [
    'MAILBOX_CHECK_WITHHELD',
    'UNKNOWN',
    { ...base, mailboxStage: 'WITHHELD', dns: reaching('PUBLIC', 'NOT_PUBLIC') },
  ],
  ['MAILBOX_UNCONFIRMED', 'UNKNOWN', base],
];

describe('the deliverability table', () => {
  it('has a case for every row, in its order', () => {
    expect(ROWS.map(([reason, status]) => [reason, status])).toEqual(
      DELIVERABILITY.map(({ reason, status }) => [reason, status]),
    );
  });

  it.each(
    ROWS.map(([reason, status, fact, address = 'jane@example.com']) => ({
      reason,
      status,
      fact,
      address,
    })),
  )('$reason is $status', ({ reason, status, fact, address }) => {
    expect(judgeDeliverability({ address: parseEmailAddress(address), fact })).toMatchObject({
      reason,
      status,
    });
  });

  it('ends with a row for everything', () => {
    expect(
      DELIVERABILITY.at(-1)?.applies({ address: parseEmailAddress('a@b.example'), fact: base }),
    ).toBe(true);
  });

  it('never says less of DNS for a check that stays silent', () => {
    const verdictOf = (fact: EmailFact) =>
      judgeDeliverability({ address: parseEmailAddress('jane@example.com'), fact });
    for (const of of [withoutMx, reaching('NO_ADDRESS'), reaching('PUBLIC')]) {
      const alone = verdictOf({ ...base, dns: of });
      for (const mailboxStage of ['FAILED', 'WITHHELD'] as const)
        expect(verdictOf({ ...base, dns: of, mailboxStage }).status).toBe(alone.status);
      expect(verdictOf(asked(silent, { dns: of })).status).toBe(alone.status);
    }
  });

  it('does not call a role, free or relay address anything but unconfirmed', () => {
    for (const lists of [{ role: true }, { free: true }, { relay: 'addy.io' }]) {
      const fact = { ...base, lists: { ...base.lists, ...lists } };
      expect(
        judgeDeliverability({ address: parseEmailAddress('jane@example.com'), fact }).status,
      ).toBe('UNKNOWN');
    }
  });
});
