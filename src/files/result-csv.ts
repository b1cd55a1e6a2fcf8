import * as z from 'zod';
import { separatorChar } from '../lib/csv-dialect.ts';
import { ObjectWriter } from '../lib/r2.ts';
import {
  type CsvRequest,
  type FileStore,
  type ResultRow,
  type SentFile,
  splitFileName,
} from '../lookup/jobs/files.ts';
import { type AnyProduct, responseSchema } from '../lookup/product.ts';
import { csvLine, encodeText } from './csv-text.ts';
import { attachmentHeader } from './download.ts';

/** Path of a field in an answer: property names from the root. */
type FieldPath = readonly string[];

/** Unwraps optional, nullable, default, readonly and similar schemas. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.out);
  const inner = (schema as z.ZodType).def as { innerType?: z.core.$ZodType };
  return inner.innerType ? unwrap(inner.innerType) : schema;
}

/**
 * All fields of a schema in declaration order. Objects with known fields are flattened; lists,
 * records, unions and open objects are one field, because their contents cannot be named in a
 * header.
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

/** The value at a path; undefined when a step is missing. */
export function valueAt(data: unknown, path: FieldPath): unknown {
  let value = data;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

interface ResultColumn {
  name: string;
  /** Column copied from the uploaded file; these come first. */
  isSent?: true;
  of(row: ResultRow): unknown;
}

const ROW_COLUMNS: readonly ResultColumn[] = [
  { name: 'input', of: (row) => row.input },
  { name: 'status', of: (row) => row.status },
  { name: 'credits', of: (row) => row.credits },
];

/** Columns of `results.csv`: the row and the classification, under the fields' names. */
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

/** Why a row has no answer, or one that is not good. */
export const reasonOf = ({
  errorMessage,
  isGood,
  data,
}: Pick<ResultRow, 'errorMessage' | 'isGood' | 'data'>): string | null =>
  errorMessage ?? (isGood ? null : (data?.recommendations?.user_message ?? null));

/**
 * Columns of `answers.csv`: the uploaded columns; status, reason and credits of the lookup; the
 * classification, for a repeated row that of the first. Added names that already occur are changed.
 */
function answerColumns(product: AnyProduct, sent: SentFile | null): ResultColumn[] {
  const own = (sent?.columns ?? ['input']).map(
    (name, at): ResultColumn => ({
      name,
      ...(sent && { isSent: true }),
      of: (row) => (sent ? row.cells?.[at] : row.input),
    }),
  );
  const taken = new Set(own.map(({ name }) => name));
  const added = (name: string, of: ResultColumn['of'], long = name): ResultColumn => {
    let free = taken.has(name) ? long : name;
    for (let count = 2; taken.has(free); count++) free = `${long}_${count}`;
    taken.add(free);
    return { name: free, of };
  };
  const fields = schemaFields(product.classification.schema);
  return [
    ...own,
    added('lookup_status', (row) => row.status),
    added('lookup_reason', reasonOf),
    added('lookup_credits', (row) => row.credits),
    ...fields.map((path) => {
      const of = ({ data, repeated }: ResultRow) =>
        valueAt(data?.classification ?? repeated?.classification, path);
      return added(path.join('.'), of, `classification.${path.join('.')}`);
    }),
  ];
}

/** Columns of `full.csv`: the row, its error, and every field of the response as a dotted path. */
export function fullColumns(product: AnyProduct): ResultColumn[] {
  const fields = schemaFields(responseSchema(product).shape.data).map(
    (path): ResultColumn => ({ name: path.join('.'), of: (row) => valueAt(row.data, path) }),
  );
  return [...ROW_COLUMNS, { name: 'error_message', of: (row) => row.errorMessage }, ...fields];
}

/** No byte order mark: some programs fail on it, and spreadsheets detect or ask for UTF-8. */
const PLAIN_FILE = { separator: 'comma', encoding: 'utf-8', hasMark: false } as const;

interface TableEncoder {
  readonly contentType: string;
  /** Characters not yet taken. */
  readonly pending: number;
  /** @param sentCells number of leading values that are cells of the uploaded file */
  add(values: readonly unknown[], sentCells: number): void;
  /** The bytes of the rows added since the last call. */
  take(): Uint8Array;
  /** The final bytes, which complete the file. */
  end(): Uint8Array;
}

type CsvStyle = Pick<SentFile, 'separator' | 'encoding' | 'hasMark' | 'hasHint'>;

class CsvEncoder implements TableEncoder {
  readonly #encoding: CsvStyle['encoding'];
  readonly #separator: string;
  #text: string;

  constructor({ separator, encoding, hasMark, hasHint }: CsvStyle) {
    this.#encoding = encoding;
    this.#separator = separatorChar(separator);
    this.#text = (hasMark ? '\ufeff' : '') + (hasHint ? `sep=${this.#separator}\r\n` : '');
  }

  get contentType(): string {
    const type = this.#separator === '\t' ? 'tab-separated-values' : 'csv';
    return `text/${type}; charset=${this.#encoding}`;
  }

  get pending(): number {
    return this.#text.length;
  }

  add(values: readonly unknown[], sentCells: number): void {
    this.#text += csvLine(values, this.#separator, sentCells, this.#encoding);
  }

  take(): Uint8Array {
    const bytes = encodeText(this.#text, this.#encoding);
    this.#text = '';
    return bytes;
  }

  end(): Uint8Array {
    return this.take();
  }
}

/** Characters encoded per call of the encoder, for many lines at once. */
const BATCH_CHARS = 65_536;

class TableFile {
  readonly #columns: readonly ResultColumn[];
  readonly #sentCells: number;
  readonly #encoder: TableEncoder;
  readonly #writer: ObjectWriter;

  /** @param name of the download @param titleRows of the uploaded file */
  constructor(
    columns: readonly ResultColumn[],
    encoder: TableEncoder,
    { store, key, name }: { store: FileStore; key: string; name: string },
    titleRows: NonNullable<SentFile['titleRows']> = [],
  ) {
    this.#columns = columns;
    this.#sentCells = columns.filter(({ isSent }) => isSent).length;
    this.#encoder = encoder;
    const { contentType } = encoder;
    this.#writer = new ObjectWriter(store, key, {
      contentType,
      contentDisposition: attachmentHeader(name),
    });
    for (const cells of titleRows) encoder.add(cells, cells.length);
    const names = columns.map((column) => column.name);
    encoder.add(names, this.#sentCells);
  }

  /** @returns a promise only if it wrote, so that most rows need no await */
  write(row: ResultRow): Promise<void> | undefined {
    const values = this.#columns.map((column) => column.of(row));
    this.#encoder.add(values, this.#sentCells);
    if (this.#encoder.pending < BATCH_CHARS) return undefined;
    return this.#writer.write(this.#encoder.take());
  }

  async end(): Promise<void> {
    await this.#writer.write(this.#encoder.end());
    await this.#writer.end();
  }

  abort(): Promise<void> {
    return this.#writer.abort();
  }
}

/** Encoder in the format of the uploaded file; the workbook module is loaded only for XLSX. */
async function answersEncoder(sent: SentFile | null): Promise<() => TableEncoder> {
  if (sent?.format !== 'xlsx') return () => new CsvEncoder(sent ?? PLAIN_FILE);
  const { XlsxEncoder } = await import('./xlsx-encoder.ts');
  const { titleRows = [], numberColumns, numberFormats } = sent;
  return () => new XlsxEncoder(titleRows.length + 1, numberColumns, numberFormats);
}

/** Extensions of text files with columns; others are replaced by `.csv`. */
const TEXT_ENDINGS = ['.csv', '.psv', '.tab', '.tsv', '.txt'];

const isGoodRow = ({ isGood, repeated }: ResultRow): boolean => repeated?.isGood ?? isGood;

/**
 * Writes the files of a job in one pass over its rows, buffering one part of each (RFC 4180, CRLF,
 * header from the product's schemas; UTF-8, except `answers` and `good`, which use the format of
 * the uploaded file). Each file replaces its key only when complete, `results` last: once it
 * exists, all exist.
 * @throws errors of `rows` or the store, after aborting the uploads
 */
export async function assembleCsv(
  { product, rows, keys, name, sent }: CsvRequest,
  store: FileStore,
): Promise<void> {
  const asSent = await answersEncoder(sent);
  const { base, ending } = splitFileName(name);
  const sentEnding = TEXT_ENDINGS.includes(ending.toLowerCase()) ? ending : '.csv';
  const plainFile = (kind: 'results' | 'full', columns: readonly ResultColumn[]) =>
    new TableFile(columns, new CsvEncoder(PLAIN_FILE), {
      store,
      key: keys[kind],
      name: `${base}-${kind}.csv`,
    });
  const sentFile = (kind: 'answers' | 'good') =>
    new TableFile(
      answerColumns(product, sent),
      asSent(),
      {
        store,
        key: keys[kind],
        name: `${base}-${kind}${sent?.format === 'xlsx' ? '.xlsx' : sentEnding}`,
      },
      sent?.titleRows,
    );
  const full = plainFile('full', fullColumns(product));
  const good = sentFile('good');
  const answers = sentFile('answers');
  const results = plainFile('results', resultColumns(product));
  const all = [full, good, answers, results];
  try {
    for await (const row of rows) {
      for (const file of all) {
        if (file === good && !isGoodRow(row)) continue;
        // Cancelled rows are only in the answers file, which returns the whole list.
        if (file !== answers && row.status === 'cancelled') continue;
        const written = file.write(row);
        if (written) await written;
      }
    }
    for (const file of all) await file.end();
  } catch (error) {
    await Promise.all(all.map((file) => file.abort()));
    throw error;
  }
}
