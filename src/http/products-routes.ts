import { Hono } from 'hono';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { Source } from '../core/lookup/source.ts';
import type { World } from '../core/ports.ts';
import { type Access, authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';

/** How long a lookup is answered from the cache (specification, "Limits"). */
const CACHE_DAYS = 7;

async function describeSource(source: Source<never, unknown>, world: World) {
  const { name, label, kind } = source;
  const available = await source.available(world);
  const missing = available ? [] : (source.missing?.(world) ?? []);
  return { name, label, kind, available, missing };
}

/** A product can be called when at least one of the sources that can answer it is there. */
async function describeProduct(product: AnyProduct, world: World) {
  const { list, answeredBy = list } = product.sources;
  const describe = (each: readonly Source<never, unknown>[]) =>
    Promise.all(each.map((source) => describeSource(source, world)));
  const [sources, answering] = await Promise.all([describe(list), describe(answeredBy)]);
  const missing = [...new Set(answering.flatMap((source) => source.missing))];
  const available = answering.some((source) => source.available);
  return {
    path: `/v1${product.path}`,
    type: product.type,
    summary: product.summary,
    price: product.price.upTo,
    price_per: product.price.per ?? 'lookup',
    tier: product.tier,
    bulk_type: product.bulk ?? null,
    cache_days: CACHE_DAYS,
    available,
    missing: available ? [] : missing,
    sources,
  };
}

/** `GET /products`: what can be asked, for how much, and what is not configured. */
export function productsRoutes({
  access,
  products,
  world,
}: {
  access: Access;
  products: readonly AnyProduct[];
  world: World;
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/products', authorize(access, 'account'), async (c) => {
    const described = await Promise.all(products.map((product) => describeProduct(product, world)));
    return c.json({ success: true, data: { products: described } });
  });
  return routes;
}
