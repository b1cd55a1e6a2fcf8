import { OAuthAuthorizationServer } from '@cloudflare/workers-oauth-provider';
import { findGrant } from '../../accounts/agent-connections.ts';
import { MCP_PATH } from '../../accounts/agent-consent.ts';
import type { OAuthRecords } from '../../accounts/oauth-records.ts';
import { serviceOrigin } from '../../lib/origin.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/time.ts';
import { AGENT_SCOPES, type ReadAgentToken } from '../../lookup/account/principal.ts';
import { CLIENT_SECONDS } from './clients.ts';
import { type GrantProps, type OAuthPorts, openRecords } from './grants.ts';
import { parseToken } from './refresh-tokens.ts';

export const AUTHORIZE_PATH = '/oauth/authorize';
const TOKEN_PATH = '/oauth/token';
const REGISTER_PATH = '/oauth/register';

/** Most origins per isolate: the service's own and its aliases. */
const MAX_ORIGINS = 4;

const servers = new Map<string, OAuthAuthorizationServer>();

/**
 * The authorization server of an origin. It is mounted on routes, so it only gets requests of its
 * own paths. Client documents are read by our records, not by its own fetch.
 */
export function authorizationServer(origin: string): OAuthAuthorizationServer {
  const known = servers.get(origin);
  if (known) return known;
  if (servers.size >= MAX_ORIGINS) servers.clear();
  const server = new OAuthAuthorizationServer({
    issuer: origin,
    resources: [`${origin}${MCP_PATH}`],
    authorizeEndpoint: AUTHORIZE_PATH,
    tokenEndpoint: TOKEN_PATH,
    clientRegistrationEndpoint: REGISTER_PATH,
    // Schemes are limited by `isRedirect`.
    allowPrivateUseRedirectUris: true,
    scopesSupported: [...AGENT_SCOPES.keys()],
    accessTokenTTL: HOUR_SECONDS,
    refreshTokenTTL: 30 * DAY_SECONDS,
    refreshTokenIdleTTL: 30 * DAY_SECONDS,
    clientRegistrationTTL: CLIENT_SECONDS,
    // Refusals concern the clients; they contain nothing for the operator.
    onError: () => undefined,
  });
  servers.set(origin, server);
  return server;
}

/** The library's environment: the records opened for one request. */
export const serverEnvironment = (records: OAuthRecords): never => ({ OAUTH_KV: records }) as never;

/**
 * Reads access tokens from the database on every call, so that a token is refused from the call
 * after its revocation or the end of its grant, even if it was being written at that moment. A
 * token for another audience is not accepted (RFC 8707, section 2).
 */
export const createTokenReader =
  (services: OAuthPorts): ReadAgentToken =>
  async (token, url) => {
    const parts = parseToken(token);
    if (!parts) return 'malformed';
    const origin = serviceOrigin(services.publicUrl, url);
    const { userId, grantId } = parts;
    const [found, grant] = await Promise.all([
      authorizationServer(origin).validateToken(
        `${origin}${MCP_PATH}`,
        token,
        serverEnvironment(openRecords(services)),
      ),
      findGrant(services.db, userId, grantId),
    ]);
    if (!found || !grant?.isOpen) return 'token_ended';
    const { organization } = found.props as GrantProps;
    const agent = { kind: 'agent', ...organization, mode: 'live', grantId, userId } as const;
    const { creditsPerDay } = grant;
    const limits = { scopes: found.scope, ...(creditsPerDay !== null && { creditsPerDay }) };
    return { ...agent, ...limits };
  };
