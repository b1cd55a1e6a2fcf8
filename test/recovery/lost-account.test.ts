import { env } from 'cloudflare:workers';
import { beforeAll, expect, it, vi } from 'vitest';
import { PAGE_ACCESS } from '../../src/dashboard/session/permissions.ts';
import { OPERATOR_ROUTES } from '../../src/http/admin.ts';
import { type Browser, newKey, signedUp } from '../dashboard/browser.ts';
import { joined, organizationOf, userIdOf } from '../dashboard/people.ts';
import { call } from '../support/api.ts';
import { loseObject } from './support.ts';

// Every route of an organization whose account is lost: what would change it is refused with the
// reason and leaves nothing half done, and nothing is shown as if it were empty.
vi.setConfig({ testTimeout: 120_000 });

let owner: Browser;
let organization: string;
let key: { id: string; key: string };
let user: string;
beforeAll(async () => {
  owner = await signedUp('owner@lost.example');
  organization = await organizationOf(owner);
  user = await userIdOf(await joined(owner, 'mate@lost.example'));
  key = await newKey(owner);
  await env.ACCOUNT.getByName(organization).backUp();
  await loseObject(env.ACCOUNT.getByName(organization));
});

/** Rows that changes of an organization write, beside the log of what was tried. */
const written = async () =>
  Promise.all(
    ['organizations', 'members', 'billing_movements', 'webhook_endpoints', 'bulk_jobs'].map(
      async (table) => (await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()).results,
    ),
  );

it('is refused by every route of the operator that needs the account', async () => {
  // They find out what is, put it right, read D1 alone, or are repeated by rebuilding.
  const others = /\/(?:close|reconcile|payments|payments\/read|rebuild-account|restore-account)$/;
  const routes = OPERATOR_ROUTES.flatMap(({ routes }) => routes).filter(
    ({ path }) => /^\/admin\/(?:organizations|api-keys)\/:id/.test(path) && !others.test(path),
  );
  expect(routes.length).toBeGreaterThan(14);
  const before = await written();
  for (const { method, path, body } of routes) {
    const id = path.startsWith('/admin/api-keys') ? key.id : organization;
    const filled = path.replace(':id', id).replace(':user', user);
    const reply = await call(method.toUpperCase(), filled, {
      ...{ token: 'admin_test', body: body?.example },
    });
    expect([method, path, reply.status, reply.body.error?.message]).toEqual([
      ...[method, path, 404, `The organization "${organization}" has no account.`],
    ]);
  }
  expect(await written()).toEqual(before);
});

it('is refused by every route of callers, as its keys are not known', async () => {
  const { paths } = (await call('GET', '/openapi.json')).body;
  const routes = Object.entries<Record<string, { security?: unknown[] }>>(paths).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => [method, path] as const),
  );
  const open = new Set(['/v1/products', '/v1/ping']);
  const asked = routes.filter(([, path]) => path.startsWith('/v1/') && !open.has(path));
  expect(asked.length).toBeGreaterThan(60);
  for (const [method, path] of asked) {
    const filled = path.replaceAll(/\{\w+\}/g, 'x');
    const body = method === 'get' || method === 'delete' ? undefined : {};
    const reply = await call(method.toUpperCase(), filled, { token: key.key, body });
    expect([method, path, reply.status]).toEqual([method, path, 401]);
  }
});

it('is refused by the pages of its owner with a reason, and none of them fails', async () => {
  const [form_token, before] = [await owner.token('/app/settings'), await written()];
  const logged = vi.spyOn(console, 'error');
  const failed: string[] = [];
  for (const [path, [get, post]] of PAGE_ACCESS) {
    if (get === 'public' || /sign-out|settings\/|delete-organization/.test(path)) continue;
    const filled = path
      .replace('/team/:id', `/team/${user}`)
      .replace('/keys/:id', `/keys/${key.id}`)
      .replaceAll(/:\w+/g, 'x');
    const fields = {
      form_token,
      name: 'x',
      email: 'new@lost.example',
      role: 'admin',
      overlap: '0',
    };
    const replies = [
      ...(get ? [await owner.open(filled)] : []),
      ...(post ? [await owner.post(filled, { ...fields, mode: 'live', expires: '' })] : []),
    ];
    failed.push(...replies.filter(({ status }) => status >= 500).map(() => path));
  }
  logged.mockRestore();
  expect(failed).toEqual([]);
  expect(await written()).toEqual(before);
});
