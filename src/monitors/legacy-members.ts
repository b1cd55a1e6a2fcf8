// Migration of members and events that earlier versions stored in D1: each monitor's object moves
// its own into its tables when it is first loaded. To be deleted, with both tables of the schema,
// once they are empty in all deployments.

import type { MonitorTables } from './member-tables.ts';
import type { MonitorRecord } from './state-machine.ts';

const PAGE_ROWS = 1_000;

const LEGACY_COLUMNS = {
  monitor_members: 'id, subject, label, added_at, run_number, checked_at, state',
  monitor_events: 'id, subject, label, body, detected_at',
};

export const LEGACY_TABLES = Object.keys(LEGACY_COLUMNS);

/** Whether a record is from a version that stored neither members nor events in the object. */
export const isLegacyRecord = (record: MonitorRecord | undefined): record is MonitorRecord =>
  record !== undefined && !('organizationId' in record);

/**
 * Moves a monitor's rows, page by page: a page is deleted in D1 once the object has written it.
 * Idempotent. @returns the organization of the monitor's row
 */
export async function migrateLegacyMembers(
  monitorId: string,
  tables: MonitorTables,
  storage: DurableObjectStorage,
  db: D1Database,
): Promise<string | null> {
  for (const [table, columns] of Object.entries(LEGACY_COLUMNS)) {
    const page = db.prepare(`SELECT ${columns} FROM ${table} WHERE monitor_id = ? LIMIT ?`);
    const moved = db.prepare(
      `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) AND monitor_id = ?`,
    );
    for (;;) {
      const rows = await page.bind(monitorId, PAGE_ROWS).raw();
      if (rows.length === 0) break;
      storage.transactionSync(() =>
        table === 'monitor_members' ? tables.putMembers(rows) : tables.putEvents(rows),
      );
      await storage.sync();
      await moved.bind(JSON.stringify(rows.map(([id]) => id)), monitorId).run();
    }
  }
  const owner = db.prepare('SELECT organization_id FROM monitors WHERE id = ?').bind(monitorId);
  return owner.first<string>('organization_id');
}
