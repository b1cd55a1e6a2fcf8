import * as z from 'zod';

const source = z.object({
  name: z.string(),
  label: z.string().describe('As in metadata.data_sources.'),
  kind: z.enum(['compiled', 'records', 'open', 'upstream']),
  available: z.boolean(),
  missing: z
    .array(z.string())
    .describe('What would make it available: variables to set, or record data sets to import.'),
});

const product = z.object({
  path: z.string(),
  type: z.string().describe('As in request.type.'),
  summary: z.string(),
  price: z.int().min(0).describe('The most one unit can cost, in credits.'),
  price_per: z.string().describe('The unit: a lookup, or for example a minute of audio.'),
  tier: z.enum(['standard', 'live']).describe('Rate window it is counted in.'),
  bulk_type: z.string().nullable().describe('Null: single calls only.'),
  cache_days: z.int(),
  available: z.boolean(),
  missing: z
    .array(z.string())
    .describe('While it is not available: what its sources miss, any of which would do.'),
  sources: z.array(source),
});

/** `GET /v1/products`. */
export const productListResponse = z.object({
  success: z.literal(true),
  data: z.object({ products: z.array(product) }),
});
