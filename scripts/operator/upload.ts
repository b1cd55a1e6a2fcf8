import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable, Transform } from 'node:stream';

const NDJSON_EXTENSIONS = ['.ndjson', '.jsonl'];
const BAR_CHARS = 30;
const REDRAW_MS = 100;

const draw = (sent: number, total: number): string => {
  const share = total === 0 ? 1 : sent / total;
  const filled = Math.round(share * BAR_CHARS);
  const mebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  return `\r[${'#'.repeat(filled)}${'.'.repeat(BAR_CHARS - filled)}] ${Math.floor(share * 100)}% ${mebibytes(sent)} of ${mebibytes(total)} MiB`;
};

/** Draws how far an upload is on standard error, when a person is watching. */
export function drawProgress(sent: number, total: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(sent < total ? draw(sent, total) : `${draw(sent, total)}\n`);
}

/** Passes bytes on and draws how far they are on standard error, when a person is watching. */
function progress(total: number): Transform {
  let sent = 0;
  let drawnAt = 0;
  const show = () => process.stderr.isTTY && process.stderr.write(draw(sent, total));
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      if (Date.now() - drawnAt >= REDRAW_MS) {
        drawnAt = Date.now();
        show();
      }
      done(null, chunk);
    },
    flush(done) {
      show();
      if (process.stderr.isTTY) process.stderr.write('\n');
      done();
    },
  });
}

/** What a file holds, told by its name. */
export const formatOf = (path: string): 'csv' | 'ndjson' =>
  NDJSON_EXTENSIONS.includes(extname(path).toLowerCase()) ? 'ndjson' : 'csv';

export const CONTENT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** A file as a request body that is read while it is sent. @throws Error when it cannot be read */
export async function fileBody(
  path: string,
): Promise<{ contentType: string; body: ReadableStream<Uint8Array> }> {
  const { size } = await stat(path);
  const contentType = CONTENT_TYPES[formatOf(path)];
  const stream = createReadStream(path, { highWaterMark: 262_144 }).compose(progress(size));
  return { contentType, body: Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array> };
}
