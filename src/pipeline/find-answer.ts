import { ApiError } from '../core/errors.ts';
import {
  type AnyProduct,
  cacheKeyOf,
  factVersionOf,
  type LookupContext,
  type ProductMetadata,
} from '../core/lookup/product.ts';
import { asksTablesOnly } from '../core/lookup/source.ts';
import type { Metrics } from '../core/metrics.ts';
import type { World } from '../core/ports.ts';
import { askSources, nobodyFound, type SourcedFact } from './ask-sources.ts';
import type { Breakers } from './breakers.ts';
import type { LookupCall } from './call.ts';
import type { FactCache, StoredFact } from './fact-cache.ts';
import { asksAboutSuppressed, namesSuppressed, withoutSuppressed } from './people.ts';
import { present, type Sections } from './present.ts';
import { askSandbox } from './sandbox.ts';
import { hashSubject } from './subject-hash.ts';
import { tableVersions } from './table-versions.ts';

/** A fact, when it was found, and whether it was found before this call. */
export interface DatedFact extends SourcedFact {
  /** Milliseconds since the epoch. */
  foundAt: number;
  cached: boolean;
  /** What the tables are at now. */
  tables: number;
}

/** Everything about an answer except what this caller pays for it. */
export interface PricedAnswer {
  found: DatedFact;
  sections: Sections;
  metadata: ProductMetadata;
  /** Today's price in credits; the receipts decide what of it is owed. */
  price: number;
}

export interface FindPorts {
  world: World;
  /** One set per isolate. */
  breakers: Breakers;
  metrics: Metrics;
  cache: FactCache;
}

/** What the cache and the receipts know an input by. */
export const inputHashOf = ({ product, input }: Pick<LookupCall, 'product' | 'input'>) =>
  hashSubject(cacheKeyOf(product, input));

export const factKey = (
  { product, caller }: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
): string => `fact:${factVersionOf(product)}:${caller.organizationId}:${product.type}:${inputHash}`;

/**
 * Whether every answer of a product comes from tables of our own: then there is nothing to store.
 */
export const restsOnTables = ({ sources }: AnyProduct, world: World): boolean =>
  asksTablesOnly(sources, world);

/** The stored fact, unless a table it may rest on has changed. */
export const freshFact = (stored: StoredFact | null, tables: number): DatedFact | null =>
  stored?.tables === tables
    ? { ...stored, cached: true, fromTables: false, complete: true, tables }
    : null;

/**
 * A stored fact, unless it names somebody who has been suppressed since; without rows that do.
 * @throws ApiError SERVICE_UNAVAILABLE
 */
export async function screened(
  { product }: Pick<LookupCall, 'product'>,
  stored: DatedFact | null,
  { world }: Pick<FindPorts, 'world'>,
): Promise<DatedFact | null> {
  if (!stored) return stored;
  if (await namesSuppressed(product, stored.fact, world))
    return { ...stored, ...nobodyFound(product), cached: false };
  return { ...stored, fact: await withoutSuppressed(product, stored.fact, world) };
}

const contextOf = ({ id }: Pick<LookupCall, 'id'>, foundAt: number): LookupContext => ({
  id,
  foundAt: new Date(foundAt).toISOString(),
});

/** @throws ApiError INTERNAL_ERROR when the declaration charges more than it says it can */
function chargeFor({ product, input, caller }: LookupCall, conclusion: unknown): number {
  const price = caller.mode === 'test' ? 0 : product.price.charge(conclusion, input);
  if (product.price.per || price <= product.price.upTo) return price;
  const cause = `${product.type} priced ${price} above its ceiling`;
  throw new ApiError('INTERNAL_ERROR', undefined, { cause });
}

/** The price of a fact, ahead of its answer. @throws ApiError as {@link answerOf} */
export function priceOf(call: LookupCall, { fact, suppressed }: SourcedFact): number {
  const { product, input, startedAt } = call;
  if (suppressed) return 0;
  if (product.price.fixed) return chargeFor(call, undefined);
  return chargeFor(call, product.conclude(fact, input, contextOf(call, startedAt)));
}

/**
 * The sections and the price of a fact, which is concluded from once.
 * @throws ApiError INTERNAL_ERROR when the declaration charges more than it says it can
 */
export function answerOf(call: LookupCall, found: DatedFact): PricedAnswer {
  const { product, input } = call;
  const context = contextOf(call, found.foundAt);
  const conclusion: unknown = product.conclude(found.fact, input, context);
  return {
    found,
    sections: present(product, conclusion, input, context),
    metadata: product.metadata?.(conclusion, input) ?? {},
    price: found.suppressed ? 0 : chargeFor(call, conclusion),
  };
}

/** What a test key is answered. */
export function answerFromSandbox(call: LookupCall): PricedAnswer {
  const { product, input, startedAt } = call;
  const answer = askSandbox(product, product.subject(input));
  return answerOf(call, { ...answer, foundAt: startedAt, cached: false, tables: 0 });
}

/**
 * Finds an answer whose credits have been set aside already: a row of a bulk job.
 * @param turn waited for between the fact and what is made of it: rows that are asked for in one
 * tick, so that their reads are gathered, are answered one slice after another
 * @throws ApiError any code of the specification that looking up can end in
 */
export async function findAnswer(
  call: LookupCall,
  inputHash: string,
  ports: FindPorts,
  turn: () => Promise<void>,
): Promise<PricedAnswer> {
  if (call.caller.mode === 'test') return answerFromSandbox(call);
  const { product, input, startedAt, caller } = call;
  const suppressed = await asksAboutSuppressed(product, input, ports.world);
  const tables = await tableVersions(product, ports.world, suppressed);
  const stored =
    suppressed || restsOnTables(product, ports.world)
      ? null
      : await ports.cache.get(factKey(call, inputHash), startedAt);
  const fresh = call.bypass ? null : await screened(call, freshFact(stored, tables), ports);
  if (fresh) {
    await turn();
    return answerOf(call, fresh);
  }
  const asking = { ...ports, organizationId: caller.organizationId, forBulk: true };
  const found = await askSources(product, input, asking, Promise.resolve(), suppressed).answer;
  await turn();
  return answerOf(call, { ...found, foundAt: startedAt, cached: false, tables });
}

/**
 * Keeps a fact that was looked up afresh for the rest of its window. What rests on tables alone is
 * not kept: the same tables say the same, and the receipt says when they were first asked. Nor is
 * an answer that a failed source might have added to.
 * @param windowEndsAt as the ledger says
 */
export async function rememberFact(
  call: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
  { fact, consulted, foundAt, cached, fromTables, complete, tables }: DatedFact,
  windowEndsAt: number,
  { cache, world }: Pick<FindPorts, 'cache' | 'world'>,
): Promise<void> {
  if (cached || fromTables || !complete) return;
  const stored = { fact, consulted, foundAt, endsAt: windowEndsAt, tables };
  await cache.put(factKey(call, inputHash), stored, world.clock.now());
}
