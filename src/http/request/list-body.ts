import * as z from 'zod';
import { requireRowCountry } from '../../bulk/products.ts';
import type { IncomingJob } from '../../bulk/rows.ts';
import { concatBytes } from '../../lib/bytes.ts';
import {
  decoderOf,
  hasByteOrderMark,
  sniffEncoding,
  type TextEncoding,
  utf8Or1252,
  XLSX_TYPE,
} from '../../lib/csv-dialect.ts';
import { otherThanTable } from '../../lib/csv-readings.ts';
import { ApiError } from '../../lib/errors.ts';
import { isLegacyEncoding, type LegacyEncoding } from '../../lib/legacy-encoding.ts';
import { quoted } from '../../lib/text.ts';
import { bypassFlags } from '../../lookup/body.ts';
import {
  type ReadSheet,
  type SentFile,
  type SentRow,
  safeFileName,
} from '../../lookup/jobs/files.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import { jobRows, rowCountryOf } from '../../uploads/column-mapping.ts';
import { headBytes, lineFeedsIn, listDialect } from '../../uploads/column-names.ts';
import { lineRows } from '../../uploads/json-lines.ts';
import {
  dialectFor,
  type ListHandlers,
  namedMapping,
  requireColumns,
} from '../../uploads/list-columns.ts';
import {
  headerCells,
  sentFileOf,
  tableRows,
  uploadColumns,
  workbookAsCsv,
} from '../../uploads/uploads.ts';
import { MAX_BULK_BODY_BYTES, optionalField, refuseMisplaced } from './validation.ts';

// Lists sent as files: CSV, JSON lines, or a workbook. The first bytes determine the format and the
// column of the main input; the rest is read as it arrives.

/** Query of a job: all terms if the body is a list file, else those missing in the JSON body. */
export const jobQuery = z.object({
  type: optionalField(z.string()).describe(
    'What to look up, as `type` in a JSON body. Required with a body of CSV, JSON lines or a workbook.',
  ),
  column: optionalField(z.string()).describe(
    "For a body of CSV, JSON lines or a workbook: the column with the product's main input, by its header name or its number (1 is the first). By default, the column that fits.",
  ),
  country: optionalField(z.string()).describe('As `country` in a JSON body.'),
  webhook_url: optionalField(z.string()).describe('As `webhook_url` in a JSON body.'),
  webhook_endpoint_id: optionalField(z.string()).describe(
    'As `webhook_endpoint_id` in a JSON body.',
  ),
  file_name: optionalField(z.string()).describe('As `file_name` in a JSON body.'),
  dry_run: optionalField(z.enum(['true', '1', 'false', '0'])).describe(
    'As `dry_run` in a JSON body; true in either makes a dry run.',
  ),
});

export type JobQuery = z.output<typeof jobQuery>;

export const asksDryRun = ({ dry_run: asked }: Partial<JobQuery>): boolean =>
  asked === 'true' || asked === '1';

/**
 * Refuses names beside a job's terms that only have an effect in its rows, or none.
 * @throws ApiError INVALID_REQUEST
 */
export function refuseRowFields(names: readonly string[], product: AnyProduct | null): void {
  const others = names.filter((name) => !Object.hasOwn(jobQuery.shape, name) && name !== 'inputs');
  refuseMisplaced(others, product?.input.shape ?? {}, 'rows');
  refuseMisplaced(others, bypassFlags.shape, 'lookups');
}

/** Bodies that are lists, by their Content-Type. */
export const TABLE_TYPES = ['text/csv', 'application/x-ndjson', XLSX_TYPE] as const;

type TableType = (typeof TABLE_TYPES)[number];

/** Other names that programs use for these types. */
const TYPE_ALIASES: ReadonlyMap<string, TableType> = new Map<string, TableType>([
  ['application/csv', 'text/csv'],
  ['text/tab-separated-values', 'text/csv'],
  ['application/ndjson', 'application/x-ndjson'],
  ['application/jsonl', 'application/x-ndjson'],
]);

/** List type by Content-Type; null for JSON. @throws ApiError INVALID_REQUEST for others */
export function tableTypeOf(contentType: string | undefined): TableType | null {
  const named = contentType ?? '';
  const type = TABLE_TYPES.find((each) => each === named) ?? TYPE_ALIASES.get(named);
  if (type) return type;
  if (named === 'application/json') return null;
  throw new ApiError(
    'INVALID_REQUEST',
    'Content-Type: application/json, text/csv, application/x-ndjson or that of .xlsx is required.',
  );
}

const UNICODE: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);

const CHARSET = /;\s{0,8}charset\s{0,8}=\s{0,8}"?([\w.:-]{1,40})/i;

/** Name of a charset in the WHATWG Encoding Standard; null for an unknown one. */
function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/**
 * The encoding before Unicode that a list's Content-Type names; null for Unicode or no name. Names
 * of Latin-1 are what programs write without a choice, and name none.
 * @throws ApiError INVALID_REQUEST for an encoding that is not read
 */
export function listCharset(header = ''): LegacyEncoding | null {
  const label = CHARSET.exec(header)?.[1] ?? '';
  const named = encodingNamed(label);
  const encoding = named === 'gbk' ? 'gb18030' : named;
  if (encoding === null || UNICODE.has(encoding) || encoding === 'windows-1252') return null;
  if (isLegacyEncoding(encoding)) return encoding;
  throw new ApiError(
    'INVALID_REQUEST',
    `Content-Type: charset ${quoted(label)} is not read; send the list in UTF-8, UTF-16 or windows-1252.`,
  );
}

/** Bytes of a list. @throws ApiError INVALID_REQUEST at the first byte above the limit */
async function* limitedBytes(
  source: AsyncIterable<Uint8Array>,
  called = 'The body',
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const bytes of source) {
    count += bytes.length;
    if (count > MAX_BULK_BODY_BYTES)
      throw new ApiError(
        'INVALID_REQUEST',
        `${called} is larger than ${MAX_BULK_BODY_BYTES} bytes.`,
      );
    yield bytes;
  }
}

const FIRST_NON_ASCII = 0x80;

/** Longest character of UTF-8. */
const MAX_CHAR_BYTES = 4;

/**
 * Decodes text as it arrives. As long as it is all ASCII it may be UTF-8 or not; the first other
 * characters decide, wherever they are in the file. Behind its beginning, text that is not UTF-8 is
 * windows-1252 unless the list's type names another encoding.
 */
class ListDecoder {
  #encoding: TextEncoding | null;
  #decoder: TextDecoder | null = null;
  #waiting: Uint8Array = new Uint8Array(0);

  readonly #named: LegacyEncoding;

  /**
   * @param sniffed null if the first bytes do not show the encoding
   * @param named encoding of a list that is not in Unicode; null for the one that is detected
   */
  constructor(sniffed: TextEncoding | null, named: LegacyEncoding | null) {
    this.#encoding = named && sniffed && isLegacyEncoding(sniffed) ? named : sniffed;
    this.#named = named ?? 'windows-1252';
  }

  /** UTF-8 unless detected otherwise. */
  get encoding(): TextEncoding {
    return this.#encoding ?? 'utf-8';
  }

  /** Text of the next bytes. @param isLast whether no bytes follow */
  decode(bytes: Uint8Array, isLast: boolean): string {
    const open = concatBytes([this.#waiting, bytes]);
    this.#waiting = new Uint8Array(0);
    if (this.#encoding === null) {
      const other = open.findIndex((byte) => byte >= FIRST_NON_ASCII);
      // The character may continue in the bytes that follow.
      if (other !== -1 && open.length - other < MAX_CHAR_BYTES && !isLast) {
        this.#waiting = open.subarray(other);
        return decoderOf('utf-8').decode(open.subarray(0, other));
      }
      if (other !== -1)
        this.#encoding = utf8Or1252(open, isLast) === 'utf-8' ? 'utf-8' : this.#named;
    }
    if (this.#encoding !== null) this.#decoder ??= decoderOf(this.#encoding);
    return (this.#decoder ?? decoderOf('utf-8')).decode(open, { stream: !isLast });
  }
}

/** What a job is read with besides its body and the known parameters of its query. */
export interface JobWorld {
  /** Products with a bulk type. */
  products: readonly AnyProduct[];
  /** Default country of the organization. */
  country: string | undefined;
  /** Names of all parameters of the query. */
  queryNames: readonly string[];
  /** Encoding before Unicode that the type of a list names; absent or null for none. */
  charset?: LegacyEncoding | null;
}

interface ReadTable {
  /** Set for a workbook, which is read as CSV. */
  format?: 'xlsx';
  /** Set for a workbook; filled once all of the texts were read. */
  sheet?: Partial<ReadSheet>;
  /** The beginning, as text. */
  head: string;
  isWhole: boolean;
  /** Has the encoding once all of the texts were read. */
  decoder: ListDecoder;
  hasMark: boolean;
  /** The whole text, in parts. */
  texts: AsyncIterable<string>;
}

async function readTable(
  source: AsyncGenerator<Uint8Array>,
  charset: LegacyEncoding | null = null,
): Promise<ReadTable> {
  const pieces: Uint8Array[] = [];
  let isWhole = false;
  let lines = 0;
  for (let length = 0; !isWhole; ) {
    if (length >= headBytes(lines)) break;
    const { done, value } = await source.next();
    isWhole = done === true;
    if (!value) continue;
    pieces.push(value);
    length += value.length;
    lines += lineFeedsIn(value);
  }
  const bytes = concatBytes(pieces);
  const decoder = new ListDecoder(sniffEncoding(bytes), charset);
  const head = decoder.decode(bytes, isWhole);
  async function* texts(): AsyncGenerator<string> {
    yield head;
    if (isWhole) return;
    for await (const next of source) yield decoder.decode(next, false);
    yield decoder.decode(new Uint8Array(0), true);
  }
  return { head, isWhole, decoder, hasMark: hasByteOrderMark(bytes), texts: texts() };
}

async function* csvRows(
  table: ReadTable,
  product: AnyProduct,
  asked: string | null,
  country: string | undefined,
  { onFile, onColumns }: ListHandlers,
): AsyncGenerator<SentRow> {
  const other = otherThanTable(table.head);
  if (other)
    throw new ApiError(
      'INVALID_REQUEST',
      `The body is ${other}, not CSV. JSON lines need Content-Type application/x-ndjson, and a workbook ${XLSX_TYPE}.`,
    );
  const sniffed = listDialect(table.head, table.isWhole, table.format && 'comma');
  const dialect = dialectFor(table, sniffed, [product], asked);
  const columns = uploadColumns(table, dialect);
  if (columns.length === 0) throw new ApiError('MISSING_FIELD', 'The list has no rows.');
  const filling = requireColumns(columns, asked, product, country);
  const header = headerCells(table, dialect);
  onFile(() => sentFileOf({ ...table, encoding: table.decoder.encoding }, dialect));
  onColumns(namedMapping(filling, header ?? []));
  yield* jobRows(tableRows(table.texts, dialect), product, filling, header);
}

/**
 * A job sent as CSV, JSON lines or a workbook; text is read as it arrives.
 * @throws ApiError MISSING_FIELD without a type, INVALID_REQUEST
 */
export function parseTableJob(
  body: ReadableStream<Uint8Array> | null,
  contentType: TableType,
  query: JobQuery,
  { products, country: usual, queryNames, charset = null }: JobWorld,
): IncomingJob {
  const { type, column } = query;
  const { webhook_url: webhookUrl, webhook_endpoint_id: webhookEndpointId } = query;
  if (!type) throw new ApiError('MISSING_FIELD', 'type: is required', { param: 'type' });
  const product = findNamedProduct(type, products);
  const named = rowCountryOf(query.country);
  if (product) requireRowCountry(product, named.country);
  refuseRowFields(queryNames, product);
  const country = named.country ?? usual;
  let sentFile: (() => SentFile) | null = null;
  let filledBy: ReadonlyMap<string, string> | null = null;
  const handlers: ListHandlers = {
    onFile(file) {
      sentFile = file;
    },
    onColumns(filled) {
      filledBy = filled;
    },
  };
  async function* rows(): AsyncGenerator<SentRow> {
    // An unknown type has its own error code, whatever the rows are.
    if (!product) return;
    const bytes = limitedBytes(body ?? new Blob([]).stream());
    if (contentType === 'application/x-ndjson')
      return yield* lineRows(
        (await readTable(bytes, charset)).texts,
        product,
        column,
        country,
        handlers,
      );
    const sheet: Partial<ReadSheet> = {};
    const cells = () => {
      const csv = workbookAsCsv(bytes, (read) => Object.assign(sheet, read));
      return limitedBytes(csv, 'The text of the workbook');
    };
    const table: ReadTable =
      contentType === 'text/csv'
        ? await readTable(bytes, charset)
        : { ...(await readTable(cells())), format: 'xlsx', sheet };
    return yield* csvRows(table, product, column, country, handlers);
  }
  const fileName = safeFileName(query.file_name ?? '');
  const asked = {
    type,
    webhookUrl,
    ...named,
    ...(webhookEndpointId !== null && { webhookEndpointId }),
    ...(asksDryRun(query) && { isDryRun: true }),
    ...(fileName !== null && { fileName }),
  };
  const terms = () => ({
    ...asked,
    ...(sentFile && { sent: sentFile() }),
    ...(filledBy && { columns: Object.fromEntries(filledBy) }),
  });
  return { rows: rows(), terms };
}
