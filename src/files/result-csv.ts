import * as z from 'zod';
import { encodeText, separatorChar } from '../lib/csv-dialect.ts';
import { ObjectWriter } from '../lib/r2.ts';
import type {
  CsvRequest,
  CsvSummary,
  FileStore,
  ResultRow,
  SentFile,
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

/**
 * Columns of `answers.csv`: the row's own, why it has no answer, and the classification. A row that
 * repeats another has that one's.
 */
export function answerColumns(product: AnyProduct, sent: SentFile | null): ResultColumn[] {
  const own = (sent?.columns ?? ['input']).map(
    (name, at): ResultColumn => ({
      name,
      of: (row) => (sent ? row.cells?.[at] : row.input),
    }),
  );
  const columns: ResultColumn[] = [
    ...own,
    { name: 'lookup_status', of: (row) => row.status },
    { name: 'lookup_reason', of: (row) => row.errorMessage },
    { name: 'lookup_credits', of: (row) => row.credits },
  ];
  const taken = new Set(columns.map(({ name }) => name));
  const fields = schemaFields(product.classification.schema).map((path): ResultColumn => {
    const name = path.join('.');
    return {
      name: taken.has(name) ? `classification.${name}` : name,
      of: (row) => valueAt(row.data?.classification ?? row.repeated, path),
    };
  });
  return [...columns, ...fields];
}

/** Columns of `full.csv`: the row, why it failed, and every field of the response, dotted. */
export function fullColumns(product: AnyProduct): ResultColumn[] {
  const fields = schemaFields(responseSchema(product).shape.data).map(
    (path): ResultColumn => ({ name: path.join('.'), of: (row) => valueAt(row.data, path) }),
  );
  return [...ROW_COLUMNS, { name: 'error_message', of: (row) => row.errorMessage }, ...fields];
}

/**
 * No byte order mark: programs choke on one, and every spreadsheet of today asks or reads UTF-8.
 */
const PLAIN_FILE = { separator: ',', encoding: 'utf-8', hasMark: false } as const;

/** How a file is written. */
type CsvStyle = Pick<SentFile, 'encoding' | 'hasMark'> & { separator: string };

/** Characters that are encoded at once: one call of the encoder for many lines. */
const BATCH_CHARS = 65_536;

/** One CSV file, written line by line. */
class CsvFile {
  readonly #columns: readonly ResultColumn[];
  readonly #style: CsvStyle;
  readonly #writer: ObjectWriter;
  #text: string;

  constructor(
    columns: readonly ResultColumn[],
    store: FileStore,
    key: string,
    style: CsvStyle = PLAIN_FILE,
  ) {
    this.#columns = columns;
    this.#style = style;
    this.#writer = new ObjectWriter(store, key, `text/csv; charset=${style.encoding}`);
    const names = columns.map(({ name }) => name);
    this.#text = `${style.hasMark ? '\ufeff' : ''}${csvLine(names, style.separator)}`;
  }

  /** Written so far, once {@link end} has been awaited: all of it. */
  get bytes(): number {
    return this.#writer.bytes;
  }

  /** @returns a promise only when it wrote, so that most rows cost no wait */
  write(row: ResultRow): Promise<void> | undefined {
    const values = this.#columns.map((column) => column.of(row));
    this.#text += csvLine(values, this.#style.separator);
    return this.#text.length >= BATCH_CHARS ? this.#flush() : undefined;
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#writer.end();
  }

  abort(): Promise<void> {
    return this.#writer.abort();
  }

  #flush(): Promise<void> {
    const bytes = encodeText(this.#text, this.#style.encoding);
    this.#text = '';
    return this.#writer.write(bytes);
  }
}

/**
 * Writes the CSV files of a job in one pass over its rows, holding one part of each (RFC 4180,
 * CRLF, a header from the product's schemas; UTF-8, but for `answers`, which is written as the file
 * that was sent). Each file replaces its key only when all of it is there, `results` last: when
 * that exists, all do.
 * @throws what `rows` or the store throws, after abandoning what was begun
 */
export async function assembleCsv(
  { product, rows, keys, sent }: CsvRequest,
  store: FileStore,
): Promise<CsvSummary> {
  const results = new CsvFile(resultColumns(product), store, keys.results);
  const full = new CsvFile(fullColumns(product), store, keys.full);
  const style = sent ? { ...sent, separator: separatorChar(sent.separator) } : PLAIN_FILE;
  const answers = new CsvFile(answerColumns(product, sent), store, keys.answers, style);
  const all = [full, answers, results];
  let count = 0;
  try {
    for await (const row of rows) {
      for (const file of all) {
        const written = file.write(row);
        if (written) await written;
      }
      count++;
    }
    for (const file of all) await file.end();
  } catch (error) {
    await Promise.all(all.map((file) => file.abort()));
    throw error;
  }
  const bytes = { results: results.bytes, full: full.bytes, answers: answers.bytes };
  return { rows: count, bytes };
}
