import { ApiError } from '../core/errors.ts';
import {
  type AgentConnection,
  deleteGrant,
  findConnection,
  listConnections,
} from '../store/agent-connections.ts';
import { listMemberships, type Membership } from '../store/users.ts';
import type { AccountPorts } from './ports.ts';

/** Agents that are signed in for an organization, the newest first. */
export const readConnections = (
  organizationId: string,
  { db, clock }: Pick<AccountPorts, 'db' | 'clock'>,
): Promise<AgentConnection[]> => listConnections(db, organizationId, clock.now());

/** Organizations a user can let an agent in for. */
export const organizationsOf = (
  userId: string,
  { db }: Pick<AccountPorts, 'db'>,
): Promise<Membership[]> => listMemberships(db, userId);

/** Ends one: its next call is refused. @throws ApiError NOT_FOUND */
export async function endConnection(
  request: { organizationId: string; grantId: string },
  { db }: Pick<AccountPorts, 'db'>,
): Promise<AgentConnection> {
  const connection = await findConnection(db, request.organizationId, request.grantId);
  if (!connection) throw new ApiError('NOT_FOUND', 'There is no such connection.');
  await deleteGrant(db, connection.userId, connection.grantId);
  return connection;
}
