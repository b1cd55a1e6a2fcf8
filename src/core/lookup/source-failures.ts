import { ApiError, type ErrorCode } from '../errors.ts';

/** A source, by what a refusal says of it. */
interface Named {
  name: string;
}

/** An operator has to act before a missing source can answer. */
const MISSING_RETRY_AFTER_SECONDS = 3_600;

/** None of the sources that could answer is configured. */
export class NobodyToAsk extends ApiError {
  constructor(list: readonly Named[]) {
    const names = list.map((source) => source.name).join(', ');
    super('SERVICE_UNAVAILABLE', `No source of this lookup is configured: ${names}.`, {
      retryAfterSeconds: MISSING_RETRY_AFTER_SECONDS,
    });
  }
}

/** Made once: a lookup without vendors meets it in many combinations, and an error is dear. */
export function nobodyIn(list: readonly Named[]): () => NobodyToAsk {
  let nobody: NobodyToAsk | undefined;
  return () => {
    nobody ??= new NobodyToAsk(list);
    return nobody;
  };
}

/** Codes a source's failure can have. A refusal by the ledger or a fault of our own is none. */
const SOURCE_FAILURES: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'VALIDATION_FAILED',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_QUOTA_EXHAUSTED',
  'SERVICE_UNAVAILABLE',
];

export const isSourceFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && SOURCE_FAILURES.includes(error.code);
