import * as z from 'zod';
import type {
  CsvRequest,
  CsvSummary,
  FileStore,
  MultipartUpload,
  ResultRow,
} from '../lookup/jobs/files.ts';
import { type AnyProduct, responseSchema } from '../lookup/product.ts';
import { csvLine } from './csv-text.ts';

/** Where a field is in an answer: the names that lead to it. */
type FieldPath = readonly string[];

/** The schema behind optional, nullable, default, readonly and the like. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.out);
  const inner = (schema as z.ZodType).def as { innerType?: z.core.$ZodType };
  return inner.innerType ? unwrap(inner.innerType) : schema;
}

/**
 * Every field of a schema in the order it declares them. Objects with known fields are gone into;
 * lists, records, unions and open objects are one field, because no header could name what is in
 * them.
 */
export function schemaFields(schema: z.core.$ZodType, path: FieldPath = []): FieldPath[] {
  const object = unwrap(schema);
  if (
    !(object instanceof z.ZodObject) ||
    (object.def.catchall && !(object.def.catchall instanceof z.ZodNever))
  )
    return [path];
  return Object.entries(object.shape).flatMap(([name, field]) =>
    schemaFields(field as z.core.$ZodType, [...path, name]),
  );
}

/** The value at a path; undefined where the way there ends early. */
export function valueAt(data: unknown, path: FieldPath): unknown {
  let value = data;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** A column: its header, and how a row fills it. */
interface ResultColumn {
  name: string;
  of(row: ResultRow): unknown;
}

const ROW_COLUMNS: readonly ResultColumn[] = [
  { name: 'input', of: (row) => row.input },
  { name: 'status', of: (row) => row.status },
  { name: 'credits', of: (row) => row.credits },
];

/** Columns of `results.csv`: the row and the classification, by the fields' own names. */
export function resultColumns(product: AnyProduct): ResultColumn[] {
  const taken = ROW_COLUMNS.map(({ name }) => name);
  const fields = schemaFields(product.classification.schema).map((path): ResultColumn => {
    const name = path.join('.');
    return {
      name: taken.includes(name) ? `classification.${name}` : name,
      of: (row) => valueAt(row.data?.classification, path),
    };
  });
  return [...ROW_COLUMNS, ...fields];
}

/** Columns of `full.csv`: the row, why it failed, and every field of the response, dotted. */
export function fullColumns(product: AnyProduct): ResultColumn[] {
  const fields = schemaFields(responseSchema(product).shape.data).map(
    (path): ResultColumn => ({ name: path.join('.'), of: (row) => valueAt(row.data, path) }),
  );
  return [...ROW_COLUMNS, { name: 'error_message', of: (row) => row.errorMessage }, ...fields];
}

/** The smallest part an R2 multipart upload takes; all but the last must be of one size. */
export const FILE_PART_BYTES = 5 * 1_024 * 1_024;

/** Buffer size in characters: one call of the encoder for many lines. */
const BATCH_CHARS = 65_536;

/**
 * Writes text of any length as one file while holding one part of it. A file that fits one part is
 * put at once; a longer one is uploaded in equal parts and appears only when it is complete.
 */
class MultipartFileWriter {
  readonly #store: FileStore;
  readonly #key: string;
  readonly #contentType: string;
  readonly #encoder = new TextEncoder();
  readonly #part = new Uint8Array(FILE_PART_BYTES);
  #used = 0;
  #parts = 0;
  #text = '';
  #upload: MultipartUpload | null = null;

  constructor(store: FileStore, key: string, contentType: string) {
    this.#store = store;
    this.#key = key;
    this.#contentType = contentType;
  }

  /** Bytes written so far, once {@link end} has been awaited: of the whole file. */
  get bytes(): number {
    return this.#parts * FILE_PART_BYTES + this.#used;
  }

  /** @returns a promise only when it wrote, so that most lines cost no wait */
  write(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length >= BATCH_CHARS ? this.#encode() : undefined;
  }

  async end(): Promise<void> {
    await this.#encode();
    const rest = this.#part.subarray(0, this.#used);
    if (!this.#upload) return this.#store.write(this.#key, rest, this.#contentType);
    await this.#upload.writePart(this.#parts + 1, rest);
    await this.#upload.complete();
  }

  /**
   * Aborts the upload. Never throws: an upload that cannot be aborted is dropped by the store after
   * seven days.
   */
  async abort(): Promise<void> {
    await this.#upload?.abort().catch(() => undefined);
  }

  async #encode(): Promise<void> {
    let bytes = this.#encoder.encode(this.#text);
    this.#text = '';
    while (bytes.length > 0) {
      if (this.#used === FILE_PART_BYTES) await this.#flush();
      const count = Math.min(bytes.length, FILE_PART_BYTES - this.#used);
      this.#part.set(bytes.subarray(0, count), this.#used);
      this.#used += count;
      bytes = bytes.subarray(count);
    }
  }

  /** Called only when more is to come, so that the last part is never empty. */
  async #flush(): Promise<void> {
    this.#upload ??= await this.#store.upload(this.#key, this.#contentType);
    await this.#upload.writePart(this.#parts + 1, this.#part);
    this.#parts++;
    this.#used = 0;
  }
}

/**
 * No byte order mark: programs choke on one, and every spreadsheet of today asks or reads UTF-8.
 */
const CSV_TYPE = 'text/csv; charset=utf-8';

const headerLine = (columns: readonly ResultColumn[]): string =>
  csvLine(columns.map(({ name }) => name));
const resultLine = (columns: readonly ResultColumn[], row: ResultRow): string =>
  csvLine(columns.map((column) => column.of(row)));

/**
 * Writes both CSV files of a job in one pass over its rows, holding one part of each (RFC 4180,
 * UTF-8, CRLF, a header from the product's schemas). Each file replaces its key only when all of it
 * is there, `results` last: when that exists, both do.
 * @throws what `rows` or the store throws, after abandoning what was begun
 */
export async function assembleCsv(
  { product, rows, keys }: CsvRequest,
  store: FileStore,
): Promise<CsvSummary> {
  const results = {
    columns: resultColumns(product),
    file: new MultipartFileWriter(store, keys.results, CSV_TYPE),
  };
  const full = {
    columns: fullColumns(product),
    file: new MultipartFileWriter(store, keys.full, CSV_TYPE),
  };
  const both = [full, results];
  let count = 0;
  try {
    for (const { file, columns } of both) await file.write(headerLine(columns));
    for await (const row of rows) {
      for (const { file, columns } of both) {
        const written = file.write(resultLine(columns, row));
        if (written) await written;
      }
      count++;
    }
    for (const { file } of both) await file.end();
  } catch (error) {
    await Promise.all(both.map(({ file }) => file.abort()));
    throw error;
  }
  return { rows: count, bytes: { results: results.file.bytes, full: full.file.bytes } };
}
