import type { Realm } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { MonitorKind } from '../core/monitors/monitor.ts';
import { quoted } from '../core/one-line.ts';
import {
  type EventFilter,
  type EventPlace,
  pageEvents,
  type StoredEvent,
} from '../store/monitor-events.ts';
import {
  findMonitor,
  type MonitorPlace,
  pageAll,
  pageMonitors,
  type StoredMonitor,
} from '../store/monitors.ts';
import type { MonitorPorts } from './ports.ts';

export type { StoredEvent, StoredMonitor };

type Ports = Pick<MonitorPorts, 'db' | 'clock'>;

/** A monitor, as somebody names it who may see it; null is of any kind. */
export type NamedMonitor = Realm & { kind: MonitorKind | null; monitorId: string };

/** How long the events of a deleted monitor can be read (contract, "Monitors"). */
export const DELETED_KEPT_MS = 30 * 86_400_000;

async function find(
  db: MonitorPorts['db'],
  { monitorId, kind, organizationId, mode }: NamedMonitor,
): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, monitorId);
  const { caller } = monitor ?? {};
  const isVisible =
    caller?.organizationId === organizationId && (mode === null || caller.mode === mode);
  if (monitor && isVisible && (kind === null || monitor.kind === kind)) return monitor;
  throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(monitorId)}.`);
}

/** @throws ApiError NOT_FOUND when there is no such monitor in this realm, or it was deleted */
export async function requireMonitor(
  db: MonitorPorts['db'],
  named: NamedMonitor,
): Promise<StoredMonitor> {
  const monitor = await find(db, named);
  if (monitor.deletedAt === null) return monitor;
  throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(named.monitorId)}.`);
}

const wrongCursor = () => new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');

/** A time and an id, as cursors have them. */
function parseCursor(text: string): { at: number; id: string } {
  const match = /^(\d{1,15})\.([\w-]{1,60})$/.exec(text);
  if (!match) throw wrongCursor();
  return { at: Number(match[1]), id: match[2] as string };
}

export const MAX_LISTED_MONITORS = 100;

/**
 * A realm's monitors, newest first. @throws ApiError INVALID_INPUT for a cursor that is none of
 * ours
 */
export async function listMonitors(
  request: Realm & { kind: MonitorKind | null; limit: number; cursor: string | null },
  { db }: Pick<MonitorPorts, 'db'>,
): Promise<{ monitors: StoredMonitor[]; nextCursor: string | null }> {
  const { kind, limit, cursor, ...realm } = request;
  const place = cursor === null ? null : parseCursor(cursor);
  const after: MonitorPlace | null = place && { createdAt: place.at, id: place.id };
  const rows = await pageMonitors(db, realm, kind, limit + 1, after);
  const monitors = rows.slice(0, limit);
  const last = monitors.at(-1);
  const more = rows.length > limit && last;
  return { monitors, nextCursor: more ? `${last.createdAt}.${last.id}` : null };
}

export const MAX_LISTED_EVENTS = 1_000;

/**
 * A monitor's events, newest first; of a deleted one for another thirty days.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function listEvents(
  request: NamedMonitor & EventFilter & { limit: number; cursor: string | null },
  { db, clock }: Ports,
): Promise<{ events: StoredEvent[]; nextCursor: string | null }> {
  const { limit, cursor, subject, since, ...named } = request;
  const monitor = await find(db, named);
  if (monitor.deletedAt !== null && monitor.deletedAt + DELETED_KEPT_MS <= clock.now())
    throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(named.monitorId)}.`);
  const place = cursor === null ? null : parseCursor(cursor);
  const after: EventPlace | null = place && { detectedAt: place.at, id: place.id };
  const rows = await pageEvents(db, monitor.id, { subject, since }, limit + 1, after);
  const events = rows.slice(0, limit);
  const last = events.at(-1);
  const more = rows.length > limit && last;
  return { events, nextCursor: more ? `${last.detectedAt}.${last.id}` : null };
}

/**
 * Monitors of every organization, for the operator. @param cursor id of the last of the page before
 */
export async function watchMonitors(
  { limit, cursor }: { limit: number; cursor: string | null },
  { db }: Pick<MonitorPorts, 'db'>,
): Promise<{ monitors: StoredMonitor[]; nextCursor: string | null }> {
  const rows = await pageAll(db, cursor ?? '', limit + 1);
  const monitors = rows.slice(0, limit);
  const last = monitors.at(-1);
  return { monitors, nextCursor: rows.length > limit && last ? last.id : null };
}
