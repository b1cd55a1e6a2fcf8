import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { MCP_PATH } from '../../accounts/agent-consent.ts';
import { readBodyText } from '../../lib/bounded-stream.ts';
import { ApiError } from '../../lib/errors.ts';
import { isLoopback, serviceOrigin } from '../../lib/origin.ts';
import { DAY_SECONDS } from '../../lib/time.ts';
import type { Admission } from '../../lookup/account/account.ts';
import { AGENT_SCOPES } from '../../lookup/account/principal.ts';
import { rateHeaders } from '../../lookup/pipeline/account-calls.ts';
import type { ServeMcp } from './server.ts';
import type { McpRequest, McpServices } from './tool.ts';

/** Body limit of a list: 50,000 rows with an email address of maximum length, and some more. */
const MAX_LIST_BYTES = 16_777_216;
const MAX_BODY_BYTES = 1_048_576;

/** Variables that the service sets for every handler. */
interface Env {
  Variables: { requestId: string; startedAt: number };
}

/**
 * Protection against DNS rebinding (protocol, "Security Warning"): a page of another site must not
 * reach a server on its reader's machine, even by a name that now resolves to it. Over HTTPS any
 * origin is allowed: a certificate proves the name, and a page needs its own token, since no cookie
 * is read.
 * @throws ApiError INVALID_REQUEST with status 403
 */
function requireSafeOrigin(c: Context<Env>, publicUrl: string | undefined): void {
  const origin = c.req.header('Origin');
  if (origin === undefined) return;
  const asked = new URL(c.req.url);
  const isLocal = isLoopback(c.req.url);
  const known = publicUrl === undefined ? null : new URL(publicUrl);
  if (!isLocal && [asked, known].some((url) => url?.protocol === 'https:')) return;
  if (origin === known?.origin || (isLocal && origin === asked.origin)) return;
  throw new ApiError('INVALID_REQUEST', 'Pages of another origin cannot call this path.', {
    status: 403,
  });
}

/** Response headers that a page may read. */
const EXPOSED_HEADERS = [
  'WWW-Authenticate',
  'Retry-After',
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/**
 * `WWW-Authenticate` of a 401 (RFC 9728, section 5.1; RFC 6750, section 3), from which a client
 * that has only this URL discovers everything else.
 */
function withChallenge(error: unknown, c: Context<Env>, origin: string): unknown {
  if (!(error instanceof ApiError) || error.code !== 'UNAUTHORIZED') return error;
  const parts = [
    ...(c.req.header('Authorization') ? ['error="invalid_token"'] : []),
    `resource_metadata="${origin}/.well-known/oauth-protected-resource${MCP_PATH}"`,
    `scope="${[...AGENT_SCOPES.keys()].join(' ')}"`,
  ];
  const headers = { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` };
  return new ApiError('UNAUTHORIZED', error.message, { headers });
}

const tooLarge = (bytes: number) =>
  new ApiError('INVALID_REQUEST', `The body is larger than ${bytes} bytes.`, { status: 413 });

/** The reply to an unreadable message has a null id (JSON-RPC 2.0, section 5). */
const unreadable = (c: Context<Env>, code: number, message: string) =>
  c.json({ jsonrpc: '2.0', id: null, error: { code, message } }, 400);

/** Parses the message of a request, or replies with an error. @throws ApiError INVALID_REQUEST */
async function readMessage(c: Context<Env>): Promise<{ body: unknown } | Response> {
  const text = await readBodyText(c.req.raw, MAX_LIST_BYTES);
  if (text === null) throw tooLarge(MAX_LIST_BYTES);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unreadable(c, -32_700, 'Parse error: the body is not valid JSON.');
  }
  if (Array.isArray(body)) return unreadable(c, -32_600, 'The body must contain a single message.');
  const name = (body as { params?: { name?: unknown } } | null)?.params?.name;
  if (text.length > MAX_BODY_BYTES && name !== 'bulk_verify') throw tooLarge(MAX_BODY_BYTES);
  return { body };
}

/** `POST /mcp`: the agent-protocol server, loaded by its first request. */
export function mcpRoutes(services: McpServices): Hono<Env> {
  const { access, publicUrl } = services;
  const routes = new Hono<Env>();
  let serve: ServeMcp | undefined;

  // Browser clients also send GET and DELETE, and continue after the 405.
  const allowMethods = ['GET', 'POST', 'DELETE'];
  routes.use(MCP_PATH, async (c, next) => {
    requireSafeOrigin(c, publicUrl);
    return cors({ allowMethods, exposeHeaders: EXPOSED_HEADERS, maxAge: DAY_SECONDS })(c, next);
  });

  routes.post(MCP_PATH, async (c) => {
    const origin = serviceOrigin(publicUrl, c.req.url);
    try {
      const principal = await access.authenticate(c.req.header('Authorization') ?? null, c.req.url);
      const message = await readMessage(c);
      if (message instanceof Response) return message;
      const call: McpRequest = {
        requestId: c.get('requestId'),
        principal: { ...principal, address: c.req.header('CF-Connecting-IP') ?? null },
        startedAt: c.get('startedAt'),
        origin,
        idempotencyKey: c.req.header('Idempotency-Key') ?? null,
        defer: (work) => c.executionCtx.waitUntil(work),
        onAdmission: (admission: Admission) => {
          for (const [name, value] of rateHeaders(admission)) c.header(name, value);
        },
        onRefusal: ({ headers }: ApiError) => {
          for (const [name, value] of Object.entries(headers))
            if (name.startsWith('X-RateLimit-')) c.header(name, value);
        },
      };
      // Cached after loading: a request cannot await a promise that another request started.
      serve ??= (await import('./server.ts')).createMcpServer(services);
      const response = await serve(c.req.raw, message.body, call);
      return c.newResponse(response.body, response);
    } catch (error) {
      throw withChallenge(error, c, origin);
    }
  });
  return routes;
}
