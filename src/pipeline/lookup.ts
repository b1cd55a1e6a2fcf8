import type { Caller } from '../core/caller.ts';
import { API_VERSION, type LookupData, SCHEMA_VERSION } from '../core/envelope.ts';
import { ApiError } from '../core/errors.ts';
import type { Ledger } from '../core/ledger.ts';
import type { World } from '../core/ports.ts';
import type { AnyProduct } from '../core/product.ts';
import { type Answer, askSources } from './ask-sources.ts';
import type { Breakers } from './breakers.ts';
import type { FactCache } from './fact-cache.ts';
import { openPayment, type Payment } from './pay.ts';
import { present } from './present.ts';
import { askSandbox } from './sandbox.ts';
import { hashSubject } from './subject-hash.ts';

/** One call of one product: its parsed input and everything about the caller that matters. */
export interface LookupCall {
  id: string;
  product: AnyProduct;
  input: unknown;
  caller: Caller;
  /** Look up afresh at full price, replacing the stored record. */
  bypass: boolean;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

export interface PipelinePorts {
  world: World;
  /** One set per isolate. */
  breakers: Breakers;
  cache: FactCache;
  ledger: Ledger;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
}

interface Found extends Answer {
  foundAt: number;
  cached: boolean;
}

const factKey = (call: LookupCall, inputHash: string): string =>
  `fact:${call.product.factVersion}:${call.caller.organizationId}:${call.product.type}:${inputHash}`;

async function find(call: LookupCall, key: string, payment: Payment, ports: PipelinePorts): Promise<Found> {
  const stored = call.bypass ? null : await ports.cache.get(key, call.startedAt);
  if (stored) return { fact: stored.fact, consulted: stored.consulted, foundAt: stored.foundAt, cached: true };
  const { world, breakers } = ports;
  const answer = await askSources(call.product, call.input, { world, breakers, reserve: payment.reserve });
  return { ...answer, foundAt: call.startedAt, cached: false };
}

function envelope(
  call: LookupCall,
  subject: string,
  found: Found,
  sections: ReturnType<typeof present>,
  paid: { used: number; left: number },
  now: number,
): LookupData {
  return {
    request: {
      id: call.id,
      type: call.product.type,
      input: subject,
      timestamp: new Date(call.startedAt).toISOString(),
      processing_time_ms: Math.max(0, Math.round(now - call.startedAt)),
    },
    metadata: {
      api_version: API_VERSION,
      schema_version: SCHEMA_VERSION,
      credits_used: paid.used,
      credits_remaining: paid.left,
      cache_hit: found.cached,
      ...(found.cached && { cached_at: new Date(found.foundAt).toISOString() }),
      data_sources: found.consulted,
      ...call.product.metadata?.(found.fact, call.input),
    },
    ...sections,
  };
}

/** A test key's answer: the product's declared sandbox facts, free. */
async function answerFromSandbox(call: LookupCall, subject: string, ports: PipelinePorts): Promise<LookupData> {
  const { product, input, startedAt } = call;
  const found = { ...askSandbox(product, subject), foundAt: startedAt, cached: false };
  const sections = present(product, found.fact, input, { id: call.id, foundAt: new Date(startedAt).toISOString() });
  const { available } = await ports.ledger.balance(call.caller.organizationId);
  return envelope(call, subject, found, sections, { used: 0, left: available }, ports.world.clock.now());
}

/** Fact, then sections, then payment, so that nothing that fails is charged. */
async function answer(call: LookupCall, subject: string, key: string, payment: Payment, ports: PipelinePorts): Promise<LookupData> {
  const { product, input } = call;
  const now = () => ports.world.clock.now();
  const found = await find(call, key, payment, ports);
  const sections = present(product, found.fact, input, { id: call.id, foundAt: new Date(found.foundAt).toISOString() });
  const price = product.price.charge(found.fact, input);
  if (price > product.price.upTo)
    throw new ApiError('INTERNAL_ERROR', undefined, { cause: `${product.type} priced ${price} above its ceiling` });

  const paid = await payment.collect(price);
  if (!found.cached) {
    const { fact, consulted, foundAt } = found;
    ports.defer(ports.cache.put(key, { fact, consulted, foundAt, endsAt: paid.windowEndsAt }, now()));
  }
  return envelope(call, subject, found, sections, { used: paid.creditsUsed, left: paid.creditsRemaining }, now());
}

/**
 * Answers one lookup. The cache decides what the caller gets; the ledger decides what the caller pays.
 * @throws ApiError any code of the specification that a lookup can end in
 */
export async function lookup(call: LookupCall, ports: PipelinePorts): Promise<LookupData> {
  const { product, input } = call;
  const subject = product.subject(input);
  if (call.caller.mode === 'test') return answerFromSandbox(call, subject, ports);

  const inputHash = await hashSubject(product.cacheKey?.(input) ?? subject);
  const payment = openPayment(call, inputHash, ports);
  try {
    return await answer(call, subject, factKey(call, inputHash), payment, ports);
  } catch (error) {
    await payment.cancel();
    throw error;
  }
}
