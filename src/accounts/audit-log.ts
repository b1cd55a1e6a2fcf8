import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import { alike } from '../lib/fields.ts';
import { type PageRequest, pageOf, parseRowNumber } from '../lib/page.ts';
import { oneLine } from '../lib/text.ts';
import { DAY_MS } from '../lib/time.ts';
import type { AccountPorts } from './ports.ts';
import { auditLog, invitations, members, users } from './schema.ts';

export type AuditEntry = typeof auditLog.$inferSelect;

/** An entry to write; address and changes are optional. */
type NewAuditEntry = Omit<AuditEntry, 'seq' | 'at' | 'address' | 'changes'> &
  Partial<Pick<AuditEntry, 'address' | 'changes'>>;

export const MAX_AUDIT_ENTRIES = 1_000;

/** Retention of people's entries; the operator's are kept for ever. */
export const AUDIT_DAYS = 400;

type AuditPorts = Pick<AccountPorts, 'db' | 'clock'>;

/** Longest text of a value, and of an entry's changes. */
const MAX_VALUE_CHARS = 200;
const MAX_CHANGES_CHARS = 2_000;

/** Fields to log; of a URL only the host is written, as the rest may contain credentials. */
export type AuditedFields = Readonly<
  Record<string, string | number | boolean | readonly string[] | URL>
>;

function shownValue(value: AuditedFields[string]): string {
  const text = value instanceof URL ? `${value.host}/…` : oneLine(String(value));
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS).toWellFormed()}…` : text;
}

/**
 * Difference of two records as text: `role: member → admin; active: true → false`. Unchanged fields
 * are left out, new ones have only their value: `name: backend`. Never pass a secret.
 * @returns null when nothing changed
 */
export function describeChanges(before: AuditedFields, after: AuditedFields): string | null {
  const changes = Object.entries(after).flatMap(([field, is]) => {
    const was = before[field];
    if (String(was) === String(is)) return [];
    return `${field}: ${was === undefined ? '' : `${shownValue(was)} → `}${shownValue(is)}`;
  });
  return changes.join('; ').slice(0, MAX_CHANGES_CHARS).toWellFormed() || null;
}

/** Appends an entry to the log. */
export async function recordAuditEntry(entry: NewAuditEntry, { db, clock }: AuditPorts) {
  await db.insert(auditLog).values({ ...entry, at: clock.now() });
}

/**
 * Statement that appends an entry, to run in one transaction with the change.
 * @param rows FROM and WHERE clauses; the entry is appended if they select a row
 */
export const auditStatement = (entry: NewAuditEntry, at: number, rows: SQL): SQL => {
  const { actor, method, route, target, requestId, organizationId } = entry;
  return sql`INSERT INTO ${auditLog}
    (at, actor, method, route, target, organization_id, request_id)
    SELECT ${at}, ${actor}, ${method}, ${route}, ${target}, ${organizationId}, ${requestId}
    ${rows}`;
};

/** Text of an entry whose change may have been made: the service failed to tell. */
export const inDoubt = (status: number): string => `outcome unknown: answered ${status}`;

/** Appends a change of a person's own sign-in to the log of each of their organizations. */
export async function recordPersonalEntry(
  entry: Omit<NewAuditEntry, 'organizationId'>,
  { db, clock }: AuditPorts,
): Promise<void> {
  const { actor, method, route, target, requestId, address = null, changes = null } = entry;
  await db.run(sql`INSERT INTO ${auditLog}
    (at, actor, method, route, target, organization_id, request_id, address, changes)
    SELECT ${clock.now()}, ${actor}, ${method}, ${route}, ${target}, ${members.organizationId},
      ${requestId}, ${address}, ${changes} FROM ${members} WHERE ${members.userId} = ${actor}`);
}

/** Filter of the log; null matches any. Times in milliseconds since the epoch. */
export interface AuditFilter {
  organizationId: string | null;
  actor: string | null;
  /** Route patterns. */
  routes: readonly string[] | null;
  since: number | null;
  /** Exclusive. */
  until: number | null;
}

export const ANY_AUDIT_ENTRY: AuditFilter = {
  ...alike(null, 'organizationId', 'actor', 'routes', 'since', 'until'),
};

/**
 * Entries of the log, newest first. @param request `limit` 1 to {@link MAX_AUDIT_ENTRIES}
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function readAuditLog(
  filter: AuditFilter,
  { limit, cursor }: PageRequest,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { seq, at, actor, route, organizationId } = auditLog;
  const before = parseRowNumber(cursor);
  const conditions = [
    filter.organizationId === null ? undefined : eq(organizationId, filter.organizationId),
    filter.actor === null ? undefined : eq(actor, filter.actor),
    filter.routes === null ? undefined : inArray(route, [...filter.routes]),
    filter.since === null ? undefined : gte(at, filter.since),
    filter.until === null ? undefined : lt(at, filter.until),
    before === null ? undefined : lt(seq, before),
  ];
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(seq))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, (last) => String(last.seq));
  return { entries: page, nextCursor };
}

async function emailsById<Email extends string | null = string>(
  db: Database,
  query: SQL,
): Promise<ReadonlyMap<string, Email>> {
  const rows = await db.all<{ id: string; email: Email }>(query);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * Invited addresses of an organization, by invitation id: of pending invitations, and of people who
 * joined by one while they are members; null once their account is deleted. The log itself stores
 * no address of a person who never joined.
 */
export async function invitedPeople(
  organization: string,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<ReadonlyMap<string, string | null>> {
  return emailsById<string | null>(
    db,
    sql`
    SELECT ${invitations.id} AS id, ${invitations.email} AS email FROM ${invitations}
      WHERE ${invitations.organizationId} = ${organization} AND ${invitations.status} = 'pending'
    UNION SELECT ${auditLog.target}, ${users.email} FROM ${auditLog}
      LEFT JOIN ${members} ON ${members.userId} = ${auditLog.actor}
        AND ${members.organizationId} = ${auditLog.organizationId}
      LEFT JOIN ${users} ON ${users.id} = ${auditLog.actor}
      WHERE ${auditLog.organizationId} = ${organization}
        AND ${auditLog.route} = '/app/invitations/:id'
        AND (${members.userId} IS NOT NULL OR ${users.id} IS NULL)`,
  );
}

/**
 * Addresses of people in an organization's log, by user id: those who acted and those who were
 * removed, former members included, while their accounts exist.
 */
export async function auditedPeople(
  organization: string,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<ReadonlyMap<string, string>> {
  return emailsById(
    db,
    sql`
    SELECT ${users.id} AS id, ${users.email} AS email FROM ${users} WHERE ${users.id} IN (
      SELECT ${auditLog.actor} FROM ${auditLog} WHERE ${auditLog.organizationId} = ${organization}
      UNION SELECT ${auditLog.target} FROM ${auditLog}
        WHERE ${auditLog.organizationId} = ${organization}
          AND ${auditLog.route} = '/app/team/:id/remove')`,
  );
}

/** Deletes people's entries older than {@link AUDIT_DAYS} days; the operator's stay. */
export async function purgeAuditLog({ db, clock }: AuditPorts): Promise<void> {
  const before = clock.now() - AUDIT_DAYS * DAY_MS;
  await db.delete(auditLog).where(and(lt(auditLog.at, before), ne(auditLog.actor, 'operator')));
}
