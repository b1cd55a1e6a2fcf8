import { Hono } from 'hono';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { World } from '../core/ports.ts';
import { type Access, authorize } from './authorize.ts';
import type { AppEnv } from './context.ts';

/** How long a lookup is answered from the cache (specification, "Limits"). */
const CACHE_DAYS = 7;

/** A product can be called when at least one of its sources is there. */
async function describeProduct(product: AnyProduct, world: World) {
  const sources = await Promise.all(
    product.sources.list.map(async ({ name, label, kind, available }) => ({
      name,
      label,
      kind,
      available: await available(world),
    })),
  );
  const missing = sources.filter((source) => !source.available).map((source) => source.name);
  const available = missing.length < sources.length;
  return {
    path: `/v1${product.path}`,
    type: product.type,
    summary: product.summary,
    price: product.price.upTo,
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
