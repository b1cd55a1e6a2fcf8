import { ApiError } from '../../core/errors.ts';
import type { Source } from '../../core/lookup/source.ts';
import type { World } from '../../core/ports.ts';
import { Deadline } from '../network/deadline.ts';
import { askVendor, type VendorRequest } from './ask-vendor.ts';
import { missingOf, paceOf, type Upstream } from './upstream.ts';

/** Asks the upstream of a source once, within the source's time. Null: no record. */
export type VendorCall = <Reply>(request: VendorRequest<Reply>) => Promise<Reply | null>;

/** What a source of an upstream has of its own. */
export interface VendorSource<Query, Fact>
  extends Pick<Source<Query, Fact>, 'name' | 'label' | 'metered' | 'idempotent'> {
  /** Whole, however many calls it makes. */
  timeoutMs?: number;
  /** A variable that has to be `1`, among those the upstream reads. */
  optIn?: string;
  ask(query: Query, call: VendorCall, world: World): Promise<Fact | null>;
}

const TIMEOUT_MS = 10_000;

function missing({ optIn }: { optIn?: string }, upstream: Upstream, world: World): string[] {
  const { settings } = world.network;
  const names = missingOf(upstream, settings);
  return optIn === undefined || settings.vars.get(optIn) === '1' ? names : [...names, optIn];
}

/** Rejects once nobody waits any longer, whether or not the step under way notices. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * A source that asks an upstream: there when its variables are set, on time, paced, its credential
 * kept.
 */
export function fromUpstream<Query, Fact>(
  upstream: Upstream,
  { timeoutMs = TIMEOUT_MS, optIn, ask, ...own }: VendorSource<Query, Fact>,
): Source<Query, Fact> {
  const needs = { ...(optIn !== undefined && { optIn }) };
  const tooLate = () => new ApiError('UPSTREAM_TIMEOUT', `The source ${own.name} took too long.`);
  return {
    ...own,
    kind: own.metered ? 'upstream' : 'open',
    timeoutMs,
    available: (world) => missing(needs, upstream, world).length === 0,
    missing: (world) => missing(needs, upstream, world),
    notInBulk: ({ network }) => paceOf(upstream, network.settings)?.notInBulk === true,
    async ask(query, world, signal) {
      const deadline = new Deadline(timeoutMs, tooLate);
      const endsAt = world.clock.now() + timeoutMs;
      const ends = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
      const asker = { world, endsAt, signal: ends };
      const call: VendorCall = (request) => askVendor(upstream, request, asker);
      try {
        return await Promise.race([ask(query, call, world), aborted(ends)]);
      } finally {
        deadline.end();
      }
    },
  };
}
