import { showJobs } from './show-jobs.ts';
import { showMonitors } from './show-monitors.ts';

/** What goes over the wire for one command. */
export interface OperatorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /admin. */
  path: string;
  body?: Record<string, unknown>;
  /** A file sent as it is, as a stream. */
  file?: string;
}

interface Option {
  about: string;
  required?: boolean;
}

/** One command of the CLI, as data: help, argument checks and the request all come from here. */
export interface Verb {
  summary: string;
  /** Names of the positional arguments; all of them are required. */
  args: readonly string[];
  options: Readonly<Record<string, Option>>;
  request(
    args: readonly string[],
    options: Readonly<Record<string, string | undefined>>,
  ): OperatorRequest;
  /** The part of the answer that is printed; all of it by default. */
  pick?(data: unknown): unknown;
  /** The answer as a person reads it, for standard error beside the JSON. */
  draw?(data: unknown): string;
}

/** A figure that is none goes as text, so that the service says what is wrong with it. */
const figure = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** The options that were given, under their names on the wire. */
const body = (
  options: Readonly<Record<string, string | undefined>>,
  figures: readonly string[] = [],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.replaceAll('-', '_'), figures.includes(name) ? figure(value) : value]],
    ),
  );

const query = (options: Readonly<Record<string, string | undefined>>): string => {
  const given = new URLSearchParams(body(options) as Record<string, string>).toString();
  return given && `?${given}`;
};

const PAGE = {
  limit: { about: 'Entries of a page' },
  cursor: { about: 'next_cursor of the page before' },
} as const;

const of = (id: string | undefined, rest: string): string =>
  `/organizations/${encodeURIComponent(id ?? '')}${rest}`;

export const VERBS: Readonly<Record<string, Verb>> = {
  'create-organization': {
    summary: 'Make an organization and its owner',
    args: [],
    options: {
      name: { about: 'Its name', required: true },
      'owner-email': { about: 'Email of its owner', required: true },
      region: {
        about:
          'Where its callers are: wnam, enam, sam, weur, eeur, apac, oc, afr or me; by default where you are',
      },
    },
    request: (_, options) => ({ method: 'POST', path: '/organizations', body: body(options) }),
  },
  organizations: {
    summary: 'List organizations with plan, credits and last use',
    args: [],
    options: { q: { about: 'Part of a name, an id or the email of an owner' }, ...PAGE },
    request: (_, options) => ({ method: 'GET', path: `/organizations${query(options)}` }),
  },
  organization: {
    summary: 'Show one customer: members, keys, plan, credits, usage, jobs, monitors, deliveries',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: of(id, '') }),
  },
  'api-keys': {
    summary: 'List the API keys of an organization, without their text',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: of(id, '') }),
    pick: (data) => ({ api_keys: (data as { api_keys: unknown }).api_keys }),
  },
  'audit-log': {
    summary: 'Show who changed what through /admin, newest first',
    args: [],
    options: PAGE,
    request: (_, options) => ({ method: 'GET', path: `/audit-log${query(options)}` }),
  },
  'add-member': {
    summary: 'Add a user to an organization',
    args: ['organization'],
    options: { email: { about: 'Email of the user', required: true } },
    request: ([id], options) => ({ method: 'POST', path: of(id, '/members'), body: body(options) }),
  },
  'set-subscription': {
    summary: "Set an organization's plan; a paid status grants the period's credits once",
    args: ['organization'],
    options: {
      plan: {
        about: 'starter, growth, professional, enterprise, or the name of a custom contract',
        required: true,
      },
      status: {
        about: 'active, trialing, past_due, canceled, incomplete, unpaid or paused',
        required: true,
      },
      'tokens-per-month': { about: "Credits a period, instead of the plan's" },
      'current-period-start': {
        about: 'ISO 8601; by default the running period goes on, or one begins now',
      },
      'current-period-end': { about: 'ISO 8601; by default one month after the start' },
      'trial-end': { about: 'ISO 8601' },
      'operation-id': {
        about: 'Your id of this change: the same id again takes effect once',
      },
    },
    request: ([id], options) => ({
      method: 'PUT',
      path: of(id, '/subscription'),
      body: body(options, ['tokens-per-month']),
    }),
  },
  'grant-credits': {
    summary: 'Add purchased credits, or take unspent ones back, once per id',
    args: ['organization'],
    options: {
      amount: {
        about: 'Credits to add; negative takes unspent purchased ones back, never below zero',
        required: true,
      },
      id: {
        about:
          'Your id of this grant, for example an invoice number: the same id never grants twice',
        required: true,
      },
      note: { about: 'Kept in the ledger' },
    },
    request: ([id], options) => ({
      method: 'POST',
      path: of(id, '/credits'),
      body: body(options, ['amount']),
    }),
  },
  'create-api-key': {
    summary: 'Make an API key; it is shown this once',
    args: ['organization'],
    options: {
      'user-email': { about: 'Who the key acts for', required: true },
      name: { about: 'Name to tell keys apart', required: true },
      mode: { about: 'live or test', required: true },
      'expires-at': { about: 'ISO 8601; by default it never expires' },
    },
    request: ([id], options) => ({
      method: 'POST',
      path: of(id, '/api-keys'),
      body: body(options),
    }),
  },
  'revoke-api-key': {
    summary: 'Stop an API key at once',
    args: ['key-id'],
    options: {},
    request: ([id]) => ({ method: 'DELETE', path: `/api-keys/${encodeURIComponent(id ?? '')}` }),
  },
  ledger: {
    summary: "Show an organization's ledger, newest first",
    args: ['organization'],
    options: PAGE,
    request: ([id], options) => ({ method: 'GET', path: `${of(id, '/ledger')}${query(options)}` }),
  },
  reconcile: {
    summary: "Check every rule of an organization's ledger",
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: of(id, '/reconcile') }),
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
    request: ([id]) => ({
      method: 'POST',
      path: `/bulk/jobs/${encodeURIComponent(id ?? '')}/sweep`,
    }),
  },
  monitors: {
    summary: 'List monitors with their next run and how the last one ended',
    args: [],
    options: PAGE,
    request: (_, options) => ({ method: 'GET', path: `/monitors${query(options)}` }),
    draw: showMonitors,
  },
  'sweep-monitor': {
    summary: 'Send what is out of the run of a monitor once more, when it seems stuck',
    args: ['monitor'],
    options: {},
    request: ([id]) => ({
      method: 'POST',
      path: `/monitors/${encodeURIComponent(id ?? '')}/sweep`,
    }),
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
      source: { about: 'Who made the file' },
      'as-of': { about: 'ISO 8601 date of its content; by default now' },
      coverage: {
        about:
          'What it is complete for: all, or area codes, countries (US) and states (US-NY), comma-separated; by default the area codes that occur',
      },
    },
    request: ([dataset, file], options) => ({
      method: 'PUT',
      path: `/records/${encodeURIComponent(dataset ?? '')}${query(options)}`,
      ...(file !== undefined && { file }),
    }),
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
    request: ([name]) => ({
      method: 'POST',
      path: `/feeds/${encodeURIComponent(name ?? '')}/refresh`,
    }),
  },
};
