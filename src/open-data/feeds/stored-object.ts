import { sha256, toHex } from '../../lib/bytes.ts';
import { ObjectWriter } from '../../lib/r2.ts';
import type { FeedBlobs } from './feed.ts';

const HEX_CHARS = 16;

/**
 * Content hash of 64 bits: SHA-256, chained over the blocks, because the platform's digest takes no
 * stream. The same text and blocks have the same hash.
 */
export async function contentHash(
  text: string,
  blocks: Iterable<Uint8Array> = [],
): Promise<string> {
  let hash = await sha256(text);
  for (const block of blocks) {
    const chained = new Uint8Array(hash.length + block.length);
    chained.set(hash);
    chained.set(block, hash.length);
    hash = await sha256(chained);
  }
  return toHex(hash).slice(0, HEX_CHARS);
}

/** Writes one object through `work`; if that fails, aborts the upload and leaves nothing. */
export async function writeObject<Result>(
  blobs: FeedBlobs,
  key: string,
  work: (writer: ObjectWriter) => Promise<Result>,
): Promise<Result> {
  const writer = new ObjectWriter(blobs, key);
  try {
    const result = await work(writer);
    await writer.end();
    return result;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
