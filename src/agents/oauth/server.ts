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

/** Origins one isolate is asked by: its own, and whatever else leads to it. */
const MAX_ORIGINS = 4;

const servers = new Map<string, OAuthAuthorizationServer>();

/**
 * The authorization server of this origin. It is mounted on routes, so it never sees what is none
 * of its own. Clients described by documents are read by our records, not by its own fetch.
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
    // Of the schemes that `isRedirect` lets through.
    allowPrivateUseRedirectUris: true,
    scopesSupported: [...AGENT_SCOPES.keys()],
    accessTokenTTL: HOUR_SECONDS,
    refreshTokenTTL: 30 * DAY_SECONDS,
    refreshTokenIdleTTL: 30 * DAY_SECONDS,
    clientRegistrationTTL: CLIENT_SECONDS,
    // Refusals are the clients' business; there is nothing in them for the operator.
    onError: () => undefined,
  });
  servers.set(origin, server);
  return server;
}

/** What the library takes for the environment: records opened for one request. */
export const serverEnvironment = (records: OAuthRecords): never => ({ OAUTH_KV: records }) as never;

/**
 * Reads access tokens from the database on every call, so that a revoked one is refused from the
 * next call on, as is one whose grant has ended, even one that was being written at that moment. A
 * token for another audience is none of ours (RFC 8707, section 2).
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
