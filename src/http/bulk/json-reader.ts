import { ApiError } from '../../core/errors.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];
const SPACES = [0x20, 0x0a, 0x0d, 0x09];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * How much is gathered before a value that was cut off is looked at again: its bytes are not read
 * too often.
 */
const GATHERED_BYTES = 65_536;

const END = -1;

/** A text has one value more than its reader can hold. */
export class ValueTooLong extends Error {}

const invalid = () => new ApiError('INVALID_REQUEST', 'The body is not valid JSON.');

/** Where the string ends that begins here; null when its end has not come yet. */
function endOfString(bytes: Uint8Array, start: number): number | null {
  for (let from = start + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return null;
    let before = quote;
    while (bytes[before - 1] === BACKSLASH && before - 1 > start) before--;
    if ((quote - before) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function endOfNested(bytes: Uint8Array, start: number): number | null {
  let depth = 0;
  for (let at: number | null = start; at !== null && at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (OPENING.includes(byte)) depth++;
    if (CLOSING.includes(byte) && --depth === 0) return at + 1;
    at = byte === QUOTE ? endOfString(bytes, at) : at + 1;
  }
  return null;
}

function endOfValue(bytes: Uint8Array, start: number): number | null {
  const first = bytes[start] as number;
  if (first === QUOTE) return endOfString(bytes, start);
  if (OPENING.includes(first)) return endOfNested(bytes, start);
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === COMMA || CLOSING.includes(byte) || SPACES.includes(byte)) return at;
  }
  return null;
}

/**
 * Cuts a JSON text (RFC 8259) into its values while it arrives, holding one of them: the text
 * between two values is looked at here, the values themselves are left to the platform's parser.
 */
export class JsonReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #received = 0;

  /**
   * @param maxBytes of the whole text; at the first byte too many every call throws INVALID_REQUEST
   */
  constructor(source: ReadableStream<Uint8Array>, maxBytes: number) {
    this.#source = source.getReader();
    this.#maxBytes = maxBytes;
  }

  /** Whether this character comes next, white space aside. */
  async comes(character: string): Promise<boolean> {
    return (await this.#peek()) === character.charCodeAt(0);
  }

  /** Takes this character if it comes next. */
  async accept(character: string): Promise<boolean> {
    const comes = await this.comes(character);
    if (comes) this.#at++;
    return comes;
  }

  /** @throws ApiError INVALID_REQUEST when anything else comes next */
  async expect(character: string): Promise<void> {
    if (!(await this.accept(character))) throw invalid();
  }

  /** @throws ApiError INVALID_REQUEST unless nothing but white space is left */
  async expectEnd(): Promise<void> {
    if ((await this.#peek()) !== END) throw invalid();
  }

  /** The next value. @throws ValueTooLong, ApiError INVALID_REQUEST */
  async value(maxBytes: number): Promise<unknown> {
    await this.#peek();
    let end = endOfValue(this.#bytes, this.#at);
    while (end === null && this.#bytes.length - this.#at <= maxBytes && (await this.#more()))
      end = endOfValue(this.#bytes, this.#at);
    const text = this.#bytes.subarray(this.#at, end ?? this.#bytes.length);
    if (text.length > maxBytes) throw new ValueTooLong();
    this.#at += text.length;
    try {
      return JSON.parse(this.#decoder.decode(text));
    } catch {
      throw invalid();
    }
  }

  /** Nothing more is wanted. */
  async cancel(): Promise<void> {
    await this.#source.cancel().catch(() => undefined);
  }

  /** The next byte that is no white space. */
  async #peek(): Promise<number> {
    do {
      for (; this.#at < this.#bytes.length; this.#at++) {
        const byte = this.#bytes[this.#at] as number;
        if (!SPACES.includes(byte)) return byte;
      }
    } while (await this.#more());
    return END;
  }

  /** Drops what was read and adds more. @returns false when nothing comes any more */
  async #more(): Promise<boolean> {
    const isStart = this.#received === 0;
    const pieces: Uint8Array[] = [this.#bytes.subarray(this.#at)];
    let gained = 0;
    while (gained < GATHERED_BYTES) {
      const { done, value } = await this.#source.read();
      if (done) break;
      gained += value.length;
      if (this.#received + gained > this.#maxBytes)
        throw new ApiError('INVALID_REQUEST', `The body is larger than ${this.#maxBytes} bytes.`);
      pieces.push(value);
    }
    this.#received += gained;
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#bytes = bytes;
    this.#at = isStart && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? 3 : 0;
    return gained > 0;
  }
}
