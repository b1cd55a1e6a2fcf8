/** Bytes of a file, from `offset`. */
export interface ByteRange {
  offset: number;
  length: number;
}

/**
 * Reads a Range header of one range against a file of `size` bytes (RFC 9110 section 14.1.2).
 * @returns null to send the whole file, as the RFC allows for other units, several ranges and what
 * cannot be read; 'unsatisfiable' when the range begins past the end
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/[ \t]/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length };
  }
  const offset = Number(first);
  if (last !== '' && Number(last) < offset) return null;
  if (offset >= size) return 'unsatisfiable';
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { offset, length: end - offset + 1 };
}
