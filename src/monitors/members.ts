import { takeRoom } from '../core/account/ceilings.ts';
import { ApiError } from '../core/errors.ts';
import { MAX_MEMBERS, type MemberInput, type Monitor } from '../core/monitors/monitor.ts';
import { projectState } from '../store/monitors.ts';
import type { MemberRow } from './member-tables.ts';
import type { MonitorPorts } from './ports.ts';
import { type NamedMonitor, requireMonitor } from './read-monitors.ts';

type MemberPorts = Pick<MonitorPorts, 'db' | 'objects' | 'products'>;

const tooMany = (members: number) =>
  new ApiError(
    'INPUT_LIMIT_EXCEEDED',
    `A monitor has at most ${MAX_MEMBERS} members; these would make ${members}.`,
  );

/** @throws ApiError INPUT_LIMIT_EXCEEDED */
export function requireRoom(members: number): void {
  if (members > MAX_MEMBERS) throw tooMany(members);
}

type Roomed = Pick<Monitor, 'id' | 'caller'>;
type RoomPorts = Pick<MonitorPorts, 'rooms'>;

/**
 * Takes room for so many members of a monitor in all, before they are there. What they leave is
 * given back when the monitor is deleted, or by the next reconciliation.
 * @throws ApiError INPUT_LIMIT_EXCEEDED
 */
const takeMemberRoom = (
  { id, caller: { organizationId, mode } }: Roomed,
  count: number,
  { rooms }: RoomPorts,
): Promise<void> => takeRoom(organizationId, { kind: 'monitorMembers', mode, id, count }, rooms);

/** Gives back the room of a monitor and its members. */
export async function releaseMonitorRoom(
  { id, caller: { organizationId } }: Roomed,
  { rooms }: RoomPorts,
): Promise<void> {
  for (const kind of ['monitorMembers', 'monitors'] as const)
    await rooms.releaseRoom(organizationId, { kind, id });
}

/**
 * Takes room for a new monitor and its members, or for neither.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED
 */
export async function takeMonitorRoom(
  monitor: Roomed,
  members: number,
  ports: RoomPorts,
): Promise<void> {
  const { organizationId, mode } = monitor.caller;
  const { id } = monitor;
  await takeRoom(organizationId, { kind: 'monitors', mode, id }, ports.rooms);
  try {
    await takeMemberRoom(monitor, members, ports);
  } catch (error) {
    await ports.rooms.releaseRoom(organizationId, { kind: 'monitors', id });
    throw error;
  }
}

/**
 * Adds members; of those that are there the label is changed. Room is taken before they are there:
 * the object refuses more than there is room for, and says how many that would be.
 * @returns how many there are now
 * @throws ApiError NOT_FOUND, INPUT_LIMIT_EXCEEDED
 */
export async function extendMonitor(
  { members, ...named }: NamedMonitor & { members: readonly MemberInput[] },
  ports: MemberPorts & RoomPorts,
): Promise<number> {
  const monitor = await requireMonitor(named, ports);
  for (let room = 0; ; ) {
    const answer = await ports.objects.addMembers(monitor, members, room);
    if (typeof answer !== 'number') {
      await projectState(ports.db, monitor.id, answer);
      return answer.memberCount;
    }
    requireRoom(answer);
    await takeMemberRoom(monitor, answer, ports);
    room = answer;
  }
}

/** Removes members; those that are not there are passed over. @returns how many there are now */
export async function shrinkMonitor(
  { subjects, ...named }: NamedMonitor & { subjects: readonly string[] },
  ports: MemberPorts,
): Promise<number> {
  const monitor = await requireMonitor(named, ports);
  const state = await ports.objects.removeMembers(monitor, subjects);
  await projectState(ports.db, monitor.id, state);
  return state.memberCount;
}

export const MAX_LISTED_MEMBERS = 1_000;

/**
 * Members in the order they were added. @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that
 * is none of ours
 */
export async function listMembers(
  { limit, cursor, ...named }: NamedMonitor & { limit: number; cursor: string | null },
  ports: MemberPorts,
): Promise<{ members: MemberRow[]; nextCursor: string | null }> {
  const monitor = await requireMonitor(named, ports);
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  const rows = await ports.objects.read(monitor, 'pageMembers', Number(cursor ?? 0), limit + 1);
  const members = rows.slice(0, limit);
  const last = members.at(-1);
  return { members, nextCursor: rows.length > limit && last ? String(last.id) : null };
}
