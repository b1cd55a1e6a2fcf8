import { ApiError } from '../core/errors.ts';
import { MAX_MEMBERS, type MemberInput } from '../core/monitors/monitor.ts';
import {
  addMembers,
  countNew,
  type MemberRow,
  pageMembers,
  removeMembers,
} from '../store/monitor-members.ts';
import type { MonitorPorts } from './ports.ts';
import { type NamedMonitor, requireMonitor } from './read-monitors.ts';

export type { MemberRow };

/** @throws ApiError INPUT_LIMIT_EXCEEDED */
export function requireRoom(members: number): void {
  if (members <= MAX_MEMBERS) return;
  throw new ApiError(
    'INPUT_LIMIT_EXCEEDED',
    `A monitor has at most ${MAX_MEMBERS} members; these would make ${members}.`,
  );
}

/** Adds members; of those that are there the label is changed. @returns how many there are now */
export async function extendMonitor(
  { members, ...named }: NamedMonitor & { members: readonly MemberInput[] },
  ports: Pick<MonitorPorts, 'db' | 'clock' | 'products'>,
): Promise<number> {
  const { db, clock } = ports;
  const { id } = await requireMonitor(named, ports);
  const subjects = members.map(({ subject }) => subject);
  requireRoom((await countNew(db, id, subjects)).total);
  return addMembers(db, id, members, clock.now(), MAX_MEMBERS);
}

/** Removes members; those that are not there are passed over. @returns how many there are now */
export async function shrinkMonitor(
  { subjects, ...named }: NamedMonitor & { subjects: readonly string[] },
  ports: Pick<MonitorPorts, 'db' | 'products'>,
): Promise<number> {
  const { id } = await requireMonitor(named, ports);
  return removeMembers(ports.db, id, subjects);
}

export const MAX_LISTED_MEMBERS = 1_000;

/**
 * Members in the order they were added. @throws ApiError NOT_FOUND, INVALID_INPUT for a cursor that
 * is none of ours
 */
export async function listMembers(
  { limit, cursor, ...named }: NamedMonitor & { limit: number; cursor: string | null },
  ports: Pick<MonitorPorts, 'db' | 'products'>,
): Promise<{ members: MemberRow[]; nextCursor: string | null }> {
  const { id } = await requireMonitor(named, ports);
  if (cursor !== null && !/^\d{1,15}$/.test(cursor))
    throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  const rows = await pageMembers(ports.db, id, Number(cursor ?? 0), limit + 1);
  const members = rows.slice(0, limit);
  const last = members.at(-1);
  return { members, nextCursor: rows.length > limit && last ? String(last.id) : null };
}
