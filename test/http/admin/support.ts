import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { expect } from 'vitest';
import type { BulkPorts } from '../../../src/bulk/ports.ts';
import type { Bindings } from '../../../src/env.ts';
import type { ProductServices } from '../../../src/http/admin/shared.ts';
import { adminRoutes, OPERATOR_ROUTES } from '../../../src/http/admin.ts';
import { type AppEnv, requestId } from '../../../src/http/request/context.ts';
import { onError, onMethodNotAllowed } from '../../../src/http/request/errors.ts';
import { openDatabase } from '../../../src/lib/database.ts';
import { parseSecrets } from '../../../src/lib/secrets.ts';
import type { World } from '../../../src/lookup/world.ts';
import type { MonitorPorts } from '../../../src/monitors/ports.ts';
import { listFeeds, refreshFeed } from '../../../src/open-data/feeds/refresh.ts';
import type { OperationPorts } from '../../../src/operations/alerts.ts';
import type { OptOutPorts } from '../../../src/records/opt-outs.ts';
import type { RecoveryPorts } from '../../../src/recovery/ports.ts';
import { createRateLimiter } from '../../../src/vendors/upstream/rate-limiter.ts';
import { createPorts as createAccountPorts } from '../../accounts/support.ts';
import { createBilling } from '../../billing/support.ts';
import { createFeedWorld } from '../../open-data/feeds/support.ts';
import { createPorts as createRecordPorts } from '../../records/support.ts';

const bindings = env as unknown as Bindings;

/** Listing the jobs and monitors of an organization that has none asks no object. */
const noJobs = { db: openDatabase(env.DB), products: new Map() } as unknown as BulkPorts;

const replaced = parseSecrets('v2:new secret,v1:old secret');
export const SECRETS = { KEY_SECRET: replaced, LINK_SECRET: replaced, AUTH_SECRET: replaced };

export const TOKEN = 'operator-token-of-the-tests';

const ROUTES = OPERATOR_ROUTES.flatMap(({ routes }) => routes);

/** A success holds exactly what the operator's document declares. */
function expectDeclared(method: string, url: string, body: unknown): void {
  const { pathname } = new URL(url);
  const asked = ROUTES.find(
    (each) =>
      each.method.toUpperCase() === method &&
      new URLPattern({ pathname: each.path }).test({ pathname }),
  );
  if (asked?.answer) expect(asked.answer.schema().parse(body)).toEqual(body);
}

/** The operator's surface over real storage, without the rest of the service. */
export function createAdmin(
  adminToken: string | null = TOKEN,
  turns = createRateLimiter(bindings.RATE_LIMITER),
  { products, world }: ProductServices = { products: [], world: {} as World },
) {
  const { ports: accounts } = createAccountPorts();
  const { ports: records } = createRecordPorts();
  const logged: unknown[] = [];
  const app = new Hono<AppEnv>();
  app.use(requestId(accounts.clock));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: onMethodNotAllowed(app) }));
  app.onError(onError((_level, _message, fields) => logged.push(fields)));
  const feeds = createFeedWorld();
  const billing = createBilling();
  app.route(
    '/',
    adminRoutes({
      adminToken,
      accounts,
      billing: billing.ports,
      records,
      recovery: {} as RecoveryPorts,
      bulk: noJobs,
      monitors: noJobs as unknown as MonitorPorts,
      webhooks: { db: accounts.db },
      operations: {} as OperationPorts,
      products,
      world,
      storedSecrets: SECRETS,
      demoSecret: null,
      optOuts: {} as OptOutPorts,
      publicUrl: undefined,
      warn: (message) => logged.push(message),
      rateLimiter: turns,
      feeds: {
        list: () => listFeeds(feeds.ports),
        refresh: (name) => refreshFeed(name, feeds.ports),
      },
    }),
  );

  // Wrong tokens are counted by address over all files that run in the same minute.
  const address = `2001:db8::${crypto.randomUUID().slice(0, 4)}`;
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const context = createExecutionContext();
    const request = new Request(`https://api.test/admin${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        'CF-Connecting-IP': address,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await app.fetch(request, {}, context);
    await waitOnExecutionContext(context);
    const text = await response.text();
    if (response.ok) expectDeclared(method, request.url, JSON.parse(text));
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as any };
  }
  return { send, logged, feeds, accounts, stripe: billing.api };
}
