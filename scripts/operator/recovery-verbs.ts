import { organization, query, type Verbs } from './verb.ts';

const ONE = { organization: { about: 'Only this one; by default all, one after another' } };

/** Comparing the stores, and bringing back what one of them has lost. */
export const RECOVERY_VERBS: Verbs = {
  'export-organization': {
    summary: 'Write everything of one customer as NDJSON, secrets left out',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: organization(id, '/export'), streams: true }),
  },
  'verify-stores': {
    summary: 'Compare every store with the others; exit code 1 when something differs',
    args: [],
    options: ONE,
    request: (_, fields) => ({
      method: 'GET',
      path: `/verify-stores${query(fields)}`,
      steps: true,
    }),
    fails: (data) => (data as { findings: unknown[] }).findings.length > 0,
  },
  'rebuild-directory': {
    summary:
      'Write what D1 projects afresh, and segments that are lost from their copies; exit code 1 when something is lost or failed',
    args: [],
    options: ONE,
    request: (_, fields) => ({
      method: 'POST',
      path: `/rebuild-directory${query(fields)}`,
      steps: true,
    }),
    fails: (data) =>
      (data as { findings: { failed?: string; lost?: unknown[] }[] }).findings.some(
        ({ failed, lost = [] }) => failed !== undefined || lost.length > 0,
      ),
  },
  'rebuild-suppressed-people': {
    summary: 'Restore the list of suppressed people from its copies',
    args: [],
    options: {},
    request: () => ({ method: 'POST', path: '/rebuild-suppressed-people' }),
    fails: (data) => (data as { complete: boolean }).complete === false,
  },
  'erase-person': {
    summary: 'Put a person on the list of suppressed people, and erase them from every store',
    args: [],
    options: {
      email: { about: 'Email address' },
      phone: { about: 'Or phone number; run it once for each' },
    },
    request: async (_, fields) => (await import('./hashed-person.ts')).erasure(fields),
  },
  'rebuild-account': {
    summary:
      'Make a lost account again from its archive and segments; exit code 1 when lines are lost',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: organization(id, '/rebuild-account') }),
    fails: (data) => (data as { lost: unknown[] }).lost.length > 0,
  },
  'restore-account': {
    summary: 'Set an account back to a time of the last thirty days; no credits are lost by it',
    args: ['organization'],
    options: { to: { about: 'ISO 8601 time', required: true } },
    request: ([id], fields) => ({
      method: 'POST',
      path: organization(id, '/restore-account'),
      body: fields,
    }),
  },
};
