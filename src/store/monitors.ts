import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Caller, ownedByOrganization, type Realm } from '../core/account/caller.ts';
import {
  MAX_MEMBERS,
  type MemberInput,
  type Monitor,
  type MonitorKind,
  type RunState,
} from '../core/monitors/monitor.ts';
import { batch } from './batch.ts';
import type { Database } from './database.ts';
import { insertMembers } from './monitor-members.ts';
import { monitors } from './monitor-schema.ts';

type MonitorRow = typeof monitors.$inferSelect;

/** A monitor, how many members it has, and what its object last said. */
export type StoredMonitor = Monitor & { memberCount: number; state: RunState };

const monitorOf = (row: MonitorRow): StoredMonitor => ({
  ...{ id: row.id, kind: row.kind, name: row.name, frequency: row.frequency },
  caller: {
    ...{ keyId: row.keyId, organizationId: row.organizationId, region: row.region },
    ...{ userId: row.userId, mode: row.mode },
  },
  includeSpamCheck: row.includeSpamCheck,
  alertEmail: row.alertEmail,
  webhook:
    row.webhookUrl !== null && row.sealedSecret !== null
      ? { url: row.webhookUrl, sealedSecret: row.sealedSecret }
      : null,
  ...{ active: row.active, origin: row.origin, createdAt: row.createdAt },
  ...{ deletedAt: row.deletedAt, memberCount: row.memberCount },
  state: {
    ...{ version: row.stateVersion, nextRunAt: row.nextRunAt, runId: row.runId },
    ...{ lastRunAt: row.lastRunAt, lastOutcome: row.lastOutcome, lastEndedAt: row.lastEndedAt },
  },
});

/** Makes a monitor and its first members exist, at once. */
export async function insertMonitor(
  db: Database,
  monitor: Monitor,
  members: readonly MemberInput[],
): Promise<void> {
  const { id, kind, caller, name, frequency, webhook, createdAt } = monitor;
  await batch(db, [
    sql`INSERT INTO ${monitors}
        (id, kind, organization_id, region, user_id, key_id, mode, name, frequency,
         include_spam_check, alert_email, webhook_url, sealed_secret, active, origin,
         created_at, next_run_at)
      VALUES (${id}, ${kind}, ${caller.organizationId}, ${caller.region}, ${caller.userId},
        ${caller.keyId}, ${caller.mode}, ${name}, ${frequency},
        ${monitor.includeSpamCheck ? 1 : 0}, ${monitor.alertEmail ? 1 : 0},
        ${webhook?.url ?? null}, ${webhook?.sealedSecret ?? null}, 1, ${monitor.origin},
        ${createdAt}, ${createdAt})`,
    ...insertMembers(id, members, createdAt, MAX_MEMBERS),
  ]);
}

/** What an owner may change. */
export type MonitorChanges = Partial<
  Pick<
    Monitor,
    'name' | 'frequency' | 'includeSpamCheck' | 'alertEmail' | 'webhook' | 'active' | 'deletedAt'
  >
>;

export async function updateMonitor(
  db: Database,
  id: string,
  { webhook, ...changes }: MonitorChanges,
): Promise<void> {
  const told =
    webhook === undefined
      ? {}
      : { webhookUrl: webhook?.url ?? null, sealedSecret: webhook?.sealedSecret ?? null };
  const values = { ...changes, ...told };
  if (Object.keys(values).length === 0) return;
  await db.update(monitors).set(values).where(eq(monitors.id, id));
}

/** Any monitor, a deleted one too. */
export async function findMonitor(db: Database, id: string): Promise<StoredMonitor | null> {
  const row = await db.select().from(monitors).where(eq(monitors.id, id)).get();
  return row ? monitorOf(row) : null;
}

/** Where a listing goes on, newest first. */
export interface MonitorPlace {
  createdAt: number;
  id: string;
}

/** What of a realm is listed. */
export interface MonitorFilter {
  /** Null for both. */
  kind: MonitorKind | null;
  /** Ways of being set up; null for all. */
  shapes: readonly Pick<Monitor, 'kind' | 'includeSpamCheck'>[] | null;
}

const isOneOf = (shapes: NonNullable<MonitorFilter['shapes']>): SQL => {
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
  after: MonitorPlace | null,
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
        shapes ? isOneOf(shapes) : undefined,
        isNull(monitors.deletedAt),
        after ? sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(monitorOf);
}

/** Writes down what a monitor's object says, unless something newer is there. */
export async function projectState(db: Database, id: string, state: RunState): Promise<void> {
  const { version, ...rest } = state;
  await db
    .update(monitors)
    .set({ stateVersion: version, ...rest })
    .where(and(eq(monitors.id, id), sql`${monitors.stateVersion} <= ${version}`));
}

const pageById = async (db: Database, where: SQL, after: string, limit: number) => {
  const rows = await db
    .select()
    .from(monitors)
    .where(and(where, sql`${monitors.id} > ${after}`))
    .orderBy(monitors.id)
    .limit(limit);
  return rows.map(monitorOf);
};

/**
 * Monitors whose run is overdue or under way, by what was last heard of them. @param after where
 * the page before ended
 */
export const pageOverdue = (
  db: Database,
  now: number,
  after: string,
  limit: number,
): Promise<StoredMonitor[]> =>
  pageById(db, sql`(next_run_at <= ${now} OR run_id IS NOT NULL)`, after, limit);

/** An organization's monitors that are not deleted, or have a run under way. */
export const pageUnended = (
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<StoredMonitor[]> =>
  pageById(
    db,
    sql`organization_id = ${organizationId} AND (deleted_at IS NULL OR run_id IS NOT NULL)`,
    after,
    limit,
  );

/** An organization's monitors that a user made and that are not deleted, by id. */
export const pageOfMaker = (
  db: Database,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  limit: number,
): Promise<StoredMonitor[]> =>
  pageById(
    db,
    sql`organization_id = ${organizationId} AND user_id = ${userId} AND deleted_at IS NULL`,
    '',
    limit,
  );

/** Monitors of a user become the organization's own. */
export async function disownMonitors(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  const { organizationId: organization, userId: user } = monitors;
  await db
    .update(monitors)
    .set(ownedByOrganization(organizationId))
    .where(and(eq(organization, organizationId), eq(user, userId)));
}

/** Monitors deleted before a moment. */
export const pageDeleted = (
  db: Database,
  before: number,
  after: string,
  limit: number,
): Promise<StoredMonitor[]> =>
  pageById(db, sql`deleted_at IS NOT NULL AND deleted_at <= ${before}`, after, limit);

/** Monitors of every organization that are not deleted, by id, for the operator. */
export const pageAll = (db: Database, after: string, limit: number): Promise<StoredMonitor[]> =>
  pageById(db, sql`deleted_at IS NULL`, after, limit);

export async function deleteMonitor(db: Database, id: string): Promise<void> {
  await db.delete(monitors).where(eq(monitors.id, id));
}
