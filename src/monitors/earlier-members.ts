// Members and events that earlier versions kept in D1: each monitor's object moves its own into its
// tables the first time it is there. To be deleted, with both tables of the schema, once they are
// empty in every deployment.
import { sql } from 'drizzle-orm';
import { findMonitor } from '../store/monitors.ts';
import { tellObject } from './change-monitor.ts';
import type { MonitorRecord } from './monitor-book.ts';
import type { MonitorTables } from './monitor-tables.ts';
import type { MonitorPorts } from './ports.ts';

/** Rows moved at once, and monitors one run of cron looks after. */
const PAGE_ROWS = 1_000;
const CRON_MONITORS = 100;

const COLUMNS = {
  monitor_members: 'id, subject, label, added_at, run_number, checked_at, state',
  monitor_events: 'id, subject, label, body, detected_at',
};

/** Whether a version wrote it that had neither members nor events in the object. */
export const isEarlier = (record: MonitorRecord | undefined): record is MonitorRecord =>
  record !== undefined && !('organizationId' in record);

/**
 * Moves a monitor's rows, a page at a time: a page is deleted in D1 once the object has it on disk,
 * and a page that is moved twice replaces itself. @returns the organization of the monitor's row
 */
export async function moveEarlier(
  monitorId: string,
  tables: MonitorTables,
  storage: DurableObjectStorage,
  db: D1Database,
): Promise<string | null> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
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

/** Cron: wakes the objects of monitors that have rows in D1, and deletes rows of no monitor. */
export async function wakeEarlier(ports: MonitorPorts): Promise<void> {
  const { db, warn } = ports;
  for (const name of Object.keys(COLUMNS)) {
    const table = sql.identifier(name);
    let after = '';
    for (let count = 0; count < CRON_MONITORS; count++) {
      const { id } = await db.get<{ id: string | null }>(
        sql`SELECT min(monitor_id) AS "id" FROM ${table} WHERE monitor_id > ${after}`,
      );
      if (id === null) break;
      const monitor = await findMonitor(db, id);
      if (monitor)
        await tellObject(monitor, ports).catch((cause) => warn('members wait in D1', cause));
      else await db.run(sql`DELETE FROM ${table} WHERE monitor_id = ${id}`);
      after = id;
    }
  }
}
