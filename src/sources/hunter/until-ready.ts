import { UpstreamStatus } from '../../core/lookup/upstream-status.ts';
import type { VendorRequest } from '../upstream/ask-vendor.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';

/** Before the second, third, … question about one answer that is not ready; the last one for all others. */
const PAUSES_MS = [250, 500, 1_000, 2_000];
const MOST = 20;

const isPending = (error: unknown): boolean =>
  error instanceof UpstreamStatus && error.status === 202;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again while the vendor is still at work, until the source's time ends. @throws as `call` */
export async function untilReady<Reply>(
  call: VendorCall,
  request: VendorRequest<Reply>,
): Promise<Reply | null> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await call(request);
    } catch (error) {
      if (!isPending(error) || asked === MOST) throw error;
      await pause(PAUSES_MS[Math.min(asked, PAUSES_MS.length) - 1] as number);
    }
  }
}
