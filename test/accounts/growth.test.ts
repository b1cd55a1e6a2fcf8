import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { purgeConnections } from '../../src/accounts/agent-connections.ts';
import { WINDOWS } from '../../src/accounts/keys/access-check.ts';
import { openDatabase } from '../../src/lib/database.ts';
import { MAX_INPUT_CHARS } from '../../src/lib/inputs.ts';
import { QUOTAS, type Quota, type QuotaKind } from '../../src/lookup/account/quotas.ts';
import { EXCERPT_BYTES } from '../../src/webhooks/delivery.ts';
import { RETAINED_PER_ORGANIZATION, RETENTION_DAYS } from '../../src/webhooks/delivery-log.ts';

const [PAGE = ''] = Object.values(
  import.meta.glob('../../docs/limits.md', { query: '?raw', import: 'default', eager: true }),
);

const shown = (figure: number | undefined): string => figure?.toLocaleString('en-US') ?? '';

function figuresOf({ most, perHour, perDay }: Quota): string {
  const figures = [
    most && shown(most),
    perHour && `${shown(perHour)} an hour`,
    perDay && `${shown(perDay)} a day`,
  ];
  return figures.filter(Boolean).join('; ');
}

/** The rows of docs/limits.md. */
const documented = (): string[] =>
  (Object.keys(QUOTAS) as QuotaKind[]).map((kind) => {
    const { things, ceiling, test }: { things: string; ceiling: Quota; test?: Quota } =
      QUOTAS[kind];
    return `| ${things} | ${figuresOf(ceiling)} | ${test ? figuresOf(test) : ''} |`;
  });

describe('docs/limits.md', () => {
  it('states every ceiling as the account keeps it', () => {
    const rows = PAGE.split('\n').filter(
      (line) => line.startsWith('| ') && !/^\| (What|---)/.test(line),
    );
    expect(rows).toEqual(documented());
  });

  it('states the windows of an organization', () => {
    const { organizationStandard, organizationLive } = WINDOWS;
    expect(PAGE).toContain(`${shown(organizationStandard.limit)} lookups in 10 seconds`);
    expect(PAGE).toContain(`${shown(organizationLive.limit)} live lookups in a minute`);
  });
});

const size = async (): Promise<number> =>
  (await env.DB.prepare('SELECT 1').run()).meta.size_after as number;

const ROWS = 400;
const LONG_URL = `https://hooks.example/${'x'.repeat(MAX_INPUT_CHARS - 22)}`;
const NAME = 'n'.repeat(200);
const uuid = `lower(hex(randomblob(16)))`;
const id = (prefix: string) => `'${prefix}_' || ${uuid}`;

/** A statement for one row of each table that grows with what a customer makes. */
const TABLES = {
  jobs: `INSERT INTO bulk_jobs (id, organization_id, user_id, key_id, mode, type, status, total,
      succeeded, failed, skipped, duplicates, credits, webhook_url, has_files, created_at, ended_at)
    VALUES (${id('job')}, 'org_growth0123456789', ${id('user')}, ${id('key')}, 'live',
      'phone_validation', 'completed', 100000, 100000, 0, 0, 0, 100000, '${LONG_URL}', 1,
      1900000000000, 1900000000000)`,
  monitors: `INSERT INTO monitors (id, kind, organization_id, region, user_id, key_id, mode, name,
      frequency, include_spam_check, alert_email, webhook_url, sealed_secret, active, origin,
      created_at, next_run_at, deleted_at)
    VALUES (${id('mon')}, 'number', 'org_growth0123456789', 'weur', ${id('user')}, ${id('key')},
      'live', '${NAME}', 'daily', 1, 1, '${LONG_URL}', '${'s'.repeat(200)}', 1,
      'https://api.example', 1900000000000, 1900000000000, 1900000000000)`,
  deliveries: `INSERT INTO webhook_deliveries (id, organization_id, mode, event_id, type, url,
      sealed_secret, body, status, created_at, endpoint_id, next_attempt_at, response_body)
    VALUES (${uuid}, 'org_growth0123456789', 'live', ${id('evt')}, 'webhook.test', '${LONG_URL}',
      '${'s'.repeat(200)}', '', 'delivered', 1900000000000, ${id('we')}, 1900000000000,
      '${'r'.repeat(EXCERPT_BYTES)}')`,
  events: `INSERT INTO webhook_events (organization_id, mode, event_id, type, product_types, body,
      created_at)
    VALUES ('org_growth0123456789', 'live', ${id('evt')}, 'webhook.test', '["phone_validation"]',
      '', 1900000000000)`,
  agents: `INSERT INTO agent_connections (grant_id, user_id, organization_id, client_id,
      client_name, scopes, created_at)
    VALUES (${uuid}, ${id('user')}, 'org_growth0123456789', '${'c'.repeat(500)}', '${NAME}',
      '["lookup","account:read"]', 1900000000000)`,
} as const;
type Table = keyof typeof TABLES;

/** Bytes that one row of each takes, with its index entries. */
const bytesOf = new Map<Table, number>();

/** The most rows that one customer leaves in so many days. */
const { jobs, monitors, agents } = QUOTAS;
const MOST: Readonly<Record<Table, number>> = {
  jobs: RETENTION_DAYS * (jobs.ceiling.perDay + jobs.test.perDay),
  monitors: RETENTION_DAYS * (monitors.ceiling.perDay + monitors.test.perDay),
  deliveries: RETAINED_PER_ORGANIZATION.attempts,
  events: RETAINED_PER_ORGANIZATION.attempts,
  agents: RETENTION_DAYS * agents.ceiling.perDay,
};

describe('the shared database', () => {
  beforeAll(async () => {
    for (const table of Object.keys(TABLES) as Table[]) {
      const before = await size();
      const statement = env.DB.prepare(TABLES[table]);
      await env.DB.batch(Array.from({ length: ROWS }, () => statement));
      bytesOf.set(table, ((await size()) - before) / ROWS);
    }
  });

  it('grows by less than docs/limits.md states, whatever one customer makes in thirty days', () => {
    const stated = Number(/at most (\d+) MB in thirty days/.exec(PAGE)?.[1]);
    const rows = (Object.keys(TABLES) as Table[]).map((table) => {
      const bytes = bytesOf.get(table) ?? Number.NaN;
      // Pages come whole.
      expect(bytes, table).toBeGreaterThan(100);
      return MOST[table] * bytes;
    });
    const bodies = 2 * RETAINED_PER_ORGANIZATION.bytes;
    const total = rows.reduce((sum, bytes) => sum + bytes, bodies);
    console.info(`at most ${(total / 1e6).toFixed(0)} MB`, Object.fromEntries(bytesOf));
    expect(total / 1e6).toBeLessThan(stated);
    expect(total / 1e6).toBeGreaterThan(stated / 2);
  });

  it('forgets agents that have ended 400 days after they were let in, and none that goes on', async () => {
    const now = Date.now();
    const insert = (grant: string, days: number) =>
      env.DB.prepare(
        `INSERT INTO agent_connections (grant_id, user_id, organization_id, client_id,
          client_name, scopes, created_at) VALUES (?, 'user_1', 'org_forgotten', 'c', 'n', '[]', ?)`,
      ).bind(grant, now - days * 86_400_000);
    await env.DB.batch([
      insert('ended', 401),
      insert('ended_lately', 399),
      insert('open', 401),
      env.DB.prepare(
        `INSERT INTO oauth_records (key, value, version) VALUES ('grant:user_1:open', '{}', 1)`,
      ),
    ]);
    await purgeConnections(openDatabase(env.DB), now);
    const left = await env.DB.prepare(
      `SELECT grant_id AS id FROM agent_connections WHERE organization_id = 'org_forgotten'
       ORDER BY grant_id`,
    ).all();
    expect(left.results.map(({ id: grant }) => grant)).toEqual(['ended_lately', 'open']);
  });

  it('has no room for a number of monitors without end', () => {
    // Every kind has a number at a time or in a span: none is without.
    for (const [kind, { ceiling }] of Object.entries(QUOTAS))
      expect(Object.values(ceiling).length, kind).toBeGreaterThan(0);
  });
});
