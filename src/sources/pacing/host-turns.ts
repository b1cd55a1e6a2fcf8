import { ApiError } from '../../core/errors.ts';
import type { HostTurns, Turn } from '../../core/network.ts';
import type { SlotAnswer, Slots } from './slots.ts';

// It speaks neither against the host nor against the source: others are asking it.
const noTurn = (waitMs: number | null) =>
  new ApiError('SERVICE_UNAVAILABLE', 'A public data source has no room for this lookup now.', {
    aboutInput: true,
    ...(waitMs !== null && { retryAfterSeconds: waitMs / 1_000 }),
  });

async function answered(answer: Promise<SlotAnswer>): Promise<SlotAnswer> {
  try {
    return await answer;
  } catch {
    // Asking without a turn would break the host's terms.
    throw noTurn(null);
  }
}

/** Turns given out by the objects of the hosts. */
export const createHostTurns = (slots: DurableObjectNamespace<Slots>): HostTurns => ({
  async take(host, pace, maxWaitMs): Promise<Turn> {
    const object = slots.getByName(host);
    const answer = await answered(object.take(pace, maxWaitMs));
    if ('refusedForMs' in answer) throw noTurn(answer.refusedForMs);
    const { turn, waitMs } = answer;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return {
      async end(closedForMs = 0) {
        if (!pace?.serial && closedForMs === 0) return;
        // A turn that cannot be given back is over by itself.
        await object.end(turn, closedForMs).catch(() => undefined);
      },
    };
  },
});
