import { detectEncoding, SNIFF_BYTES } from './charset.ts';

/** Pieces of a stream as one. @param length of all of them, in bytes */
export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Reads until the encoding can be told; what was read, and whether the body has ended. */
async function readHead(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ head: Uint8Array; ended: boolean }> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { head: joined(pieces, length), ended: true };
    pieces.push(value);
    length += value.length;
  }
  return { head: joined(pieces, length), ended: false };
}

/**
 * The text of a body, piece by piece, whatever its encoding; a body left early is cancelled.
 * @param html whether the page may declare its encoding itself
 */
export async function* decodeBody(
  body: ReadableStream<Uint8Array>,
  contentType: string | null,
  html: boolean,
): AsyncGenerator<string> {
  const reader = body.getReader();
  let finished = false;
  try {
    const { head, ended } = await readHead(reader);
    const decoder = new TextDecoder(detectEncoding(head, contentType, html));
    yield decoder.decode(head, { stream: true });
    for (finished = ended; !finished; ) {
      const { done, value } = await reader.read();
      if (done) finished = true;
      else yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    if (!finished) await reader.cancel().catch(() => undefined);
  }
}
