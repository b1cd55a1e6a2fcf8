import * as z from 'zod';
import type { IncomingJob, JobTerms } from '../../bulk/rows.ts';
import { decodeUtf8 } from '../../lib/bounded-stream.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { ApiError } from '../../lib/errors.ts';
import { isAbsent, MAX_INPUT_CHARS, parseInput, refuseInput } from '../../lib/inputs.ts';
import type { InputCode } from '../../lib/issues.ts';
import { documentedAs } from '../../lib/json-schema.ts';
import { rowText, safeFileName } from '../../lookup/jobs/files.ts';
import { isRowTooLong, MAX_BULK_ROWS, MAX_ROW_BYTES } from '../../lookup/jobs/job.ts';
import { findNamedProduct } from '../../lookup/product.ts';
import { rowCountryOf } from '../../uploads/column-mapping.ts';
import { asksDryRun, type JobQuery, type JobWorld, refuseRowFields } from '../request/list-body.ts';
import { MAX_BULK_BODY_BYTES, optionalField, requiredField } from '../request/validation.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];
const SPACES = [0x20, 0x0a, 0x0d, 0x09];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Bytes to buffer before an incomplete value is scanned again, which limits the rescans. */
const BUFFERED_BYTES = 65_536;

const END = -1;

class ValueTooLong extends Error {}

const invalid = () => new ApiError('INVALID_REQUEST', 'The body is not valid JSON.');

/** End of the string that begins at `start`; null if it is incomplete. */
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
 * Splits a JSON text (RFC 8259) into its values as it arrives, holding one at a time. It reads the
 * text between values itself, and leaves the values to the platform's parser.
 */
class StreamingJsonReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array>;
  readonly #maxBytes: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #received = 0;

  /** @param maxBytes limit of the text; above it every call throws INVALID_REQUEST */
  constructor(source: ReadableStream<Uint8Array>, maxBytes: number) {
    this.#source = source.getReader();
    this.#maxBytes = maxBytes;
  }

  /** Whether this character comes next, after white space. */
  async nextIs(character: string): Promise<boolean> {
    return (await this.#peek()) === character.charCodeAt(0);
  }

  /** Consumes this character if it comes next. */
  async accept(character: string): Promise<boolean> {
    const comes = await this.nextIs(character);
    if (comes) this.#at++;
    return comes;
  }

  /** @throws ApiError INVALID_REQUEST if anything else comes next */
  async expect(character: string): Promise<void> {
    if (!(await this.accept(character))) throw invalid();
  }

  /** @throws ApiError INVALID_REQUEST unless only white space is left */
  async expectEnd(): Promise<void> {
    if ((await this.#peek()) !== END) throw invalid();
  }

  /** Reads the next value. @throws ValueTooLong, ApiError INVALID_REQUEST */
  async value(maxBytes: number): Promise<unknown> {
    await this.#peek();
    let end = endOfValue(this.#bytes, this.#at);
    while (end === null && this.#bytes.length - this.#at <= maxBytes && (await this.#more()))
      end = endOfValue(this.#bytes, this.#at);
    const text = this.#bytes.subarray(this.#at, end ?? this.#bytes.length);
    if (text.length > maxBytes) throw new ValueTooLong();
    this.#at += text.length;
    const decoded = decodeUtf8(text, true);
    try {
      return JSON.parse(decoded);
    } catch {
      throw invalid();
    }
  }

  async cancel(): Promise<void> {
    await this.#source.cancel().catch(() => undefined);
  }

  /** The next byte that is not white space. */
  async #peek(): Promise<number> {
    do {
      for (; this.#at < this.#bytes.length; this.#at++) {
        const byte = this.#bytes[this.#at] as number;
        if (!SPACES.includes(byte)) return byte;
      }
    } while (await this.#more());
    return END;
  }

  /** Drops the consumed bytes and reads more. @returns false at the end of the source */
  async #more(): Promise<boolean> {
    const isStart = this.#received === 0;
    const pieces: Uint8Array[] = [this.#bytes.subarray(this.#at)];
    let gained = 0;
    while (gained < BUFFERED_BYTES) {
      const { done, value } = await this.#source.read();
      if (done) break;
      gained += value.length;
      if (this.#received + gained > this.#maxBytes)
        throw new ApiError('INVALID_REQUEST', `The body is larger than ${this.#maxBytes} bytes.`);
      pieces.push(value);
    }
    this.#received += gained;
    const bytes = concatBytes(pieces);
    this.#bytes = bytes;
    this.#at = isStart && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? 3 : 0;
    return gained > 0;
  }
}

/** Longest value of a field other than the rows. */
const MAX_FIELD_BYTES = 65_536;

const MAX_UNKNOWN_FIELDS = 50;

const isShortText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_INPUT_CHARS;

/** An escaped one-byte character takes six bytes, and there are two quotes. */
const MAX_ENCODED_ROW_BYTES = 6 * MAX_ROW_BYTES + 2;

const rowTooLong = (position: number) =>
  new ApiError('INVALID_REQUEST', `inputs: row ${position} has more than ${MAX_ROW_BYTES} bytes.`, {
    param: 'inputs',
  });

/** Tally of the rows read. A class, so that no value in a body can be mistaken for it. */
class RowTally {
  count = 0;
  /** Position of the first row that is neither a string nor an object, counted from 1. */
  firstInvalid: number | null = null;
}

/** The rows of a job. The verb limits their number, because that has its own error code. */
const rowsField = z.unknown().transform((value, context): number => {
  const refuse = (code: InputCode, message: string) => refuseInput(context, code, message);
  if (isAbsent(value)) return refuse('MISSING_FIELD', 'is required');
  if (!(value instanceof RowTally))
    return refuse('INVALID_REQUEST', 'must be a list of strings or objects');
  if (value.count === 0) return refuse('MISSING_FIELD', 'needs at least one row');
  if (value.firstInvalid === null) return value.count;
  return refuse('INVALID_REQUEST', `row ${value.firstInvalid} is neither a string nor an object`);
});

const bulkJobBody = z.object({
  type: requiredField(z.string()),
  inputs: documentedAs(
    rowsField,
    z
      .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
      .min(1)
      .max(MAX_BULK_ROWS)
      .describe(
        "One row per entry: the product's main input as a string, or all its fields as an object or as JSON in a string. At most 4,096 bytes per row.",
      ),
  ),
  country: optionalField(z.string()).describe(
    'Country of the rows that name none, by code or name: the `country` field of each. Only for products that have one.',
  ),
  webhook_url: optionalField(z.string()).describe(
    'Public HTTPS address that receives an event when the job ends or pauses.',
  ),
  webhook_endpoint_id: optionalField(z.string()).describe(
    'Id of a webhook endpoint, used instead of `webhook_url`, with its own secret and retries.',
  ),
  file_name: optionalField(z.string()).describe(
    'Name of the file that the rows come from. The job shows it, and the result files are named after it.',
  ),
  dry_run: optionalField(z.boolean()).describe(
    'If true, the job is priced and its unusable rows are listed, but nothing is stored.',
  ),
});

/**
 * Body of `POST /v1/bulk/jobs`. An unknown type is refused by the verb, with its own error code.
 * @param types bulk types of the products
 */
export const bulkJobRequest = (types: readonly string[]) =>
  bulkJobBody.extend({
    type: requiredField(z.enum(types)).describe(
      'Bulk type of a product, as `GET /v1/products` lists it. Its type or path is also accepted.',
    ),
  });

async function* parseRows(json: StreamingJsonReader, seen: RowTally): AsyncGenerator<string> {
  await json.expect('[');
  if (await json.accept(']')) return;
  do {
    seen.count += 1;
    const row = await json.value(MAX_ENCODED_ROW_BYTES).catch((error: unknown) => {
      throw error instanceof ValueTooLong ? rowTooLong(seen.count) : error;
    });
    const text = rowText(row);
    if (text === null) seen.firstInvalid ??= seen.count;
    else if (isRowTooLong(text)) throw rowTooLong(seen.count);
    // Refused at the end, unless the job has too many rows.
    yield text ?? '';
  } while (await json.accept(','));
  await json.expect(']');
}

const NO_WORLD = { products: [], queryNames: [] };

/**
 * A bulk job's body, read as it arrives: its fields in any order, others ignored. If a field occurs
 * twice, the last one counts, as in JSON.parse; `inputs` twice is refused.
 * @param query values for fields that are not in the body
 */
export function parseJobBody(
  body: ReadableStream<Uint8Array> | null,
  query: Partial<JobQuery> = {},
  { products, queryNames }: Pick<JobWorld, 'products' | 'queryNames'> = NO_WORLD,
): IncomingJob {
  const json = new StreamingJsonReader(body ?? new Blob([]).stream(), MAX_BULK_BODY_BYTES);
  const { column: _column, dry_run: _asked, ...others } = query;
  const given = Object.entries(others).filter(([, value]) => value !== null);
  const fields = new Map<string, unknown>(given);
  let hasEnded = false;

  async function* fieldsOf(): AsyncGenerator<string> {
    await json.expect('{');
    if (await json.accept('}')) return;
    do {
      const name = await json.value(MAX_FIELD_BYTES);
      if (typeof name !== 'string') throw new ApiError('INVALID_REQUEST');
      await json.expect(':');
      if (name === 'inputs' && fields.has(name))
        throw new ApiError('INVALID_REQUEST', 'inputs: is given twice.', { param: 'inputs' });
      if (name === 'inputs' && (await json.nextIs('['))) {
        const seen = new RowTally();
        fields.set(name, seen);
        yield* parseRows(json, seen);
      } else {
        const value = await json.value(MAX_FIELD_BYTES);
        if (Object.hasOwn(bulkJobBody.shape, name)) fields.set(name, value);
        // To suggest the right name, for which the value must fit too.
        else if (fields.size < MAX_UNKNOWN_FIELDS)
          fields.set(name, isShortText(value) ? value : undefined);
      }
    } while (await json.accept(','));
    await json.expect('}');
  }

  return {
    rows: (async function* () {
      try {
        yield* fieldsOf();
        await json.expectEnd();
        hasEnded = true;
      } catch (error) {
        if (!(error instanceof ValueTooLong)) throw error;
        throw new ApiError('INVALID_REQUEST', `A field has more than ${MAX_FIELD_BYTES} bytes.`);
      } finally {
        if (!hasEnded) await json.cancel();
      }
    })(),
    terms(): JobTerms | null {
      if (hasEnded) {
        const {
          type,
          webhook_url: webhookUrl,
          webhook_endpoint_id: webhookEndpointId,
          dry_run: dryRun,
          country,
          file_name: sentName,
        } = parseInput(bulkJobBody, Object.fromEntries(fields));
        refuseRowFields([...fields.keys(), ...queryNames], findNamedProduct(type, products));
        const fileName = safeFileName(sentName ?? '');
        return {
          type,
          webhookUrl,
          ...rowCountryOf(country),
          ...(fileName !== null && { fileName }),
          ...(webhookEndpointId !== null && { webhookEndpointId }),
          ...((dryRun === true || asksDryRun(query)) && { isDryRun: true }),
        };
      }
      if (!fields.has('type')) return null;
      const { type } = parseInput(bulkJobBody.pick({ type: true }), Object.fromEntries(fields));
      return { type, webhookUrl: null };
    },
  };
}
