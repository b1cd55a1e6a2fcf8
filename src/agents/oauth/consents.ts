import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
} from '@cloudflare/workers-oauth-provider';
import type {
  AgentConsents,
  ConsentClient,
  ConsentPrompt,
  ConsentReading,
  ConsentRequest,
} from '../../accounts/agent-consent.ts';
import { limitAttemptsFrom } from '../../accounts/sign-in/attempt-limits.ts';
import { isLoopback } from '../../lib/origin.ts';
import { oneLine, quoted } from '../../lib/text.ts';
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

/** Reason that a request cannot be granted; null if it can. */
function requestProblem(request: AuthRequest): { code: string; why: string } | null {
  // Required for clients with a secret too, where the library leaves it optional.
  if (!request.codeChallenge || request.codeChallengeMethod !== 'S256')
    return { code: 'invalid_request', why: 'code_challenge with S256 is required' };
  return offeredScopes(request).length === 0
    ? { code: 'invalid_scope', why: 'none of the scopes is supported' }
    : null;
}

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

  async function clientOf(
    oauth: ReturnType<typeof helpers>,
    clientId: string,
    redirectUri: string,
  ): Promise<ConsentClient> {
    const client = await oauth.lookupClient(clientId);
    const redirect = new URL(redirectUri);
    const isNative = isNativeRedirect(redirectUri);
    return {
      clientName: (oneLine(client?.clientName ?? '') || redirect.host)
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
    const failed = async (to: string, why: string): Promise<ConsentReading> => {
      const names = ['client_id', 'redirect_uri'].map((name) => parameters.get(name) ?? '');
      const [clientId = '', redirectUri = ''] = names;
      return { kind: 'failed', client: await clientOf(oauth, clientId, redirectUri), why, to };
    };
    try {
      const url = `${origin}${AUTHORIZE_PATH}${query}`;
      const request = await oauth.parseAuthRequest(new Request(url));
      // Redirects of clients that registered before their scheme was refused.
      if (!isRedirect(request.redirectUri))
        return { kind: 'refused', message: 'The redirect address of the request cannot be used.' };
      const problem = requestProblem(request);
      if (problem) {
        const { code, why } = problem;
        return await failed(authorizationErrorRedirect(request, code as never, why), why);
      }
      const client = await clientOf(oauth, request.clientId, request.redirectUri);
      return { kind: 'read', request, asked: { ...client, scopes: offeredScopes(request) } };
    } catch (error) {
      if (error instanceof TooManyDocuments) {
        const { retryAfterSeconds } = error;
        const message = 'Too many requests for the details of agents. Try again later.';
        return { kind: 'refused', message, retryAfterSeconds };
      }
      if (!(error instanceof AuthorizationError)) throw error;
      if (error.redirectTo) return failed(error.redirectTo, quoted(String(error.description)));
      const message = `The request cannot be used: ${quoted(String(error.description))}.`;
      return { kind: 'refused', message };
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
