import * as z from 'zod';
import { accountData, describeOwnAccount } from '../../accounts/account-resource.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import { field } from '../../lookup/answer-fields.ts';
import { callAccount } from '../../lookup/pipeline/account-calls.ts';
import {
  type AnyProduct,
  type PriceOption,
  pageOfRows,
  readSourceStates,
  type SourceState,
} from '../../lookup/product.ts';
import { SOURCE_KINDS, type SourceKind } from '../../lookup/source.ts';
import type { World } from '../../lookup/world.ts';
import { MONITOR_KIND_RULES } from '../../monitors/comparison.ts';
import { MONITOR_KINDS, type MonitorKind } from '../../monitors/monitor.ts';
import type { MonitorPorts } from '../../monitors/ports.ts';
import { namedAnswer } from '../openapi/json-schemas.ts';
import { route } from '../openapi/route.ts';
import { type ApiAccess, admittedCaller, authenticateRequest } from '../request/context.ts';
import { MONITOR_PATHS } from './monitors.ts';

const sourceSchema = z.object({
  label: field.text('Label, as in `metadata.data_sources`.'),
  kind: z.enum(SOURCE_KINDS),
  available: z.boolean(),
  missing: field.textList(
    'What is missing for the source to be available: a provider, lists, or record data sets.',
  ),
});

const priceSchema = z.object({
  credits: field.count('Credits per unit.'),
  when: field.textOrNull(
    'What the request must ask for to get this price; null if it is the only price.',
  ),
});

const pricesOf = <Price extends z.ZodType>(price: Price) =>
  z.array(price).describe('Each price per unit, as the most the unit can cost.');

const productSchema = z.object({
  path: z.string(),
  type: field.text('Lookup type, as in `request.type`.'),
  summary: z.string(),
  price: field.count('The most one unit can cost, in credits.'),
  prices: pricesOf(
    priceSchema.extend({
      available: field.boolean('Whether a lookup at this price can be answered.'),
    }),
  ),
  price_per: field.text(
    'The unit: a lookup or, for example, a minute of audio or a page of up to 25 rows.',
  ),
  tier: field.enum(['standard', 'live'], 'Rate window in which calls are counted.'),
  bulk_type: field.textOrNull('Bulk type; null if the product takes single calls only.'),
  cache_days: z.int().describe('Days during which repeating your own lookup is free.'),
  available: field.boolean('Whether a lookup without optional fields can be answered.'),
  missing: field.textList(
    'What its sources lack while the product is unavailable. Any one of these is enough.',
  ),
  sources: z.array(sourceSchema),
});

const monitorSchema = z.object({
  path: z.string(),
  type: field.enum(MONITOR_KINDS, 'Kind of monitor.'),
  summary: z.string(),
  price: field.count('The most one unit can cost, in credits.'),
  prices: pricesOf(priceSchema),
  price_per: field.text('The unit: a recheck of one member.'),
});

const accountRoute = route({
  endpoint: 'GET /v1/account',
  operationId: 'getAccount',
  summary: 'Plan, credits and usage',
  description: 'Free. Use it to check the balance before a long run.',
  answer: namedAnswer('AccountResponse', () => accountData),
  async handle({ c }, { access }: { access: ApiAccess & { accounts: Pick<Accounts, 'readOwn'> } }) {
    const principal = { ...(await authenticateRequest(c, access)), resource: 'account' };
    const { admission, account } = await callAccount(() => access.accounts.readOwn(principal));
    const caller = admittedCaller(c, admission);
    if (!account) throw new Error('the account admitted a read and did not answer it');
    return describeOwnAccount(account, principal.kind === 'key' ? caller.keyId : null);
  },
});

/** How long a lookup is answered from the cache (specification, "Limits"). */
const CACHE_DAYS = 7;

/** What an unavailable source lacks, in terms for callers: variables are for the operator. */
const MISSING: Readonly<
  Record<SourceKind, (label: string, names: readonly string[]) => readonly string[]>
> = {
  upstream: (label) => [`a provider of ${label}`],
  open: (label) => [`access to ${label}`],
  compiled: (label) => [`lists of ${label}`],
  records: (_, datasets) => datasets.map((dataset) => `the records ${dataset}`),
};

const describeSource = ({ source: { label, kind }, available, missing }: SourceState) => ({
  label,
  kind,
  available,
  missing: available ? [] : MISSING[kind](label, missing),
});

const missingOf = (answering: readonly SourceState[]): string[] => [
  ...new Set(answering.flatMap((state) => describeSource(state).missing)),
];

/** What each product that cannot be called lacks, by type. */
export async function missingByProduct(
  products: readonly AnyProduct[],
  world: World,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const states = await Promise.all(
    products.map(async (product) => ({ product, ...(await readSourceStates(product, world)) })),
  );
  return new Map(
    states.flatMap(({ product: { type }, available, answering }) =>
      available ? [] : [[type, missingOf(answering)]],
    ),
  );
}

/** A price is available if one source that can answer it is. */
async function describeProduct(product: AnyProduct, world: World) {
  const { available: isAnswered, sources, answering } = await readSourceStates(product, world);
  const options: readonly (Omit<PriceOption, 'when'> & { when: string | null })[] = product.price
    .options ?? [{ credits: product.price.upTo, when: null }];
  const prices = options.map(({ answeredBy, ...price }) => {
    const of = answeredBy && sources.filter(({ source }) => answeredBy.includes(source));
    const available = of?.some((each) => each.available) ?? isAnswered;
    return { ...price, available, of: of ?? answering };
  });
  const [{ available, of }] = prices as [(typeof prices)[number]];
  return {
    path: `/v1${product.path}`,
    type: product.type,
    summary: product.summary,
    price: product.price.upTo,
    prices: prices.map(({ of: _, ...price }) => price),
    price_per: product.price.per ?? pageOfRows(product) ?? 'lookup',
    tier: product.tier,
    bulk_type: product.bulk ?? null,
    cache_days: CACHE_DAYS,
    available,
    missing: available ? [] : missingOf(of),
    sources: sources.map(describeSource),
  };
}

interface ProductListServices {
  products: readonly AnyProduct[];
  world: World;
  monitors: MonitorPorts;
}

const MONITORS = {
  number: {
    summary: 'Rechecks of phone numbers, daily or weekly',
    price_per: 'number and recheck',
  },
  job_change: { summary: 'Weekly rechecks of where people work', price_per: 'contact and recheck' },
} as const satisfies Record<MonitorKind, unknown>;

/** Price of one member's recheck: the sum of the products that a run looks up. */
function recheckPrice(kind: MonitorKind, includeSpamCheck: boolean, { products }: MonitorPorts) {
  const types = MONITOR_KIND_RULES[kind].types({ includeSpamCheck });
  return types.reduce((sum, type) => sum + (products.get(type)?.price.upTo ?? 0), 0);
}

function describeMonitorPrices(kind: MonitorKind, monitors: MonitorPorts) {
  const [plain, checked] = [false, true].map((spam) => recheckPrice(kind, spam, monitors)) as [
    number,
    number,
  ];
  const prices =
    plain === checked
      ? [{ credits: plain, when: null }]
      : [
          { credits: plain, when: 'include_spam_check is false' },
          { credits: checked, when: 'include_spam_check is true' },
        ];
  return { path: MONITOR_PATHS[kind], type: kind, ...MONITORS[kind], price: checked, prices };
}

const productsRoute = route({
  endpoint: 'GET /v1/products',
  operationId: 'listProducts',
  summary: 'Every product, with its price and availability',
  description:
    'Free. A product with no configured source is listed as unavailable, and calls to it are refused with SERVICE_UNAVAILABLE and `error.details.available: false`.',
  answer: namedAnswer('ProductListResponse', () =>
    z.object({
      products: z.array(productSchema),
      monitors: z.array(monitorSchema).describe('Monitors, whose rechecks are charged per member.'),
    }),
  ),
  async handle(_, { products, world, monitors }: ProductListServices) {
    return {
      products: await Promise.all(products.map((each) => describeProduct(each, world))),
      monitors: MONITOR_KINDS.map((kind) => describeMonitorPrices(kind, monitors)),
    };
  },
});

const healthRoute = route({
  endpoint: 'GET /health',
  operationId: 'getHealth',
  summary: 'Whether the service is up',
  description: 'Needs no key.',
  isPublic: true,
  answer: { name: 'Health', schema: () => z.object({ status: z.literal('ok') }) },
  handle: async ({ c }) => c.json({ status: 'ok' }),
});

const tag = {
  name: 'Service',
  description: 'The account, the list of products, and whether the service is up.',
};

/** The account; its caller is admitted in the call that reads it. */
export const accountRoutes = { tag, routes: [accountRoute] };

export const serviceRoutes = { tag, routes: [productsRoute, healthRoute] };
