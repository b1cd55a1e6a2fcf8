import type { ReadAgentToken } from '../core/account/access.ts';
import { MCP_PATH } from '../core/account/agents.ts';
import type { GrantProps, OAuthServices } from './ports.ts';
import { environmentOf, serverOf } from './server.ts';
import { partsOf } from './token-rotation.ts';

/**
 * Reads access tokens: from the database on every call, so that one that was ended is nobody's with
 * the next. A token for another audience is none of ours (RFC 8707, section 2).
 */
export const createTokenReader =
  (services: OAuthServices): ReadAgentToken =>
  async (token, url) => {
    const parts = partsOf(token);
    if (!parts) return 'malformed';
    const { origin } = new URL(services.publicUrl ?? url);
    const found = await serverOf(origin).validateToken(
      `${origin}${MCP_PATH}`,
      token,
      environmentOf(services.openRecords()),
    );
    if (!found) return 'token_ended';
    const { organization } = found.props as GrantProps;
    const { userId, grantId } = parts;
    return { kind: 'agent', ...organization, mode: 'live', grantId, userId, scopes: found.scope };
  };
