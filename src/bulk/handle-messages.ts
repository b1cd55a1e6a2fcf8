import { concludeJob } from './conclude-job.ts';
import { failDeadChunk } from './fail-dead-chunk.ts';
import { type JobMessage, jobMessage } from './messages.ts';
import type { BulkPorts } from './ports.ts';
import { recoverJob } from './recover-job.ts';
import { rememberFacts } from './remember-facts.ts';
import { createLimiter } from './row-limiter.ts';
import { runChunk } from './run-chunk.ts';
import type { Shift } from './run-rows.ts';

/** An invocation may wait for six connections; more rows at once would only spend their time limits in line. */
const ROWS_AT_ONCE = 6;

/** A consumer may run for 15 minutes. Rows it does not reach in this time go back, and the next one begins with them. */
const SHIFT_MS = 240_000;

const MAX_RETRY_DELAY_SECONDS = 60;

const WHOLE_JOB = { conclude: concludeJob, remember: rememberFacts, recover: recoverJob };

async function handle(
  message: JobMessage,
  dead: boolean,
  ports: BulkPorts,
  shift: Shift,
): Promise<void> {
  if (message.step === 'chunk')
    return dead ? failDeadChunk(message, ports) : runChunk(message, ports, shift);
  // The job object sends these again by itself.
  if (dead) return;
  await WHOLE_JOB[message.step](message, ports);
}

/**
 * Works through a batch from the queue. What breaks is tried again later and in the end becomes a dead letter.
 * @param dead whether these are dead letters
 */
export async function handleMessages(
  messages: readonly Message[],
  dead: boolean,
  ports: BulkPorts,
): Promise<void> {
  const shift = {
    limit: createLimiter(ROWS_AT_ONCE),
    until: ports.pipeline.world.clock.now() + SHIFT_MS,
  };
  await Promise.all(
    messages.map(async (message) => {
      const parsed = jobMessage.safeParse(message.body);
      if (!parsed.success) {
        ports.warn('a queue message cannot be read', parsed.error);
        return message.ack();
      }
      try {
        await handle(parsed.data, dead, ports, shift);
        message.ack();
      } catch (cause) {
        ports.warn('a queue message failed', cause);
        message.retry({ delaySeconds: Math.min(MAX_RETRY_DELAY_SECONDS, 2 ** message.attempts) });
      }
    }),
  );
}
