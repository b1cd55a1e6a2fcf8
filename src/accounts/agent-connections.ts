import { ApiError } from '../lib/errors.ts';
import { AGENT_KEY_PREFIX } from '../lookup/account/caller.ts';
import type { AccountPorts } from './ports.ts';
import {
  type AgentConnection,
  deleteGrant,
  deleteOrganizationGrants,
  findConnection,
  findConnections,
  listConnections,
  updateConnectionLimit,
} from './store-connections.ts';

/** Agents that are signed in for an organization, the newest first. */
export const readConnections = (
  organizationId: string,
  { db, clock }: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<AgentConnection[]> => listConnections(db, organizationId, clock.now());

/** Agents that use was counted under, by what it is counted under; ended ones among them. */
export async function agentsByKeyId(
  organizationId: string,
  keyIds: readonly string[],
  { db }: Pick<AccountPorts, 'db'>,
): Promise<ReadonlyMap<string, AgentConnection>> {
  const agents = new Set(keyIds.filter((keyId) => keyId.startsWith(AGENT_KEY_PREFIX)));
  if (agents.size === 0) return new Map();
  const grants = [...agents].map((keyId) => keyId.slice(AGENT_KEY_PREFIX.length));
  const found = await findConnections(db, organizationId, grants);
  return new Map(found.map((each) => [`${AGENT_KEY_PREFIX}${each.grantId}`, each]));
}

/** Ends one: its next call is refused. @throws ApiError NOT_FOUND */
export async function endConnection(
  request: { organizationId: string; grantId: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<AgentConnection> {
  const connection = await findConnection(db, request.organizationId, request.grantId);
  if (!connection) throw new ApiError('NOT_FOUND', 'There is no such connection.');
  const { organizationId, userId, grantId } = connection;
  await deleteGrant(db, userId, grantId);
  await accounts.releaseQuota(organizationId, { kind: 'agents', id: grantId });
  return connection;
}

/** Sets the daily limit of one, in credits; null for none. It counts from the next call on. */
export const limitConnection = (
  connection: Pick<AgentConnection, 'organizationId' | 'grantId'>,
  creditsPerDay: number | null,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<void> => updateConnectionLimit(db, connection, creditsPerDay);

/** Ends every agent of an organization, or of one user in it. Safe to repeat. */
export async function endConnections(
  { organizationId, userId }: { organizationId: string; userId?: string },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  for (const id of await deleteOrganizationGrants(db, organizationId, userId))
    await accounts.releaseQuota(organizationId, { kind: 'agents', id });
}
