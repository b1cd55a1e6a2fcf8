import type { AgentConsents } from './accounts/agent-consent.ts';
import type { OAuthPorts } from './agents/oauth/grants.ts';
import { oauthRoutes } from './agents/oauth/routes.ts';
import { purgeOAuthRecords } from './agents/oauth/store.ts';
import { mcpRoutes } from './agents/tools/routes.ts';
import type { McpServices } from './agents/tools/tool.ts';
import type { ReadAgentToken } from './lookup/account/principal.ts';

/** Everything about agents: how they sign in, and what they call. */
export interface Agents {
  readToken: ReadAgentToken;
  consents(): Promise<AgentConsents>;
  routes(services: McpServices): [ReturnType<typeof mcpRoutes>, ReturnType<typeof oauthRoutes>];
  /** Deletes what has ended. */
  purge(): Promise<void>;
}

/** Agents over the database. The libraries are loaded by the first request that needs them. */
export function createAgents(oauth: OAuthPorts): Agents {
  return {
    readToken: async (...token) =>
      (await import('./agents/oauth/server.ts')).createTokenReader(oauth)(...token),
    consents: async () => (await import('./agents/oauth/consents.ts')).createConsents(oauth),
    routes: (services) => [mcpRoutes(services), oauthRoutes(oauth)],
    purge: () => purgeOAuthRecords(oauth.db, oauth.clock.now()),
  };
}
