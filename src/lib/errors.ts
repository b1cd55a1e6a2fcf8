import { oneLine } from './text.ts';

/** Closed table of error codes on the wire (specification, "Errors"). */
export const ERRORS = {
  INVALID_REQUEST: {
    status: 400,
    message: 'The request body is not valid JSON or a field has the wrong type.',
  },
  INVALID_INPUT: { status: 400, message: 'The input is well formed but cannot be used.' },
  MISSING_FIELD: { status: 400, message: 'A required parameter is missing.' },
  VALIDATION_FAILED: { status: 400, message: 'The lookup could not be completed for this input.' },
  UPSTREAM_ERROR: { status: 400, message: 'The data source could not answer for this input.' },
  INVALID_TYPE: { status: 400, message: 'This product has no bulk path.' },
  INPUT_LIMIT_EXCEEDED: { status: 400, message: 'The job has more rows than allowed.' },
  UNAUTHORIZED: { status: 401, message: 'The API key is missing, malformed, revoked or expired.' },
  INSUFFICIENT_CREDITS: { status: 402, message: 'The balance cannot cover this call.' },
  UPGRADE_REQUIRED: { status: 403, message: 'The organization has no paid plan.' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: 'This key or link is valid but does not permit this request.',
  },
  NOT_FOUND: { status: 404, message: 'There is nothing at this path.' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    message: 'A request with this Idempotency-Key is still in flight.',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'A rate limit was exceeded.' },
  INTERNAL_ERROR: { status: 500, message: 'The service failed; it is safe to try again.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable.' },
  SERVICE_BUSY: { status: 503, message: 'The service is busy; nothing was charged.' },
  UPSTREAM_QUOTA_EXHAUSTED: { status: 503, message: 'The lookup is temporarily unavailable.' },
  UPSTREAM_TIMEOUT: { status: 503, message: 'The data source took too long.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Retry-After of a 503 without a figure of its own, in seconds. */
const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** The longest message lists every product. Untrusted text in a message is {@link quoted}. */
const MAX_MESSAGE_CHARS = 2_000;
const MAX_PARAM_CHARS = 200;

interface ApiErrorOptions {
  /** Overrides the code's status, for 405 and 499. */
  status?: number;
  /** The field of the request that is wrong. */
  param?: string;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /**
   * Whether the failure concerns this input only, such as a dead web site or a broken DNS zone. It
   * then does not count in the source's circuit breaker. True by default for every 4xx.
   */
  aboutInput?: boolean;
  /** Whether a paid source may have billed the failed call, so that a retry may be billed again. */
  maybeBilled?: boolean;
  /** Machine-readable details beside the message. */
  details?: Readonly<Record<string, unknown>>;
  /** For the log; never sent to the caller. */
  cause?: unknown;
}

/** An error whose message is sent to the caller; its cause goes only to the log. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly param: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Record<string, string>;
  readonly aboutInput: boolean;
  readonly maybeBilled: boolean;

  constructor(code: ErrorCode, message?: string, options: ApiErrorOptions = {}) {
    super(
      oneLine(message ?? ERRORS[code].message)
        .slice(0, MAX_MESSAGE_CHARS)
        .toWellFormed(),
      {
        cause: options.cause,
      },
    );
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
    this.param =
      options.param === undefined
        ? null
        : oneLine(options.param).slice(0, MAX_PARAM_CHARS).toWellFormed();
    this.details = options.details ?? null;
    this.headers = { ...options.headers };
    this.aboutInput = options.aboutInput ?? (this.status >= 400 && this.status < 429);
    this.maybeBilled = options.maybeBilled ?? false;
    if (this.status === 429 || this.status === 503) {
      this.headers['Retry-After'] = String(
        Math.max(1, Math.ceil(options.retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS)),
      );
    }
  }
}
