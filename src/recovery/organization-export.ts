import { requireAccount, requireOrganization } from '../accounts/organizations.ts';
import { streamOf } from '../lib/bounded-stream.ts';
import { ApiError } from '../lib/errors.ts';
import { eachKey } from '../lib/r2.ts';
import type { RecoveryPorts } from './ports.ts';
import { EXPORTED_KINDS, type ExportedRowId, exportedRows, PAGE_ROWS } from './store.ts';

const SEGMENTS_AT_ONCE = 100;

/**
 * Most reads of one step: pages of D1 and objects. D1 takes 1,000 queries per invocation (Workers
 * Paid, "Limits").
 */
const MAX_READS = 800;

/** Kind of the ledger's entries, which precede the rows of D1. */
const ENTRY = 'entry';

const CURSOR_KINDS: ReadonlySet<string> = new Set([ENTRY, ...EXPORTED_KINDS]);

type ExportedLine = { kind: string } & Record<string, unknown>;

async function* exportAccount(id: string, ports: RecoveryPorts): AsyncGenerator<ExportedLine> {
  const { account, organization, members, apiKeys, holds, calls } = await ports.recovery.export(id);
  const { lots, past, subscription, next, period, posted } = account;
  yield { kind: 'organization', ...organization };
  yield { kind: 'account', subscription, next, period, usage: account.usage, posted, past };
  for (const member of members) yield { kind: 'member', ...member };
  for (const { hash: _, ...key } of apiKeys) yield { kind: 'key', ...key };
  for (const lot of lots) yield { ...lot, kind: 'lot', lotKind: lot.kind };
  for (const hold of holds) yield { kind: 'hold', ...hold };
  for (const [operation, record, expiresAt] of calls)
    if (expiresAt === null) yield { kind: 'operation', id: operation, outcome: record };
}

/** @returns the last exported entry if more are left than one step may read; else null */
async function* exportLedger(
  id: string,
  after: number,
  ports: RecoveryPorts,
): AsyncGenerator<ExportedLine, ExportedRowId | null> {
  let seq = after;
  for (let reads = 0; ; ) {
    const places = await ports.segments.list(id, seq, SEGMENTS_AT_ONCE);
    for (const { object, lastSeq } of places) {
      reads += 1;
      if (reads > MAX_READS) return { kind: ENTRY, row: seq };
      for (const { kind: entry, ...rest } of await ports.segments.read(object))
        yield { kind: ENTRY, entry, ...rest };
      seq = lastSeq;
    }
    if (places.length < SEGMENTS_AT_ONCE) break;
  }
  const { lines } = await ports.recovery.export(id);
  for (const { order: _, kind: entry, ...rest } of lines)
    if (rest.seq > seq) yield { kind: ENTRY, entry, ...rest };
  return null;
}

const continued = ({ kind, row }: ExportedRowId): ExportedLine => ({
  kind: 'continued',
  cursor: `${kind}:${row}`,
});

/** @param last continues after this line; null from the beginning */
async function* exportLines(
  id: string,
  last: ExportedRowId | null,
  ports: RecoveryPorts,
): AsyncGenerator<ExportedLine> {
  if (last === null) yield* exportAccount(id, ports);
  if (last === null || last.kind === ENTRY) {
    const left = yield* exportLedger(id, last?.row ?? 0, ports);
    if (left) return yield continued(left);
  }
  let reads = 0;
  for await (const { id: at, row } of exportedRows(ports.db, id, last)) {
    yield row as ExportedLine;
    const hasOwn = (row.kind === 'job' && row.tidied_at === null) || row.kind === 'monitor';
    if (row.kind === 'monitor')
      for await (const line of ports.monitors.export(row)) yield line as ExportedLine;
    else if (hasOwn)
      for await (const key of eachKey(ports.results, `bulk/${row.id}/`))
        yield { kind: 'object', key };
    reads += hasOwn ? 1 : 1 / PAGE_ROWS;
    if (reads >= MAX_READS) return yield continued(at);
  }
  for await (const key of eachKey(ports.results, `uploads/${id}/`)) yield { kind: 'object', key };
}

async function* encodedLines(
  id: string,
  last: ExportedRowId | null,
  ports: RecoveryPorts,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of exportLines(id, last, ports))
    yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/**
 * Exports all data of one customer as NDJSON, without secrets and key hashes. Holds one page in
 * memory at a time. What is more than one invocation can read goes over several steps: a last line
 * of kind `continued` has the cursor of the next one.
 * @param cursor of the previous step; null for the first
 * @throws ApiError NOT_FOUND, also for a lost account: without it the export would lack everything
 * that the account knows
 */
export async function exportOrganization(
  id: string,
  cursor: string | null,
  ports: RecoveryPorts,
): Promise<ReadableStream<Uint8Array>> {
  const [kind = '', row] = cursor?.split(':') ?? [];
  const last = cursor === null ? null : { kind, row: Number(row) };
  if (last && !(CURSOR_KINDS.has(kind) && Number.isSafeInteger(last.row)))
    throw new ApiError('INVALID_INPUT', 'cursor: is not one of an export.', { param: 'cursor' });
  if (!(await ports.accounts.view(id))) {
    await requireOrganization(ports.db, id);
    await requireAccount(id, ports);
  }
  // Nothing is read before the reader asks, so that the caller can record the export first.
  return streamOf(encodedLines(id, last, ports));
}
