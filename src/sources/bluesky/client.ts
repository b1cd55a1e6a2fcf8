import * as z from 'zod';
import type { PageState } from '../../core/social/facts.ts';
import type { Upstream, Verdict } from '../upstream/upstream.ts';

/** What the network says of accounts that are not shown. */
const STATES: ReadonlyMap<string, PageState> = new Map([
  ['AccountTakedown', 'suspended'],
  ['AccountSuspended', 'suspended'],
  ['AccountDeactivated', 'deactivated'],
]);

/** `Profile not found`, `Unable to resolve handle`, `Could not find user`. */
const IS_NOBODY = /\bnot found\b|\bunable to resolve\b|\bcould not find\b/i;

/** The public interface of the network, for everybody: 3,000 calls in five minutes from one address. */
export const BLUESKY: Upstream = {
  name: 'BLUESKY',
  hosts: ['public.api.bsky.app'],
  pace: { limit: 10, perMs: 1_000 },
  envelope(body, status): Verdict | undefined {
    if (status !== 400 || typeof body !== 'object' || body === null) return undefined;
    const { error, message } = body as { error?: unknown; message?: unknown };
    if (typeof error === 'string' && STATES.has(error)) return 'answer';
    return error === 'InvalidRequest' && typeof message === 'string' && IS_NOBODY.test(message)
      ? 'none'
      : undefined;
  },
};

/** An account that was there and is not shown. */
export const hiddenAccount = z
  .object({ error: z.enum([...STATES.keys()]) })
  .transform(({ error }): { hidden: PageState } => ({ hidden: STATES.get(error) ?? 'suspended' }));
