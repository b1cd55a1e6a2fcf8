import { ApiError } from '../core/errors.ts';
import { UPLOAD_KEPT_MS, type Upload } from '../core/jobs/uploads.ts';
import { CsvParser } from '../core/records/csv.ts';
import { type Dialect, headRows, separatorChar, withoutHint } from '../core/records/dialect.ts';
import { decoderOf } from '../core/records/encoding.ts';
import type { UploadPorts } from './ports.ts';

/** A file, as somebody names it who may see it. */
export interface NamedUpload {
  organizationId: string;
  uploadId: string;
}

const gone = () => new ApiError('NOT_FOUND', 'There is no such file; upload it again.');

/** @throws ApiError NOT_FOUND when the organization has no such file, or it has expired */
export async function requireUpload(
  { organizationId, uploadId }: NamedUpload,
  { files, clock }: Pick<UploadPorts, 'files' | 'clock'>,
): Promise<Upload> {
  const upload = await files.find({ organizationId, id: uploadId });
  if (!upload || upload.createdAt + UPLOAD_KEPT_MS <= clock.now()) throw gone();
  return upload;
}

/** An organization's files that wait, newest first. */
export async function listUploads(
  organizationId: string,
  { files, clock }: Pick<UploadPorts, 'files' | 'clock'>,
): Promise<Upload[]> {
  const oldest = clock.now() - UPLOAD_KEPT_MS;
  return (await files.list(organizationId))
    .filter(({ createdAt, usedAt }) => createdAt > oldest && usedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Remembers that a job was made of it. */
export const useUpload = (upload: Upload, { files, clock }: UploadPorts): Promise<void> =>
  files.describe({ ...upload, usedAt: clock.now() });

/** Deletes a file, and gives its room to the next. */
export async function removeUpload(
  upload: Pick<Upload, 'organizationId' | 'id'>,
  { files, rooms }: Pick<UploadPorts, 'files' | 'rooms'>,
): Promise<void> {
  const { organizationId, id } = upload;
  await files.remove(upload);
  await rooms.releaseRoom(organizationId, { kind: 'uploads', id });
}

/** Deletes a file that somebody names. @throws ApiError NOT_FOUND */
export const discardUpload = async (
  named: NamedUpload,
  ports: Pick<UploadPorts, 'files' | 'rooms' | 'clock'>,
): Promise<void> => removeUpload(await requireUpload(named, ports), ports);

/** Deletes every file of an organization. Safe to repeat. */
export async function discardUploadsOf(
  organizationId: string,
  ports: Pick<UploadPorts, 'files' | 'rooms'>,
): Promise<void> {
  for (const upload of await ports.files.list(organizationId)) await removeUpload(upload, ports);
}

/** Deletes files that have waited too long, of everybody. */
export const tidyUploads = ({ files, clock }: UploadPorts): Promise<void> =>
  files.removeBefore(clock.now() - UPLOAD_KEPT_MS);

/** A column of a file: its name, and what is in its first rows. */
export interface Column {
  /** As the header has it; "Column 3" where there is none. */
  name: string;
  samples: string[];
}

const SAMPLES = 5;

/** The columns of a file read in this dialect. */
export function columnsOf({ head, isWhole }: Upload, dialect: Dialect): Column[] {
  const rows = headRows(head, dialect.separator, isWhole);
  const names = dialect.hasHeader ? (rows[0] ?? []) : [];
  const samples = rows.slice(dialect.hasHeader ? 1 : 0, SAMPLES + 1);
  const width = Math.max(names.length, ...samples.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => ({
    name: names[at]?.trim() || `Column ${at + 1}`,
    samples: samples.slice(0, SAMPLES).map((row) => row[at] ?? ''),
  }));
}

const unreadable = (line: number, problem: string) =>
  new ApiError('INVALID_INPUT', `The file cannot be read: line ${line}: ${problem}.`);

/** Bytes as they come; a reader that stops early closes them. */
async function* textsOf(upload: Upload, { files }: Pick<UploadPorts, 'files'>) {
  const stream = await files.open(upload);
  if (!stream) throw gone();
  const decoder = decoderOf(upload.encoding);
  for await (const bytes of stream) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * The rows of a file in order, its header left out; one chunk of it is held at a time.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a row without end
 */
export async function* readCells(
  upload: Upload,
  dialect: Dialect,
  ports: Pick<UploadPorts, 'files'>,
): AsyncGenerator<string[]> {
  const parser = new CsvParser({ separator: separatorChar(dialect.separator), lenient: true });
  let skip = dialect.hasHeader ? 1 : 0;
  // The separator hint is the first line, and may come in pieces.
  let beginning: string | null = '';
  function* cellsOf(rows: ReturnType<CsvParser['push']>): Generator<string[]> {
    for (const { line, cells, problem } of rows) {
      if (problem) throw unreadable(line, problem);
      if (skip > 0) skip -= 1;
      else yield cells;
    }
  }
  for await (const text of textsOf(upload, ports)) {
    if (beginning === null) yield* cellsOf(parser.push(text));
    else {
      beginning += text;
      if (beginning.length < 16) continue;
      yield* cellsOf(parser.push(withoutHint(beginning)));
      beginning = null;
    }
  }
  if (beginning) yield* cellsOf(parser.push(withoutHint(beginning)));
  yield* cellsOf(parser.end());
}
