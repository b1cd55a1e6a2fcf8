import * as z from 'zod';

/**
 * What travels through the queue of feeds. Each is one invocation, and repeating one changes
 * nothing.
 */
export const feedMessage = z.discriminatedUnion('step', [
  /** Refresh this feed if it is still due. */
  z.object({ step: z.literal('refresh'), feed: z.string() }),
  /** Join the stored ranges into one table if they are newer than it. */
  z.object({ step: z.literal('join') }),
]);

export type FeedMessage = z.infer<typeof feedMessage>;
