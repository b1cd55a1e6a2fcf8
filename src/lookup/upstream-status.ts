const SECONDS = /^\d{1,9}$/;

/**
 * Retry-After (RFC 9110 section 10.2.3): seconds, or a date measured against the reply's own Date.
 * Null when unreadable.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (SECONDS.test(value)) return Number(value);
  const waitMs = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, Math.ceil(waitMs / 1_000));
}

/** An upstream's HTTP status in place of an answer. The pipeline maps it to an error code. */
export class UpstreamStatus extends Error {
  readonly status: number;
  /** From Retry-After; null without one. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, headers: Headers = new Headers()) {
    super(`the upstream replied with HTTP status ${status}`);
    this.name = 'UpstreamStatus';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds(headers);
  }
}

/**
 * The reply itself when its status is 2xx. Call it after handling the statuses that are answers,
 * such as 404 for "no match".
 * @throws UpstreamStatus
 */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  // An unread body would keep one of the invocation's few connections.
  await response.body?.cancel();
  throw new UpstreamStatus(response.status, response.headers);
}
