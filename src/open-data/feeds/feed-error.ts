/** Publisher's file is unusable. The message is the reason, and is saved in the feed's state. */
export class FeedError extends Error {
  /** Error status of the publisher's answer; null if there was none. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, ...options }: ErrorOptions & { status?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}
