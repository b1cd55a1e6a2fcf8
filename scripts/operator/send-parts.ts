import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, exchange, Refused } from './exchange.ts';
import { type FilePart, fileParts } from './file-parts.ts';
import { CONTENT_TYPES, drawProgress, formatOf } from './upload.ts';
import type { OperatorRequest } from './verbs.ts';

/** Times a later part is sent: the service counts a row once however often it comes. */
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 2_000;
const MAX_LISTED_REJECTIONS = 100;

/** `data` of one part's answer, and of all of them together. */
interface Report {
  import_id: number;
  inserted: number;
  updated: number;
  rejected_count: number;
  rejected: { line: number; reason: string }[];
}

function add(total: Report | null, report: Report, linesBefore: number): Report {
  const rejected = report.rejected.map(({ line, reason }) => ({
    line: line + linesBefore,
    reason,
  }));
  if (!total) return { ...report, rejected };
  return {
    ...report,
    inserted: total.inserted + report.inserted,
    updated: total.updated + report.updated,
    rejected_count: total.rejected_count + report.rejected_count,
    rejected: [...total.rejected, ...rejected].slice(0, MAX_LISTED_REJECTIONS),
  };
}

const isTransient = (error: unknown): boolean =>
  error instanceof Refused && (error.status === null || error.status >= 500);

async function sendPart(
  request: OperatorRequest,
  connection: Connection,
  part: FilePart,
  contentType: string,
  importId: number | null,
) {
  const query = new URLSearchParams({
    ...(importId !== null && { import: String(importId) }),
    ...(!part.last && { more: 'true' }),
  });
  const path = `${request.path}${request.path.includes('?') ? '&' : '?'}${query}`;
  // A first part that failed is known by no id, so only later ones are sent again.
  const attempts = importId === null ? 1 : ATTEMPTS;
  for (let attempt = 1; ; attempt++) {
    try {
      return (await exchange({ ...request, path }, connection, {
        contentType,
        body: part.bytes,
      })) as Report;
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/** Sends a file in parts of one import, which becomes visible with the last. @returns the counts of all parts together */
export async function sendParts(
  request: OperatorRequest,
  file: string,
  connection: Connection,
): Promise<Report | null> {
  const format = formatOf(file);
  const { size } = await stat(file);
  let total: Report | null = null;
  let sent = 0;
  for await (const part of fileParts(file, format)) {
    const report = await sendPart(
      request,
      connection,
      part,
      CONTENT_TYPES[format],
      total?.import_id ?? null,
    );
    total = add(total, report, part.linesBefore);
    sent += part.ownBytes;
    drawProgress(sent, size);
  }
  return total;
}
