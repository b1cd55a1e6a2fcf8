import { boundaryOf, readForm, textOfPart } from '../../core/multipart.ts';
import { decoderOf, encodingOf } from '../../core/records/encoding.ts';
import type { PageContext } from '../context.ts';

/** A name or a setting is shorter. */
const MAX_FIELD_BYTES = 65_536;

/** Fields of one form. */
const MAX_PARTS = 50;

/** All of some pieces as text, whatever its encoding. */
async function textOfFile(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  let length = 0;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxBytes) throw new TooLarge();
    pieces.push(new Uint8Array(piece));
  }
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return decoderOf(encodingOf(whole) ?? 'utf-8').decode(whole);
}

/** What was sent is more than the page takes. */
export class TooLarge extends Error {}

/**
 * The fields of a form with long texts or small files, files as text. Its token came in its
 * address.
 * @param long names of fields that may have `maxBytes`
 * @throws TooLarge; ApiError INVALID_REQUEST
 */
export async function readParts(
  c: PageContext,
  long: readonly string[],
  maxBytes: number,
): Promise<Map<string, string>> {
  const boundary = boundaryOf(c.req.header('Content-Type') ?? '');
  const fields = new Map<string, string>();
  let parts = 0;
  for await (const { name, bytes } of readForm(c.req.raw.body ?? new Blob([]).stream(), boundary)) {
    parts += 1;
    if (parts > MAX_PARTS) throw new TooLarge();
    const isLong = long.includes(name);
    fields.set(
      name,
      await (isLong ? textOfFile(bytes, maxBytes) : textOfPart(bytes, MAX_FIELD_BYTES)),
    );
  }
  return fields;
}
