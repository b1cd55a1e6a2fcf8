import type { KeyMode } from '../core/account/caller.ts';
import {
  type CeilingKind,
  ceilingOf,
  countedMode,
  type Owned,
  type RoomClaim,
  type RoomRefusal,
  ratesOf,
} from '../core/account/ceilings.ts';
import type { Book } from './book.ts';
import { type Room, roomName } from './state.ts';

/** A thing not seen in its store this long after its claim is not being made any more. */
const SETTLED_AFTER_MS = 3_600_000;

const isOver = ({ endsAt }: Room, now: number): boolean => endsAt !== null && endsAt <= now;

/**
 * How many there are: keys that can be used and members are the account's own, of the rest it has
 * claims.
 */
function countOf(book: Book, kind: CeilingKind, mode: KeyMode): number {
  if (kind === 'members') return book.members.size;
  if (kind === 'apiKeys')
    return [...book.apiKeys.values()].filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > book.now,
    ).length;
  let count = 0;
  for (const room of book.rooms.values()) {
    if (room.kind !== kind || room.mode !== mode) continue;
    if (isOver(room, book.now)) book.dropRoom(room);
    else count += room.count;
  }
  return count;
}

/** The span that is running: its name, its start, and how many were made in it. */
function running(book: Book, kind: CeilingKind, mode: KeyMode, seconds: number) {
  const name = `${kind}:${mode}:${seconds}`;
  const lengthMs = seconds * 1_000;
  const startsAt = Math.floor(book.now / lengthMs) * lengthMs;
  const kept = book.account.made[name];
  const made = kept?.startsAt === startsAt ? kept.made : 0;
  return { name, startsAt, made, endsAt: startsAt + lengthMs };
}

/**
 * Counts things that are about to be made, unless that is more than the ceiling allows.
 * @param added how many more there will be at a time
 * @param made how many are made, in the spans; growing makes none
 * @returns null when they are counted
 */
export function countRoom(
  book: Book,
  {
    kind,
    added,
    made = 1,
    ...asked
  }: { kind: CeilingKind; mode: KeyMode; added: number; made?: number },
): RoomRefusal | null {
  const mode = countedMode(kind, asked.mode);
  const ceiling = ceilingOf(kind, mode);
  const { most } = ceiling;
  if (most !== undefined && added > 0 && countOf(book, kind, mode) + added > most)
    return { kind, limit: most, rate: null };
  if (made === 0) return null;
  const spans = ratesOf(ceiling).map((rate) => ({
    ...rate,
    ...running(book, kind, mode, rate.seconds),
  }));
  const full = spans.findLast((span) => span.made + made > span.limit);
  if (full) {
    const retryAfterSeconds = (full.endsAt - book.now) / 1_000;
    return { kind, limit: full.limit, rate: { seconds: full.seconds, retryAfterSeconds } };
  }
  const counts = Object.fromEntries(
    spans.map((span) => [span.name, { startsAt: span.startsAt, made: span.made + made }]),
  );
  if (spans.length > 0) book.touch().made = { ...book.account.made, ...counts };
  return null;
}

/** Takes room for a thing, or more of it. The same claim again is granted as it was. */
export function claimRoom(book: Book, claim: RoomClaim): RoomRefusal | null {
  const { kind, id, count = 1, endsAt = null } = claim;
  const known = book.rooms.get(roomName(claim));
  const held = known && !isOver(known, book.now) ? known.count : 0;
  if (held >= count) {
    if (known) book.putRoom({ ...known, claimedAt: book.now });
    return null;
  }
  const mode = countedMode(kind, claim.mode);
  const made = held > 0 ? 0 : 1;
  const refusal = countRoom(book, { kind, mode, added: count - held, made });
  if (!refusal && ceilingOf(kind, mode).most !== undefined)
    book.putRoom({ kind, mode, id, count, claimedAt: book.now, endsAt });
  return refusal;
}

export function releaseRoom(book: Book, claim: Pick<RoomClaim, 'kind' | 'id'>): void {
  const room = book.rooms.get(roomName(claim));
  if (room) book.dropRoom(room);
}

/**
 * Compares claims with what their stores hold, by id: a claim whose thing never came or is gone is
 * released, one that is too large shrinks, and a thing without a claim has one. Claims younger than
 * an hour are left alone, as their things may be on the way.
 * @param kinds those that were looked through
 */
export function reconcileRooms(
  book: Book,
  { kinds, owned }: { kinds: readonly CeilingKind[]; owned: readonly Owned[] },
): void {
  const settledAt = book.now - SETTLED_AFTER_MS;
  const there = new Map(owned.map((each) => [roomName(each), each]));
  for (const room of book.rooms.values()) {
    if (!kinds.includes(room.kind) || room.claimedAt > settledAt) continue;
    const found = there.get(roomName(room));
    if (!found) book.dropRoom(room);
    else if (found.count !== room.count) book.putRoom({ ...room, count: found.count });
  }
  for (const [name, each] of there)
    if (!book.rooms.has(name) && each.count > 0)
      book.putRoom({
        ...each,
        mode: countedMode(each.kind, each.mode),
        claimedAt: book.now,
        endsAt: null,
      });
}
