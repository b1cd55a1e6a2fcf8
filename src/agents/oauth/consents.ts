import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
  type ClientInfo,
} from '@cloudflare/workers-oauth-provider';
import {
  type AgentConsents,
  type ConsentClient,
  type ConsentPrompt,
  type ConsentReading,
  type ConsentRequest,
  MCP_PATH,
} from '../../accounts/agent-consent.ts';
import { limitAttemptsFrom } from '../../accounts/sign-in/attempt-limits.ts';
import { isLoopback } from '../../lib/origin.ts';
import { oneLine } from '../../lib/text.ts';
import { AGENT_SCOPES } from '../../lookup/account/principal.ts';
import {
  isDocumentAddress,
  isNativeRedirect,
  isRedirect,
  retainClient,
  TooManyDocuments,
  withDocuments,
} from './clients.ts';
import { addConnection, type GrantProps, type OAuthPorts, openRecords } from './grants.ts';
import { parseToken } from './refresh-tokens.ts';
import { AUTHORIZE_PATH, authorizationServer, serverEnvironment } from './server.ts';

/** Longest client name shown. */
const MAX_NAME_CHARS = 100;

interface ParsedConsent {
  kind: 'read';
  request: AuthRequest;
  asked: ConsentPrompt;
}

/** Scopes offered: the known ones requested; all if the request names none. */
function offeredScopes({ scope }: AuthRequest): string[] {
  const known = scope.filter((name) => AGENT_SCOPES.has(name));
  return scope.length === 0 ? [...AGENT_SCOPES.keys()] : [...new Set(known)];
}

/** Error of a request that the library accepts; null if it can be granted. */
function requestProblem(request: AuthRequest): AuthorizationErrorCode | null {
  // Required for clients with a secret too, where the library leaves it optional.
  if (!request.codeChallenge || request.codeChallengeMethod !== 'S256') return 'invalid_request';
  return offeredScopes(request).length === 0 ? 'invalid_scope' : null;
}

/** What is wrong with a request, by its error; also told to the client as `error_description`. */
function whyRefused(code: AuthorizationErrorCode, origin: string): string {
  switch (code) {
    case 'invalid_target':
      return `It asks for access to another address than ${origin}${MCP_PATH}, the one to give it.`;
    case 'invalid_scope':
      return `It asks for none of the permissions that exist: ${[...AGENT_SCOPES.keys()].join(' and ')}.`;
    case 'unsupported_response_type':
    case 'unauthorized_client':
      return 'It asks for something other than a code (response_type=code).';
    default:
      return 'It does not ask for a code (response_type=code) with PKCE by S256, which is required.';
  }
}

const unknownClient = (clientId: string): string =>
  isDocumentAddress(clientId)
    ? `The description of the agent at ${new URL(clientId).host} cannot be read. Try again later, or tell the maker of the agent.`
    : 'This service does not know the agent that sent you here: its registration is missing or has ended. Remove this service in the agent and connect it again.';

const UNKNOWN_REDIRECT =
  'The agent asks to send you to an address that it has not registered. Start again in the agent; if that does not help, tell its maker.';

/**
 * The authorization server's part of the consent page. The request is parsed from its query each
 * time, so that a form cannot change it.
 */
export function createConsents(services: OAuthPorts): AgentConsents {
  const countDocument = (from: string) => limitAttemptsFrom('agent document', from, services);
  const documents = { ...services, countDocument };
  const helpers = ({ origin, address }: ConsentRequest) =>
    authorizationServer(origin).getOAuthApi(
      serverEnvironment(withDocuments(openRecords(services), address, documents)),
    );

  function clientOf(client: ClientInfo, redirectUri: string): ConsentClient {
    const { clientId } = client;
    const redirect = new URL(redirectUri);
    const isNative = isNativeRedirect(redirectUri);
    return {
      clientName: (oneLine(client.clientName ?? '') || redirect.host)
        .slice(0, MAX_NAME_CHARS)
        .toWellFormed(),
      clientDomain: isDocumentAddress(clientId) ? new URL(clientId).host : null,
      redirectOrigin: isNative ? `${redirect.protocol}//${redirect.host}` : redirect.origin,
      isLoopback: isNative || isLoopback(redirectUri),
    };
  }

  async function parse(asked: ConsentRequest): Promise<ParsedConsent | ConsentReading> {
    const { query, origin } = asked;
    const oauth = helpers(asked);
    const parameters = new URLSearchParams(query);
    const clientId = parameters.get('client_id') ?? '';
    try {
      const client = await oauth.lookupClient(clientId);
      if (!client) return { kind: 'refused', message: unknownClient(clientId) };
      const url = `${origin}${AUTHORIZE_PATH}${query}`;
      const request = await oauth.parseAuthRequest(new Request(url)).catch((error: unknown) => {
        if (error instanceof AuthorizationError) return error;
        throw error;
      });
      const { redirectUri } = request;
      // Without a redirect, the library refused it; some clients registered before we did.
      if (redirectUri === undefined || !isRedirect(redirectUri))
        return { kind: 'refused', message: UNKNOWN_REDIRECT };
      const asking = clientOf(client, redirectUri);
      const failed = (code: AuthorizationErrorCode): ConsentReading => {
        const why = whyRefused(code, origin);
        const to = authorizationErrorRedirect({ ...request, redirectUri }, code, why);
        return { kind: 'failed', client: asking, why, to };
      };
      if (request instanceof AuthorizationError) return failed(request.code);
      const problem = requestProblem(request);
      if (problem) return failed(problem);
      return { kind: 'read', request, asked: { ...asking, scopes: offeredScopes(request) } };
    } catch (error) {
      if (error instanceof TooManyDocuments) {
        const { retryAfterSeconds } = error;
        const message = 'Too many requests for the details of agents. Try again later.';
        return { kind: 'refused', message, retryAfterSeconds };
      }
      throw error;
    }
  }

  return {
    async read(asked) {
      const read = await parse(asked);
      return read.kind === 'read' ? { kind: 'asked', asked: read.asked } : read;
    },

    async deny(asked) {
      const read = await parse(asked);
      if (read.kind !== 'read') return read;
      return { kind: 'returned', to: authorizationErrorRedirect(read.request, 'access_denied') };
    },

    async allow(from, { userId, organization, creditsPerDay }) {
      const read = await parse(from);
      if (read.kind !== 'read') return read;
      const { request, asked } = read;
      const scopes = [...asked.scopes];
      const props: GrantProps = { organization };
      const { redirectTo } = await helpers(from).completeAuthorization({
        request,
        userId,
        scope: scopes,
        metadata: { organizationId: organization.id },
        props,
        // A client known by its document has one id on all machines; the user's others stay.
        revokeExistingGrants: false,
      });
      const code = new URL(redirectTo).searchParams.get('code') ?? '';
      const grantId = parseToken(code)?.grantId;
      if (!grantId) throw new Error('a code names no grant');
      const { clock } = services;
      await retainClient(request.clientId, openRecords(services), clock.now());
      const connection = {
        grantId,
        userId,
        organizationId: organization.id,
        clientId: request.clientId,
        clientName: asked.clientName,
        clientDomain: asked.clientDomain,
        scopes,
        createdAt: clock.now(),
        creditsPerDay,
      };
      await addConnection(connection, services);
      return { kind: 'returned', to: redirectTo, grantId, asked };
    },
  };
}
