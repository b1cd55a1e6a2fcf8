import { extname } from 'node:path';

const NDJSON_EXTENSIONS = ['.ndjson', '.jsonl'];
const BAR_CHARS = 30;

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

/** Shows the steps of a long command on standard error, when a person is watching. */
export function drawSteps(steps: number, found: number, isLast: boolean): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\rstep ${steps}, ${found} found${isLast ? '\n' : ''}`);
}

/** What a file holds, told by its name. */
export const formatOf = (path: string): 'csv' | 'ndjson' =>
  NDJSON_EXTENSIONS.includes(extname(path).toLowerCase()) ? 'ndjson' : 'csv';

export const CONTENT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
