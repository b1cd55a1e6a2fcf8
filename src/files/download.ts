import { ApiError } from '../lib/errors.ts';
import type { FileStore, StoredFile } from '../lookup/jobs/files.ts';

/** Bytes of a file, from `offset`. */
interface ByteRange {
  offset: number;
  length: number;
}

/**
 * Parses a Range header with one range, for a file of `size` bytes (RFC 9110 section 14.1.2).
 * @returns null to send the whole file, as the RFC allows for other units, several ranges and
 * invalid headers; 'unsatisfiable' when the range starts past the end
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/[ \t]/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length };
  }
  const offset = Number(first);
  if (last !== '' && Number(last) < offset) return null;
  if (offset >= size) return 'unsatisfiable';
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { offset, length: end - offset + 1 };
}

interface FileRequest {
  key: string;
  method: 'GET' | 'HEAD';
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** A reply without the headers common to all replies of the service. */
interface FileReply {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

/** If-None-Match with weak comparison (RFC 9110 section 13.1.2). */
const etagMatches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Characters that encodeURIComponent leaves and RFC 8187 section 3.2.1 requires escaped. */
const EXTENDED_ESCAPES = /['()*]/g;

/**
 * Content-Disposition of a download (RFC 6266): the name in ASCII, and also in UTF-8 if ASCII
 * cannot represent it. @param name without control characters
 */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const header = `attachment; filename="${plain}"`;
  if (plain === name) return header;
  const extended = encodeURIComponent(name.toWellFormed()).replace(
    EXTENDED_ESCAPES,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${header}; filename*=UTF-8''${extended}`;
}

/** Headers of a file. A link is a credential for an hour, so no cache may keep the file. */
const fileHeaders = ({
  etag,
  contentType,
  contentDisposition,
}: StoredFile): Record<string, string> => ({
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, no-store',
  'Content-Disposition': contentDisposition ?? 'attachment',
  'Content-Type': contentType,
  ETag: etag,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * The requested range. Range applies to GET only, and only if the file has not changed since
 * (If-Range).
 */
function requestedRange(
  { method, range, ifRange }: FileRequest,
  { etag, size }: StoredFile,
): ByteRange | null | 'unsatisfiable' {
  if (method !== 'GET' || (ifRange !== undefined && ifRange.trim() !== etag)) return null;
  return parseByteRange(range, size);
}

/**
 * Serves a stored file (RFC 9110 sections 13 and 14): whole, one range, or not modified. The bytes
 * are streamed, never buffered.
 * @throws ApiError NOT_FOUND; SERVICE_UNAVAILABLE when the file is being replaced
 */
export async function serveFile(
  request: FileRequest,
  files: Pick<FileStore, 'head' | 'read'>,
): Promise<FileReply> {
  const { key, method, ifNoneMatch } = request;
  const file = await files.head(key);
  if (!file) throw new ApiError('NOT_FOUND', 'This file has been deleted.');
  const headers = fileHeaders(file);
  if (ifNoneMatch !== undefined && etagMatches(ifNoneMatch, file.etag))
    return { status: 304, headers, body: null };
  const range = requestedRange(request, file);
  if (range === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.size}` },
      body: null,
    };
  const { offset, length } = range ?? { offset: 0, length: file.size };
  const body =
    method === 'GET' && length > 0 ? await files.read(key, file.etag, { offset, length }) : null;
  if (method === 'GET' && length > 0 && !body)
    throw new ApiError('SERVICE_UNAVAILABLE', 'The file is being replaced.');
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${offset}-${offset + length - 1}/${file.size}` }),
    },
    body,
  };
}
