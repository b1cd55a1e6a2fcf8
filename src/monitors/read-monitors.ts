import type { Caller, Realm } from '../core/account/caller.ts';
import { areInScope, requireScopes } from '../core/account/scopes.ts';
import { ApiError } from '../core/errors.ts';
import { EVENTS_KEPT_MS, MONITOR_KINDS, type MonitorKind } from '../core/monitors/monitor.ts';
import { quoted } from '../core/one-line.ts';
import {
  findMonitor,
  type MonitorPlace,
  pageAll,
  pageMonitors,
  pageOfMaker,
  type StoredMonitor,
} from '../store/monitors.ts';
import { productTypesOf } from './kinds.ts';
import type { EventFilter, EventPlace, StoredEvent } from './member-tables.ts';
import type { MonitorPorts } from './ports.ts';

export type { StoredEvent, StoredMonitor };

type Ports = Pick<MonitorPorts, 'db' | 'clock' | 'objects' | 'products'>;

/** A monitor, as somebody names it who may see it; null is of any kind. */
export type NamedMonitor = Realm & { kind: MonitorKind | null; monitorId: string };

/** How long the events of a deleted monitor can be read (contract, "Monitors"). */
export const DELETED_KEPT_MS = 30 * 86_400_000;

type FindPorts = Pick<MonitorPorts, 'db' | 'products'>;

/** The only way to a monitor for callers, so that scopes hold for whatever is done with it. */
async function find(
  { monitorId, kind, organizationId, mode, scopes }: NamedMonitor,
  { db, products }: FindPorts,
): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, monitorId);
  const { caller } = monitor ?? {};
  const isVisible =
    caller?.organizationId === organizationId && (mode === null || caller.mode === mode);
  if (monitor && isVisible && (kind === null || monitor.kind === kind)) {
    requireScopes(scopes, productTypesOf(monitor, products));
    return monitor;
  }
  throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(monitorId)}.`);
}

/**
 * @throws ApiError NOT_FOUND when there is no such monitor in this realm, or it was deleted;
 * INSUFFICIENT_SCOPE
 */
export async function requireMonitor(
  named: NamedMonitor,
  ports: FindPorts,
): Promise<StoredMonitor> {
  const monitor = await find(named, ports);
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

/** Every way a monitor can be set up that decides what it looks up. */
const SHAPES = MONITOR_KINDS.flatMap((kind) =>
  [false, true].map((includeSpamCheck) => ({ kind, includeSpamCheck })),
);

/**
 * A realm's monitors, newest first; of products in its scopes. @throws ApiError INVALID_INPUT for a
 * cursor that is none of
 * ours
 */
export async function listMonitors(
  request: Realm & { kind: MonitorKind | null; limit: number; cursor: string | null },
  { db, products }: FindPorts,
): Promise<{ monitors: StoredMonitor[]; nextCursor: string | null }> {
  const { kind, limit, cursor, ...realm } = request;
  const reached = SHAPES.filter((shape) =>
    areInScope(realm.scopes, productTypesOf(shape, products)),
  );
  const place = cursor === null ? null : parseCursor(cursor);
  const after: MonitorPlace | null = place && { createdAt: place.at, id: place.id };
  const rows = await pageMonitors(
    db,
    realm,
    { kind, shapes: realm.scopes && reached },
    limit + 1,
    after,
  );
  const monitors = rows.slice(0, limit);
  const last = monitors.at(-1);
  const more = rows.length > limit && last;
  return { monitors, nextCursor: more ? `${last.createdAt}.${last.id}` : null };
}

export const MAX_LISTED_EVENTS = 1_000;

/**
 * A monitor's events of a year, newest first; of a deleted one for another thirty days.
 * @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that is none of ours
 */
export async function listEvents(
  request: NamedMonitor & EventFilter & { limit: number; cursor: string | null },
  ports: Ports,
): Promise<{ events: StoredEvent[]; nextCursor: string | null }> {
  const { limit, cursor, subject, since: asked, ...named } = request;
  const { clock, objects } = ports;
  const monitor = await find(named, ports);
  const now = clock.now();
  if (monitor.deletedAt !== null && monitor.deletedAt + DELETED_KEPT_MS <= now)
    throw new ApiError('NOT_FOUND', `There is no monitor ${quoted(named.monitorId)}.`);
  const place = cursor === null ? null : parseCursor(cursor);
  const after: EventPlace | null = place && { detectedAt: place.at, id: place.id };
  const filter = { subject, since: Math.max(asked ?? 0, now - EVENTS_KEPT_MS) };
  const rows = await objects.read(monitor, 'pageEvents', filter, limit + 1, after);
  const events = rows.slice(0, limit);
  const last = events.at(-1);
  const more = rows.length > limit && last;
  return { events, nextCursor: more ? `${last.detectedAt}.${last.id}` : null };
}

/** What a member made that goes on without them: monitors by id, as many as one listing has. */
export const monitorsMadeBy = (
  maker: Pick<Caller, 'organizationId' | 'userId'>,
  { db }: Pick<MonitorPorts, 'db'>,
): Promise<StoredMonitor[]> => pageOfMaker(db, maker, MAX_LISTED_MONITORS);

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
