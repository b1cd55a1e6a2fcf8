import { ApiError } from '../lib/errors.ts';
import { type Keyset, keysetPage, matchCursor, type PageRequest, pageOf } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import { DAY_MS } from '../lib/time.ts';
import type { Caller, Realm } from '../lookup/account/caller.ts';
import { areInScope, requireScopes } from '../lookup/account/principal.ts';
import { QUOTAS } from '../lookup/account/quotas.ts';
import { monitorProductTypes } from './comparison.ts';
import type { MonitorReads } from './durable-object.ts';
import type { EventFilter, StoredEvent } from './member-tables.ts';
import {
  EVENT_RETENTION_MS,
  MONITOR_KINDS,
  type MonitorKind,
  type MonitorRef,
  type MonitorWithState,
} from './monitor.ts';
import type { MonitorPorts } from './ports.ts';
import {
  findMonitor,
  monitorsThat,
  pageMonitors,
  pageMonitorsById,
  type StoredMonitor,
} from './store.ts';

export type { StoredEvent, StoredMonitor };

type EventPorts = Pick<MonitorPorts, 'db' | 'clock' | 'objects' | 'products'>;

/** Selects a monitor within a realm; kind null matches any. */
export type MonitorSelector = Realm & { kind: MonitorKind | null; monitorId: string };

/** How long the events of a deleted monitor stay readable (contract, "Monitors"). */
export const DELETED_KEPT_MS = 30 * DAY_MS;

export const noSuchMonitor = (id: string): ApiError =>
  new ApiError('NOT_FOUND', `There is no monitor ${quoted(id)}.`);

/** Unwraps an answer of a monitor's object. @throws ApiError NOT_FOUND: of another organization */
export function answerOf<T>({ id }: MonitorRef, answer: T | null): T {
  if (answer === null) throw noSuchMonitor(id);
  return answer;
}

/** Reads members or events. @throws ApiError NOT_FOUND */
export const readMonitor = async <Verb extends keyof MonitorReads>(
  monitor: MonitorWithState,
  { objects }: Pick<MonitorPorts, 'objects'>,
  verb: Verb,
  ...args: Parameters<MonitorReads[Verb]>
): Promise<ReturnType<MonitorReads[Verb]>> =>
  JSON.parse(answerOf(monitor, await objects.read(monitor, verb, args)));

type FindPorts = Pick<MonitorPorts, 'db' | 'products'>;

/** Access check: callers reach a monitor only through it, so that scopes always apply. */
async function findVisibleMonitor(
  { monitorId, kind, organizationId, mode, scopes }: MonitorSelector,
  { db, products }: FindPorts,
): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, monitorId);
  const { caller } = monitor ?? {};
  const isVisible =
    caller?.organizationId === organizationId && (mode === null || caller.mode === mode);
  if (monitor && isVisible && (kind === null || monitor.kind === kind)) {
    requireScopes(scopes, monitorProductTypes(monitor, products));
    return monitor;
  }
  throw noSuchMonitor(monitorId);
}

/** @throws ApiError NOT_FOUND if it is not in this realm or is deleted; INSUFFICIENT_SCOPE */
export async function requireMonitor(
  named: MonitorSelector,
  ports: FindPorts,
): Promise<StoredMonitor> {
  const monitor = await findVisibleMonitor(named, ports);
  if (monitor.deletedAt === null) return monitor;
  throw noSuchMonitor(named.monitorId);
}

export const MAX_LISTED_MONITORS = 100;

/** All settings that determine a monitor's products. */
const MONITOR_VARIANTS = MONITOR_KINDS.flatMap((kind) =>
  [false, true].map((includeSpamCheck) => ({ kind, includeSpamCheck })),
);

/**
 * A realm's monitors of products in its scopes, newest first.
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function listMonitors(
  request: Realm & PageRequest & { kind: MonitorKind | null },
  { db, products }: FindPorts,
): Promise<{ monitors: StoredMonitor[]; nextCursor: string | null }> {
  const { kind, limit, cursor, ...realm } = request;
  const reached = MONITOR_VARIANTS.filter((shape) =>
    areInScope(realm.scopes, monitorProductTypes(shape, products)),
  );
  const filter = { kind, shapes: realm.scopes && reached };
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'mon_' },
    (most, after) => pageMonitors(db, realm, filter, most, after),
    ({ createdAt }) => createdAt,
  );
  return { monitors: page, nextCursor };
}

export const MAX_LISTED_EVENTS = 1_000;

/**
 * A monitor's events of a year, newest first; those of a deleted monitor for thirty more days.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for an invalid cursor
 */
export async function listEvents(
  request: MonitorSelector & EventFilter & PageRequest,
  ports: EventPorts,
): Promise<{ events: StoredEvent[]; nextCursor: string | null }> {
  const { limit, cursor, subject, since: asked, ...named } = request;
  const { clock } = ports;
  const monitor = await findVisibleMonitor(named, ports);
  const now = clock.now();
  if (monitor.deletedAt !== null && monitor.deletedAt + DELETED_KEPT_MS <= now)
    throw noSuchMonitor(named.monitorId);
  const filter = { subject, since: Math.max(asked ?? 0, now - EVENT_RETENTION_MS) };
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'evt_' },
    (most, after) => readMonitor(monitor, ports, 'pageEvents', filter, most, after),
    ({ detectedAt }) => detectedAt,
  );
  return { events: page, nextCursor };
}

/** Most monitors of an organization: those of live mode and those of test mode. */
const MAX_MONITORS = QUOTAS.monitors.ceiling.most + QUOTAS.monitors.test.most;

/** A member's monitors, which continue without the member; by id. */
export const listMonitorsOfMember = (
  maker: Pick<Caller, 'organizationId' | 'userId'>,
  { db }: Pick<MonitorPorts, 'db'>,
): Promise<StoredMonitor[]> =>
  pageMonitorsById(db, monitorsThat.memberMade(maker), '', MAX_MONITORS);

/**
 * Monitors of all organizations for the operator. @param cursor last id of the previous page
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function listMonitorsForOperator(
  { limit, cursor }: PageRequest,
  { db }: Pick<MonitorPorts, 'db'>,
): Promise<{ monitors: StoredMonitor[]; nextCursor: string | null }> {
  const after = cursor === null ? '' : matchCursor(cursor, /^mon_[\w-]{1,60}$/)[0];
  const rows = await pageMonitorsById(db, monitorsThat.areListed, after, limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { monitors: page, nextCursor };
}

const PAGE_ROWS = 500;

/** A monitor's members with their snapshots, and its events, page by page. */
export async function* exportMonitor(
  id: string,
  ports: Pick<MonitorPorts, 'db' | 'objects'>,
): AsyncGenerator<Record<string, unknown>> {
  const monitor = await findMonitor(ports.db, id);
  if (!monitor) return;
  for (let after = 0; ; ) {
    const members = await readMonitor(monitor, ports, 'pageMembers', after, PAGE_ROWS);
    for (const member of members) yield { kind: 'watched', monitor_id: id, ...member };
    after = members.at(-1)?.id ?? 0;
    if (members.length < PAGE_ROWS) break;
  }
  const all = { subject: null, since: null };
  for (let after: Keyset | null = null; ; ) {
    const page = [all, PAGE_ROWS, after] as const;
    const events: StoredEvent[] = await readMonitor(monitor, ports, 'pageEvents', ...page);
    for (const event of events) yield { kind: 'event', monitor_id: id, ...event };
    const last = events.at(-1);
    if (!last || events.length < PAGE_ROWS) return;
    after = { at: last.detectedAt, id: last.id };
  }
}
