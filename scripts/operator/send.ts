import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type Content, exchange, Refused } from './exchange.ts';
import { type FilePart, fileParts } from './file-parts.ts';
import { CONTENT_TYPES, drawProgress, formatOf } from './upload.ts';
import type { OperatorRequest } from './verb.ts';

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
  withheld_count: number;
  /** Line of the part to go on from: one call may not store more. Null: the part is stored. */
  next_line: number | null;
}

/** Which piece of which import is sent. */
interface Piece {
  part: FilePart;
  importId: number | null;
  fromLine: number | null;
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
    withheld_count: total.withheld_count + report.withheld_count,
    rejected: [...total.rejected, ...rejected].slice(0, MAX_LISTED_REJECTIONS),
  };
}

const isTransient = (error: unknown): boolean =>
  error instanceof Refused && (error.status === null || error.status >= 500);

async function sendPiece(
  request: OperatorRequest,
  connection: Connection,
  { part, importId, fromLine }: Piece,
  contentType: string,
) {
  const query = new URLSearchParams({
    ...(importId !== null && { import: String(importId) }),
    ...(fromLine !== null && { from_line: String(fromLine) }),
    ...(!part.last && { more: 'true' }),
  });
  const mark = request.path.includes('?') ? '&' : '?';
  const path = query.size > 0 ? `${request.path}${mark}${query}` : request.path;
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

/**
 * Sends a file in parts of one import, which becomes visible with the last; a part the service does
 * not store to its end is sent again from where it stopped. @returns the counts of all of it
 * together
 */
async function sendParts(
  request: OperatorRequest,
  file: string,
  connection: Connection,
): Promise<Report | null> {
  const format = formatOf(file);
  const { size } = await stat(file);
  let total: Report | null = null;
  let sent = 0;
  for await (const part of fileParts(file, format)) {
    let fromLine: number | null = null;
    do {
      const piece: Piece = { part, importId: total?.import_id ?? null, fromLine };
      const report = await sendPiece(request, connection, piece, CONTENT_TYPES[format]);
      total = add(total, report, part.linesBefore);
      const before: number = fromLine ?? 0;
      fromLine = report.next_line ?? null;
      if (fromLine !== null && fromLine <= before)
        throw new Error(`the import does not get past line ${before} of its part`);
    } while (fromLine !== null);
    sent += part.ownBytes;
    drawProgress(sent, size);
  }
  return total;
}

interface Step {
  findings: unknown[];
  next_cursor: string | null;
}

/** Asks until there is nothing left to ask for. @returns what all steps found */
async function exchangeSteps(
  request: OperatorRequest,
  connection: Connection,
  sent: Content | undefined,
): Promise<{ findings: unknown[] }> {
  const findings: unknown[] = [];
  for (let path = request.path; ; ) {
    const step = (await exchange({ ...request, path }, connection, sent)) as Step;
    findings.push(...step.findings);
    if (typeof step.next_cursor !== 'string') return { findings };
    const cursor = new URLSearchParams({ cursor: step.next_cursor });
    path = `${request.path}${request.path.includes('?') ? '&' : '?'}${cursor}`;
  }
}

/**
 * Sends one request, or a file in as many as it takes.
 * @returns `data` of the answer.
 * @throws Refused
 */
export async function send(request: OperatorRequest, connection: Connection): Promise<unknown> {
  const { body, file, rows, steps, before } = request;
  if (before) await send(before, connection);
  if (file !== undefined) return sendParts(request, file, connection);
  if (rows !== undefined)
    return exchange(request, connection, { contentType: 'application/x-ndjson', body: rows });
  const sent = body && { contentType: 'application/json', body: JSON.stringify(body) };
  return steps ? exchangeSteps(request, connection, sent) : exchange(request, connection, sent);
}
