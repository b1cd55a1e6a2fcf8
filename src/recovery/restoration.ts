import { alignTeam } from '../accounts/deprovisioning.ts';
import { recordSegment } from '../accounts/ledger/store-history.ts';
import type { SegmentRange, StoredSegment } from '../accounts/ledger/store-segments.ts';
import { REWOUND, segmentIndexRow } from '../accounts/object/archiver.ts';
import type { CatchUpResult } from '../accounts/object/restorable-account.ts';
import {
  findOrganization,
  insertOrganization,
  isOrganizationClosed,
  updateOrganization,
} from '../accounts/store-organizations.ts';
import { ensureUser, insertMember } from '../accounts/store-users.ts';
import { ApiError } from '../lib/errors.ts';
import { pick } from '../lib/fields.ts';
import { MAX_LISTED_OBJECTS } from '../lib/r2.ts';
import { quoted } from '../lib/text.ts';
import { DAY_MS, utcDay } from '../lib/time.ts';
import type { Member } from '../lookup/account/account.ts';
import { EntryUsage, STEP_SEGMENTS, segmentDamage } from './ledger-verification.ts';
import type { RecoveryPorts } from './ports.ts';
import { HeldJobs, rebuildRows } from './row-rebuilding.ts';
import {
  deleteLedgerHistory,
  listDirectoryMembers,
  listUsageSince,
  markTransfersUncertain,
  missingOrganizations,
  pageIndexedSegments,
  raiseUsage,
} from './store.ts';
import { requireNamed, unknownPayments } from './verification.ts';

const nothingRebuilt = () => ({
  members: 0,
  segments: 0,
  lines: 0,
  /** Segments rewritten from their copies, and the reverse. */
  mended: [] as string[],
  /** Segments unreadable along with their copies, and entries missing from all segments. */
  lost: [] as string[],
  /** Rows of jobs and monitors rewritten from their objects. */
  jobs: 0,
  monitors: 0,
  /** Rows of webhook endpoints rewritten from their copies. */
  endpoints: 0,
  /** Payments missing in the account, which `read-payments` applies again. */
  payments: 0,
});

type RebuiltDirectory = ReturnType<typeof nothingRebuilt>;

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
  const listed: Pick<Member, 'id' | 'role'>[] = [];
  for (const { id: userId, email, role, createdAt: at } of members) {
    const user = await ensureUser(db, { id: userId, email, name: email, at });
    await insertMember(db, { organizationId: id, userId: user, role, at });
    listed.push({ id: user, role });
  }
  await alignTeam(id, listed, ports);
  return members.length;
}

/** Read repair: reads the intact one of segment and copy, and rewrites the other. */
async function repairSegment(
  place: SegmentRange,
  sha256: string | null,
  { segments }: RecoveryPorts,
  rebuilt: RebuiltDirectory,
): Promise<StoredSegment | null> {
  const { object } = place;
  const [own, copy] = await Promise.all([segments.readOriginal(object), segments.readCopy(object)]);
  const isWhole = (each: StoredSegment | null) => segmentDamage(each, place, null, sha256) === null;
  const whole = [own, copy].find(isWhole);
  if (!whole?.entries) {
    rebuilt.lost.push(object);
    return null;
  }
  if (own?.sha256 !== whole.sha256 || copy?.sha256 !== whole.sha256) {
    await segments.overwrite(object, whole.entries);
    rebuilt.mended.push(object);
  }
  return whole;
}

async function rebuildHistory(id: string, ports: RecoveryPorts, rebuilt: RebuiltDirectory) {
  const held = new HeldJobs(ports.clock.now());
  const known = new Map<number, string | null>();
  for (let seq = 0; ; ) {
    const page = await pageIndexedSegments(ports.db, id, seq, STEP_SEGMENTS);
    for (const { firstSeq, sha256 } of page) known.set(firstSeq, sha256);
    seq = page.at(-1)?.firstSeq ?? seq;
    if (page.length < STEP_SEGMENTS) break;
  }
  const counted = new EntryUsage();
  let isCleared = false;
  let seq = 0;
  for (;;) {
    const places = await ports.segments.list(id, seq, STEP_SEGMENTS);
    for (const place of places) {
      if (place.firstSeq > seq + 1) rebuilt.lost.push(`lines ${seq + 1} to ${place.firstSeq - 1}`);
      seq = Math.max(seq, place.lastSeq);
      const whole = await repairSegment(place, known.get(place.firstSeq) ?? null, ports, rebuilt);
      const segment = whole?.entries && segmentIndexRow(id, whole.entries);
      if (!whole?.entries || !segment) continue;
      if (!isCleared && rebuilt.lost.length === 0) await deleteLedgerHistory(ports.db, id);
      isCleared = true;
      for (const entry of whole.entries) {
        counted.add(entry);
        held.add(entry);
      }
      await recordSegment(ports.db, id, { ...segment, sha256: whole.sha256 }, whole.entries, []);
      rebuilt.segments += 1;
      rebuilt.lines += whole.entries.length;
    }
    if (places.length < STEP_SEGMENTS) break;
  }
  await raiseUsage(ports.db, id, [...counted.rows.values()]);
  const { account, lines } = await ports.recovery.export(id);
  for (const entry of lines) held.add(entry);
  if (account.shipped.seq > seq) rebuilt.lost.push(`lines ${seq + 1} to ${account.shipped.seq}`);
  return held;
}

async function markPaymentsInDoubt(id: string, ports: RecoveryPorts): Promise<number> {
  const unknown = await unknownPayments(id, ports);
  if (unknown.length > 0) await markTransfersUncertain(ports.db, unknown);
  return unknown.length;
}

/**
 * Rebuilds an organization's projections in D1: its entry, its people and their roles, the index
 * of its segments with their hashes, credit transfers, usage, and rows of jobs, monitors and
 * webhook endpoints.
 * Rewrites a lost or damaged segment from its copy, and the reverse. Idempotent.
 * @throws ApiError NOT_FOUND if its account is lost
 */
export async function rebuildDirectory(
  organizationId: string,
  ports: RecoveryPorts,
): Promise<RebuiltDirectory> {
  const rebuilt = nothingRebuilt();
  rebuilt.members = await rebuildPeople(organizationId, ports);
  const held = await rebuildHistory(organizationId, ports, rebuilt);
  Object.assign(rebuilt, await rebuildRows(organizationId, held.ids, ports));
  rebuilt.payments = await markPaymentsInDoubt(organizationId, ports);
  // The account then writes its newer figures and entries.
  await ports.recovery.backUp(organizationId);
  await ports.accounts.archiveEntries(organizationId);
  return rebuilt;
}

const LISTED_PER_RUN = 100;

/**
 * Lists organizations whose account is archived but whom the directory lacks, such as one whose
 * creation was stopped: its account is made before its entry.
 */
export async function listMissingOrganizations(ports: RecoveryPorts): Promise<void> {
  let left = LISTED_PER_RUN;
  for (let after = ''; ; ) {
    const ids = await ports.archives.list(after, MAX_LISTED_OBJECTS);
    for (const id of (await missingOrganizations(ports.db, ids)).slice(0, left)) {
      left -= 1;
      await rebuildPeople(id, ports).catch((cause) =>
        ports.warn(`the organization ${id} could not be listed`, cause),
      );
    }
    after = ids.at(-1) ?? '';
    if (left === 0 || ids.length < MAX_LISTED_OBJECTS) return;
  }
}

/** Retention of the platform's point-in-time recovery. */
const MEMORY_MS = 30 * DAY_MS;

/** Most attempts to rewind an account, as a call in between makes another one necessary. */
const ATTEMPTS = 5;

const NOT_CONFIRMED = 'The connection to the account was lost: repeat the command.';

/** Maps a refusal of the account to an error for the operator. */
const rethrowRefusal = (cause: unknown): never => {
  if (cause instanceof RangeError) throw new ApiError('INVALID_INPUT', cause.message);
  throw cause;
};

/**
 * Rewinds an account. The call ends its instance, whose last message confirms it.
 * @returns whether it is confirmed; after a lost connection the account may or may not be rewound
 * @throws RangeError a refusal of the account
 */
export const rewindAccount = (
  id: string,
  to: number,
  { recovery }: Pick<RecoveryPorts, 'recovery'>,
): Promise<boolean> =>
  recovery.rewind(id, to).then(
    () => false,
    (cause: Error) => {
      if (cause instanceof RangeError) throw cause;
      return cause.message.includes(REWOUND);
    },
  );

const recordedUsage = (id: string, since: number, { db }: RecoveryPorts) =>
  listUsageSince(db, id, utcDay(since)).catch(() => []);

/** Closes an account that came back after its organization was closed while it was lost. */
async function closeAgain(id: string, { db, accounts }: RecoveryPorts): Promise<void> {
  if (await isOrganizationClosed(db, id).catch(() => false)) await accounts.close(id);
}

/**
 * Point-in-time recovery of an account, followed by a replay of the entries archived since. Credits
 * then match the entries, and what was ended stays ended.
 * @returns what was replayed, and the bookmark of the previous state
 * @throws ApiError INVALID_INPUT for a time outside the retention, or an account that cannot be
 * archived; as {@link requireNamed}
 */
export async function restoreAccount(
  { organizationId: id, to }: { organizationId: string; to: number },
  ports: RecoveryPorts,
): Promise<CatchUpResult & { before: string }> {
  const now = ports.clock.now();
  if (to > now || to < now - MEMORY_MS)
    throw new ApiError('INVALID_INPUT', 'to: is not within the last thirty days.', { param: 'to' });
  await requireNamed(id, ports);
  const before = await ports.recovery.bookmark(id);
  const recorded = await recordedUsage(id, to, ports);
  for (let attempt = 1; ; attempt++) {
    const isRewound = await rewindAccount(id, to, ports).catch(rethrowRefusal);
    try {
      // Changes nothing in an account that was not rewound.
      const caughtUp = await ports.recovery.catchUp(id, recorded);
      if (isRewound) {
        await closeAgain(id, ports);
        return { ...caughtUp, before };
      }
      if (attempt === ATTEMPTS) throw new ApiError('SERVICE_UNAVAILABLE', NOT_CONFIRMED);
    } catch (cause) {
      if (attempt === ATTEMPTS || !(cause instanceof RangeError)) return rethrowRefusal(cause);
    }
  }
}

/**
 * Rebuilds a lost account from its archive and the segments since, or without an archive from its
 * segments and the directory. It is closed again if its organization was closed since it was lost.
 * @throws ApiError INVALID_INPUT if the account exists, or there is nothing to rebuild it from
 */
export async function rebuildAccount(
  organizationId: string,
  ports: RecoveryPorts,
): Promise<CatchUpResult & { lost: string[] }> {
  const listed = await findOrganization(ports.db, organizationId).catch(() => null);
  const people = listed ? await listDirectoryMembers(ports.db, organizationId) : [];
  const seed = listed && {
    organization: pick(listed, 'id', 'name', 'region', 'active', 'createdAt'),
    members: people.map(({ userId: id, email, role }) => {
      const { createdAt } = listed;
      return { id, email, role, createdAt };
    }),
  };
  const recorded = await recordedUsage(organizationId, ports.clock.now() - DAY_MS, ports);
  const rebuilt = await ports.recovery
    .rebuild(organizationId, seed, recorded)
    .catch(rethrowRefusal);
  await closeAgain(organizationId, ports);
  return rebuilt;
}
