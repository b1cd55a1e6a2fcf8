import { ApiError } from '../core/errors.ts';
import type { CaughtUp } from '../ledger/restorable-account.ts';
import { findOrganization } from '../store/organizations.ts';
import { directoryMembers, usageSince } from '../store/recovery-queries.ts';
import type { RecoveryPorts } from './ports.ts';

const DAY_MS = 86_400_000;

/** As far back as the platform remembers an object. */
const MEMORY_MS = 30 * DAY_MS;

/** Times the account is set back once more, because a call came between. */
const ATTEMPTS = 5;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A refusal of the account, as the operator reads it. */
const refused = (cause: unknown): never => {
  if (cause instanceof RangeError) throw new ApiError('INVALID_INPUT', cause.message);
  throw cause;
};

const usageOf = (id: string, since: number, { db }: RecoveryPorts) =>
  usageSince(db, id, dayOf(since)).catch(() => []);

/**
 * Sets an account back to a time, then repeats the lines archived since: its credits are what its
 * lines say, and what was ended stays ended.
 * @returns what was repeated, and the bookmark of the state before
 * @throws ApiError INVALID_INPUT for a time nothing is known of, or an account that cannot be
 * archived
 */
export async function restoreAccount(
  { organizationId: id, to }: { organizationId: string; to: number },
  ports: RecoveryPorts,
): Promise<CaughtUp & { before: string }> {
  const now = ports.clock.now();
  if (to > now || to < now - MEMORY_MS)
    throw new ApiError('INVALID_INPUT', 'to: is not within the last thirty days.');
  const before = await ports.recovery.bookmark(id);
  const recorded = await usageOf(id, to, ports);
  for (let attempt = 1; ; attempt++) {
    await ports.recovery.rewind(id, to).catch(refused);
    try {
      return { ...(await ports.recovery.catchUp(id, recorded)), before };
    } catch (cause) {
      if (attempt === ATTEMPTS || !(cause instanceof RangeError)) return refused(cause);
    }
  }
}

/**
 * Makes a lost account again: from its archive and the segments since, or where there is no archive
 * from its segments and the directory.
 * @throws ApiError INVALID_INPUT when it is there, or there is nothing to make it from
 */
export async function rebuildAccount(
  organizationId: string,
  ports: RecoveryPorts,
): Promise<CaughtUp> {
  const listed = await findOrganization(ports.db, organizationId).catch(() => null);
  const people = listed ? await directoryMembers(ports.db, organizationId) : [];
  const seed = listed && {
    organization: {
      ...{ id: listed.id, name: listed.name, region: listed.region },
      ...{ active: listed.active, createdAt: listed.createdAt },
    },
    members: people.map(({ userId, email, role }) => ({
      ...{ id: userId, email, role, createdAt: listed.createdAt },
    })),
  };
  const recorded = await usageOf(organizationId, ports.clock.now() - DAY_MS, ports);
  return ports.recovery.rebuild(organizationId, seed, recorded).catch(refused);
}
