import { ApiError } from '../core/errors.ts';
import type { PersonSubject } from '../core/people/suppression.ts';
import { suppressionText } from '../core/people/suppression.ts';

const encoder = new TextEncoder();

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++)
    new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes;
};

/** An identifier in the forms stores may have it in. */
export interface SoughtText {
  /** As SQL finds them, in lower case. */
  forms: readonly string[];
  /** As bytes, letters in lower case. */
  patterns: readonly Uint8Array[];
}

/** @throws ApiError INVALID_INPUT when it is no such identifier */
export function soughtText(subject: PersonSubject): SoughtText {
  const text = suppressionText(subject);
  if (text === null) throw new ApiError('INVALID_INPUT', `${subject.kind}: cannot be read.`);
  const plain = text.toLowerCase();
  // A number is also written without its plus sign, and without the country code of North America.
  const digits = plain.slice(1);
  const local = digits.startsWith('1') ? [digits.slice(1)] : [];
  const written =
    subject.kind === 'phone_number' ? [digits, ...local] : [plain, plain.replace('@', '%40')];
  const forms = [...new Set(written)];
  const patterns = forms.flatMap((form) => [
    ...[encoder.encode(form), utf16(form, false), utf16(form, true)],
  ]);
  return { forms, patterns };
}

export const textHas = (text: string, { forms }: SoughtText): boolean => {
  const lower = text.toLowerCase();
  return forms.some((form) => lower.includes(form));
};

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** What takes the place of each byte: as many of them, so that offsets into an object stay true. */
const MASK = 120;

/** Masks every occurrence, in place. @returns whether there was one */
function maskBytes(bytes: Uint8Array, { patterns }: SoughtText): boolean {
  let isFound = false;
  for (const pattern of patterns) {
    const first = pattern[0] as number;
    for (let at = 0; at + pattern.length <= bytes.length; at++) {
      if (lower(bytes[at] as number) !== first) continue;
      let length = 1;
      while (length < pattern.length && lower(bytes[at + length] as number) === pattern[length])
        length += 1;
      if (length < pattern.length) continue;
      for (let of = 0; of < length; of++) if (pattern[of] !== 0) bytes[at + of] = MASK;
      isFound = true;
    }
  }
  return isFound;
}

/**
 * Masks bytes as they pass, a piece at a time; what may be the beginning of an occurrence waits for
 * the next piece.
 */
export class Masking {
  isFound = false;
  readonly #sought: SoughtText;
  readonly #kept: number;
  #rest = new Uint8Array(0);

  constructor(sought: SoughtText) {
    this.#sought = sought;
    this.#kept = Math.max(...sought.patterns.map(({ length }) => length)) - 1;
  }

  /** @returns what is sure to be done with */
  next(piece: Uint8Array): Uint8Array {
    const joined = new Uint8Array(this.#rest.length + piece.length);
    joined.set(this.#rest);
    joined.set(piece, this.#rest.length);
    this.isFound = maskBytes(joined, this.#sought) || this.isFound;
    const end = Math.max(0, joined.length - this.#kept);
    this.#rest = joined.slice(end);
    return joined.slice(0, end);
  }

  /** @returns what waited */
  end(): Uint8Array {
    return this.#rest;
  }
}
