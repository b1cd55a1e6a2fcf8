import type { AccountPorts } from './ports.ts';
import { closeOrganizationRow, deleteMember, listTeam, updateRole } from './store-members.ts';
import { findOrganization } from './store-organizations.ts';
import { listMissingOwners } from './store-owned.ts';
import { findUsers } from './store-users.ts';

// Deprovisioning: the account's object decides, and ends the keys in the same commit; what hangs on
// the organization elsewhere follows. Each step may be repeated, and cron repeats what a crash
// left.

type DeprovisionPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'resources' | 'warn'>;

const OWNERS_PER_RUN = 100;

/**
 * Ends what hangs on an owner who is gone, kind by kind; a kind that is out of reach waits for
 * cron. Of a member agents and invitations end; jobs and monitors go on as the organization's own.
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
 * Closes an organization for ever: no credential of it is admitted and nothing is set aside any
 * more; its agents, invitations, jobs, monitors, uploads and payments end. Its ledger stays, as
 * books must.
 */
export async function closeOrganization(organizationId: string, ports: DeprovisionPorts) {
  await ports.accounts.close(organizationId);
  await closeOrganizationRow(ports.db, organizationId);
  await endOwnedResources({ organizationId, userId: null }, ports);
}

/** Ends whatever still hangs on an owner that is gone: one that crashed, or lost a race. */
export async function endOrphanedResources(
  ports: DeprovisionPorts & Pick<AccountPorts, 'ownedRows'>,
): Promise<void> {
  const { db, clock, ownedRows } = ports;
  for (const owner of await listMissingOwners(db, clock.now(), OWNERS_PER_RUN, ownedRows))
    await endOwnedResources(owner, ports);
}

/** Brings the directory to what the account says, where a crash parted them. */
export async function alignDirectory(organizationId: string, ports: DeprovisionPorts) {
  const { db, accounts } = ports;
  const [view, listed, team] = await Promise.all([
    accounts.view(organizationId),
    findOrganization(db, organizationId),
    listTeam(db, organizationId),
  ]);
  if (!view) return;
  if (!view.organization.active) {
    if (listed?.active) await closeOrganization(organizationId, ports);
    return;
  }
  const roles = new Map(view.members.map(({ id, role }) => [id, role]));
  for (const { userId, role: listedRole } of team) {
    const role = roles.get(userId);
    if (role === undefined) {
      await deleteMember(db, organizationId, userId);
      await endOwnedResources({ organizationId, userId }, ports);
    } else if (role !== listedRole) await updateRole(db, { organizationId, userId, role });
  }
  const people = await findUsers(db, [...roles.keys()]);
  for (const id of [...roles.keys()].filter((member) => !people.has(member)))
    await accounts.removeMember(organizationId, id);
}
