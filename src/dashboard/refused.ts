import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A page that says no: the status, and a sentence for the person. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: ContentfulStatusCode;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What whoever tried too often is told. */
export function tooOften(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
