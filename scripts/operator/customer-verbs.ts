import { figure, list, organization, PAGE, pathBelow, query, type Verbs } from './verb.ts';

const apiKey = pathBelow('/api-keys');

/** Reads an option that `none` takes away. */
const orNone =
  <T>(reads: (text: string) => T) =>
  (text: string): T | null =>
    text === 'none' ? null : reads(text);

/** Customers: who they are, their keys, their credits. */
export const CUSTOMER_VERBS: Verbs = {
  'create-organization': {
    summary: 'Create an organization and its owner',
    args: [],
    options: {
      name: { about: 'Its name', required: true },
      'owner-email': { about: 'Email of its owner', required: true },
      region: {
        about:
          'Where its callers are: wnam, enam, sam, weur, eeur, apac, oc, afr or me; by default where you are',
      },
    },
    request: (_, fields) => ({ method: 'POST', path: '/organizations', body: fields }),
  },
  organizations: {
    summary: 'List organizations with plan, credits and last use',
    args: [],
    options: { q: { about: 'Part of a name, an id or the email of an owner' }, ...PAGE },
    request: (_, fields) => ({ method: 'GET', path: `/organizations${query(fields)}` }),
  },
  organization: {
    summary: 'Show one customer: members, keys, plan, credits, usage, jobs, monitors, deliveries',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: organization(id, '') }),
  },
  'set-country': {
    summary: 'Set the default country of phone numbers without +',
    args: ['organization'],
    options: {
      country: {
        about: 'ISO 3166-1 alpha-2, or none',
        required: true,
        field: 'default_country',
        reads: orNone((text) => text),
      },
    },
    request: ([id], fields) => ({ method: 'PATCH', path: organization(id, ''), body: fields }),
  },
  'suspend-organization': {
    summary: 'Refuse every credential of an organization until it is resumed',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: organization(id, '/suspend') }),
  },
  'resume-organization': {
    summary: 'Accept the credentials of a suspended organization again',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: organization(id, '/resume') }),
  },
  'close-organization': {
    summary: 'Close an organization permanently; its ledger stays',
    args: ['organization'],
    options: { name: { about: 'Name of the organization, as confirmation', required: true } },
    request: ([id], fields) => ({ method: 'POST', path: organization(id, '/close'), body: fields }),
  },
  'add-member': {
    summary: 'Add a user to an organization',
    args: ['organization'],
    options: {
      email: { about: 'Email of the user', required: true },
      role: { about: 'owner, admin, member or billing; by default member' },
    },
    request: ([id], fields) => ({
      method: 'POST',
      path: organization(id, '/members'),
      body: fields,
    }),
  },
  'remove-member': {
    summary: 'Remove a member from an organization, and end their keys and agents',
    args: ['organization', 'user'],
    options: {},
    request: ([id, user]) => ({
      method: 'DELETE',
      path: pathBelow(organization(id, '/members'))(user),
    }),
  },
  'reset-second-step': {
    summary: 'Turn off the second step for a person who has lost the app and the codes',
    args: [],
    options: { email: { about: 'Email of the person', required: true } },
    request: (_, fields) => ({ method: 'POST', path: '/second-step/reset', body: fields }),
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
        about:
          'active, trialing, past_due, canceled, incomplete, unpaid or paused; canceled and unpaid drop the period set ahead',
        required: true,
      },
      'credits-per-month': {
        about: "Credits a period, instead of the plan's",
        field: 'tokens_per_month',
        reads: figure,
      },
      'current-period-start': {
        about: 'ISO 8601; by default the running period goes on, or one begins now',
      },
      'current-period-end': { about: 'ISO 8601; by default one month after the start' },
      'trial-end': { about: 'ISO 8601' },
      'operation-id': {
        about: 'Your id of this change: the same id again takes effect once',
      },
    },
    request: ([id], fields) => ({
      method: 'PUT',
      path: organization(id, '/subscription'),
      body: fields,
    }),
  },
  'grant-credits': {
    summary: 'Add purchased credits, or take unspent ones back, once per id',
    args: ['organization'],
    options: {
      amount: {
        about: 'Credits to add; negative takes unspent purchased ones back, never below zero',
        required: true,
        reads: figure,
      },
      id: {
        about:
          'Your id of this grant, for example an invoice number: the same id never grants twice',
        required: true,
      },
      note: { about: 'Kept in the ledger' },
    },
    request: ([id], fields) => ({
      method: 'POST',
      path: organization(id, '/credits'),
      body: fields,
    }),
  },
  payments: {
    summary: 'Show what payments have moved for an organization, newest first',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: organization(id, '/payments') }),
  },
  'read-payments': {
    summary: "Bring an organization's account to what Stripe says now",
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: organization(id, '/payments/read') }),
  },
  ledger: {
    summary: "Show an organization's ledger, newest first",
    args: ['organization'],
    options: PAGE,
    request: ([id], fields) => ({
      method: 'GET',
      path: `${organization(id, '/ledger')}${query(fields)}`,
    }),
  },
  reconcile: {
    summary: "Check every rule of an organization's ledger; exit code 1 when one is broken",
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: organization(id, '/reconcile') }),
    fails: (data) => (data as { balanced: boolean }).balanced === false,
  },
  'api-keys': {
    summary: 'List the API keys of an organization, without their text',
    args: ['organization'],
    options: {},
    request: ([id]) => ({ method: 'GET', path: organization(id, '') }),
    pick: (data) => ({ api_keys: (data as { api_keys: unknown }).api_keys }),
  },
  'create-api-key': {
    summary: 'Make an API key; it is shown this once',
    args: ['organization'],
    options: {
      'user-email': { about: 'Who the key acts for', required: true },
      name: { about: 'Name to tell keys apart', required: true },
      mode: { about: 'live or test', required: true },
      'expires-at': { about: 'ISO 8601; by default it never expires' },
      scopes: {
        about: 'Product types it may call, comma-separated (phone,nt_lookup); by default all',
        reads: list,
      },
      'ip-allow': {
        about:
          'Addresses and networks it may be used from, comma-separated (192.0.2.0/24,2001:db8::/32); by default any',
        reads: list,
      },
      'credits-per-day': {
        about: 'Most it spends in a day, in UTC; by default any',
        reads: figure,
      },
    },
    request: ([id], fields) => ({
      method: 'POST',
      path: organization(id, '/api-keys'),
      body: fields,
    }),
  },
  'change-api-key': {
    summary: 'Change the settings of an API key; what is left out stays',
    args: ['key-id'],
    options: {
      name: { about: 'Name to tell keys apart' },
      'expires-at': { about: 'ISO 8601, or none', reads: orNone((text) => text) },
      scopes: { about: 'Product types, comma-separated, or none for all', reads: orNone(list) },
      'ip-allow': {
        about: 'Addresses and networks, comma-separated, or none for any',
        reads: orNone(list),
      },
      'credits-per-day': {
        about: 'Most it spends in a day, in UTC, or none for any',
        reads: orNone(figure),
      },
    },
    request: ([id], fields) => ({ method: 'PATCH', path: apiKey(id, ''), body: fields }),
  },
  'roll-api-key': {
    summary: 'Make the successor of an API key; it is shown this once',
    args: ['key-id'],
    options: {
      'overlap-hours': {
        about: 'How long the old key goes on, 0 to 720',
        required: true,
        reads: figure,
      },
      'expires-at': { about: 'Of the successor; by default as the old key has it' },
    },
    request: ([id], fields) => ({ method: 'POST', path: apiKey(id, '/roll'), body: fields }),
  },
  'suspend-api-key': {
    summary: 'Refuse an API key until it is resumed',
    args: ['key-id'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: apiKey(id, '/suspend') }),
  },
  'resume-api-key': {
    summary: 'Accept a suspended API key again',
    args: ['key-id'],
    options: {},
    request: ([id]) => ({ method: 'POST', path: apiKey(id, '/resume') }),
  },
  'revoke-api-key': {
    summary: 'Stop an API key at once and for ever',
    args: ['key-id'],
    options: {},
    request: ([id]) => ({ method: 'DELETE', path: apiKey(id, '') }),
  },
};
