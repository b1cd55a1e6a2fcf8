/** Expired rows are looked for this often while there are any that could expire. */
export const SWEEP_INTERVAL_MS = 6 * 3_600_000;

/** Pause between two batches of one sweep. */
export const SWEEP_PAUSE_MS = 1_000;

/** Rows looked at per table and batch. */
const BATCH_ROWS = 5_000;

/**
 * How far a sweep has come, by primary key; null before the first batch. Lost on eviction: it
 * starts again.
 */
export interface SweepPosition {
  receipt: ArrayBuffer;
  call: string;
}

export const SWEEP_START: SweepPosition = { receipt: new ArrayBuffer(0), call: '' };

/** Keys in binary order: above every lookup name and every call id. */
const LAST_RECEIPT = new Uint8Array(17).fill(255).buffer;
const LAST_CALL = '\u{10FFFF}';

/**
 * Deletes one batch of expired receipts and calls. They have no index by time, as it would double
 * the writes of every call; a sweep walks their primary keys instead.
 * @returns where to go on, or null when the sweep is complete
 */
export function sweepBatch(
  sql: SqlStorage,
  position: SweepPosition,
  now: number,
): SweepPosition | null {
  const upTo = <T extends ArrayBuffer | string>(
    table: string,
    column: string,
    from: T,
    last: T,
  ): T =>
    (sql
      .exec<{ key: T }>(
        `SELECT ${column} AS key FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ${BATCH_ROWS - 1}`,
        from,
      )
      .toArray()[0]?.key ?? last) as T;

  const receipt = upTo('receipts', 'lookup', position.receipt, LAST_RECEIPT);
  const call = upTo('calls', 'id', position.call, LAST_CALL);
  sql.exec(
    'DELETE FROM receipts WHERE lookup > ? AND lookup <= ? AND ends_at <= ?',
    position.receipt,
    receipt,
    now,
  );
  sql.exec(
    'DELETE FROM calls WHERE id > ? AND id <= ? AND expires_at <= ?',
    position.call,
    call,
    now,
  );
  return receipt === LAST_RECEIPT && call === LAST_CALL ? null : { receipt, call };
}

/** Whether anything is left that will expire one day. */
export function hasExpiringRows(sql: SqlStorage): boolean {
  return (
    sql
      .exec<{ any: number }>(
        `SELECT EXISTS (SELECT 1 FROM receipts)
             OR EXISTS (SELECT 1 FROM calls WHERE expires_at IS NOT NULL) AS any`,
      )
      .one().any === 1
  );
}
