import type { ReadAgentToken } from './core/account/access.ts';
import type { AgentConsents } from './core/account/agents.ts';
import type { OAuthServices } from './oauth/ports.ts';
import { deleteGrant, insertConnection } from './store/agent-connections.ts';
import type { Database } from './store/database.ts';
import { createOAuthRecords, StaleRecord } from './store/oauth-records.ts';

/** What agents sign in with, built of what the environment has. */
export function createOAuthServices({
  db,
  ...ports
}: Pick<OAuthServices, 'clock' | 'fetcher' | 'allowHosts' | 'publicUrl' | 'log'> & {
  db: Database;
}): OAuthServices {
  return {
    ...ports,
    openRecords: () => createOAuthRecords(db, ports.clock.now),
    isStale: (error) => error instanceof StaleRecord,
    addConnection: (connection) => insertConnection(db, connection),
    endGrant: (userId, grantId) => deleteGrant(db, userId, grantId),
    countRegistration: async () => null,
  };
}

/** Reads tokens; the library is loaded by the first of them. */
export const loadTokenReader =
  (services: OAuthServices): ReadAgentToken =>
  async (...token) =>
    (await import('./oauth/tokens.ts')).createTokenReader(services)(...token);

/** The consent page's half of signing in, loaded when somebody is asked. */
export const loadConsents =
  (services: OAuthServices): (() => Promise<AgentConsents>) =>
  async () =>
    (await import('./oauth/consents.ts')).createConsents(services);
