import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
} from '@cloudflare/workers-oauth-provider';
import type { AgentConsents, ConsentAsked, ConsentReading } from '../core/account/agents.ts';
import { AGENT_SCOPES } from '../core/account/scopes.ts';
import { oneLine, quoted } from '../core/one-line.ts';
import { isDocumentAddress } from './client-documents.ts';
import { partsOf } from './kept.ts';
import type { GrantProps, OAuthServices } from './ports.ts';
import { AUTHORIZE_PATH, environmentOf, serverOf } from './server.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Longest name of a client that is shown. */
const MAX_NAME_CHARS = 100;

interface Read {
  request: AuthRequest;
  asked: ConsentAsked;
}

/** A client that asks for nothing, or for what is not there, is offered what there is. */
function scopesOf({ scope }: AuthRequest): string[] {
  const known = scope.filter((name) => AGENT_SCOPES.has(name));
  return scope.length === 0 ? [...AGENT_SCOPES.keys()] : [...new Set(known)];
}

const refusal = (request: AuthRequest, code: 'invalid_request' | 'invalid_scope', why: string) =>
  ({ kind: 'returned', to: authorizationErrorRedirect(request, code, why) }) as const;

/**
 * Who asks for what: the authorization server's half of the consent page. The request is read anew
 * from its query each time, so that a form can change nothing of it.
 */
export function createConsents(services: OAuthServices): AgentConsents {
  const helpers = (origin: string) => serverOf(origin).getOAuthApi(environmentOf(services));

  async function parse(
    query: string,
    origin: string,
  ): Promise<Read | Exclude<ConsentReading, { kind: 'asked' }>> {
    const oauth = helpers(origin);
    try {
      const url = `${origin}${AUTHORIZE_PATH}${query}`;
      const request = await oauth.parseAuthRequest(new Request(url));
      // Clients with a secret could leave it out: the library asks only those without one.
      if (!request.codeChallenge || request.codeChallengeMethod !== 'S256')
        return refusal(request, 'invalid_request', 'code_challenge with S256 is required');
      const scopes = scopesOf(request);
      if (scopes.length === 0) return refusal(request, 'invalid_scope', 'no such scope');
      const client = await oauth.lookupClient(request.clientId);
      const isDocument = isDocumentAddress(request.clientId);
      const redirect = new URL(request.redirectUri);
      const asked = {
        clientName: (oneLine(client?.clientName ?? '') || redirect.host).slice(0, MAX_NAME_CHARS),
        clientDomain: isDocument ? new URL(request.clientId).host : null,
        redirectOrigin: redirect.origin,
        isLoopback: LOOPBACK.test(redirect.hostname),
        scopes,
      };
      return { request, asked };
    } catch (error) {
      if (!(error instanceof AuthorizationError)) throw error;
      if (error.redirectTo) return { kind: 'returned', to: error.redirectTo };
      return {
        kind: 'refused',
        message: `The request cannot be used: ${quoted(error.description)}.`,
      };
    }
  }

  return {
    async read(query, origin) {
      const read = await parse(query, origin);
      return 'kind' in read ? read : { kind: 'asked', asked: read.asked };
    },

    async deny(query, origin) {
      const read = await parse(query, origin);
      if ('kind' in read) return read;
      return { kind: 'returned', to: authorizationErrorRedirect(read.request, 'access_denied') };
    },

    async allow(query, origin, { userId, organization }) {
      const read = await parse(query, origin);
      if ('kind' in read) return read;
      const { request, asked } = read;
      const scopes = [...asked.scopes];
      const props: GrantProps = { organization };
      const { redirectTo } = await helpers(origin).completeAuthorization({
        request,
        userId,
        scope: scopes,
        metadata: { organizationId: organization.id },
        props,
      });
      const code = new URL(redirectTo).searchParams.get('code') ?? '';
      const grantId = partsOf(code)?.grantId;
      if (!grantId) throw new Error('a code names no grant');
      await services.addConnection({
        grantId,
        userId,
        organizationId: organization.id,
        clientId: request.clientId,
        clientName: asked.clientName,
        clientDomain: asked.clientDomain,
        scopes,
        createdAt: services.clock.now(),
      });
      return { kind: 'returned', to: redirectTo };
    },
  };
}
