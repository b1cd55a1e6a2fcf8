import { APIError } from 'better-auth/api';
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import * as z from 'zod';
import { readReplyText } from '../../lib/bounded-stream.ts';
import { Deadline } from '../../lib/deadline.ts';

/** OAuth providers of sign-in, each available where the operator has configured its client. */
export type ProviderId = 'google' | 'github';

export interface ProviderClient {
  id: ProviderId;
  clientId: string;
  clientSecret: string;
}

export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  github: 'GitHub',
};

/** Providers with a client configured by the operator. */
export function signInProviders(
  vars: Readonly<Record<`${'GOOGLE' | 'GITHUB'}_CLIENT_${'ID' | 'SECRET'}`, string | undefined>>,
): ProviderClient[] {
  const offered = (id: ProviderId, clientId?: string, clientSecret?: string): ProviderClient[] =>
    clientId && clientSecret ? [{ id, clientId, clientSecret }] : [];
  return [
    ...offered('google', vars.GOOGLE_CLIENT_ID, vars.GOOGLE_CLIENT_SECRET),
    ...offered('github', vars.GITHUB_CLIENT_ID, vars.GITHUB_CLIENT_SECRET),
  ];
}

/** Origin of the provider's consent page, for the content security policy of forms. */
export const PROVIDER_ORIGINS: Readonly<Record<ProviderId, string>> = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
};

const MAX_REPLY_BYTES = 262_144;
const TIMEOUT_MS = 10_000;

async function readJson(url: string, init: RequestInit, deadline: Deadline): Promise<unknown> {
  const headers = new Headers(init.headers);
  headers.set('Accept', 'application/json');
  headers.set('User-Agent', 'lookup-api');
  const { signal } = deadline;
  const reply = await fetch(url, { ...init, headers, redirect: 'manual', signal });
  const text = await readReplyText(reply, MAX_REPLY_BYTES);
  if (!reply.ok) throw new TypeError(`${new URL(url).host} answered ${reply.status}`);
  return JSON.parse(text);
}

interface ProviderPerson {
  id: string;
  email: string;
  name: string;
}

/** Reads the person a token belongs to; null without a verified address. */
type ReadPerson = (token: string, deadline: Deadline) => Promise<ProviderPerson | null>;

const withToken = (token: string): RequestInit => ({
  headers: { Authorization: `Bearer ${token}` },
});

/** UserInfo (OpenID Connect Core 1.0, section 5.3). */
const googleUser = z.object({
  sub: z.string().min(1),
  email: z.email().optional(),
  email_verified: z.unknown(),
  name: z.string().optional(),
});

const googlePerson: ReadPerson = async (token, deadline) => {
  const url = 'https://openidconnect.googleapis.com/v1/userinfo';
  const reply = await readJson(url, withToken(token), deadline);
  const { sub, email, email_verified, name } = googleUser.parse(reply);
  return email && email_verified === true ? { id: sub, email, name: name || email } : null;
};

const githubUser = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub REST, "Get the authenticated user", "List email addresses"; takes the primary address. */
const githubPerson: ReadPerson = async (token, deadline) => {
  const read = (path: string) =>
    readJson(`https://api.github.com${path}`, withToken(token), deadline);
  const [user, emails] = await Promise.all([
    read('/user').then((reply) => githubUser.parse(reply)),
    read('/user/emails').then((reply) => githubEmails.parse(reply)),
  ]);
  const own = emails.find(({ primary, verified }) => primary && verified);
  const email = z.email().safeParse(own?.email).data;
  return email ? { id: String(user.id), email, name: user.name || user.login } : null;
};

/** Successful response (RFC 6749, section 5.1); GitHub sends errors with status 200 too. */
const tokenReply = z.object({ access_token: z.string().min(1) });

const ENDPOINTS = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'profile'],
    read: googlePerson,
  },
  github: {
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    read: githubPerson,
  },
} as const;

/**
 * Configures a provider for the library: authorization code with PKCE. A person without a verified
 * address is null, so that an unverified address never links an account. Each request has a
 * deadline; a failure is logged and ends the sign-in.
 * @param origin scheme and host of the service
 */
export function providerConfig(
  { id, clientId, clientSecret }: ProviderClient,
  origin: string,
  warn: (message: string, cause: unknown) => void,
): GenericOAuthConfig {
  const { read, scopes, ...endpoints } = ENDPOINTS[id];
  const redirectURI = `${origin}/app/sign-in/with/${id}/callback`;
  async function ask<T>(step: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(TIMEOUT_MS, () => new TypeError('took too long'));
    try {
      return await step(deadline);
    } catch (cause) {
      warn(`a sign-in with ${PROVIDER_NAMES[id]} failed`, cause);
      throw new APIError('BAD_GATEWAY', { code: 'PROVIDER_FAILED' });
    } finally {
      deadline.end();
    }
  }
  return {
    providerId: id,
    clientId,
    clientSecret,
    ...endpoints,
    scopes: [...scopes],
    redirectURI,
    pkce: true,
    getToken: ({ code, codeVerifier = '' }) =>
      ask(async (deadline) => {
        const body = new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uri: redirectURI,
          code,
          code_verifier: codeVerifier,
        });
        const reply = await readJson(endpoints.tokenUrl, { method: 'POST', body }, deadline);
        return { accessToken: tokenReply.parse(reply).access_token };
      }),
    getUserInfo: ({ accessToken = '' }) =>
      ask(async (deadline) => {
        const person = await read(accessToken, deadline);
        return person && { ...person, emailVerified: true };
      }),
  };
}
