import * as z from 'zod';
import type { IncomingJob } from '../../bulk/rows.ts';
import { concatBytes } from '../../lib/bytes.ts';
import {
  decoderOf,
  hasByteOrderMark,
  isBinary,
  sniffDialect,
  sniffEncoding,
  type TextEncoding,
  utf8Or1252,
  XLSX_TYPE,
} from '../../lib/csv-dialect.ts';
import { ApiError } from '../../lib/errors.ts';
import {
  type ReadSheet,
  type SentFile,
  type SentRow,
  safeFileName,
} from '../../lookup/jobs/files.ts';
import { type AnyProduct, findNamedProduct } from '../../lookup/product.ts';
import { jobRows } from '../../uploads/column-mapping.ts';
import { headBytes, lineFeedsIn } from '../../uploads/head.ts';
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
import { MAX_BULK_BODY_BYTES, optionalField } from './validation.ts';

// Lists that are sent as they lie in a file: CSV, JSON lines, or a workbook. The first bytes tell
// how they are written and which column is meant; the rest is read as it arrives.

/** What is asked in the query: of a list that is no JSON object, all; beside one, what it lacks. */
export const jobQuery = z.object({
  type: optionalField(z.string()).describe(
    'What to look up, as `type` in a JSON body. Required with a body of CSV, JSON lines or a workbook.',
  ),
  column: optionalField(z.string()).describe(
    "For a body of CSV, JSON lines or a workbook: the column with the product's main input, by its header name or its number (1 is the first). By default, the column that fits.",
  ),
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

/** Bodies that are lists, by their Content-Type. */
export const TABLE_TYPES = ['text/csv', 'application/x-ndjson', XLSX_TYPE] as const;

type TableType = (typeof TABLE_TYPES)[number];

/** What programs call these types besides. */
const TYPE_ALIASES: ReadonlyMap<string, TableType> = new Map<string, TableType>([
  ['application/csv', 'text/csv'],
  ['text/tab-separated-values', 'text/csv'],
  ['application/ndjson', 'application/x-ndjson'],
  ['application/jsonl', 'application/x-ndjson'],
]);

/** Which list a body is, by Content-Type; null for JSON. @throws ApiError INVALID_REQUEST else */
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

/** The bytes of a body. @throws ApiError INVALID_REQUEST at the first too many */
async function* limitedBytes(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const bytes of body ?? new Blob([]).stream()) {
    count += bytes.length;
    if (count > MAX_BULK_BODY_BYTES)
      throw new ApiError(
        'INVALID_REQUEST',
        `The body is larger than ${MAX_BULK_BODY_BYTES} bytes.`,
      );
    yield bytes;
  }
}

const FIRST_NON_ASCII = 0x80;

/** Longest character of UTF-8. */
const MAX_CHAR_BYTES = 4;

/**
 * Decodes text as it arrives. While all of it is ASCII, it may be UTF-8 or windows-1252: the first
 * other characters decide, wherever in the file they are.
 */
class ListDecoder {
  #encoding: TextEncoding | null;
  #decoder: TextDecoder | null = null;
  #waiting: Uint8Array = new Uint8Array(0);

  /** @param sniffed null without a sign of one */
  constructor(sniffed: TextEncoding | null) {
    this.#encoding = sniffed;
  }

  /** UTF-8 while nothing says otherwise. */
  get encoding(): TextEncoding {
    return this.#encoding ?? 'utf-8';
  }

  /** The text of the next bytes. @param isLast whether none follow */
  decode(bytes: Uint8Array, isLast: boolean): string {
    const open = concatBytes([this.#waiting, bytes]);
    this.#waiting = new Uint8Array(0);
    if (this.#encoding === null) {
      const other = open.findIndex((byte) => byte >= FIRST_NON_ASCII);
      // The character may go on in the bytes that follow.
      if (other !== -1 && open.length - other < MAX_CHAR_BYTES && !isLast) {
        this.#waiting = open.subarray(other);
        return decoderOf('utf-8').decode(open.subarray(0, other));
      }
      if (other !== -1) this.#encoding = utf8Or1252(open, isLast);
    }
    if (this.#encoding !== null) this.#decoder ??= decoderOf(this.#encoding);
    return (this.#decoder ?? decoderOf('utf-8')).decode(open, { stream: !isLast });
  }
}

interface ReadTable {
  /** Of a workbook, which is read as CSV. */
  format?: 'xlsx';
  /** Of a workbook; filled once all of the texts were read. */
  sheet?: Partial<ReadSheet>;
  /** The beginning, as text. */
  head: string;
  isWhole: boolean;
  /** Its encoding is known once all of the texts were read. */
  decoder: ListDecoder;
  hasMark: boolean;
  /** All of it. */
  texts: AsyncIterable<string>;
}

async function readTable(source: AsyncGenerator<Uint8Array>): Promise<ReadTable> {
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
  const decoder = new ListDecoder(sniffEncoding(bytes));
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
  if (isBinary(table.head))
    throw new ApiError(
      'INVALID_REQUEST',
      `The body is no text; a workbook is sent with Content-Type ${XLSX_TYPE}.`,
    );
  const sniffed = sniffDialect(table.head, table.isWhole, table.format && 'comma');
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
 * @param country default country of the organization
 * @throws ApiError MISSING_FIELD without a type
 */
export function parseTableJob(
  body: ReadableStream<Uint8Array> | null,
  contentType: TableType,
  query: JobQuery,
  { products, country }: { products: readonly AnyProduct[]; country: string | undefined },
): IncomingJob {
  const { type, column } = query;
  const { webhook_url: webhookUrl, webhook_endpoint_id: webhookEndpointId } = query;
  if (!type) throw new ApiError('MISSING_FIELD', 'type: is required', { param: 'type' });
  const product = findNamedProduct(type, products);
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
    // A type that there is not is refused by its own code, whatever the rows are.
    if (!product) return;
    const bytes = limitedBytes(body);
    if (contentType === 'application/x-ndjson')
      return yield* lineRows((await readTable(bytes)).texts, product, column, country, handlers);
    const sheet: Partial<ReadSheet> = {};
    const cells = () => workbookAsCsv(bytes, (read) => Object.assign(sheet, read));
    const table: ReadTable =
      contentType === 'text/csv'
        ? await readTable(bytes)
        : { ...(await readTable(cells())), format: 'xlsx', sheet };
    return yield* csvRows(table, product, column, country, handlers);
  }
  const fileName = safeFileName(query.file_name ?? '');
  const asked = {
    type,
    webhookUrl,
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
