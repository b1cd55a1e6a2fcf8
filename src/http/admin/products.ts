import * as z from 'zod';
import { field } from '../../lookup/answer-fields.ts';
import { type AnyProduct, readSourceStates } from '../../lookup/product.ts';
import { SOURCE_KINDS } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { operatorRoute, successAnswer } from './shared.ts';

const sourceSchema = z.object({
  name: field.text('Name, as in the log and in refusals.'),
  label: field.text('Label that callers see.'),
  kind: z.enum(SOURCE_KINDS),
  paid: field.boolean('Whether its publisher bills calls or answers.'),
  available: field.boolean('Also false for a file that covers only its own keys.'),
  missing: field.textList(
    'Variables to set, data sets to import or feeds to fetch; all of them are needed. `caller_names with coverage`: the file is imported, but only for its own keys, without `coverage`.',
  ),
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
  endpoint: 'GET /admin/products',
  operationId: 'listProductSources',
  summary: 'Every product with its sources and what each source lacks',
  description:
    'Unlike the list for callers, this list names the variables. A product can be called if one of the sources that can answer it is available.',
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
  tag: { name: 'Products', description: 'Sources of each product.' },
  routes: [productsRoute],
};
