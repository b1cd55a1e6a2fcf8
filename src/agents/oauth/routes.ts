import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { MCP_PATH } from '../../accounts/agent-consent.ts';
import { type OAuthRecords, StaleRecord } from '../../accounts/oauth-records.ts';
import { limitAttempts, limitAttemptsFrom } from '../../accounts/sign-in/attempt-limits.ts';
import { readBodyText } from '../../lib/bounded-stream.ts';
import { isLoopback, serviceOrigin } from '../../lib/origin.ts';
import { AGENT_SCOPES } from '../../lookup/account/principal.ts';
import { MAX_REGISTRATION_BYTES, supportedRegistration, withUnusedExpiry } from './clients.ts';
import { type OAuthPorts, openRecords } from './grants.ts';
import { openTokenRequest, refuseOrphanedGrants } from './refresh-tokens.ts';

const MAX_FORM_BYTES = 16_384;
const METADATA_SECONDS = 300;
/** Attempts at one refresh while other requests refresh the same grant. */
const MAX_ATTEMPTS = 3;

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

type OAuthContext = Context<{ Variables: { requestId: string; startedAt: number } }>;

const refuse = (c: OAuthContext, error: string, description: string, status: 400 | 413 | 429) =>
  c.json({ error, error_description: description }, status, { 'Cache-Control': 'no-store' });

function refuseTooMany(c: OAuthContext, seconds: number, description: string) {
  c.header('Retry-After', String(seconds));
  return refuse(c, 'temporarily_unavailable', description, 429);
}

/** Protected resource metadata (RFC 9728): where to get a token for the agent-protocol server. */
const resourceMetadata = (origin: string) => ({
  resource: `${origin}${MCP_PATH}`,
  authorization_servers: [origin],
  scopes_supported: [...AGENT_SCOPES.keys()],
  bearer_methods_supported: ['header'],
  resource_name: 'Lookup API',
  resource_documentation: `${origin}/docs`,
});

/** Routes of the authorization server: discovery, tokens, registration, revocation. */
export function oauthRoutes(services: OAuthPorts) {
  const { publicUrl } = services;
  const routes = new Hono<{ Variables: { requestId: string; startedAt: number } }>();
  const originOf = (c: OAuthContext): string => serviceOrigin(publicUrl, c.req.url);

  /** Passes a request to the library at the service's public origin, not at the requested host. */
  async function ask(
    c: OAuthContext,
    { body, records = openRecords(services) }: { body?: string; records?: OAuthRecords } = {},
  ): Promise<Response> {
    // The library is loaded by the first request that needs it.
    const { serverEnvironment, authorizationServer } = await import('./server.ts');
    const { method, headers } = c.req.raw;
    const { pathname, search } = new URL(c.req.url);
    const origin = originOf(c);
    // HEAD is handled as GET, with the body left out (RFC 9110, section 9.3.2).
    const asked = {
      method: method === 'HEAD' ? 'GET' : method,
      headers,
      ...(body !== undefined && { body }),
    };
    const request = new Request(`${origin}${pathname}${search}`, asked);
    const environment = serverEnvironment(records);
    const server = authorizationServer(origin);
    const reply = await server.fetch(request, environment, c.executionCtx as never);
    return c.newResponse(reply.body, reply);
  }

  const resource = (c: OAuthContext) =>
    c.json(resourceMetadata(originOf(c)), 200, {
      'Cache-Control': `public, max-age=${METADATA_SECONDS}`,
    });
  // Browser programs call these too, without cookies (RFC 9728, section 3.1).
  const asked = [RESOURCE_METADATA, `${RESOURCE_METADATA}/*`, SERVER_METADATA];
  for (const path of [...asked, '/oauth/token', '/oauth/register']) routes.use(path, cors());
  routes.get(`${RESOURCE_METADATA}${MCP_PATH}`, resource);
  routes.get(RESOURCE_METADATA, resource);

  routes.get(SERVER_METADATA, async (c) => {
    const reply = await ask(c);
    const metadata = (await reply.json()) as Record<string, unknown>;
    return c.json({
      ...metadata,
      // Clients then register no more, so it is false where a local server cannot fetch documents.
      client_id_metadata_document_supported:
        !isLoopback(originOf(c)) || services.allowHosts.length > 0,
      code_challenge_methods_supported: ['S256'],
    });
  });

  routes.post('/oauth/token', async (c) => {
    const text = await readBodyText(c.req.raw, MAX_FORM_BYTES);
    if (text === null) return refuse(c, 'invalid_request', 'The body is too large', 413);
    const refusal = await refuseOrphanedGrants(text, services);
    if (refusal) return refuse(c, refusal.error, refusal.description, 400);
    const isRefresh = new URLSearchParams(text).get('grant_type') === 'refresh_token';
    for (let attempt = 1; ; attempt++)
      try {
        const request = await openTokenRequest(text, services);
        const grantId = request.refreshes?.grantId;
        const wait = grantId ? await limitAttempts('refresh by grant', grantId, services) : null;
        if (wait !== null) return refuseTooMany(c, wait, 'Too many refreshes of this sign-in');
        return await request.finish(await ask(c, request));
      } catch (error) {
        if (!(error instanceof StaleRecord)) throw error;
        // The grant was refreshed at the same moment; on the next attempt the token counts as just
        // replaced. A code sent twice has been used.
        if (attempt === MAX_ATTEMPTS || !isRefresh)
          return refuse(
            c,
            'invalid_grant',
            'The code or token was used by another request at the same time',
            400,
          );
      }
  });

  routes.post('/oauth/register', async (c) => {
    const address = c.req.header('CF-Connecting-IP') ?? '';
    const wait = await limitAttemptsFrom('agent registration', address, services);
    if (wait !== null) return refuseTooMany(c, wait, 'Too many registrations');
    const text = await readBodyText(c.req.raw, MAX_REGISTRATION_BYTES);
    if (text === null)
      return refuse(c, 'invalid_client_metadata', 'The registration is too large', 413);
    const registration = supportedRegistration(text);
    // RFC 7591, section 3.2.2.
    if ('problem' in registration)
      return refuse(c, 'invalid_redirect_uri', registration.problem, 400);
    return ask(c, { ...registration, records: withUnusedExpiry(openRecords(services)) });
  });
  return routes;
}
