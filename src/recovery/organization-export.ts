import { requireAccount, requireOrganization } from '../accounts/organizations.ts';
import { streamOf } from '../lib/bounded-stream.ts';
import { eachKey } from '../lib/r2.ts';
import type { RecoveryPorts } from './ports.ts';
import { exportedRows } from './store.ts';

const SEGMENTS_AT_ONCE = 100;

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

async function* exportLedger(id: string, ports: RecoveryPorts): AsyncGenerator<ExportedLine> {
  let seq = 0;
  for (;;) {
    const places = await ports.segments.list(id, seq, SEGMENTS_AT_ONCE);
    for (const { object, lastSeq } of places) {
      for (const { kind: entry, ...rest } of await ports.segments.read(object))
        yield { kind: 'entry', entry, ...rest };
      seq = lastSeq;
    }
    if (places.length < SEGMENTS_AT_ONCE) break;
  }
  const { lines } = await ports.recovery.export(id);
  for (const { order: _, kind: entry, ...rest } of lines)
    if (rest.seq > seq) yield { kind: 'entry', entry, ...rest };
}

async function* exportLines(id: string, ports: RecoveryPorts): AsyncGenerator<ExportedLine> {
  yield* exportAccount(id, ports);
  yield* exportLedger(id, ports);
  for await (const row of exportedRows(ports.db, id)) {
    yield row as ExportedLine;
    if (row.kind === 'job' && row.tidied_at === null)
      for await (const key of eachKey(ports.results, `bulk/${row.id}/`))
        yield { kind: 'object', key };
    if (row.kind === 'monitor')
      for await (const line of ports.monitors.export(row)) yield line as ExportedLine;
  }
  for await (const key of eachKey(ports.results, `uploads/${id}/`)) yield { kind: 'object', key };
}

async function* encodedLines(id: string, ports: RecoveryPorts): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of exportLines(id, ports))
    yield encoder.encode(`${JSON.stringify(line)}\n`);
}

/**
 * Exports all data of one customer as NDJSON, without secrets and key hashes. Holds one page in
 * memory at a time.
 * @throws ApiError NOT_FOUND, also for a lost account: without it the export would lack everything
 * that the account knows
 */
export async function exportOrganization(
  id: string,
  ports: RecoveryPorts,
): Promise<ReadableStream<Uint8Array>> {
  if (!(await ports.accounts.view(id))) {
    await requireOrganization(ports.db, id);
    await requireAccount(id, ports);
  }
  // Nothing is read before the reader asks, so that the caller can record the export first.
  return streamOf(encodedLines(id, ports));
}
