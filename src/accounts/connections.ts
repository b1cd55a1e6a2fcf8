import { AGENT } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import {
  type AgentConnection,
  deleteGrant,
  deleteGrantsOf,
  findConnection,
  findConnections,
  listConnections,
} from '../store/agent-connections.ts';
import { listMemberships, type Membership } from '../store/users.ts';
import type { AccountPorts } from './ports.ts';

/** Agents that are signed in for an organization, the newest first. */
export const readConnections = (
  organizationId: string,
  { db, clock }: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<AgentConnection[]> => listConnections(db, organizationId, clock.now());

/** Agents that use was counted under, by what it is counted under; ended ones among them. */
export async function agentsOf(
  organizationId: string,
  keyIds: readonly string[],
  { db }: Pick<AccountPorts, 'db'>,
): Promise<ReadonlyMap<string, AgentConnection>> {
  const agents = new Set(keyIds.filter((keyId) => keyId.startsWith(AGENT)));
  if (agents.size === 0) return new Map();
  const grants = [...agents].map((keyId) => keyId.slice(AGENT.length));
  const found = await findConnections(db, organizationId, grants);
  return new Map(found.map((each) => [`${AGENT}${each.grantId}`, each]));
}

/** Organizations a user can let an agent in for. */
export const organizationsOf = (
  userId: string,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<Membership[]> => listMemberships(db, userId);

/** Ends one: its next call is refused. @throws ApiError NOT_FOUND */
export async function endConnection(
  request: { organizationId: string; grantId: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<AgentConnection> {
  const connection = await findConnection(db, request.organizationId, request.grantId);
  if (!connection) throw new ApiError('NOT_FOUND', 'There is no such connection.');
  const { organizationId, userId, grantId } = connection;
  await deleteGrant(db, userId, grantId);
  await accounts.releaseRoom(organizationId, { kind: 'agents', id: grantId });
  return connection;
}

/** Ends every agent of an organization, or of one user in it. Safe to repeat. */
export async function endConnections(
  { organizationId, userId }: { organizationId: string; userId?: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  for (const id of await deleteGrantsOf(db, organizationId, userId))
    await accounts.releaseRoom(organizationId, { kind: 'agents', id });
}
