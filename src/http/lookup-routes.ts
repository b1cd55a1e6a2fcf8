import { Hono } from 'hono';
import type { Admission } from '../core/account/account.ts';
import { BYPASS_NAMES, lookupBody } from '../core/lookup/body.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import { lookup } from '../pipeline/lookup.ts';
import { lookupOnce, type OncePorts } from '../pipeline/lookup-once.ts';
import { type Access, describeWindow, principalOf } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { readLookupBody } from './lookup-body.ts';

/** One POST route per product of the registry. */
export function lookupRoutes(
  products: readonly AnyProduct[],
  access: Access,
  ports: Omit<OncePorts, 'defer'>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const product of products) {
    const schema = lookupBody(product);
    routes.post(product.path, async (c) => {
      const principal = { ...(await principalOf(c, access)), resource: product.type };
      const body = await readLookupBody(c, schema);
      const fields = body.ok ? body.input : {};
      const bypass = BYPASS_NAMES.some(
        (name) => fields[name] === true || ['true', '1'].includes(c.req.query(name) ?? ''),
      );
      const request = {
        id: c.get('requestId'),
        principal,
        product,
        body,
        bypass,
        startedAt: c.get('startedAt'),
        onAdmission: (admission: Admission) => describeWindow(c, admission),
      };
      const withDefer = {
        ...ports,
        defer: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      };
      if (!body.ok || body.idempotencyKey === null)
        return c.json({ success: true, data: await lookup(request, withDefer) });
      const once = { idempotencyKey: body.idempotencyKey, body: body.sent };
      const { data, replayed } = await lookupOnce(request, once, withDefer);
      // The first answer names the first request, and so does its header.
      if (replayed) c.header('X-Request-Id', data.request.id);
      if (replayed) c.header('Idempotent-Replay', 'true');
      return c.json({ success: true, data });
    });
  }
  return routes;
}
