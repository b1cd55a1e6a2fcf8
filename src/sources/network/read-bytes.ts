/**
 * Reads a stream to its end, in one piece.
 * @throws what `tooLong` makes once there are more than `maxBytes`
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by a throw cancels the stream.
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
