import { DAY_MS } from '../lib/time.ts';
import type { Member } from '../lookup/account/account.ts';
import type { AccountPorts } from './ports.ts';
import { closeOrganizationRow, deleteMember, listTeam, updateRole } from './store-members.ts';
import { findOrganization } from './store-organizations.ts';
import { listMissingOwners } from './store-owned.ts';
import { findUsers } from './store-users.ts';

// Deprovisioning: the account object is authoritative, and ends the keys in the same commit;
// resources elsewhere follow. Each step is idempotent, and cron repeats what a crash left undone.

type DeprovisionPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'resources' | 'warn'>;

const OWNERS_PER_RUN = 100;

/**
 * Ends the resources of a missing owner, kind by kind; cron retries a kind that is out of reach.
 * Agents and invitations of a member end; jobs and monitors become the organization's.
 */
export async function endOwnedResources(
  { organizationId, userId }: { organizationId: string; userId: string | null },
  { resources, warn }: Pick<DeprovisionPorts, 'resources' | 'warn'>,
): Promise<void> {
  for (const { name, end, leave } of resources)
    try {
      await (userId === null ? end(organizationId) : leave?.(organizationId, userId));
    } catch (cause) {
      warn(`${name} of an owner that is gone wait for cron`, cause);
    }
}

/**
 * Closes an organization for ever: its credentials are refused, nothing can be held any more, and
 * its agents, invitations, jobs, monitors, uploads and payments end. Its ledger is kept, as
 * accounting requires.
 */
export async function closeOrganization(organizationId: string, ports: DeprovisionPorts) {
  await ports.accounts.close(organizationId);
  await closeOrganizationRow(ports.db, organizationId);
  await endOwnedResources({ organizationId, userId: null }, ports);
}

/** Ends the resources of missing owners that a crash or a race has left. */
export async function endOrphanedResources(
  ports: DeprovisionPorts & Pick<AccountPorts, 'ownedRows'>,
): Promise<void> {
  const { db, clock, ownedRows } = ports;
  for (const owner of await listMissingOwners(db, clock.now(), OWNERS_PER_RUN, ownedRows))
    await endOwnedResources(owner, ports);
}

/** Removes listed members that the account lacks, and corrects listed roles. */
export async function alignTeam(
  organizationId: string,
  members: readonly Pick<Member, 'id' | 'role'>[],
  ports: Pick<DeprovisionPorts, 'db' | 'resources' | 'warn'>,
): Promise<void> {
  const { db } = ports;
  const roles = new Map(members.map(({ id, role }) => [id, role]));
  const team = await listTeam(db, organizationId);
  // New owners first: the last owner that is listed can be neither demoted nor removed.
  const isOwner = ({ userId }: { userId: string }) => roles.get(userId) === 'owner';
  for (const { userId, role: listedRole } of [
    ...team.filter(isOwner),
    ...team.filter((each) => !isOwner(each)),
  ]) {
    const role = roles.get(userId);
    if (role === undefined) {
      await deleteMember(db, organizationId, userId);
      await endOwnedResources({ organizationId, userId }, ports);
    } else if (role !== listedRole) await updateRole(db, { organizationId, userId, role });
  }
}

/** How far back the platform can set the database, whose later members may be missing in it. */
const SET_BACK_MS = 30 * DAY_MS;

/**
 * Aligns directory and account where a crash has left them different; the account is right. Members
 * without a user are removed, unless they may be missing because the database was set back.
 */
export async function alignDirectory(organizationId: string, ports: DeprovisionPorts) {
  const { db, clock, accounts } = ports;
  const [view, listed] = await Promise.all([
    accounts.view(organizationId),
    findOrganization(db, organizationId),
  ]);
  if (!view) return;
  if (!view.organization.active) {
    if (listed?.active) await closeOrganization(organizationId, ports);
    return;
  }
  await alignTeam(organizationId, view.members, ports);
  const since = clock.now() - SET_BACK_MS;
  const settled = view.members.filter(({ createdAt }) => createdAt < since).map(({ id }) => id);
  const people = await findUsers(db, settled);
  for (const id of settled.filter((member) => !people.has(member)))
    await accounts.removeMember(organizationId, id);
}
