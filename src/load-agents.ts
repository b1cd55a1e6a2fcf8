import { tooMany, tooManyFrom } from './accounts/sign-in/limits.ts';
import type { ReadAgentToken } from './core/account/access.ts';
import type { Accounts } from './core/account/account.ts';
import type { AgentConsents } from './core/account/agents.ts';
import { type Rooms, takeRoom } from './core/account/ceilings.ts';
import type { McpServices } from './mcp/ports.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { OAuthServices } from './oauth/ports.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { deleteGrant, findGrant, insertConnection } from './store/agent-connections.ts';
import type { Database } from './store/database.ts';
import { createOAuthRecords, StaleRecord, tidyOAuthRecords } from './store/oauth-records.ts';

interface Parts
  extends Pick<OAuthServices, 'clock' | 'fetcher' | 'allowHosts' | 'publicUrl' | 'log'> {
  db: Database;
  accounts: Rooms & Pick<Accounts, 'admit'>;
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
export function createAgents({ db, accounts, ...parts }: Parts): Agents {
  const { clock } = parts;
  const oauth: OAuthServices = {
    ...parts,
    openRecords: () => createOAuthRecords(db, clock.now),
    isStale: (error) => error instanceof StaleRecord,
    addConnection: async (connection) => {
      const { organizationId, userId, grantId: id } = connection;
      try {
        await takeRoom(organizationId, { kind: 'agents', mode: 'live', id }, accounts);
      } catch (error) {
        await deleteGrant(db, userId, id);
        throw error;
      }
      await insertConnection(db, connection);
    },
    async endGrant(userId, id) {
      const grant = await findGrant(db, userId, id);
      await deleteGrant(db, userId, id);
      if (grant) await accounts.releaseRoom(grant.organization.id, { kind: 'agents', id });
    },
    countRegistration: (address) => tooManyFrom('agent registration', address, { db, clock }),
    countDocument: (address) => tooManyFrom('agent document', address, { db, clock }),
    countRefresh: (grantId) => tooMany('refresh by grant', grantId, { db, clock }),
    async mayHold({ userId, grantId }) {
      const grant = await findGrant(db, userId, grantId);
      if (!grant) return true;
      const { organization, scopes } = grant;
      const who = {
        kind: 'agent',
        ...organization,
        mode: 'live',
        grantId,
        userId,
        scopes,
      } as const;
      const call = { ...who, resource: 'connection' };
      return (await accounts.admit(call, 'uncounted', null)).code !== 'UNAUTHORIZED';
    },
  };
  return {
    readToken: async (...token) =>
      (await import('./oauth/tokens.ts')).createTokenReader(oauth)(...token),
    consents: async () => (await import('./oauth/consents.ts')).createConsents(oauth),
    routes: (services) => [mcpRoutes(services), oauthRoutes(oauth)],
    tidy: () => tidyOAuthRecords(db, clock.now()),
  };
}
