import type { ReadAgentToken } from '../core/account/access.ts';
import { MCP_PATH } from '../core/account/agents.ts';
import { partsOf } from './kept.ts';
import type { GrantProps, OAuthServices } from './ports.ts';
import { environmentOf, serverOf } from './server.ts';

/**
 * Reads access tokens: from the database on every call, so that one that was ended is nobody's with
 * the next. A token for another audience is none of ours (RFC 8707, section 2).
 */
export const createTokenReader =
  (services: OAuthServices): ReadAgentToken =>
  async (token, origin) => {
    const parts = partsOf(token);
    if (!parts) return 'malformed';
    const resource = `${services.publicUrl ?? origin}${MCP_PATH}`;
    const server = serverOf(services.publicUrl ?? origin);
    const found = await server.validateToken(resource, token, environmentOf(services));
    if (!found) return 'token_ended';
    const { organization } = found.props as GrantProps;
    const { userId, grantId } = parts;
    return { kind: 'agent', ...organization, mode: 'live', grantId, userId, scopes: found.scope };
  };
