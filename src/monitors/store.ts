import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { OwnedRows } from '../accounts/ports.ts';
import type { Database } from '../lib/database.ts';
import { pick } from '../lib/fields.ts';
import { isBeyond, type Keyset, pagesAround } from '../lib/page.ts';
import type { Caller, Realm } from '../lookup/account/caller.ts';
import type { Monitor, MonitorKind, MonitorWithState, RunState } from './monitor.ts';
import { monitors } from './schema.ts';

type MonitorRow = typeof monitors.$inferSelect;

export type StoredMonitor = MonitorWithState & { state: RunState };

const receiverOf = ({
  webhookEndpointId: endpointId,
  webhookUrl: url,
  sealedSecret,
}: MonitorRow) => {
  if (endpointId !== null) return { endpointId, url: null };
  return url !== null && sealedSecret !== null ? { url, sealedSecret } : null;
};

const storedMonitorOf = (row: MonitorRow): StoredMonitor => ({
  ...pick(row, 'id', 'kind', 'name', 'frequency', 'includeSpamCheck', 'alertEmail'),
  ...pick(row, 'active', 'origin', 'createdAt', 'deletedAt', 'unsyncedSince'),
  caller: pick(row, 'keyId', 'organizationId', 'region', 'userId', 'mode'),
  webhook: receiverOf(row),
  state: {
    version: row.stateVersion,
    // Of earlier settings until the object has these.
    nextRunAt: row.unsyncedSince === null ? row.nextRunAt : null,
    ...pick(row, 'memberCount', 'runId', 'lastRunAt'),
    ...pick(row, 'lastOutcome', 'lastEndedAt', 'lastCredits'),
  },
});

const webhookColumns = (webhook: Monitor['webhook']) => ({
  webhookUrl: webhook?.url ?? null,
  sealedSecret: webhook && webhook.url !== null ? webhook.sealedSecret : null,
  webhookEndpointId: webhook?.endpointId ?? null,
});

const stateColumns = ({ version, ...state }: RunState) => ({ stateVersion: version, ...state });

/** Inserts a monitor's row, unless it exists. */
export async function insertMonitor(
  db: Database,
  { caller: { scopes: _, ...caller }, webhook, ...settings }: Monitor,
  state: RunState,
): Promise<void> {
  const columns = { ...webhookColumns(webhook), ...stateColumns(state) };
  await db
    .insert(monitors)
    .values({ ...settings, ...caller, ...columns })
    .onConflictDoNothing();
}

export type MonitorChanges = Partial<
  Pick<
    Monitor,
    'name' | 'frequency' | 'includeSpamCheck' | 'alertEmail' | 'webhook' | 'active' | 'deletedAt'
  >
>;

/**
 * Changes a monitor's row.
 * @param unsyncedSince when the object is to get the settings: cron pushes them until then
 * @returns the row after it, also when nothing changes; null if there is none
 */
export async function updateMonitor(
  db: Database,
  id: string,
  { webhook, ...changes }: MonitorChanges & Partial<Pick<Caller, 'userId' | 'keyId'>>,
  unsyncedSince: number,
): Promise<StoredMonitor | null> {
  const values = { ...changes, ...(webhook !== undefined && webhookColumns(webhook)) };
  if (Object.keys(values).length === 0) return findMonitor(db, id);
  // Differs from an earlier mark, whose push may still be under way.
  const mark = sql`max(${unsyncedSince}, coalesce(${monitors.unsyncedSince}, 0) + 1)`;
  const row = await db
    .update(monitors)
    .set({ ...values, unsyncedSince: mark })
    .where(eq(monitors.id, id))
    .returning()
    .get();
  return row ? storedMonitorOf(row) : null;
}

/** A monitor's row, also of a deleted one. */
export async function findMonitor(db: Database, id: string): Promise<StoredMonitor | null> {
  const row = await db.select().from(monitors).where(eq(monitors.id, id)).get();
  return row ? storedMonitorOf(row) : null;
}

interface MonitorFilter {
  /** Null for all kinds. */
  kind: MonitorKind | null;
  /** Settings to match; null for all. */
  shapes: readonly Pick<Monitor, 'kind' | 'includeSpamCheck'>[] | null;
}

const isOneOfShapes = (shapes: NonNullable<MonitorFilter['shapes']>): SQL => {
  const { kind, includeSpamCheck } = monitors;
  const each = shapes.map((shape) =>
    and(eq(kind, shape.kind), eq(includeSpamCheck, shape.includeSpamCheck)),
  );
  return or(...each) ?? sql`false`;
};

/** A realm's monitors, newest first. */
export async function pageMonitors(
  db: Database,
  { organizationId, mode }: Realm,
  { kind, shapes }: MonitorFilter,
  limit: number,
  after: Keyset | null,
): Promise<StoredMonitor[]> {
  const { createdAt, id } = monitors;
  const rows = await db
    .select()
    .from(monitors)
    .where(
      and(
        eq(monitors.organizationId, organizationId),
        kind ? eq(monitors.kind, kind) : undefined,
        mode ? eq(monitors.mode, mode) : undefined,
        shapes ? isOneOfShapes(shapes) : undefined,
        isNull(monitors.deletedAt),
        isBeyond(after, createdAt, id),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(storedMonitorOf);
}

/**
 * Projects a monitor's object to its row, unless the row has a newer version.
 * @param synced the row's `unsyncedSince` when this report was asked for; a later one stays
 */
export async function projectRunState(
  db: Database,
  id: string,
  state: RunState,
  synced: number | null = null,
): Promise<void> {
  await db
    .update(monitors)
    .set({
      ...stateColumns(state),
      unsyncedSince: sql`nullif(${monitors.unsyncedSince}, ${synced})`,
    })
    .where(and(eq(monitors.id, id), sql`${monitors.stateVersion} <= ${state.version}`));
}

/** Conditions for {@link pageMonitorsById}. */
export const monitorsThat = {
  /** Due or under way by their projected state, or with unsynced settings. */
  needWaking: (now: number) =>
    sql`(next_run_at <= ${now} OR run_id IS NOT NULL OR unsynced_since IS NOT NULL)`,
  /** Of an organization: not deleted, or with a run in progress. */
  areUnended: (organizationId: string) =>
    sql`organization_id = ${organizationId} AND (deleted_at IS NULL OR run_id IS NOT NULL)`,
  memberMade: ({ organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>) =>
    sql`organization_id = ${organizationId} AND user_id = ${userId} AND deleted_at IS NULL`,
  /** Also deleted ones. */
  userOwns: ({ organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>) =>
    sql`organization_id = ${organizationId} AND user_id = ${userId}`,
  wereDeletedBefore: (at: number) => sql`deleted_at IS NOT NULL AND deleted_at <= ${at}`,
  /** Of all organizations, for the operator. */
  areListed: sql`deleted_at IS NULL`,
};

/**
 * Monitors of all organizations by id.
 * @param after last id of the previous page, or '' @param upTo null for all
 */
export async function pageMonitorsById(
  db: Database,
  where: SQL,
  after: string,
  limit: number,
  upTo: string | null = null,
) {
  const { id } = monitors;
  const rows = await db
    .select()
    .from(monitors)
    .where(and(where, gt(id, after), upTo === null ? undefined : lte(id, upTo)))
    .orderBy(id)
    .limit(limit);
  return rows.map(storedMonitorOf);
}

/** Monitors read per page, and processed concurrently. */
const PAGE_MONITORS = 20;

/** Pages of monitors by id, also while they leave the selection. @param from id to start after */
export const monitorsById = (db: Database, where: SQL, from = '') =>
  pagesAround(from, PAGE_MONITORS, (after, upTo) =>
    pageMonitorsById(db, where, after, PAGE_MONITORS, upTo),
  );

export async function deleteMonitorRow(db: Database, id: string): Promise<void> {
  await db.delete(monitors).where(eq(monitors.id, id));
}

/** Monitors of an organization and their members; a deleted monitor may still have a run. */
export const ownedMonitorRows: OwnedRows = {
  counted: (organizationId) => ({
    monitors: sql`SELECT 'monitors' AS kind, mode, id, 1 AS count FROM ${monitors}
      WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
    monitorMembers: sql`SELECT 'monitorMembers' AS kind, mode, id, member_count AS count
      FROM ${monitors} WHERE organization_id = ${organizationId} AND deleted_at IS NULL`,
  }),
  owners: () => sql`SELECT organization_id, user_id FROM ${monitors}
    WHERE deleted_at IS NULL OR run_id IS NOT NULL`,
};
