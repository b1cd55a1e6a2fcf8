const HEX_CHARS = 16;

/**
 * Names content of any length by 64 bits of SHA-256, chained over its blocks: the platform's digest
 * takes no
 * stream. The same text and blocks have the same name.
 */
export async function contentHash(
  text: string,
  blocks: Iterable<Uint8Array> = [],
): Promise<string> {
  const digest = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  let hash = await digest(new TextEncoder().encode(text));
  for (const block of blocks) {
    const chained = new Uint8Array(hash.length + block.length);
    chained.set(hash);
    chained.set(block, hash.length);
    hash = await digest(chained);
  }
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, HEX_CHARS);
}
