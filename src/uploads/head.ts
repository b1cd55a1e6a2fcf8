/** Bytes that tell what a file is like, and most of them where they have few lines. */
export const HEAD_BYTES = 16_384;
const MAX_HEAD_BYTES = 4 * HEAD_BYTES;

/** Ends of lines that tell the names of columns from what is below them. */
const HEAD_LINES = 3;
const LINE_FEED = 0x0a;

export const lineFeedsIn = (bytes: Uint8Array): number =>
  bytes.filter((byte) => byte === LINE_FEED).length;

/** How many bytes tell what a file is like. @param lineFeeds among those that are known */
export const headBytes = (lineFeeds: number): number =>
  lineFeeds < HEAD_LINES ? MAX_HEAD_BYTES : HEAD_BYTES;
