/** Bytes encoded at once: a multiple of three, so that only the last piece is padded. */
const PIECE = 3 * 16_384;

/** The text of some bytes (RFC 4648 section 4). */
function encode(bytes: Uint8Array): string {
  let text = '';
  // A call takes so many arguments only.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** A stream as base64 text, encoded while it is read: its bytes are never all in memory. */
export async function readBase64(stream: ReadableStream<Uint8Array>): Promise<string> {
  const pieces: string[] = [];
  const held = new Uint8Array(PIECE);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE - filled);
      held.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < PIECE) continue;
      pieces.push(encode(held));
      filled = 0;
    }
  }
  pieces.push(encode(held.subarray(0, filled)));
  return pieces.join('');
}
