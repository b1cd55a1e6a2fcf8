import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { tool } from '../../agents/support.ts';
import { phones, startJob, waitFor } from '../../bulk/support.ts';
import { makeMonitor } from '../../monitors/support.ts';
import { call, createOrganization, operate, type TestOrganization } from '../../support/api.ts';

/** A product that no job and no monitor runs. */
const OTHER = 'prospect_search';

/** Reads of the account's own that every key may make. */
const FREE = ['GET /v1/account', 'GET /v1/products'];

/** Listings: every key may ask, and finds only what is in its scopes. */
const LISTINGS: Readonly<Record<string, string>> = {
  'GET /v1/bulk/jobs': 'jobs',
  'GET /v1/number-monitors': 'monitors',
  'GET /v1/job-change-monitors': 'monitors',
  'GET /v1/webhook-deliveries': 'deliveries',
  'GET /v1/webhook-endpoints': 'endpoints',
  'GET /v1/events': 'events',
  'GET /v1/requests': 'requests',
};

/** Sends again what failed, of what is in the key's scopes. */
const RESEND = 'POST /v1/webhook-deliveries/redeliver';

interface Owned {
  organization: TestOrganization;
  job: string;
  number: string;
  jobChange: string;
  delivery: string;
  endpoint: string;
}

let mine: Owned;
let routes: { route: string; method: string; path: string }[];

/**
 * An organization with a job, a monitor of each kind, an endpoint and a delivery, made by a key
 * without scopes.
 */
async function owning(): Promise<Owned> {
  const organization = await createOrganization();
  const { owner } = organization;
  const webhook_url = 'https://example.com/hook';
  const job = await startJob(owner, { type: 'phone_validation', inputs: phones(2), webhook_url });
  const { id: number } = await makeMonitor(owner, {
    ...{ numbers: [{ phone_number: '+12125552186' }], include_spam_check: true },
  });
  const made = await call('POST', '/v1/job-change-monitors', {
    token: organization.sandbox,
    body: { name: 'x', frequency: 'weekly', contacts: [{ profile_url: 'jane-sandbox' }] },
  });
  const jobChange = made.body.data.id;
  await waitFor(owner, job, 'completed');
  const delivery = await deliveryOf(owner);
  const endpoint = await call('POST', '/v1/webhook-endpoints', {
    token: owner,
    body: { url: webhook_url },
  });
  const { id } = endpoint.body.data;
  return { organization, job, number, jobChange, delivery, endpoint: id };
}

async function deliveryOf(token: string): Promise<string> {
  for (;;) {
    const { body } = await call('GET', '/v1/webhook-deliveries', { token });
    const [first] = body.data.deliveries;
    if (first) return first.id;
  }
}

async function scopedKey({ id }: TestOrganization, scopes: string[], mode = 'live') {
  const fields = { user_email: 'owner@example.com', name: 'scoped', mode, scopes };
  return (await operate('POST', `/organizations/${id}/api-keys`, fields)).key as string;
}

/** A path with the ids of what this organization owns. */
const filled = (path: string, { job, number, jobChange, delivery, endpoint }: Owned): string => {
  const id = path.includes('/bulk/')
    ? job
    : path.includes('/number-monitors')
      ? number
      : path.includes('/job-change-monitors')
        ? jobChange
        : path.includes('/webhook-endpoints')
          ? endpoint
          : delivery;
  return path.replace(/\{\w+\}/, id);
};

const NUMBERS = [{ phone_number: '+12125552187' }];
const CONTACTS = [{ profile_url: 'jane-sandbox' }];

/** Bodies that are right, so that nothing but the scopes refuses them. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/bulk/jobs': { type: 'phone_validation', inputs: ['+12125552186'] },
  'POST /v1/number-monitors': { name: 'x', frequency: 'daily', numbers: NUMBERS },
  'PATCH /v1/number-monitors/{id}': { webhook_url: 'https://example.com/thief' },
  'POST /v1/number-monitors/{id}/numbers': { numbers: NUMBERS },
  'DELETE /v1/number-monitors/{id}/numbers': { numbers: NUMBERS },
  'POST /v1/job-change-monitors': { name: 'x', frequency: 'weekly', contacts: CONTACTS },
  'PATCH /v1/job-change-monitors/{id}': { webhook_url: 'https://example.com/thief' },
  'POST /v1/job-change-monitors/{id}/contacts': { contacts: CONTACTS },
  'DELETE /v1/job-change-monitors/{id}/contacts': { contacts: CONTACTS },
  'POST /v1/webhook-endpoints': { url: 'https://example.com/thief' },
  'PATCH /v1/webhook-endpoints/{id}': { url: 'https://example.com/thief' },
  'POST /v1/webhook-endpoints/{id}/redeliver': { since: '2026-01-01' },
  [RESEND]: { since: '2026-01-01' },
  'POST /v1/webhook-test': { url: 'https://example.com/hook' },
};

const send = (
  { route, method, path }: { route: string; method: string; path: string },
  owned: Owned,
  token: string,
) => {
  const body = BODIES[route] ?? (method === 'POST' ? {} : undefined);
  return call(method, filled(path, owned), { token, ...(body && { body }) });
};

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json');
  const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
  routes = Object.entries<Record<string, { security?: unknown[] }>>(body.paths).flatMap(
    ([path, operations]) =>
      Object.keys(operations)
        .filter((method) => METHODS.includes(method) && path.startsWith('/v1/'))
        .map((name) => name.toUpperCase())
        .map((method) => ({ route: `${method} ${path}`, method, path })),
  );
  mine = await owning();
});

describe('a key limited to one product', () => {
  it('is refused by every route that is about another', async () => {
    const { organization } = mine;
    const live = await scopedKey(organization, [OTHER]);
    const test = await scopedKey(organization, [OTHER], 'test');
    expect(routes.length).toBeGreaterThan(60);
    const used = new Set<string>();
    for (const route of routes) {
      // Each lookup of a batch is refused by itself.
      if (['/v1/prospect-search', '/v1/batch'].includes(route.path)) continue;
      const token = route.path.includes('job-change-monitors') ? test : live;
      const { status, body } = await send(route, mine, token);
      const said = [route.route, status, body.error?.code];
      if (FREE.includes(route.route)) expect(said).toEqual([route.route, 200, undefined]);
      else if (route.route in LISTINGS) {
        const list = LISTINGS[route.route] as string;
        expect([...said, body.data[list]]).toEqual([route.route, 200, undefined, []]);
      } else if (route.route === RESEND)
        expect([...said, body.data.deliveries]).toEqual([RESEND, 202, undefined, 0]);
      else expect(said).toEqual([route.route, 403, 'INSUFFICIENT_SCOPE']);
      used.add(route.route);
    }
    const named = [...FREE, ...Object.keys(LISTINGS), ...Object.keys(BODIES)];
    expect(named.filter((route) => !used.has(route))).toEqual([]);
    const batch = await call('POST', '/v1/batch', {
      token: live,
      body: { requests: [{ type: 'phone', phone_number: '+12125552186' }] },
    });
    expect(
      batch.body.data.results.map(({ error }: { error?: { code: string } }) => error?.code),
    ).toEqual(['INSUFFICIENT_SCOPE']);
    const args = { type: 'phone_validation', inputs: ['+12125552186'] };
    const verified = await tool('bulk_verify', args, { token: live });
    expect(verified.said.error.code).toBe('INSUFFICIENT_SCOPE');
  });

  it('needs every product of a monitor, and reaches what is all in its scopes', async () => {
    const { organization, number, job, delivery } = mine;
    const phone = await scopedKey(organization, ['phone']);
    const both = await scopedKey(organization, ['phone', 'phone_spam']);
    const monitor = `/v1/number-monitors/${number}`;
    const statusOf = async (token: string, method: string, path: string) =>
      (await call(method, path, { token })).status;
    expect(await statusOf(phone, 'GET', monitor)).toBe(403);
    expect(await statusOf(phone, 'POST', `${monitor}/run`)).toBe(403);
    expect(await statusOf(both, 'GET', `${monitor}/events`)).toBe(200);
    const own = await call('POST', '/v1/number-monitors', {
      ...{ token: phone, body: { name: 'own', frequency: 'daily', numbers: NUMBERS } },
    });
    const widened = await call('PATCH', `/v1/number-monitors/${own.body.data.id}`, {
      ...{ token: phone, body: { include_spam_check: true } },
    });
    expect([widened.status, widened.body.error?.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    await call('DELETE', `/v1/number-monitors/${own.body.data.id}`, { token: phone });
    const listed = async (token: string) =>
      (await call('GET', '/v1/number-monitors', { token })).body.data.monitors.length;
    expect([await listed(phone), await listed(both)]).toEqual([0, 1]);
    expect(await statusOf(phone, 'GET', `/v1/bulk/jobs/${job}/results`)).toBe(200);
    const { body } = await call('GET', '/v1/webhook-deliveries', { token: phone });
    expect(body.data.deliveries.map(({ id }: { id: string }) => id)).toContain(delivery);
    await env.DB.prepare('UPDATE webhook_deliveries SET product_types = NULL WHERE id = ?')
      .bind(delivery)
      .run();
    const again = `/v1/webhook-deliveries/${delivery}/redeliver`;
    expect(await statusOf(phone, 'POST', again)).toBe(403);
  });
});

describe('another organization', () => {
  it('neither finds, wakes nor makes an object by an id', async () => {
    const theirs = await createOrganization();
    const objects = async () => {
      const lists = [
        await listDurableObjectIds(env.ACCOUNT),
        await listDurableObjectIds(env.BULK_JOB),
        await listDurableObjectIds(env.MONITOR),
      ];
      return lists.flat().map(String).sort();
    };
    const unknown = {
      ...mine,
      job: 'job_x',
      number: 'mon_x',
      jobChange: 'mon_y',
      delivery: 'x',
      endpoint: 'we_x',
    };
    const before = await objects();
    for (const route of routes.filter(({ path }) => path.includes('{')))
      for (const owned of [mine, unknown])
        for (const token of [theirs.owner, theirs.sandbox]) {
          const { status, body } = await send(route, owned, token);
          expect([route.route, status, body.error.code]).toEqual([route.route, 404, 'NOT_FOUND']);
        }
    expect(await objects()).toEqual(before);
  });
});
