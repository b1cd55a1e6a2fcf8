import { concatBytes } from '../lib/bytes.ts';
import { CsvParser, type TableRow } from '../lib/csv.ts';
import {
  type Dialect,
  decoderOf,
  hasByteOrderMark,
  headRows,
  rowsAboveNames,
  rowsBeforeData,
  separatorChar,
  sniffEncoding,
  type TextEncoding,
  withoutSeparatorHint,
} from '../lib/csv-dialect.ts';
import { otherThanTable } from '../lib/csv-readings.ts';
import { ApiError } from '../lib/errors.ts';
import {
  type QuotaRequest,
  type Quotas,
  quotaError,
  requireQuota,
} from '../lookup/account/quotas.ts';
import {
  MAX_UPLOAD_BYTES,
  MAX_XLSX_BYTES,
  type ReadSheet,
  requireColumnCount,
  type SentFile,
  safeFileName,
  UPLOAD_RETENTION_MS,
  type UploadedFile,
} from '../lookup/jobs/files.ts';
import type { Clock } from '../lookup/world.ts';
import { unnamedColumn } from './column-fit.ts';
import { HEAD_BYTES, headBytes, lineFeedsIn, listDialect } from './column-names.ts';
import type { UploadFiles } from './store.ts';

export interface UploadPorts {
  files: UploadFiles;
  quotas: Quotas;
  clock: Clock;
  newUuid(): string;
}

interface UploadSelector {
  organizationId: string;
  uploadId: string;
}

const uploadNotFound = () => new ApiError('NOT_FOUND', 'There is no such file; upload it again.');

/** @throws ApiError NOT_FOUND if the organization has no such file, or it has expired */
export async function requireUpload(
  { organizationId, uploadId }: UploadSelector,
  { files, clock }: Pick<UploadPorts, 'files' | 'clock'>,
): Promise<UploadedFile> {
  const upload = await files.find({ organizationId, id: uploadId });
  if (!upload || upload.createdAt + UPLOAD_RETENTION_MS <= clock.now()) throw uploadNotFound();
  return upload;
}

/** An organization's files from which no job was created yet, newest first. */
export async function listUploads(
  organizationId: string,
  { files, clock }: Pick<UploadPorts, 'files' | 'clock'>,
): Promise<UploadedFile[]> {
  const oldest = clock.now() - UPLOAD_RETENTION_MS;
  return (await files.list(organizationId))
    .filter(({ createdAt, usedAt }) => createdAt > oldest && usedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt);
}

export const markUploadUsed = (upload: UploadedFile, { files, clock }: UploadPorts) =>
  files.describe({ ...upload, usedAt: clock.now() });

async function removeUpload(
  upload: Pick<UploadedFile, 'organizationId' | 'id'>,
  { files, quotas }: Pick<UploadPorts, 'files' | 'quotas'>,
): Promise<void> {
  const { organizationId, id } = upload;
  await files.remove(upload);
  await quotas.releaseQuota(organizationId, { kind: 'uploads', id });
}

/** Deletes a selected upload. @throws ApiError NOT_FOUND */
export const discardUpload = async (
  named: UploadSelector,
  ports: Pick<UploadPorts, 'files' | 'quotas' | 'clock'>,
): Promise<void> => removeUpload(await requireUpload(named, ports), ports);

/** Deletes all files of an organization. Idempotent. */
export async function discardOrganizationUploads(
  organizationId: string,
  ports: Pick<UploadPorts, 'files' | 'quotas'>,
): Promise<void> {
  for (const upload of await ports.files.list(organizationId)) await removeUpload(upload, ports);
}

/** Purges expired files of all organizations. */
export const purgeUploads = ({ files, clock }: UploadPorts): Promise<void> =>
  files.removeBefore(clock.now() - UPLOAD_RETENTION_MS);

/** A column of a file: its name, and its cells in the first rows. */
export interface UploadColumn {
  /** Name in the header; "Column 3" if it has none. */
  name: string;
  samples: string[];
}

/** Rows sampled to detect a column's content. */
const SAMPLE_ROWS = 20;

/** The columns of a file, read in its dialect. @throws ApiError INPUT_LIMIT_EXCEEDED */
export function uploadColumns(
  { head, isWhole }: Pick<UploadedFile, 'head' | 'isWhole'>,
  dialect: Dialect,
): UploadColumn[] {
  const rows = headRows(head, dialect.separator, isWhole);
  const start = rowsBeforeData(dialect);
  for (const [at, { length }] of rows.entries()) requireColumnCount(length, at + 1);
  const names = rows[start - 1] ?? [];
  const samples = rows.slice(start, start + SAMPLE_ROWS);
  const width = Math.max(names.length, ...samples.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => ({
    name: names[at]?.trim() || unnamedColumn(at),
    samples: samples.map((row) => row[at] ?? ''),
  }));
}

/** The header as written in the file; null if it has none. */
export const headerCells = (
  { head, isWhole }: Pick<UploadedFile, 'head' | 'isWhole'>,
  dialect: Dialect,
): readonly string[] | null =>
  headRows(head, dialect.separator, isWhole)[rowsBeforeData(dialect) - 1] ?? null;

/** Format of a file, for the result file that repeats it. */
export function sentFileOf(
  file: Pick<UploadedFile, 'format' | 'head' | 'isWhole' | 'encoding' | 'hasMark'> & {
    sheet?: Pick<ReadSheet, 'numberColumns' | 'numberFormats'>;
  },
  dialect: Dialect,
): SentFile {
  const { format, sheet: { numberColumns, numberFormats } = {}, head, isWhole } = file;
  const { encoding, hasMark } = file;
  const titleRows = rowsAboveNames(head, dialect, isWhole);
  return {
    ...(format && { format, numberColumns, numberFormats }),
    ...(titleRows.length > 0 && { titleRows }),
    columns: uploadColumns(file, dialect).map(({ name }) => name),
    separator: dialect.separator,
    encoding,
    hasMark,
    ...(!format && withoutSeparatorHint(head) !== head && { hasHint: true }),
  };
}

const unreadable = (line: number, problem: string) =>
  new ApiError('INVALID_INPUT', `The file cannot be read: line ${line}: ${problem}.`);

/** Streams a file's text; a consumer that stops early cancels the stream. */
async function* decodedTexts(upload: UploadedFile, { files }: Pick<UploadPorts, 'files'>) {
  const stream = await files.open(upload);
  if (!stream) throw uploadNotFound();
  const decoder = decoderOf(upload.encoding);
  for await (const bytes of stream) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The rows of a file in order. @throws ApiError NOT_FOUND, and as {@link tableRows} */
export const readCells = (
  upload: UploadedFile,
  dialect: Dialect,
  ports: Pick<UploadPorts, 'files'>,
): AsyncGenerator<TableRow> => tableRows(decodedTexts(upload, ports), dialect);

/** Lines needed to detect a table's format: a separator hint and two rows. */
const FIRST_LINES = 3;

/**
 * Streams the rows of a table in order, without its header, holding one chunk at a time. An empty
 * line between rows is a row without cells, as in a spreadsheet; a remark is a row of its own.
 * @throws ApiError INVALID_INPUT for a row without end, INPUT_LIMIT_EXCEEDED for too many columns
 */
export async function* tableRows(
  texts: AsyncIterable<string>,
  dialect: Dialect,
): AsyncGenerator<TableRow> {
  const parser = new CsvParser({ separator: separatorChar(dialect.separator), lenient: true });
  let row = -rowsBeforeData(dialect);
  // The first lines are needed to detect the hint and the quotes, and may arrive in pieces.
  let beginning: string | null = '';
  function* cellsOf(rows: ReturnType<CsvParser['push']>): Generator<TableRow> {
    for (const found of rows) {
      if (found.problem) throw unreadable(found.line, found.problem);
      requireColumnCount(found.cells.length, found.line, 'Line');
      if (row > 0) for (let at = 0; at < (found.emptyLines ?? 0); at++) yield { cells: [''] };
      if (row >= 0) yield found;
      if (!found.isRemark) row += 1;
    }
  }
  for await (const text of texts) {
    if (beginning === null) yield* cellsOf(parser.push(text));
    else {
      beginning += text;
      const lines = beginning.split(/[\r\n]+/, FIRST_LINES + 1).length;
      if (beginning.length < HEAD_BYTES && lines <= FIRST_LINES) continue;
      yield* cellsOf(parser.push(withoutSeparatorHint(beginning)));
      beginning = null;
    }
  }
  if (beginning) yield* cellsOf(parser.push(withoutSeparatorHint(beginning)));
  yield* cellsOf(parser.end());
}

/** Signature of a ZIP archive, which an .xlsx workbook is. */
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

/** Signature of a workbook from before 2007, or of an encrypted one. */
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

const unusableFile = (message: string) => new ApiError('INVALID_INPUT', message, { param: 'file' });

/** Format detection: collects the first bytes, and checks whether all bytes are UTF-8. */
class UploadInspection {
  readonly #decoder = decoderOf('utf-8', true);
  #head = new Uint8Array(0);
  #lineFeeds = 0;
  #isUtf8 = true;
  bytes = 0;

  add(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    const room = headBytes(this.#lineFeeds) - this.#head.length;
    if (room > 0) {
      const longer = new Uint8Array(this.#head.length + Math.min(room, bytes.length));
      longer.set(this.#head);
      longer.set(bytes.subarray(0, room), this.#head.length);
      this.#head = longer;
      this.#lineFeeds += lineFeedsIn(bytes.subarray(0, room));
    }
    this.#check(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * The result at the end of the file; text that is not UTF-8 is read as windows-1252.
   * @throws ApiError INVALID_INPUT if it is not text
   */
  end(): { encoding: TextEncoding; hasMark: boolean; head: string; isWhole: boolean } {
    if (beginsWith(this.#head, OLE_SIGNATURE))
      throw unusableFile(
        'This is an old Excel file (.xls), or one with a password: save it as .xlsx without a password, or as CSV.',
      );
    this.#check(() => this.#decoder.decode());
    const encoding = sniffEncoding(this.#head) ?? (this.#isUtf8 ? 'utf-8' : 'windows-1252');
    const isWhole = this.bytes === this.#head.length;
    const head = decoderOf(encoding).decode(this.#head, { stream: !isWhole });
    if (isWhole && head.trim() === '') throw unusableFile('Choose a file that is not empty.');
    const other = otherThanTable(head);
    if (other) throw unusableFile(`The file is ${other}: save it as CSV.`);
    return { encoding, hasMark: hasByteOrderMark(this.#head), head, isWhole };
  }

  #check(decode: () => void): void {
    if (!this.#isUtf8) return;
    try {
      decode();
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/**
 * Claims the quota of one more file; if it is used up, evicts a file that a job was created from.
 * @throws ApiError INPUT_LIMIT_EXCEEDED if no file can be evicted, RATE_LIMIT_EXCEEDED
 */
async function requireUploadRoom(organizationId: string, id: string, ports: UploadPorts) {
  const { files, quotas, clock } = ports;
  const endsAt = clock.now() + UPLOAD_RETENTION_MS;
  const claim: QuotaRequest = { kind: 'uploads', mode: 'live', id, endsAt };
  const refusal = await quotas.claimQuota(organizationId, claim);
  if (!refusal) return;
  if (refusal.rate) throw quotaError(refusal);
  const used = (await files.list(organizationId))
    .filter(({ usedAt }) => usedAt !== null)
    .sort((a, b) => a.createdAt - b.createdAt)[0];
  if (used) await removeUpload(used, ports);
  await requireQuota(organizationId, claim, quotas);
}

/**
 * Converts a workbook's first sheet to CSV; the reader is loaded only when needed.
 * @throws ApiError INPUT_LIMIT_EXCEEDED for a file that is too large, packed or unpacked,
 * INVALID_INPUT if it is not a workbook
 */
export async function* workbookAsCsv(
  bytes: AsyncIterable<Uint8Array>,
  onSheet?: (sheet: ReadSheet) => void,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_XLSX_BYTES) {
      const message = `The Excel file is larger than ${MAX_XLSX_BYTES / 1_048_576} MiB: save it as CSV.`;
      throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'file' });
    }
  }
  const { xlsxAsCsv } = await import('./xlsx/reader.ts');
  yield* xlsxAsCsv(concatBytes(pieces), onSheet);
}

/** The bytes to store for a file: text unchanged, a workbook as CSV. */
async function storedForm(
  bytes: AsyncIterable<Uint8Array>,
  onSheet: (sheet: ReadSheet) => void,
): Promise<{ format?: 'xlsx'; bytes: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let isOver = false;
  while (head.length < ZIP_SIGNATURE.length && !isOver) {
    const { done, value } = await source.next();
    isOver = done === true;
    if (value) head = concatBytes([head, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    for (;;) {
      const { done, value } = await source.next();
      if (done) return;
      yield value;
    }
  }
  const isWorkbook = beginsWith(head, ZIP_SIGNATURE);
  return isWorkbook ? { format: 'xlsx', bytes: workbookAsCsv(all(), onSheet) } : { bytes: all() };
}

/**
 * Stores a file while it arrives, buffering one part, and detects its format.
 * @throws ApiError INPUT_LIMIT_EXCEEDED for a file that is too large, one too many, or with too
 * many columns, INVALID_INPUT for an empty one, RATE_LIMIT_EXCEEDED; nothing is stored then
 */
export async function receiveUpload(
  {
    organizationId,
    name,
    bytes,
  }: { organizationId: string; name: string; bytes: AsyncIterable<Uint8Array> },
  ports: UploadPorts,
): Promise<UploadedFile> {
  const { files, quotas, clock, newUuid } = ports;
  const id = `upl_${newUuid()}`;
  await requireUploadRoom(organizationId, id, ports);
  const file = files.write({ organizationId, id });
  const inspection = new UploadInspection();
  const read: Pick<UploadedFile, 'sheet'> = {};
  try {
    const { format, bytes: content } = await storedForm(bytes, (sheet) =>
      Object.assign(read, { sheet }),
    );
    for await (const chunk of content) {
      inspection.add(chunk);
      if (inspection.bytes > MAX_UPLOAD_BYTES) {
        const message = `The file is larger than ${MAX_UPLOAD_BYTES / 1_048_576} MiB.`;
        throw new ApiError('INPUT_LIMIT_EXCEEDED', message, { param: 'file' });
      }
      await file.write(chunk);
    }
    const found = inspection.end();
    const dialect = listDialect(found.head, found.isWhole, format && 'comma');
    uploadColumns(found, dialect);
    await file.end();
    const upload: UploadedFile = {
      id,
      organizationId,
      name: safeFileName(name) ?? 'list.csv',
      ...(format && { format }),
      ...read,
      bytes: inspection.bytes,
      ...found,
      dialect,
      createdAt: clock.now(),
      usedAt: null,
    };
    await files.describe(upload);
    return upload;
  } catch (error) {
    await file.abort();
    // What cannot be deleted now is purged with the expired files.
    await files.remove({ organizationId, id }).catch(() => undefined);
    await quotas.releaseQuota(organizationId, { kind: 'uploads', id });
    throw error;
  }
}
