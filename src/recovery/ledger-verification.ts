import { isCreditTransfer } from '../accounts/ledger/store-history.ts';
import type { SegmentRange, StoredSegment } from '../accounts/ledger/store-segments.ts';
import { DAY_MS, utcDay } from '../lib/time.ts';
import type { UsageRow } from '../lookup/account/account.ts';
import type { LedgerEntry } from '../lookup/account/ledger.ts';
import type { RecoveryPorts, StoreFinding } from './ports.ts';
import { listLedgerTransfers, listUsageSince, pageIndexedSegments } from './store.ts';

/** Segments checked per step, one at a time: at most two hundred megabytes. */
export const STEP_SEGMENTS = 200;

/** Position up to which an organization's segments were checked. */
interface LedgerPosition {
  seq: number;
  balance: number;
}

type Report = (store: StoreFinding['store'], code: string, id: string) => void;

export class EntryUsage {
  readonly rows = new Map<string, UsageRow>();

  add({ kind, at, product, keyId, lookups, amount }: LedgerEntry): void {
    if (!['charge', 'settle', 'reversal'].includes(kind)) return;
    const day = utcDay(at);
    const place = `${day} ${product ?? ''} ${keyId ?? ''}`;
    const row = this.rows.get(place) ?? {
      day,
      product: product ?? '',
      keyId: keyId ?? '',
      lookups: 0,
      credits: 0,
    };
    row.lookups += lookups;
    row.credits -= amount;
    this.rows.set(place, row);
  }
}

/** Checks a segment's content against its name, hash and position; null if it is intact. */
export function segmentDamage(
  stored: StoredSegment | null,
  { firstSeq, lastSeq }: SegmentRange,
  balance: number | null,
  sha256: string | null,
): string | null {
  if (!stored) return 'missing';
  const { entries } = stored;
  if (!entries || (sha256 !== null && sha256 !== stored.sha256)) return 'damaged';
  if (entries.length !== lastSeq - firstSeq + 1) return 'damaged';
  let owned = balance ?? (entries[0] ? entries[0].balanceAfter - entries[0].amount : 0);
  for (const [index, entry] of entries.entries()) {
    owned += entry.amount;
    if (entry.seq !== firstSeq + index || entry.balanceAfter !== owned) return 'damaged';
  }
  return null;
}

async function compareIndexedEntries(
  organizationId: string,
  entries: readonly LedgerEntry[],
  { firstSeq, lastSeq, object }: SegmentRange,
  { db }: RecoveryPorts,
  report: Report,
): Promise<void> {
  const listed = await listLedgerTransfers(db, organizationId, firstSeq, lastSeq);
  const expected = entries
    .filter(isCreditTransfer)
    .map(({ seq, kind, amount }) => ({ seq, kind, amount }));
  if (JSON.stringify(listed) !== JSON.stringify(expected))
    report('history', 'movements_differ', object);
}

async function compareUsage(
  organizationId: string,
  counted: EntryUsage,
  days: { from: string; to: string },
  { db }: RecoveryPorts,
  report: Report,
): Promise<void> {
  const listed = new Map(
    (await listUsageSince(db, organizationId, days.from)).map((row) => [
      `${row.day} ${row.product} ${row.keyId}`,
      row,
    ]),
  );
  for (const [place, { day, credits, lookups }] of counted.rows) {
    if (day < days.from || day >= days.to) continue;
    const row = listed.get(place);
    if (row?.credits !== credits || row.lookups < lookups)
      report('history', 'usage_differs', place);
  }
}

/**
 * Checks part of an organization's segments: their content against names, hashes and each other,
 * and the index, credit transfers and usage in D1 against them.
 * @param held receives every entry
 * @returns position of the next step; null once all segments are checked
 */
export async function verifySegments(
  organizationId: string,
  from: LedgerPosition,
  ports: RecoveryPorts,
  report: Report,
  held: { add(entry: LedgerEntry): void },
): Promise<LedgerPosition | null> {
  const places = await ports.segments.list(organizationId, from.seq, STEP_SEGMENTS);
  const indexed = new Map(
    (await pageIndexedSegments(ports.db, organizationId, from.seq, STEP_SEGMENTS)).map((row) => [
      row.firstSeq,
      row,
    ]),
  );
  const counted = new EntryUsage();
  let { seq } = from;
  let balance: number | null = from.balance;
  let [firstAt, lastAt] = [Number.NaN, Number.NaN];
  for (const place of places) {
    const { object, firstSeq, lastSeq } = place;
    if (firstSeq !== seq + 1) report('segments', firstSeq > seq ? 'gap' : 'overlap', object);
    const row = indexed.get(firstSeq);
    indexed.delete(firstSeq);
    const known = firstSeq === seq + 1 ? balance : null;
    const stored = await ports.segments.readOriginal(object);
    const damage = segmentDamage(stored, place, known, row?.sha256 ?? null);
    if (damage) report('segments', damage, object);
    const copy = await ports.segments.readCopy(object);
    const isLost = segmentDamage(copy, place, known, row?.sha256 ?? null);
    if (isLost) report('segments', `copy_${isLost}`, object);
    const entries = (damage ? copy?.entries : stored?.entries) ?? [];
    const sums = { amount: 0, held: 0 };
    for (const entry of entries) {
      sums.amount += entry.amount;
      sums.held += entry.held;
      counted.add(entry);
      held.add(entry);
    }
    if (!row) report('history', 'segment_not_indexed', object);
    else if (row.lastSeq !== lastSeq || row.amount !== sums.amount || row.held !== sums.held)
      report('history', 'index_differs', object);
    if (row && !damage) await compareIndexedEntries(organizationId, entries, place, ports, report);
    if (Number.isNaN(firstAt)) firstAt = entries[0]?.at ?? Number.NaN;
    lastAt = entries.at(-1)?.at ?? lastAt;
    seq = Math.max(seq, lastSeq);
    balance = entries.at(-1)?.balanceAfter ?? null;
  }
  for (const { firstSeq } of indexed.values())
    if (places.length < STEP_SEGMENTS || firstSeq <= seq)
      report('segments', 'missing', `line ${firstSeq}`);
  const isLast = places.length < STEP_SEGMENTS;
  if (!Number.isNaN(firstAt)) {
    // The first and last day may continue in another step, so they are not complete in this one.
    const days = {
      from: utcDay(firstAt + (from.seq > 0 ? DAY_MS : 0)),
      to: utcDay(isLast ? ports.clock.now() : lastAt),
    };
    await compareUsage(organizationId, counted, days, ports, report);
  }
  return isLast ? null : { seq, balance: balance ?? 0 };
}
