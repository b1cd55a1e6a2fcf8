/** R2 lists at most this many objects in one call. */
export const MAX_LISTED = 1_000;

/** Keys of one listing, in their order. */
export async function pageKeys(
  bucket: R2Bucket,
  prefix: string,
  { limit = MAX_LISTED, startAfter }: { limit?: number; startAfter?: string | undefined } = {},
): Promise<{ keys: string[]; more: boolean }> {
  const { objects, truncated } = await bucket.list({
    prefix,
    limit,
    ...(startAfter !== undefined && { startAfter }),
  });
  return { keys: objects.map(({ key }) => key), more: truncated };
}

/** Every key below a prefix, page by page. */
export async function* listedKeys(bucket: R2Bucket, prefix: string): AsyncGenerator<string> {
  for (let startAfter: string | undefined; ; ) {
    const { keys, more } = await pageKeys(bucket, prefix, { startAfter });
    yield* keys;
    startAfter = keys.at(-1);
    if (!more) return;
  }
}
