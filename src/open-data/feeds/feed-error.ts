/** A feed's file cannot be used; the message says why and is kept with the feed's state. */
export class FeedError extends Error {
  /** What the publisher answered, when it was an error status. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}
