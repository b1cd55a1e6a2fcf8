import { BEAT_MS } from '../core/jobs/turns.ts';
import { concludeJob } from './conclude-job.ts';
import { recoverJob } from './create-job.ts';
import { type JobMessage, jobMessage, type Turn, type WholeStage } from './job-state.ts';
import type { BulkPorts } from './ports.ts';
import { rememberFacts } from './remember-facts.ts';
import { createTurns } from './rows.ts';
import { runChunk } from './run-chunk.ts';
import { concludeRun, recoverRun } from './run-jobs.ts';
import { type Consumer, createLimiter } from './run-rows.ts';

/**
 * An invocation may wait for six connections; more rows at once would only spend their time limits
 * in line.
 */
const ROWS_AT_ONCE = 6;

/**
 * Rows a consumer does not reach in this time go back to their job, so that a slow one never holds
 * the line for long.
 */
const CONSUMER_MS = 30_000;

const conclude = (turn: Turn, ports: BulkPorts): Promise<void> =>
  turn.order.run ? concludeRun(turn, ports) : concludeJob(turn, ports);

const WHOLE_JOB: Record<WholeStage, (turn: Turn, ports: BulkPorts) => Promise<void>> = {
  prepared: ({ order }, ports) => (order.run ? recoverRun(order, ports) : recoverJob(order, ports)),
  concluding: conclude,
  ended: conclude,
  remembering: rememberFacts,
};

async function work(message: JobMessage, ports: BulkPorts, consumer: Consumer): Promise<void> {
  if ('chunk' in message) return runChunk(message, ports, consumer);
  const turn = await ports.jobs.take(message.jobId, message.turn);
  if (turn) await WHOLE_JOB[turn.stage](turn, ports);
}

/**
 * Does what a message hints at, giving signs of life; what breaks goes back to the job's object.
 */
async function handle(message: JobMessage, ports: BulkPorts, consumer: Consumer): Promise<void> {
  const { jobs, warn } = ports;
  const beat = () => void jobs.beat(message).catch(() => undefined);
  const heart = setInterval(beat, BEAT_MS);
  try {
    await work(message, ports, consumer);
  } catch (cause) {
    warn('work on a bulk job failed', cause);
    // Unless it hears of the failure, it finds out by the silence.
    await jobs.fail(message).catch(() => undefined);
  } finally {
    clearInterval(heart);
  }
}

/**
 * Works through a batch from the queue. A message is a hint that is never retried: the job's object
 * alone decides what is tried again, and when.
 * @param dead whether these are dead letters, of consumers that were killed again and again
 */
export async function handleMessages(
  messages: readonly Message[],
  dead: boolean,
  ports: BulkPorts,
): Promise<void> {
  const consumer: Consumer = {
    waiting: createLimiter(ROWS_AT_ONCE),
    computing: createLimiter(2),
    turn: createTurns(),
    endsAt: ports.pipeline.world.clock.now() + CONSUMER_MS,
  };
  await Promise.all(
    messages.map(async (message) => {
      const parsed = jobMessage.safeParse(message.body);
      if (!parsed.success) ports.warn('a queue message cannot be read', parsed.error);
      else if (dead) await ports.jobs.fail(parsed.data).catch(() => undefined);
      else await handle(parsed.data, ports, consumer);
      message.ack();
    }),
  );
}
