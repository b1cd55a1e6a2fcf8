import { deleteGrant, findGrant, insertConnection } from './accounts/agent-connections.ts';
import type { AgentConsents } from './accounts/agent-consent.ts';
import { limitAttempts, limitAttemptsFrom } from './accounts/sign-in/attempt-limits.ts';
import type { OAuthServices } from './agents/oauth/ports.ts';
import { oauthRoutes } from './agents/oauth/routes.ts';
import { createOAuthRecords, purgeOAuthRecords, StaleRecord } from './agents/oauth/store.ts';
import { mcpRoutes } from './agents/tools/routes.ts';
import type { McpServices } from './agents/tools/tool.ts';
import type { Database } from './lib/database.ts';
import type { Accounts } from './lookup/account/account.ts';
import type { ReadAgentToken } from './lookup/account/principal.ts';
import { type Quotas, requireQuota } from './lookup/account/quotas.ts';

interface Parts
  extends Pick<OAuthServices, 'clock' | 'fetcher' | 'allowHosts' | 'publicUrl' | 'log'> {
  db: Database;
  accounts: Quotas & Pick<Accounts, 'admit'>;
}

/** The record of a grant: its user and its id. */
const GRANT_KEY = /^grant:([^:]+):([^:]+)$/;

/** Everything about agents: how they sign in, and what they call. */
export interface Agents {
  readToken: ReadAgentToken;
  consents(): Promise<AgentConsents>;
  routes(services: McpServices): [ReturnType<typeof mcpRoutes>, ReturnType<typeof oauthRoutes>];
  /** Deletes what has ended. */
  purge(): Promise<void>;
}

/** Agents over the database. The libraries are loaded by the first request that needs them. */
export function createAgents({ db, accounts, ...parts }: Parts): Agents {
  const { clock } = parts;
  /** Its connection stays listed, so it is found whether or not the grant is still there. */
  const releaseAgent = async (userId: string, id: string): Promise<void> => {
    const grant = await findGrant(db, userId, id);
    if (grant) await accounts.releaseQuota(grant.organization.id, { kind: 'agents', id });
  };
  const oauth: OAuthServices = {
    ...parts,
    // The library ends grants too: revoked ones, and those whose code is used twice.
    openRecords() {
      const records = createOAuthRecords(db, clock.now);
      return {
        ...records,
        async delete(key) {
          await records.delete(key);
          const [, userId, grantId] = GRANT_KEY.exec(key) ?? [];
          if (userId && grantId) await releaseAgent(userId, grantId);
        },
      };
    },
    isStale: (error) => error instanceof StaleRecord,
    addConnection: async (connection) => {
      const { organizationId, userId, grantId: id } = connection;
      try {
        await requireQuota(organizationId, { kind: 'agents', mode: 'live', id }, accounts);
      } catch (error) {
        await deleteGrant(db, userId, id);
        throw error;
      }
      await insertConnection(db, connection);
    },
    readLimit: async (...grant) => (await findGrant(db, ...grant))?.creditsPerDay ?? null,
    async endGrant(userId, id) {
      await deleteGrant(db, userId, id);
      await releaseAgent(userId, id);
    },
    countRegistration: (address) => limitAttemptsFrom('agent registration', address, { db, clock }),
    countDocument: (address) => limitAttemptsFrom('agent document', address, { db, clock }),
    countRefresh: (grantId) => limitAttempts('refresh by grant', grantId, { db, clock }),
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
      (await import('./agents/oauth/server.ts')).createTokenReader(oauth)(...token),
    consents: async () => (await import('./agents/oauth/consents.ts')).createConsents(oauth),
    routes: (services) => [mcpRoutes(services), oauthRoutes(oauth)],
    purge: () => purgeOAuthRecords(db, clock.now()),
  };
}
