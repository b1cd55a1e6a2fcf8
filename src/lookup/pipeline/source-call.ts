import { ConstantBackoff, handleWhen, retry, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import { ApiError } from '../../lib/errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Source } from '../source.ts';
import type { World } from '../world.ts';
import type { Breaker, Breakers } from './circuit-breakers.ts';
import { classifyFailure, isTransient } from './failure-codes.ts';

/**
 * Concurrent lookups of one Worker invocation that use the network. An invocation may have six open
 * connections; further lookups would spend their time limits in the queue.
 */
export const LOOKUPS_AT_ONCE = 6;

/** Default time limit of a source, including its retry. */
const SOURCE_TIMEOUT_MS = 10_000;

/** Timeout: the answer, or the error of `tooLate` after `limitMs`. */
export async function withTimeout<T>(
  answer: Promise<T>,
  tooLate: () => Error,
  limitMs = SOURCE_TIMEOUT_MS,
): Promise<T> {
  let timer!: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const RETRY_DELAY_MS = 200;

export interface SourcePorts {
  world: World;
  breakers: Breakers;
  metrics: Metrics;
  /** Key of the circuit breakers: failures of one organization open a source only for itself. */
  organizationId: string;
  /** Set for a row of a bulk job: public hosts whose terms exclude bulk use are not called. */
  forBulk?: boolean;
  /** Aborted when the caller cancels: running calls are aborted and no more are started. */
  signal?: AbortSignal | undefined;
}

/** nginx's status for a request that the client closed before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** Error of a cancelled call; it does not count as a failure of a source. */
export const cancelledError = (): ApiError =>
  new ApiError('INVALID_REQUEST', 'The caller cancelled the call; nothing was charged.', {
    status: CLIENT_CLOSED_REQUEST,
    aboutInput: true,
  });

/** The answer, or {@link cancelledError} as soon as the caller cancels. */
export async function unlessCancelled<T>(
  answer: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return answer;
  let refuse!: () => void;
  const cancelled = new Promise<never>((_, reject) => {
    refuse = () => reject(cancelledError());
  });
  if (signal.aborted) refuse();
  signal.addEventListener('abort', refuse);
  try {
    return await Promise.race([cancelled, answer]);
  } finally {
    signal.removeEventListener('abort', refuse);
  }
}

const oneRetry = retry(handleWhen(isTransient), {
  maxAttempts: 1,
  backoff: new ConstantBackoff(RETRY_DELAY_MS),
});
const timeLimit = (timeoutMs: number) => timeout(timeoutMs, TimeoutStrategy.Aggressive);

/** Marks a failed paid call as possibly billed, unless the vendor's quota was exhausted. */
function markBilled(failure: ApiError): ApiError {
  if (failure.status !== 503 || failure.code === 'UPSTREAM_QUOTA_EXHAUSTED') return failure;
  const { code, message, aboutInput, cause } = failure;
  const retryAfterSeconds = Number(failure.headers['Retry-After']);
  const options = { aboutInput, cause, retryAfterSeconds, maybeBilled: true };
  return new ApiError(code, message, options);
}

/** The organization's breaker for a source. @throws ApiError SERVICE_UNAVAILABLE while open */
function requireBreaker(
  source: string,
  { breakers, organizationId, metrics }: SourcePorts,
): Breaker {
  try {
    return breakers.admit(source, organizationId);
  } catch (error) {
    metrics.count('source_calls', { source, outcome: 'breaker_open' });
    throw error;
  }
}

/** Calls one source with timeout and circuit breaker; free idempotent sources are retried once. */
export async function callSource<Query, Fact>(
  source: Source<Query, Fact>,
  query: Query,
  ports: SourcePorts,
): Promise<Fact | null> {
  const { name, timeoutMs = SOURCE_TIMEOUT_MS } = source;
  const breaker = requireBreaker(name, ports);
  const count = (outcome: string) => ports.metrics.count('source_calls', { source: name, outcome });

  const limited = timeLimit(timeoutMs);
  const policy = source.idempotent && !source.metered ? wrap(limited, oneRetry) : limited;
  let sent = false;
  const attempt = async ({ signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    sent = true;
    try {
      return await source.ask(query, ports.world, signal);
    } catch (error) {
      throw classifyFailure(error, source);
    }
  };
  try {
    const { signal } = ports;
    const work = () => unlessCancelled(policy.execute(attempt, signal), signal);
    const answer = await breaker.call(timeoutMs, work, signal);
    count('ok');
    return answer;
  } catch (error) {
    if (ports.signal?.aborted) count('cancelled');
    if (ports.signal?.aborted) throw cancelledError();
    const failure = classifyFailure(error, source);
    count(failure.code);
    throw sent && source.metered ? markBilled(failure) : failure;
  }
}
