import * as z from 'zod';

/** What travels through the queue: names of work, never rows. */
export const jobMessage = z.discriminatedUnion('step', [
  z.object({ step: z.literal('chunk'), jobId: z.string(), chunk: z.int().min(0) }),
  /** Every chunk is finished: files, hold, webhook. */
  z.object({ step: z.literal('conclude'), jobId: z.string() }),
  /** The job has ended; what it found goes to the cache, a few chunks at a time. */
  z.object({ step: z.literal('remember'), jobId: z.string() }),
  /** The job was prepared a while ago and nobody started it. */
  z.object({ step: z.literal('recover'), jobId: z.string() }),
]);

export type JobMessage = z.infer<typeof jobMessage>;

/** A message to be sent, now or after a delay. */
export interface OutgoingMessage {
  body: JobMessage;
  delaySeconds?: number;
}
