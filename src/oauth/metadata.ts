import { MCP_PATH } from '../core/account/agents.ts';
import { AGENT_SCOPES } from '../core/account/scopes.ts';

/** RFC 9728: whom to ask for a token of the agent-protocol server. */
export const resourceMetadata = (origin: string) => ({
  resource: `${origin}${MCP_PATH}`,
  authorization_servers: [origin],
  scopes_supported: [...AGENT_SCOPES.keys()],
  bearer_methods_supported: ['header'],
  resource_name: 'Lookup API',
  resource_documentation: `${origin}/docs`,
});
