import { ownerOf, tooMany } from './accounts/sign-in/limits.ts';
import type { ReadAgentToken } from './core/account/access.ts';
import type { AgentConsents } from './core/account/agents.ts';
import { type Rooms, takeRoom } from './core/account/ceilings.ts';
import type { McpServices } from './mcp/ports.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { OAuthServices } from './oauth/ports.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { deleteGrant, insertConnection } from './store/agent-connections.ts';
import type { Database } from './store/database.ts';
import { createOAuthRecords, StaleRecord, tidyOAuthRecords } from './store/oauth-records.ts';

interface Parts
  extends Pick<OAuthServices, 'clock' | 'fetcher' | 'allowHosts' | 'publicUrl' | 'log'> {
  db: Database;
  rooms: Rooms;
}

/** Everything about agents: how they sign in, and what they call. */
export interface Agents {
  readToken: ReadAgentToken;
  consents(): Promise<AgentConsents>;
  routes(services: McpServices): [ReturnType<typeof mcpRoutes>, ReturnType<typeof oauthRoutes>];
  /** Deletes what has ended. */
  tidy(): Promise<void>;
}

/** Agents over the database. The libraries are loaded by the first request that needs them. */
export function createAgents({ db, rooms, ...parts }: Parts): Agents {
  const { clock } = parts;
  const oauth: OAuthServices = {
    ...parts,
    openRecords: () => createOAuthRecords(db, clock.now),
    isStale: (error) => error instanceof StaleRecord,
    addConnection: async (connection) => {
      const { organizationId, userId, grantId: id } = connection;
      try {
        await takeRoom(organizationId, { kind: 'agents', mode: 'live', id }, rooms);
      } catch (error) {
        await deleteGrant(db, userId, id);
        throw error;
      }
      await insertConnection(db, connection);
    },
    endGrant: (userId, grantId) => deleteGrant(db, userId, grantId),
    countRegistration: (address) =>
      tooMany('agent registration by address', ownerOf(address), { db, clock }),
  };
  return {
    readToken: async (...token) =>
      (await import('./oauth/tokens.ts')).createTokenReader(oauth)(...token),
    consents: async () => (await import('./oauth/consents.ts')).createConsents(oauth),
    routes: (services) => [mcpRoutes(services), oauthRoutes(oauth)],
    tidy: () => tidyOAuthRecords(db, clock.now()),
  };
}
