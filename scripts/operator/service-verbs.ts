import { showJobs } from './show-jobs.ts';
import { showMonitors } from './show-monitors.ts';
import { PAGE, pathBelow, query, type Verbs } from './verb.ts';

const INCIDENT_UPDATE = {
  text: { about: 'What callers should know', required: true },
  state: { about: 'investigating, identified, monitoring or resolved', required: true },
};

interface VersionFinding {
  secret: string;
  things: string;
  version: number | null;
  count: number;
}

/** Of all steps, what is counted of the same version together. */
function sumFindings(findings: readonly VersionFinding[]): VersionFinding[] {
  const same = Map.groupBy(findings, ({ secret, things, version }) =>
    JSON.stringify([secret, things, version]),
  );
  return [...same.values()].map((each) => ({
    ...(each[0] as VersionFinding),
    count: each.reduce((sum, { count }) => sum + count, 0),
  }));
}

/** What the service itself holds: jobs, records, feeds, the log of changes; and its settings. */
export const SERVICE_VERBS: Verbs = {
  'stripe-prices': {
    summary: 'Make the plans and credit packs of the price table in Stripe; what is there stays',
    args: [],
    options: {},
    request: () => ({ method: 'POST', path: '/stripe/prices' }),
  },
  jobs: {
    summary: 'Show running bulk jobs and how far they are',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/bulk/jobs' }),
    draw: showJobs,
  },
  'sweep-job': {
    summary: 'Send what is out of a bulk job once more, when it seems stuck',
    args: ['job'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: pathBelow('/bulk/jobs')(id, '/sweep') }),
  },
  monitors: {
    summary: 'List monitors with their next run and how the last one ended',
    args: [],
    options: PAGE,
    request: (_, fields) => ({ method: 'GET', path: `/monitors${query(fields)}` }),
    draw: showMonitors,
  },
  'sweep-monitor': {
    summary: 'Send what is out of the run of a monitor once more, when it seems stuck',
    args: ['monitor'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: pathBelow('/monitors')(id, '/sweep') }),
  },
  mails: {
    summary: 'List links that no mail could carry, to be passed on to whom they name',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/mails' }),
  },
  'opt-outs': {
    summary: 'List the opt-out requests that wait for your decision',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/opt-outs' }),
  },
  'close-opt-out': {
    summary: 'Take a request from that list that was dealt with',
    args: ['request'],
    options: {},
    request: ([id]) => ({ method: 'DELETE', path: pathBelow('/opt-outs')(id) }),
  },
  incidents: {
    summary: 'List what the status page tells of outages',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/incidents' }),
  },
  'open-incident': {
    summary: 'Report an outage on the status page',
    args: [],
    options: {
      title: { about: 'One line', required: true },
      ...INCIDENT_UPDATE,
      part: { about: 'Product type it is about; by default the whole service' },
    },
    request: (_, fields) => ({ method: 'POST', path: '/incidents', body: fields }),
  },
  'update-incident': {
    summary: 'Add an update to an incident; --state resolved ends it',
    args: ['incident'],
    options: INCIDENT_UPDATE,
    request: ([id], fields) => ({
      method: 'PATCH',
      path: pathBelow('/incidents')(id),
      body: fields,
    }),
  },
  products: {
    summary: 'List the products with their sources, and the variables or data sets each lacks',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/products' }),
  },
  records: {
    summary: 'List the data sets that can be imported, and what was',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/records' }),
  },
  'import-records': {
    summary: 'Import a CSV or NDJSON file (by its name: .ndjson and .jsonl are NDJSON)',
    args: ['dataset', 'file'],
    options: {
      mode: { about: 'append (default) or replace' },
      source: { about: 'Publisher of the file' },
      'as-of': { about: 'ISO 8601 date of its content; by default now' },
      coverage: {
        about:
          'What it is complete for: all, or area codes, countries (US) and states (US-NY), comma-separated; by default the keys it has and nothing else',
      },
    },
    request: ([dataset, file], fields) => ({
      method: 'PUT',
      path: pathBelow('/records')(dataset, query(fields)),
      ...(file !== undefined && { file }),
    }),
    // Of a file without a usable row nothing is imported, and the list stays as it was.
    fails(data) {
      const { inserted, updated, rejected_count } = data as Record<string, number>;
      return inserted === 0 && updated === 0 && (rejected_count ?? 0) > 0;
    },
  },
  suppress: {
    summary: 'Tell nothing about a person any more: hashes here, and sends the hashes alone',
    args: [],
    options: {
      email: { about: 'Email address' },
      phone: { about: 'Phone number' },
      profile: { about: 'Page on the professional network, or its vanity name' },
      reason: { about: 'Your own note, kept with the hashes' },
    },
    request: async (_, fields) => (await import('./hashed-person.ts')).suppression(fields),
  },
  feeds: {
    summary: 'List the public feeds: their content, when they are due, what failed last',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/feeds' }),
  },
  'refresh-feed': {
    summary: 'Fetch one public feed now',
    args: ['feed'],
    options: {},
    request: ([name]) => ({ method: 'POST', path: pathBelow('/feeds')(name, '/refresh') }),
  },
  'audit-log': {
    summary: 'Show who changed what through /admin, newest first',
    args: [],
    options: PAGE,
    request: (_, fields) => ({ method: 'GET', path: `/audit-log${query(fields)}` }),
  },
  'secret-versions': {
    summary: 'Count what hangs on each version of KEY_SECRET, LINK_SECRET and AUTH_SECRET',
    args: [],
    options: {},
    request: () => ({ method: 'GET', path: '/secret-versions', steps: true }),
    pick: (data) => sumFindings((data as { findings: VersionFinding[] }).findings),
  },
  variables: {
    summary: 'Print the table of environment variables, as Markdown; asks no service',
    args: [],
    options: {},
    request: async () => ({ text: (await import('./variables.ts')).variablesTable() }),
  },
};
