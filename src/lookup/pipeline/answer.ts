import { ApiError } from '../../lib/errors.ts';
import { toIso } from '../../lib/time.ts';
import type { Caller } from '../account/caller.ts';
import { API_VERSION, type LookupData, SCHEMA_VERSION } from '../envelope.ts';
import type { Metrics } from '../metrics.ts';
import {
  type AnyProduct,
  isPriceFixed,
  type LookupContext,
  mainField,
  type ProductMetadata,
  priceOfAnswer,
  productCacheKey,
  productFactVersion,
  productMetadata,
} from '../product.ts';
import { assess } from '../scoring.ts';
import { usesTablesOnly } from '../source.ts';
import type { World } from '../world.ts';
import type { Breakers } from './circuit-breakers.ts';
import {
  dataVersionOf,
  FACT_MS,
  type FactCache,
  hashSubject,
  PARTIAL_FACT_MS,
  type StoredFact,
} from './fact-cache.ts';
import {
  isFactSuppressed,
  isInputSuppressed,
  type PaidAnswers,
  resolveSources,
  type SourcedFact,
  suppressedFact,
  withoutRefusals,
  withoutSuppressed,
} from './source-resolution.ts';

export interface LookupCall {
  id: string;
  product: AnyProduct;
  input: unknown;
  caller: Caller;
  /** Skips cache and receipts: a fresh lookup at full price that replaces the stored record. */
  bypass: boolean;
  /** When the request arrived, milliseconds since the epoch. */
  startedAt: number;
  /** Aborted when the caller cancels; a lookup that has no fact by then ends unpaid. */
  signal?: AbortSignal | undefined;
}

type Fields = Record<string, unknown>;

/**
 * Sections of an answer, mapped from the conclusion by pure functions. They run before payment, so
 * a faulty mapper costs no credits.
 */
type Sections = Pick<
  LookupData,
  'classification' | 'insights' | 'risk_assessment' | 'recommendations'
>;

/** @param conclusion result of `product.derive` */
export function presentSections(
  product: AnyProduct,
  conclusion: unknown,
  input: unknown,
  context: LookupContext,
): Sections {
  const risk = product.risk && assess(product.risk, conclusion);
  const recommendations = risk && product.recommend?.(conclusion, risk, input);
  return {
    classification: product.classification.from(conclusion, input, context) as Fields,
    ...(risk && { risk_assessment: risk }),
    insights: product.insights.from(conclusion, input, context) as Fields,
    ...(recommendations && { recommendations }),
  };
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Fact of a declared sandbox input; no source is called.
 * @throws ApiError the refusal that the input is declared with; VALIDATION_FAILED for an input that
 * is not declared
 */
function sandboxFact(product: AnyProduct, subject: string): SourcedFact {
  const known = product.sandbox.find((entry) => entry.subject === subject);
  if (!known) {
    // Separated by semicolons: a subject may be a postal address, which contains commas.
    const subjects = product.sandbox.map((entry) => entry.subject).join('; ');
    throw new ApiError(
      'VALIDATION_FAILED',
      `A test key answers only the sandbox inputs of this product: ${subjects}.`,
      { param: mainField(product) },
    );
  }
  if ('fails' in known)
    throw new ApiError(known.fails, undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return { fact: known.fact, consulted: ['sandbox'], fromTables: false, complete: true };
}

/** A fact, the time it was found, and whether that was before this call. */
export interface DatedFact extends SourcedFact {
  foundAt: number;
  cached: boolean;
  /** Current data version of the tables. */
  tables: number;
}

/** An answer and its list price, before receipts. */
interface PricedAnswer {
  found: DatedFact;
  sections: Sections;
  metadata: ProductMetadata;
  /** List price in credits; the receipts decide how much of it is owed. */
  price: number;
  /** Whether the answer has information about its subject ({@link AnyProduct.isFound}). */
  isFound: boolean;
}

export interface AnswerPorts {
  world: World;
  /** One set per isolate. */
  breakers: Breakers;
  metrics: Metrics;
  cache: FactCache;
}

/** Hash of an input: its key in the cache and in receipts. */
export const hashInput = (
  { product, input }: Pick<LookupCall, 'product' | 'input'>,
  world: World,
) => hashSubject(productCacheKey(product, input, world));

export const factKey = (
  { product, caller }: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
): string =>
  `fact:${productFactVersion(product)}:${caller.organizationId}:${product.type}:${inputHash}`;

/** The stored fact, or null if there is none or its data version is stale. */
export function freshFact(stored: StoredFact | null, tables: number): DatedFact | null {
  if (stored?.tables !== tables || stored.consulted === null) return null;
  const { consulted, partial } = stored;
  return { ...stored, consulted, cached: true, fromTables: false, complete: !partial };
}

/** Paid sources' answers to an earlier lookup that failed, or whose fact is partial. */
export const paidBefore = (stored: StoredFact | null, tables: number): PaidAnswers =>
  new Map(Object.entries((stored?.tables === tables && stored.paid) || {}));

/**
 * Suppression of a stored fact: a no-match if it names a person suppressed since it was stored,
 * else the fact without its rows about suppressed people.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
export async function applySuppression(
  { product, input }: Pick<LookupCall, 'product' | 'input'>,
  stored: DatedFact | null,
  { world }: Pick<AnswerPorts, 'world'>,
): Promise<DatedFact | null> {
  if (!stored) return stored;
  if (await isFactSuppressed(product, stored.fact, input, world))
    return { ...stored, ...suppressedFact(product), cached: false };
  return { ...stored, fact: await withoutSuppressed(product, stored.fact, input, world) };
}

const lookupContext = ({ id }: Pick<LookupCall, 'id'>, foundAt: number): LookupContext => ({
  id,
  foundAt: toIso(foundAt),
});

/** @throws ApiError INTERNAL_ERROR when the price is above the product's declared ceiling */
function listPrice(
  { product, input }: LookupCall,
  conclusion: unknown,
  sections: () => Sections,
): number {
  const price = priceOfAnswer(product, conclusion, input, sections);
  if (product.price.per || price <= product.price.upTo) return price;
  const cause = `${product.type} priced ${price} above its ceiling`;
  throw new ApiError('INTERNAL_ERROR', undefined, { cause });
}

/** Price of a fact before its answer is built. @throws ApiError as {@link answerFromFact} */
export function factPrice(call: LookupCall, { fact, suppressed }: SourcedFact): number {
  const { product, input, startedAt, caller } = call;
  if (suppressed || caller.mode === 'test') return 0;
  const context = lookupContext(call, startedAt);
  const isFixed = isPriceFixed(product, input);
  const conclusion = isFixed ? undefined : product.derive(fact, input, context);
  return listPrice(call, conclusion, () => presentSections(product, conclusion, input, context));
}

/**
 * Sections and price of a fact; the conclusion is derived once.
 * @throws ApiError INTERNAL_ERROR when the price is above the product's declared ceiling
 */
export function answerFromFact(call: LookupCall, found: DatedFact): PricedAnswer {
  const { product, input, caller } = call;
  const context = lookupContext(call, found.foundAt);
  const conclusion: unknown = product.derive(found.fact, input, context);
  const sections = presentSections(product, conclusion, input, context);
  const listed = found.suppressed ? 0 : listPrice(call, conclusion, () => sections);
  const price = caller.mode === 'test' ? 0 : listed;
  const isPaidFor = listed > 0 || isPriceFixed(product, input);
  return {
    found,
    sections,
    metadata: productMetadata(product, conclusion, input, price),
    price,
    isFound: !found.suppressed && (product.isFound?.(conclusion) ?? isPaidFor),
  };
}

export function answerFromSandbox(call: LookupCall): PricedAnswer {
  const { product, input, startedAt } = call;
  const answer = sandboxFact(product, product.subject(input));
  return answerFromFact(call, { ...answer, foundAt: startedAt, cached: false, tables: 0 });
}

/**
 * Answer for a row of a bulk job, whose credits are already held.
 * @param yieldToEventLoop awaited between a row's fact and its derivation: rows start in one tick,
 * so that their reads are batched, and are derived in slices
 * @throws ApiError any code of the specification that can end a lookup
 */
export async function findAnswer(
  call: LookupCall,
  inputHash: string,
  ports: AnswerPorts,
  yieldToEventLoop: () => Promise<void>,
): Promise<PricedAnswer> {
  if (call.caller.mode === 'test') return answerFromSandbox(call);
  const { product, input, startedAt, caller } = call;
  const suppressed = await isInputSuppressed(product, input, ports.world);
  const tables = await dataVersionOf(product, ports.world, suppressed);
  const stored =
    suppressed || usesTablesOnly(product.sources, ports.world, 'bulk')
      ? null
      : await ports.cache.get(factKey(call, inputHash), startedAt);
  const known = call.bypass ? null : stored;
  const fresh = await applySuppression(call, freshFact(known, tables), ports);
  if (fresh) {
    await yieldToEventLoop();
    return answerFromFact(call, fresh);
  }
  const sourcePorts = { ...ports, organizationId: caller.organizationId, forBulk: true };
  const networkAllowed = Promise.resolve();
  const paid = paidBefore(known, tables);
  const options = { suppressed, paid };
  const { answer } = resolveSources(product, input, sourcePorts, networkAllowed, options);
  const found = await answer.catch(async (error) => {
    await writePaid(call, inputHash, paid, tables, ports);
    throw error;
  });
  await yieldToEventLoop();
  return answerFromFact(call, { ...found, foundAt: startedAt, cached: false, tables });
}

/**
 * Cache write of a fresh fact, for the rest of its seven-day window, and for {@link FACT_MS} at
 * most: a row of a job that waited for credits is paid days after it was found. A partial fact is
 * kept for {@link PARTIAL_FACT_MS} and never replaces a complete one. Facts from tables alone are
 * not cached: the same data version gives the same fact, and the receipt has its first date.
 * @param windowEndsAt end of the window in the ledger's receipt
 */
export async function writeCache(
  call: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
  { fact, consulted, foundAt, cached, fromTables, complete, paid, tables }: DatedFact,
  windowEndsAt: number,
  { cache, world }: Pick<AnswerPorts, 'cache' | 'world'>,
): Promise<void> {
  if (cached || fromTables) return;
  const key = factKey(call, inputHash);
  const now = world.clock.now();
  const endsAt = Math.min(windowEndsAt, foundAt + (complete ? FACT_MS : PARTIAL_FACT_MS));
  const found = { fact, consulted, foundAt, tables, endsAt };
  if (complete) return cache.put(key, found, now);
  const before = await cache.get(key, now);
  if (freshFact(before, tables)?.complete) return;
  await cache.put(key, { ...found, partial: true, ...(paid && { paid }) }, now);
}

/**
 * Cache write of paid sources' answers after a failed lookup, for its next attempt. They are kept
 * as long as a partial fact, counted from the first of them, and never replace a fact.
 */
export async function writePaid(
  call: Pick<LookupCall, 'product' | 'caller' | 'startedAt'>,
  inputHash: string,
  paid: PaidAnswers,
  tables: number,
  { cache, world }: Pick<AnswerPorts, 'cache' | 'world'>,
): Promise<void> {
  const answers = withoutRefusals(paid);
  if (answers.size === 0 || call.product.price.measured) return;
  const key = factKey(call, inputHash);
  const now = world.clock.now();
  const before = await cache.get(key, now);
  const known = before?.tables === tables ? before : null;
  if (known?.consulted || paidBefore(known, tables).size === answers.size) return;
  const foundAt = known?.foundAt ?? call.startedAt;
  const endsAt = foundAt + PARTIAL_FACT_MS;
  const failed = { fact: null, consulted: null, paid: Object.fromEntries(answers) };
  await cache.put(key, { ...failed, foundAt, tables, endsAt }, now);
}

/**
 * Background completion of a partial fact that was read from the cache: asks the sources again,
 * except the paid ones that answered; charges nothing. Skipped if the price depends on a measure of
 * the work, because the work would be done twice.
 * @param windowEndsAt end of the window in the ledger's receipt
 */
export async function completeFact(
  call: LookupCall,
  inputHash: string,
  found: DatedFact,
  windowEndsAt: number,
  ports: AnswerPorts,
): Promise<void> {
  const { product, input, caller } = call;
  const { cached, complete, foundAt, tables } = found;
  if (!cached || complete || !found.paid || product.price.measured) return;
  if (!ports.cache.claimCompletion(factKey(call, inputHash), ports.world.clock.now())) return;
  const sourcePorts = { ...ports, organizationId: caller.organizationId };
  const paid: PaidAnswers = new Map(Object.entries(found.paid));
  const known = paid.size;
  const { answer } = resolveSources(product, input, sourcePorts, Promise.resolve(), { paid });
  const again = await answer.catch(() => null);
  if (again?.suppressed || (!again?.complete && paid.size === known)) return;
  // Another source may fail now: the first fact is kept, and new paid answers are added to it.
  const fact = again?.complete ? again : { ...found, paid: Object.fromEntries(paid) };
  const completed = { ...fact, foundAt, cached: false, fromTables: false, tables };
  await writeCache(call, inputHash, completed, windowEndsAt, ports);
}

/**
 * `data` of a successful lookup.
 * @param paid credits used by this call, and the balance after it
 * @param now when the lookup ended
 */
export function lookupData(
  { id, product, input, startedAt }: LookupCall,
  { found, sections, metadata }: PricedAnswer,
  paid: { used: number; left: number },
  now: number,
): LookupData {
  return {
    request: {
      id,
      type: product.type,
      input: product.subject(input),
      timestamp: toIso(startedAt),
      processing_time_ms: Math.max(0, Math.round(now - startedAt)),
    },
    metadata: {
      api_version: API_VERSION,
      schema_version: SCHEMA_VERSION,
      credits_used: paid.used,
      credits_remaining: paid.left,
      cache_hit: found.cached,
      ...(found.cached && { cached_at: toIso(found.foundAt) }),
      data_sources: found.consulted,
      ...metadata,
    },
    ...sections,
  };
}
