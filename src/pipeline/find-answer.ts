import { ApiError } from '../core/errors.ts';
import { type Answer, askSources } from './ask-sources.ts';
import type { AskPorts } from './call-source.ts';
import type { LookupCall, PipelinePorts } from './lookup.ts';
import { present, type Sections } from './present.ts';
import { askSandbox } from './sandbox.ts';
import { hashSubject } from './subject-hash.ts';

export interface Found extends Answer {
  /** Milliseconds since the epoch. */
  foundAt: number;
  cached: boolean;
}

/** Everything about an answer except what this caller pays for it. */
export interface FoundAnswer {
  found: Found;
  sections: Sections;
  /** Today's price in credits; the receipts decide what of it is owed. */
  price: number;
}

export type FindPorts = Pick<PipelinePorts, 'world' | 'breakers' | 'cache'>;

/** What the cache and the receipts know an input by. */
export const inputHashOf = ({
  product,
  input,
}: Pick<LookupCall, 'product' | 'input'>): Promise<string> =>
  hashSubject(product.cacheKey?.(input) ?? product.subject(input));

export const factKey = (
  { product, caller }: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
): string => `fact:${product.factVersion}:${caller.organizationId}:${product.type}:${inputHash}`;

async function find(
  call: LookupCall,
  inputHash: string,
  reserve: AskPorts['reserve'],
  ports: FindPorts,
): Promise<Found> {
  const { product, input, bypass, startedAt } = call;
  if (call.caller.mode === 'test')
    return { ...askSandbox(product, product.subject(input)), foundAt: startedAt, cached: false };
  const stored = bypass ? null : await ports.cache.get(factKey(call, inputHash), startedAt);
  if (stored)
    return {
      fact: stored.fact,
      consulted: stored.consulted,
      foundAt: stored.foundAt,
      cached: true,
    };
  const { world, breakers } = ports;
  return {
    ...(await askSources(product, input, { world, breakers, reserve })),
    foundAt: startedAt,
    cached: false,
  };
}

/**
 * Fact, then sections, then price: the part of a lookup that takes nothing from anyone, so that what fails in
 * it is never charged. A test key's answer comes from the sandbox and costs nothing.
 * @param reserve sets credits aside before a metered source is asked
 * @throws ApiError any code of the specification that looking up can end in
 */
export async function findAnswer(
  call: LookupCall,
  inputHash: string,
  reserve: AskPorts['reserve'],
  ports: FindPorts,
): Promise<FoundAnswer> {
  const { product, input } = call;
  const found = await find(call, inputHash, reserve, ports);
  const sections = present(product, found.fact, input, {
    id: call.id,
    foundAt: new Date(found.foundAt).toISOString(),
  });
  const price = call.caller.mode === 'test' ? 0 : product.price.charge(found.fact, input);
  if (price > product.price.upTo)
    throw new ApiError('INTERNAL_ERROR', undefined, {
      cause: `${product.type} priced ${price} above its ceiling`,
    });
  return { found, sections, price };
}

/** Keeps a fact that was looked up afresh for the rest of its window. @param windowEndsAt as the ledger says */
export async function rememberFact(
  call: Pick<LookupCall, 'product' | 'caller'>,
  inputHash: string,
  { fact, consulted, foundAt, cached }: Found,
  windowEndsAt: number,
  { cache, world }: Pick<FindPorts, 'cache' | 'world'>,
): Promise<void> {
  if (!cached)
    await cache.put(
      factKey(call, inputHash),
      { fact, consulted, foundAt, endsAt: windowEndsAt },
      world.clock.now(),
    );
}
