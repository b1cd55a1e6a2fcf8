import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type Content, exchange, Refused } from './exchange.ts';
import { type FilePart, fileParts } from './file-parts.ts';
import { CONTENT_TYPES, drawProgress, drawSteps, formatOf } from './upload.ts';
import type { OperatorRequest } from './verb.ts';

/** Times a step or a later part of a file is sent, half a minute together: both may be repeated. */
const ATTEMPTS = 5;
const FIRST_RETRY_DELAY_MS = 2_000;
const MAX_LISTED_REJECTIONS = 100;

/** `data` of one part's answer, and of all of them together. */
interface Report {
  import_id: number;
  inserted: number;
  updated: number;
  rejected_count: number;
  rejected: { line: number; reason: string }[];
  withheld_count: number;
  /** Columns of the file that the data set does not have. */
  ignored_columns: string[];
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
    ignored_columns: [...new Set([...total.ignored_columns, ...report.ignored_columns])],
    rejected: [...total.rejected, ...rejected].slice(0, MAX_LISTED_REJECTIONS),
  };
}

const isTransient = (error: unknown): boolean =>
  error instanceof Refused && (error.status === null || error.status >= 500);

/** One request, sent again after a failure that may pass. @throws Refused */
async function exchangeAgain(
  request: OperatorRequest,
  connection: Connection,
  sent: Content | undefined,
  attempts = ATTEMPTS,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await exchange(request, connection, sent);
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      await sleep(FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1));
    }
  }
}

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
  const sent = { contentType, body: part.bytes };
  return (await exchangeAgain({ ...request, path }, connection, sent, attempts)) as Report;
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

/** A step failed for good; what the steps before it found. */
export class Unfinished extends Refused {
  readonly found: { findings: unknown[] };

  constructor({ message, status }: Refused, findings: unknown[]) {
    super(`${message}; what was found before is printed, and the rest was not asked for`, status);
    this.found = { findings };
  }
}

/**
 * Asks until there is nothing left to ask for.
 * @returns what all steps found
 * @throws Unfinished where a step failed after others found something; Refused
 */
async function exchangeSteps(
  request: OperatorRequest,
  connection: Connection,
  sent: Content | undefined,
): Promise<{ findings: unknown[] }> {
  const findings: unknown[] = [];
  for (let [path, steps] = [request.path, 1]; ; steps++) {
    const step = (await exchangeAgain({ ...request, path }, connection, sent).catch(
      (error: unknown) => {
        throw error instanceof Refused && findings.length > 0
          ? new Unfinished(error, findings)
          : error;
      },
    )) as Step;
    findings.push(...step.findings);
    const isLast = typeof step.next_cursor !== 'string';
    drawSteps(steps, findings.length, isLast);
    if (isLast) return { findings };
    const cursor = new URLSearchParams({ cursor: String(step.next_cursor) });
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
