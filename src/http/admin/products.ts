import * as z from 'zod';
import { type AnyProduct, readSourceStates } from '../../lookup/product.ts';
import { SOURCE_KINDS } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { operatorRoute, successAnswer } from './shared.ts';

const sourceSchema = z.object({
  name: z.string().describe('As in the log and in refusals.'),
  label: z.string().describe('As callers see it.'),
  kind: z.enum(SOURCE_KINDS),
  paid: z.boolean().describe('Whether its publisher bills calls or answers.'),
  available: z.boolean().describe('False also of a file that covers its own keys alone.'),
  missing: z
    .array(z.string())
    .describe('Variables to set, data sets to import or feeds to fetch; all of them are needed.'),
});

async function describeForOperator(product: AnyProduct, world: World) {
  const { available, sources } = await readSourceStates(product, world);
  return {
    path: `/v1${product.path}`,
    type: product.type,
    available,
    sources: sources.map(({ source, ...state }) => ({
      ...source,
      ...state,
      paid: source.metered !== undefined,
    })),
  };
}

const productsRoute = operatorRoute({
  method: 'get',
  path: '/admin/products',
  operationId: 'listProductSources',
  summary: 'Every product with its sources and what each of them lacks',
  description:
    'The list of callers names no variable; this one does. A product can be called while one of the sources that can answer it is available.',
  answer: successAnswer(() => ({
    products: z.array(
      z.object({
        path: z.string(),
        type: z.string(),
        available: z.boolean(),
        sources: z.array(sourceSchema),
      }),
    ),
  })),
  handle: async (_, { products, world }) => ({
    products: await Promise.all(products.map((each) => describeForOperator(each, world))),
  }),
});

export const productRoutes = {
  tag: { name: 'Products', description: 'What each product is answered from.' },
  routes: [productsRoute],
};
