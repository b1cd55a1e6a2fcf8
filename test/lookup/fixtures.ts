import * as z from 'zod';
import type { MaybePromise } from '../../src/lib/maybe-promise.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import type { SourcePorts } from '../../src/lookup/pipeline/source-call.ts';
import { type AnyProduct, defineProduct } from '../../src/lookup/product.ts';
import type { Source, SourceDeclaration, Sources } from '../../src/lookup/source.ts';
import type { World } from '../../src/lookup/world.ts';
import { noMetrics } from '../support/no-metrics.ts';

export interface WordFact {
  matched: boolean;
}

export interface FakeSourceOptions extends Partial<SourceDeclaration> {
  reads?: Source<never, unknown>['reads'];
  ask?(query: string, world: World, signal?: AbortSignal): MaybePromise<WordFact | null>;
}

const USUAL_READS = { compiled: 'memory', records: 'cache', open: 'io', upstream: 'io' } as const;

/** A source that counts its calls; by default an open one that is configured and matches. */
export function fakeSource(options: FakeSourceOptions = {}) {
  const { ask = () => ({ matched: true }), kind = 'open', reads = USUAL_READS[kind] } = options;
  const state = { calls: 0 };
  const counted: typeof ask = (...asked) => {
    state.calls++;
    return ask(...asked);
  };
  const source = {
    ...{ name: 'fake_source', label: 'fake records', available: () => true },
    ...options,
    ...{ kind, reads },
    ask: reads === 'io' ? async (...asked: Parameters<typeof ask>) => counted(...asked) : counted,
  } as Source<string, WordFact>;
  return { source, state };
}

/** A product that costs `upTo` for a match and nothing otherwise. */
export const productOf = (sources: Sources<string, unknown>, upTo = 10): AnyProduct =>
  defineProduct({
    path: '/word',
    type: 'word',
    summary: 'A word',
    tier: 'standard',
    input: z.object({ word: z.string() }),
    subject: ({ word }) => word,
    sources: { list: sources.list, resolve: ({ word }, ask) => sources.resolve(word, ask) },
    price: { upTo, charge: (fact) => ((fact as WordFact | null)?.matched ? upTo : 0) },
    classification: {
      schema: z.object({ matched: z.boolean() }),
      from: (fact) => ({ matched: (fact as WordFact | null)?.matched ?? false }),
    },
    // An answer that says no more than the request is free.
    insights: {
      schema: z.object({ meaning: z.string().nullable() }),
      from: (fact) => ({ meaning: (fact as WordFact | null)?.matched ? 'without marks' : null }),
    },
    factVersion: 1,
    sandbox: [],
    example: { word: 'plain' },
  });

/** No source of these tests looks at it. */
export const world = { clock: { now: () => Date.now() } } as World;

/** Ports of a fresh isolate. */
export const askPorts = (): SourcePorts => ({
  world,
  breakers: createBreakers(),
  metrics: noMetrics,
  organizationId: 'org_caller',
});
