import type { MailboxCheck } from '../../../core/email/mailbox-check.ts';
import type { SandboxCase } from '../../../core/lookup/product.ts';
import type { MailLists } from '../../../sources/domain-lists.ts';
import type { MailDns } from '../../../sources/mail-dns.ts';
import type { Registration } from '../../../sources/registration-fact.ts';
import type { EmailFact } from './fact.ts';

const lists: MailLists = { disposable: false, relay: null, free: false, role: false, typo: null };

const dns: MailDns = {
  exists: true,
  listed: 1,
  exchangers: [{ host: 'mx.example.com', preference: 10, reach: 'PUBLIC' }],
  nullMx: false,
  ipv4: true,
  ipv6: true,
  ownReach: 'PUBLIC',
  spf: { all: 'fail', includes: ['_spf.example.com'] },
  dmarc: { policy: 'reject', inherited: false },
  policiesKnown: true,
  technologies: ['Google Search Console'],
};

const registration: Registration = {
  registered: true,
  protocol: 'RDAP',
  server: 'rdap.registry.example',
  createdAt: '2006-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  ageDays: 7_305,
  registrar: 'Sandbox Registrar',
  nameservers: ['ns1.example.com'],
  status: ['client transfer prohibited'],
};

const exists: MailboxCheck = {
  exists: true,
  connected: true,
  catchAll: false,
  fullInbox: false,
  disabled: false,
  greylisted: false,
  silence: null,
};

const confirmed: EmailFact = {
  lists,
  dns,
  registration,
  mailbox: exists,
  mailboxStage: 'ANSWERED',
};
const unconfirmed: EmailFact = { ...confirmed, mailbox: null, mailboxStage: 'NOT_CONFIGURED' };

/** Addresses at documentation names (RFC 2606): a test key never meets a real mailbox. */
export const emailSandbox: readonly SandboxCase<EmailFact>[] = [
  { subject: 'jane.doe@example.com', shows: 'a confirmed personal mailbox', fact: confirmed },
  { subject: 'unconfirmed@example.com', shows: 'a mailbox nobody confirmed', fact: unconfirmed },
  {
    subject: 'info@example.com',
    shows: 'a role address',
    fact: { ...confirmed, lists: { ...lists, role: true } },
  },
  {
    subject: 'nobody@example.com',
    shows: 'a mailbox that does not exist',
    fact: { ...confirmed, mailbox: { ...exists, exists: false } },
  },
  {
    subject: 'anyone@example.org',
    shows: 'a server that accepts every name',
    fact: {
      ...confirmed,
      mailbox: { ...exists, exists: null, catchAll: true, silence: 'NOT_SAID' },
    },
  },
  {
    subject: 'full@example.com',
    shows: 'a full mailbox',
    fact: { ...confirmed, mailbox: { ...exists, fullInbox: true } },
  },
  {
    subject: 'throwaway@example.net',
    shows: 'a disposable address',
    fact: { ...unconfirmed, lists: { ...lists, disposable: true }, registration: null },
  },
  {
    subject: 'jane@missing.example',
    shows: 'a domain that does not exist',
    fact: {
      lists,
      dns: {
        ...dns,
        exists: false,
        listed: 0,
        exchangers: [],
        ipv4: false,
        ipv6: false,
        ownReach: 'NO_ADDRESS',
        spf: null,
        dmarc: null,
        technologies: [],
      },
      registration: null,
      mailbox: null,
      mailboxStage: 'NOT_NEEDED',
    },
  },
  { subject: 'broke@example.com', shows: 'INSUFFICIENT_CREDITS', fails: 'INSUFFICIENT_CREDITS' },
  { subject: 'busy@example.com', shows: 'RATE_LIMIT_EXCEEDED', fails: 'RATE_LIMIT_EXCEEDED' },
  {
    subject: 'unavailable@example.com',
    shows: 'SERVICE_UNAVAILABLE',
    fails: 'SERVICE_UNAVAILABLE',
  },
  { subject: 'timeout@example.com', shows: 'UPSTREAM_TIMEOUT', fails: 'UPSTREAM_TIMEOUT' },
];
