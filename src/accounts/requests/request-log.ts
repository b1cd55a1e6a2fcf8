import { matchCursor, type PageRequest } from '../../lib/page.ts';
import { DAY_MS, utcDay } from '../../lib/time.ts';
import { AGENT_KEY_PREFIX, DASHBOARD_KEY_ID, type Realm } from '../../lookup/account/caller.ts';
import type { LoggedRequest } from '../../lookup/account/request-log.ts';
import { agentsByKeyId } from '../agent-connections.ts';
import type { AccountPorts } from '../ports.ts';
import {
  addSummary,
  noRequests,
  type RequestSummary,
  summarizeRequests,
} from './request-summary.ts';
import {
  firstChunkOf,
  loggedDays,
  type RequestChunk,
  type RequestLogFiles,
} from './store-requests.ts';

/** Filter of the log; null matches any. Times in milliseconds since the epoch. */
export interface RequestFilter {
  since: number | null;
  /** Exclusive. */
  until: number | null;
  product: string | null;
  status: number | null;
  code: string | null;
  keyId: string | null;
  /** Id of a lookup, or of the batch it came in. */
  requestId: string | null;
}

/** A request with the name of its key; null when the key is no longer listed. */
export type NamedRequest = LoggedRequest & { keyName: string | null };

export interface RequestLogReader {
  buffer: { flush(organizationId: string): Promise<void> };
  files: RequestLogFiles;
  accounts: Pick<AccountPorts, 'accounts' | 'clock' | 'db'>;
}

/** Files read per page: with a filter that matches little, a page may be short. */
const FILES_PER_PAGE = 40;

export const MAX_LISTED_REQUESTS = 500;

/** Position of a request in the log: its chunk, and its index in it. */
type Position = readonly [chunk: number, index: number];

function parsePosition(cursor: string | null): Position {
  if (cursor === null) return [Infinity, 0];
  const [, chunk, index] = matchCursor(cursor, /^(\d{1,15})\.(\d{1,4})$/);
  return [Number(chunk), Number(index)];
}

type Matches = (request: LoggedRequest) => boolean;

function matcher({ mode, scopes }: Realm, filter: RequestFilter, now: number): Matches {
  const { since, until, product, status, code, keyId, requestId } = filter;
  const from = Math.max(since ?? 0, Date.parse(loggedDays(now).at(-1) as string));
  return (request) =>
    request.at >= from &&
    (until === null || request.at < until) &&
    // Live keys also list the calls of test keys, but not the reverse.
    (mode !== 'test' || request.mode === 'test') &&
    (scopes === null || (request.product !== null && scopes.includes(request.product))) &&
    (product === null || request.product === product) &&
    (status === null || request.status === status) &&
    (code === null || request.code === code) &&
    (keyId === null || request.keyId === keyId) &&
    (requestId === null || [request.id, request.batchId].includes(requestId));
}

/** Chunks of the log back from a position: those in the account, then file by file. */
async function* chunksBefore(
  { organizationId }: Realm,
  [before]: Position,
  { since }: RequestFilter,
  { files, accounts: { accounts, clock } }: RequestLogReader,
): AsyncGenerator<{ chunks: readonly RequestChunk[]; fromFile: boolean }> {
  const pending = await accounts.pendingRequests(organizationId);
  yield { chunks: pending.filter(({ number }) => number <= before), fromFile: false };
  // A file is stored under the day of its oldest chunk, and may extend past midnight.
  const kept = loggedDays(clock.now()).filter((day) => day >= utcDay((since ?? 0) - DAY_MS));
  const days = kept.filter((day) => before === Infinity || day <= utcDay(before));
  const listed = await Promise.all(days.map((day) => files.list(organizationId, day)));
  // Skips files of chunks that were still pending above, archived meanwhile.
  const oldest = pending.at(-1)?.number ?? Infinity;
  for (const file of listed.flat()) {
    if (firstChunkOf(file) <= before && firstChunkOf(file) < oldest)
      yield { chunks: await files.read(file), fromFile: true };
    if (firstChunkOf(file) < (since ?? 0)) return;
  }
}

/** A page of matching requests, and the position where the next page starts. */
async function collect(
  position: Position,
  limit: number,
  matches: Matches,
  log: AsyncIterable<{ chunks: readonly RequestChunk[]; fromFile: boolean }>,
): Promise<{ found: LoggedRequest[]; next: Position | null }> {
  const found: LoggedRequest[] = [];
  let next = position;
  let filesRead = 0;
  for await (const { chunks, fromFile } of log) {
    for (const { number, requests } of chunks) {
      const end = number === next[0] ? next[1] : number < next[0] ? requests.length : 0;
      for (let index = end - 1; index >= 0; index -= 1) {
        const request = requests[index];
        if (!request || !matches(request)) continue;
        if (found.length === limit) return { found, next };
        found.push(request);
        next = [number, index];
      }
      if (end > 0) next = [number, 0];
    }
    if (fromFile) filesRead += 1;
    if (filesRead === FILES_PER_PAGE) return { found, next };
  }
  return { found, next: null };
}

/** A page of the log, newest first. @throws ApiError INVALID_INPUT */
export async function listRequests(
  { realm, filter, ...page }: PageRequest & { realm: Realm; filter: RequestFilter },
  reader: RequestLogReader,
): Promise<{ requests: NamedRequest[]; nextCursor: string | null }> {
  const position = parsePosition(page.cursor);
  await reader.buffer.flush(realm.organizationId);
  const matches = matcher(realm, filter, reader.accounts.clock.now());
  const { found, next } = await collect(
    position,
    page.limit,
    matches,
    chunksBefore(realm, position, filter, reader),
  );
  const requests = await withKeyNames(realm.organizationId, found, reader);
  return { requests, nextCursor: next?.join('.') ?? null };
}

async function withKeyNames(
  organizationId: string,
  found: readonly LoggedRequest[],
  { accounts }: RequestLogReader,
): Promise<NamedRequest[]> {
  const keyIds = [...new Set(found.map(({ keyId }) => keyId))];
  const [view, agents] = await Promise.all([
    keyIds.some((id) => !id.startsWith(AGENT_KEY_PREFIX) && id !== DASHBOARD_KEY_ID)
      ? accounts.accounts.view(organizationId)
      : null,
    agentsByKeyId(organizationId, keyIds, accounts),
  ]);
  const names = new Map(view?.keys.map(({ id, name }) => [id, name]));
  const nameOf = (id: string) =>
    names.get(id) ?? agents.get(id)?.clientName ?? (id === DASHBOARD_KEY_ID ? 'Dashboard' : null);
  return found.map((request) => ({ ...request, keyName: nameOf(request.keyId) }));
}

/** Summaries of an organization's lookups by day, earliest first, days without any included. */
export async function readRequestDays(
  organizationId: string,
  days: number,
  { buffer, files, accounts: { accounts, clock } }: RequestLogReader,
): Promise<(RequestSummary & { day: string })[]> {
  await buffer.flush(organizationId);
  // The account first: what it archives meanwhile is then not counted twice.
  const logged = loggedDays(clock.now());
  const shown = logged.slice(0, days);
  const pending = await accounts.pendingRequests(organizationId);
  const oldest = Math.min(...pending.map(({ number }) => number));
  const archived = await Promise.all(
    logged.slice(0, days + 1).map((day) => files.summaries(organizationId, day, oldest)),
  );
  const sums = new Map(shown.map((day) => [day, noRequests()]));
  for (const summaries of [
    summarizeRequests(pending.flatMap(({ requests }) => requests)),
    ...archived.flat(),
  ])
    for (const [day, summary] of Object.entries(summaries)) {
      const sum = sums.get(day);
      if (sum) addSummary(sum, summary);
    }
  return [...sums].map(([day, summary]) => ({ day, ...summary })).reverse();
}

/** Deletes the log of a closed organization. */
export async function dropRequestLog(
  organizationId: string,
  { accounts, files, clock }: Pick<AccountPorts, 'accounts' | 'clock'> & { files: RequestLogFiles },
): Promise<void> {
  await accounts.dropRequests(organizationId);
  await files.drop(organizationId, clock.now());
}
