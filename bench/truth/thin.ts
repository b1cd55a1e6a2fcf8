// How much of each answer says nothing: null, UNKNOWN or N/A among the leaves of its sections, for
// the examples of the registry as a newcomer gets them: compiled tables, no feeds, records or
// network. Run `npm run data` first, then node bench/truth/thin.ts
import { directoryBlobs } from '../../scripts/data/directory-blobs.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { presentSections } from '../../src/lookup/pipeline/answer.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import type { World } from '../../src/lookup/world.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { families, products } from '../../src/products/index.ts';
import { openPhoneTables } from '../support/phone-tables.ts';
import { type Areas, runAlone } from './areas.ts';

const refuse = () => {
  throw new ApiError('SERVICE_UNAVAILABLE', 'no network');
};
const clock = { now: () => Date.now() };
const world = {
  ...openPhoneTables(),
  clock,
  shippedTables: 'bench',
  addresses: openAddressTable({
    blobs: directoryBlobs('compiled'),
    clock,
    feeds: [],
    background: () => {},
  }),
  records: {
    has: () => false,
    covers: () => false,
    version: () => '',
    find: refuse,
    findFirst: refuse,
    reportsNear: refuse,
    page: refuse,
  },
} as unknown as World;
const metrics = { count: () => undefined };
const ports = { world, metrics, breakers: createBreakers(), organizationId: 'bench' };

/** Every leaf; an empty list says something: that there is none. */
function leaves(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [value];
  if (Array.isArray(value)) return value.length === 0 ? [value] : value.flatMap(leaves);
  return Object.values(value).flatMap(leaves);
}

const isThin = (leaf: unknown): boolean =>
  leaf === null || /^(?:unknown|n\/a)$/i.test(String(leaf));

/** Null where a product needs what a newcomer does not have. */
async function thinShare(product: (typeof products)[number], body: Record<string, unknown>) {
  const input: unknown = product.input.parse(body);
  try {
    const { fact } = await resolveSources(product, input, ports, Promise.resolve()).answer;
    const context = { id: crypto.randomUUID(), foundAt: new Date().toISOString() };
    const conclusion: unknown = product.derive(fact, input, context);
    const { classification, insights } = presentSections(product, conclusion, input, context);
    const all = leaves([classification, insights]);
    return { thin: all.filter(isThin).length, all: all.length };
  } catch {
    return null;
  }
}

/** Examples of a family's other products: what one is asked, its neighbours are asked too. */
const bodiesOf = (product: (typeof products)[number]) => {
  const family = families.find(({ products: members }) => members.includes(product));
  const bodies = family?.products.map(({ example }) => JSON.stringify(example)) ?? [];
  return [...new Set(bodies)].map((body) => JSON.parse(body) as Record<string, unknown>);
};

export async function measureThin(areas: Areas): Promise<void> {
  for (const product of products) {
    const total = { thin: 0, all: 0 };
    for (const body of bodiesOf(product)) {
      if (!product.input.safeParse(body).success) continue;
      const share = await thinShare(product, body);
      total.thin += share?.thin ?? 0;
      total.all += share?.all ?? 0;
      const shown = share ? `${share.thin} of ${share.all} fields` : 'not answered';
      areas.detail(`${product.path.padEnd(28)} ${JSON.stringify(body).padEnd(36)} ${shown}`);
    }
    const name = `null or UNKNOWN fields, ${product.path}`;
    if (total.all > 0) areas.share(name, total.thin, total.all, null);
    else areas.missing(name, 'not answered without a network or records');
  }
}

if (import.meta.main) await runAlone(measureThin);
