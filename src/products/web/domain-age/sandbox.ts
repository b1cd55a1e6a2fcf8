import { forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import type { Registration } from '../../../sources/registration-fact.ts';

/** Age as of the start of 2026, fixed so that a sandbox answer never changes. */
const registered: Registration = {
  registered: true,
  protocol: 'RDAP',
  server: 'rdap.registry.example',
  createdAt: '2006-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  ageDays: 7_305,
  registrar: 'Sandbox Registrar',
  nameservers: ['ns1.example.com', 'ns2.example.com'],
  status: ['client transfer prohibited'],
};

const absent: Registration = {
  ...registered,
  registered: false,
  createdAt: null,
  updatedAt: null,
  expiresAt: null,
  ageDays: null,
  registrar: null,
  nameservers: [],
  status: [],
};

/** Documentation names (RFC 2606): a test key never meets a real registration. */
export const domainAgeSandbox: readonly SandboxCase<Registration>[] = [
  { subject: 'example.com', shows: 'a domain registered for twenty years', fact: registered },
  { subject: 'example.net', shows: 'an unregistered domain, not charged', fact: absent },
  {
    subject: 'example.org',
    shows: 'a registry that does not disclose the creation date',
    fact: {
      ...registered,
      protocol: 'WHOIS',
      createdAt: null,
      ageDays: null,
      expiresAt: null,
      registrar: null,
    },
  },
  {
    subject: 'quota.example',
    shows: 'UPSTREAM_QUOTA_EXHAUSTED',
    fails: 'UPSTREAM_QUOTA_EXHAUSTED',
  },
  ...forcedRefusals('broke.example', 'busy.example', 'timeout.example'),
];
