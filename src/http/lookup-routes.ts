import { Hono } from 'hono';
import * as z from 'zod';
import type { Gate } from '../core/access.ts';
import type { AnyProduct } from '../core/product.ts';
import { lookup, type PipelinePorts } from '../pipeline/lookup.ts';
import { authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';
import { jsonOnly, MAX_BODY_BYTES, parsed } from './json-body.ts';

const flag = z
  .boolean()
  .optional()
  .describe('Skip the 7-day cache and look up afresh at full price.');

/** The one option every lookup has, under its three names. */
export const bypassFlags = z.object({ bypass_cache: flag, bypassCache: flag, forceFresh: flag });

const BYPASS_NAMES = Object.keys(bypassFlags.shape) as (keyof typeof bypassFlags.shape)[];

/** The body of a lookup: the product's own fields and the bypass flag. */
export const lookupBody = (product: AnyProduct) => product.input.safeExtend(bypassFlags.shape);

/** One POST route per product of the registry. */
export function lookupRoutes(
  products: readonly AnyProduct[],
  gate: Gate,
  ports: Omit<PipelinePorts, 'defer'>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const product of products) {
    const decode = parsed('json', lookupBody(product));
    routes.post(
      product.path,
      authorize(gate, product.tier),
      jsonOnly(MAX_BODY_BYTES),
      decode,
      async (c) => {
        const body = c.req.valid('json') as Record<string, unknown>;
        const bypass = BYPASS_NAMES.some(
          (name) => body[name] === true || ['true', '1'].includes(c.req.query(name) ?? ''),
        );
        const call = {
          id: c.get('requestId'),
          product,
          input: body,
          caller: c.get('caller'),
          bypass,
          startedAt: c.get('startedAt'),
        };
        const data = await lookup(call, {
          ...ports,
          defer: (work) => c.executionCtx.waitUntil(work),
        });
        return c.json({ success: true, data });
      },
    );
  }
  return routes;
}
