import * as z from 'zod';
import { encodeText, separatorChar } from '../lib/csv-dialect.ts';
import { ObjectWriter } from '../lib/r2.ts';
import {
  type CsvRequest,
  type CsvSummary,
  type FileStore,
  type ResultRow,
  type SentFile,
  splitFileName,
} from '../lookup/jobs/files.ts';
import { type AnyProduct, responseSchema } from '../lookup/product.ts';
import { csvLine } from './csv-text.ts';
import { attachmentHeader } from './download.ts';

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

interface ResultColumn {
  name: string;
  /** Of a column of the file that was sent, which come first. */
  isSent?: true;
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

/** Why a row has no answer, or none to go on with. */
export const reasonOf = ({
  errorMessage,
  isGood,
  data,
}: Pick<ResultRow, 'errorMessage' | 'isGood' | 'data'>): string | null =>
  errorMessage ?? (isGood ? null : (data?.recommendations?.user_message ?? null));

/**
 * Columns of `answers.csv`: the row's own, why it has no answer, and the classification. A row that
 * repeats another has that one's. Names that the file has already are given another.
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

/** Columns of `full.csv`: the row, why it failed, and every field of the response, dotted. */
export function fullColumns(product: AnyProduct): ResultColumn[] {
  const fields = schemaFields(responseSchema(product).shape.data).map(
    (path): ResultColumn => ({ name: path.join('.'), of: (row) => valueAt(row.data, path) }),
  );
  return [...ROW_COLUMNS, { name: 'error_message', of: (row) => row.errorMessage }, ...fields];
}

/** No byte order mark: programs choke on one, and spreadsheets of today ask or read UTF-8. */
const PLAIN_FILE = { separator: 'comma', encoding: 'utf-8', hasMark: false } as const;

interface TableEncoder {
  readonly contentType: string;
  /** Characters that wait to be taken. */
  readonly pending: number;
  /** @param sentCells how many of the first values are cells of the file that was sent */
  add(values: readonly unknown[], sentCells: number): void;
  /** The bytes of what was added since. */
  take(): Uint8Array;
  /** The last bytes, which complete the file. */
  end(): Uint8Array;
}

type CsvStyle = Pick<SentFile, 'separator' | 'encoding' | 'hasMark'>;

class CsvEncoder implements TableEncoder {
  readonly #encoding: CsvStyle['encoding'];
  readonly #separator: string;
  #text: string;

  constructor({ separator, encoding, hasMark }: CsvStyle) {
    this.#encoding = encoding;
    this.#separator = separatorChar(separator);
    this.#text = hasMark ? '\ufeff' : '';
  }

  get contentType(): string {
    const type = this.#separator === '\t' ? 'tab-separated-values' : 'csv';
    return `text/${type}; charset=${this.#encoding}`;
  }

  get pending(): number {
    return this.#text.length;
  }

  add(values: readonly unknown[], sentCells: number): void {
    this.#text += csvLine(values, this.#separator, sentCells);
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

/** Characters that are encoded at once: one call of the encoder for many lines. */
const BATCH_CHARS = 65_536;

class TableFile {
  readonly #columns: readonly ResultColumn[];
  readonly #sentCells: number;
  readonly #encoder: TableEncoder;
  readonly #writer: ObjectWriter;

  /** @param name of the download @param titleRows of the file that was sent */
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

  /** Written so far, once {@link end} has been awaited: all of it. */
  get bytes(): number {
    return this.#writer.bytes;
  }

  /** @returns a promise only when it wrote, so that most rows cost no wait */
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

/** Writes what was sent as it was sent; a workbook's module is loaded only for one. */
async function answersEncoder(sent: SentFile | null): Promise<() => TableEncoder> {
  if (sent?.format !== 'xlsx') return () => new CsvEncoder(sent ?? PLAIN_FILE);
  const { XlsxEncoder } = await import('./xlsx-encoder.ts');
  const { titleRows = [], numberColumns } = sent;
  return () => new XlsxEncoder(titleRows.length + 1, numberColumns);
}

/** Endings that text with columns has; anything else is called `.csv`. */
const TEXT_ENDINGS = ['.csv', '.psv', '.tab', '.tsv', '.txt'];

const isGoodRow = ({ isGood, repeated }: ResultRow): boolean => repeated?.isGood ?? isGood;

/**
 * Writes the files of a job in one pass over its rows, holding one part of each (RFC 4180, CRLF, a
 * header from the product's schemas; UTF-8, but for `answers` and `good`, which are written as the
 * file that was sent). Each file replaces its key only when all of it is there, `results` last:
 * when that exists, all do.
 * @throws what `rows` or the store throws, after abandoning what was begun
 */
export async function assembleCsv(
  { product, rows, keys, name, sent }: CsvRequest,
  store: FileStore,
): Promise<CsvSummary> {
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
  let count = 0;
  try {
    for await (const row of rows) {
      for (const file of all) {
        if (file === good && !isGoodRow(row)) continue;
        // The list comes back whole; the other files have what was looked up.
        if (file !== answers && row.status === 'cancelled') continue;
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
  const bytes = {
    results: results.bytes,
    full: full.bytes,
    good: good.bytes,
    answers: answers.bytes,
  };
  return { rows: count, bytes };
}
