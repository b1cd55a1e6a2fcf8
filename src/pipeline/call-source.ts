import { ConstantBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import type { Source } from '../core/lookup/source.ts';
import type { World } from '../core/ports.ts';
import type { Breakers } from './breakers.ts';
import { classifyFailure, isTransient } from './classify-failure.ts';
import { SOURCE_TIMEOUT_MS } from './within-time.ts';

const RETRY_DELAY_MS = 200;

/** What asking a source needs besides the source. */
export interface AskPorts {
  world: World;
  breakers: Breakers;
  /** Who asks: the failures of one organization close a source to itself only. */
  organizationId: string;
}

const oneRetry = retry(handleWhen(isTransient), {
  maxAttempts: 1,
  backoff: new ConstantBackoff(RETRY_DELAY_MS),
});
const withoutRetry = (timeoutMs: number) => timeout(timeoutMs, TimeoutStrategy.Aggressive);

/**
 * Asks one source within its time, through its breaker.
 * @throws ApiError with a code of the specification
 */
export async function callSource<Query, Fact>(
  source: Source<Query, Fact>,
  query: Query,
  ports: AskPorts,
): Promise<Fact | null> {
  const { name, timeoutMs = SOURCE_TIMEOUT_MS } = source;
  const breaker = ports.breakers.admit(name, ports.organizationId);

  const limited = withoutRetry(timeoutMs);
  const policy = source.idempotent ? wrap(limited, oneRetry) : limited;
  const attempt = async ({ signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    try {
      return await source.ask(query, ports.world, signal);
    } catch (error) {
      throw classifyFailure(error, source);
    }
  };
  try {
    return await breaker.call(name, timeoutMs, () => policy.execute(attempt));
  } catch (error) {
    throw classifyFailure(error, source);
  }
}
