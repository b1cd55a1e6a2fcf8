import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import { segmentOf } from '../ledger/ship.ts';
import { recordSegment } from '../store/history.ts';
import { insertOrganization, updateOrganization } from '../store/organizations.ts';
import {
  doubtMovements,
  dropHistory,
  indexedSegments,
  raiseUsage,
} from '../store/recovery-queries.ts';
import type { SegmentPlace, StoredSegment } from '../store/segments.ts';
import { enrolUser, insertMember } from '../store/users.ts';
import type { RecoveryPorts } from './ports.ts';
import { HeldJobs, rebuildRows } from './rebuild-rows.ts';
import { damageOf, LineUsage, STEP_SEGMENTS } from './verify-ledger.ts';
import { unknownPayments } from './verify-stores.ts';

/** What was written of one organization. */
export interface RebuiltDirectory {
  members: number;
  segments: number;
  lines: number;
  /** Segments or copies that were written from the other. */
  mended: string[];
  /** Segments of which neither can be read, and lines that no segment has. */
  lost: string[];
  /** Rows of jobs and monitors written from their objects. */
  jobs: number;
  monitors: number;
  /** Payments the account does not know: `read-payments` asks it for them again. */
  payments: number;
}

async function rebuildPeople(id: string, ports: RecoveryPorts): Promise<number> {
  const { db, accounts } = ports;
  const view = await accounts.view(id);
  if (!view)
    throw new ApiError('NOT_FOUND', `the account is lost: run rebuild-account ${quoted(id)}`);
  const { organization, members } = view;
  const owner = members.find(({ role }) => role === 'owner') ?? members[0];
  const { name, region, active, createdAt } = organization;
  const ownerEmail = owner?.email ?? '';
  await insertOrganization(db, { id, name, region, active, createdAt, ownerEmail });
  await updateOrganization(db, { id, name, region, active });
  for (const { id: userId, email, role, createdAt: at } of members) {
    const user = await enrolUser(db, { id: userId, email, name: email, at });
    await insertMember(db, { organizationId: id, userId: user, role, at });
  }
  return members.length;
}

/** The segment's lines from whichever of segment and copy is whole; the other is written anew. */
async function mend(
  place: SegmentPlace,
  sha256: string | null,
  { segments }: RecoveryPorts,
  rebuilt: RebuiltDirectory,
): Promise<StoredSegment | null> {
  const { object } = place;
  const [own, copy] = await Promise.all([segments.stored(object), segments.copied(object)]);
  const isWhole = (each: StoredSegment | null) => damageOf(each, place, null, sha256) === null;
  const whole = [own, copy].find(isWhole);
  if (!whole?.lines) {
    rebuilt.lost.push(object);
    return null;
  }
  if (own?.sha256 !== whole.sha256 || copy?.sha256 !== whole.sha256) {
    await segments.mend(object, whole.lines);
    rebuilt.mended.push(object);
  }
  return whole;
}

async function rebuildHistory(
  id: string,
  ports: RecoveryPorts,
  rebuilt: RebuiltDirectory,
): Promise<HeldJobs> {
  const held = new HeldJobs(ports.clock.now());
  const known = new Map<number, string | null>();
  for (let seq = 0; ; ) {
    const page = await indexedSegments(ports.db, id, seq, STEP_SEGMENTS);
    for (const { firstSeq, sha256 } of page) known.set(firstSeq, sha256);
    seq = page.at(-1)?.firstSeq ?? seq;
    if (page.length < STEP_SEGMENTS) break;
  }
  const counted = new LineUsage();
  let isCleared = false;
  let seq = 0;
  for (;;) {
    const places = await ports.segments.list(id, seq, STEP_SEGMENTS);
    for (const place of places) {
      if (place.firstSeq > seq + 1) rebuilt.lost.push(`lines ${seq + 1} to ${place.firstSeq - 1}`);
      seq = Math.max(seq, place.lastSeq);
      const whole = await mend(place, known.get(place.firstSeq) ?? null, ports, rebuilt);
      const segment = whole?.lines && segmentOf(id, whole.lines);
      if (!whole?.lines || !segment) continue;
      if (!isCleared && rebuilt.lost.length === 0) await dropHistory(ports.db, id);
      isCleared = true;
      for (const line of whole.lines) {
        counted.add(line);
        held.add(line);
      }
      await recordSegment(ports.db, id, { ...segment, sha256: whole.sha256 }, whole.lines, []);
      rebuilt.segments += 1;
      rebuilt.lines += whole.lines.length;
    }
    if (places.length < STEP_SEGMENTS) break;
  }
  await raiseUsage(ports.db, id, [...counted.rows.values()]);
  const { account, lines } = await ports.recovery.export(id);
  for (const line of lines) held.add(line);
  if (account.shipped.seq > seq) rebuilt.lost.push(`lines ${seq + 1} to ${account.shipped.seq}`);
  return held;
}

/** Puts payments in doubt that the account knows nothing of. */
async function doubtPayments(id: string, ports: RecoveryPorts): Promise<number> {
  const unknown = await unknownPayments(id, ports);
  if (unknown.length > 0) await doubtMovements(ports.db, unknown);
  return unknown.length;
}

/**
 * Writes what D1 projects of one organization afresh: its entry, its people, the index of its
 * segments with their hashes, movements and usage, rows of jobs and monitors. A segment or copy that is lost or damaged is
 * written from the other. Repeating it changes nothing.
 * @throws ApiError NOT_FOUND when its account is lost
 */
export async function rebuildDirectory(
  organizationId: string,
  ports: RecoveryPorts,
): Promise<RebuiltDirectory> {
  const rebuilt: RebuiltDirectory = {
    ...{
      members: 0,
      segments: 0,
      lines: 0,
      mended: [],
      lost: [],
      jobs: 0,
      monitors: 0,
      payments: 0,
    },
  };
  rebuilt.members = await rebuildPeople(organizationId, ports);
  const held = await rebuildHistory(organizationId, ports, rebuilt);
  Object.assign(rebuilt, await rebuildRows(organizationId, held.ids, ports));
  rebuilt.payments = await doubtPayments(organizationId, ports);
  // The account writes figures and archive that are newer.
  await ports.recovery.archive(organizationId);
  await ports.accounts.ship(organizationId);
  return rebuilt;
}
