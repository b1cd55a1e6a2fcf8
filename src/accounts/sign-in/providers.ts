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

/** Providers that the operator has a client of. */
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

/** Origin of the page on which a person consents, for the policy of forms. */
export const PROVIDER_ORIGINS: Readonly<Record<ProviderId, string>> = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
};

const MAX_PROFILE_BYTES = 262_144;
const TIMEOUT_MS = 10_000;

async function readJson(url: string, accessToken: string, deadline: Deadline): Promise<unknown> {
  const reply = await fetch(url, {
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${accessToken}`,
      'User-Agent': 'lookup-api',
    },
    redirect: 'manual',
    signal: deadline.signal,
  });
  const text = await readReplyText(reply, MAX_PROFILE_BYTES);
  if (!reply.ok) throw new TypeError(`${new URL(url).host} answered ${reply.status}`);
  return JSON.parse(text);
}

interface ProviderPerson {
  id: string;
  email: string;
  name: string;
}

/** UserInfo (OpenID Connect Core 1.0, section 5.3). */
const googleUser = z.object({
  sub: z.string().min(1),
  email: z.email(),
  email_verified: z.literal(true),
  name: z.string().optional(),
});

async function googlePerson(token: string, deadline: Deadline): Promise<ProviderPerson> {
  const url = 'https://openidconnect.googleapis.com/v1/userinfo';
  const reply = await readJson(url, token, deadline);
  const { sub, email, name } = googleUser.parse(reply);
  return { id: sub, email, name: name || email };
}

const githubUser = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
});
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub REST, "Get the authenticated user" and "List email addresses": the primary one counts. */
async function githubPerson(token: string, deadline: Deadline): Promise<ProviderPerson> {
  const read = (path: string) => readJson(`https://api.github.com${path}`, token, deadline);
  const [user, emails] = await Promise.all([
    read('/user').then((reply) => githubUser.parse(reply)),
    read('/user/emails').then((reply) => githubEmails.parse(reply)),
  ]);
  const own = emails.find(({ primary, verified }) => primary && verified);
  if (!own) throw new TypeError('GitHub has no verified primary address');
  return { id: String(user.id), email: z.email().parse(own.email), name: user.name || user.login };
}

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
 * A provider for the library: authorization code with PKCE. A person without a verified address is
 * none, so that an unverified address never links an account.
 * @param origin scheme and host of the service
 */
export function providerConfig(
  { id, clientId, clientSecret }: ProviderClient,
  origin: string,
  warn: (message: string, cause: unknown) => void,
): GenericOAuthConfig {
  const { read, scopes, ...endpoints } = ENDPOINTS[id];
  return {
    providerId: id,
    clientId,
    clientSecret,
    ...endpoints,
    scopes: [...scopes],
    redirectURI: `${origin}/app/sign-in/with/${id}/callback`,
    pkce: true,
    async getUserInfo({ accessToken }) {
      const deadline = new Deadline(TIMEOUT_MS, () => new TypeError('took too long'));
      try {
        return { ...(await read(accessToken ?? '', deadline)), emailVerified: true };
      } catch (cause) {
        warn(`${PROVIDER_NAMES[id]} named no person with a verified address`, cause);
        return null;
      } finally {
        deadline.end();
      }
    },
  };
}
