/**
 * A bound value may have 2 MB (Durable Objects, SQL limits); a statement's rows are cut well below.
 */
const STATEMENT_CHARS = 500_000;

/** Rows as JSON arrays, none longer than one statement may carry. */
export function* jsonBatches(rows: Iterable<unknown>): Iterable<string> {
  let batch: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (batch.length > 0 && chars + text.length > STATEMENT_CHARS) {
      yield `[${batch.join(',')}]`;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

/** Upserts rows by their key. @param into a table, and a SELECT of `value` */
export function putRows(sql: SqlStorage, into: string, rows: Iterable<unknown>): void {
  for (const batch of jsonBatches(rows))
    sql.exec(`INSERT OR REPLACE INTO ${into} FROM json_each(?)`, batch);
}
