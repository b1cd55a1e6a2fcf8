import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { MCP_PATH } from '../core/account/agents.ts';
import { AGENT_SCOPES } from '../core/account/scopes.ts';
import { readText } from '../core/read-text.ts';
import { endIfReplayed, endIfUnheld } from './kept.ts';
import type { OAuthServices } from './ports.ts';

const MAX_FORM_BYTES = 16_384;
const METADATA_SECONDS = 300;

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

type OAuthContext = Context<{ Variables: { requestId: string; startedAt: number } }>;

const refuse = (c: OAuthContext, error: string, description: string, status: 400 | 413 | 429) =>
  c.json({ error, error_description: description }, status, { 'Cache-Control': 'no-store' });

/** RFC 9728: whom to ask for a token of the agent-protocol server. */
const resourceMetadata = (origin: string) => ({
  resource: `${origin}${MCP_PATH}`,
  authorization_servers: [origin],
  scopes_supported: [...AGENT_SCOPES.keys()],
  bearer_methods_supported: ['header'],
  resource_name: 'Lookup API',
  resource_documentation: `${origin}/docs`,
});

/** The library is loaded by the first request that needs it. */
const loadServer = () => import('./server.ts');

/** What the server itself answers: discovery, tokens, registration, revocation. */
export function oauthRoutes(services: OAuthServices) {
  const { publicUrl } = services;
  const routes = new Hono<{ Variables: { requestId: string; startedAt: number } }>();
  const originOf = (c: OAuthContext): string => new URL(publicUrl ?? c.req.url).origin;

  /** Asks the library, at the address it is known by, whatever the request was sent to. */
  async function ask(c: OAuthContext, body?: string): Promise<Response> {
    const { environmentOf, serverOf } = await loadServer();
    const { method, headers } = c.req.raw;
    const { pathname, search } = new URL(c.req.url);
    const origin = originOf(c);
    const asked = { method, headers, ...(body !== undefined && { body }) };
    const request = new Request(`${origin}${pathname}${search}`, asked);
    const reply = await serverOf(origin).fetch(
      request,
      environmentOf(services),
      c.executionCtx as never,
    );
    return c.newResponse(reply.body, reply);
  }

  const resource = (c: OAuthContext) =>
    c.json(resourceMetadata(originOf(c)), 200, {
      'Cache-Control': `public, max-age=${METADATA_SECONDS}`,
    });
  // Programs in a browser read these too, as they are public (RFC 9728, section 3.1).
  routes.use(`${RESOURCE_METADATA}/*`, cors());
  routes.get(`${RESOURCE_METADATA}${MCP_PATH}`, resource);
  routes.get(RESOURCE_METADATA, resource);

  routes.get(SERVER_METADATA, async (c) => {
    const reply = await ask(c);
    const metadata = (await reply.json()) as Record<string, unknown>;
    return c.json({
      ...metadata,
      client_id_metadata_document_supported: true,
      code_challenge_methods_supported: ['S256'],
    });
  });

  routes.post('/oauth/token', async (c) => {
    const text = await readText(c.req.raw, MAX_FORM_BYTES);
    if (text === null) return refuse(c, 'invalid_request', 'The body is too large', 413);
    const form = new URLSearchParams(text);
    const refreshToken = form.get('refresh_token');
    if (await endIfUnheld(refreshToken ?? form.get('code') ?? '', services))
      return refuse(c, 'invalid_grant', 'The user is not a member of an open organization', 400);
    try {
      const reply = await ask(c, text);
      if (reply.status === 400 && refreshToken) await endIfReplayed(refreshToken, services);
      return reply;
    } catch (error) {
      if (!services.isStale(error)) throw error;
      return refuse(c, 'invalid_grant', 'It was used at the same moment', 400);
    }
  });

  routes.post('/oauth/register', async (c) => {
    const wait = await services.countRegistration(c.req.header('CF-Connecting-IP') ?? '');
    if (wait !== null) {
      c.header('Retry-After', String(wait));
      return refuse(c, 'temporarily_unavailable', 'Too many registrations from here', 429);
    }
    const text = await readText(c.req.raw, MAX_FORM_BYTES);
    if (text === null)
      return refuse(c, 'invalid_client_metadata', 'The registration is too large', 413);
    return ask(c, text);
  });

  for (const path of ['/oauth/token', '/oauth/register', SERVER_METADATA])
    routes.options(path, (c) => ask(c));
  return routes;
}
