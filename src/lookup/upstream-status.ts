const SECONDS = /^\d{1,9}$/;

/**
 * Retry-After (RFC 9110, section 10.2.3) in seconds; a date is measured from the reply's Date
 * header. Null if absent or unreadable.
 */
export function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (SECONDS.test(value)) return Number(value);
  const waitMs = Date.parse(value) - Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? null : Math.max(0, Math.ceil(waitMs / 1_000));
}

/** Non-2xx HTTP status of an upstream. The pipeline maps it to an error code. */
export class UpstreamStatus extends Error {
  readonly status: number;
  /** From Retry-After; null if absent or unreadable. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, headers: Headers = new Headers()) {
    super(`the upstream replied with HTTP status ${status}`);
    this.name = 'UpstreamStatus';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds(headers);
  }
}

/** Failure of an upstream whose successful reply lacks the answer; 502 is Bad Gateway. */
export const unusableReply = (): UpstreamStatus => new UpstreamStatus(502);

/**
 * Returns a 2xx reply. Handle statuses that are answers first, such as 404 for "no match".
 * @throws UpstreamStatus
 */
export async function successful(response: Response): Promise<Response> {
  if (response.ok) return response;
  // An unread body would occupy one of the invocation's few connections.
  await response.body?.cancel();
  throw new UpstreamStatus(response.status, response.headers);
}
