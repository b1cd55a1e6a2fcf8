import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Gate } from '../core/access.ts';
import type { AnyProduct } from '../core/product.ts';
import type { PipelinePorts } from '../pipeline/lookup.ts';
import type { AppEnv } from './context.ts';
import { onError, onMethodNotAllowed, onNotFound } from './errors.ts';
import type { Log } from './log.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { requestId } from './request-id.ts';

export interface AppServices {
  products: readonly AnyProduct[];
  gate: Gate;
  pipeline: Omit<PipelinePorts, 'defer'>;
  log: Log;
}

/** The whole HTTP surface: every path, and what becomes of the rest. */
export function createApp(services: AppServices): Hono<AppEnv> {
  const { products, gate, pipeline } = services;
  const app = new Hono<AppEnv>();
  app.use(requestId(pipeline.world.clock));
  app.use(methodNotAllowed({ app, onMethodNotAllowed }));
  app.onError(onError(services.log));
  app.notFound(onNotFound(gate));

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.route('/v1', lookupRoutes(products, gate, pipeline));
  return app;
}
