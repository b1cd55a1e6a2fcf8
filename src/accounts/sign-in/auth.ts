import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { organization } from 'better-auth/plugins/organization';
import { defaultRoles, memberAc } from 'better-auth/plugins/organization/access';
import { twoFactor } from 'better-auth/plugins/two-factor';
import * as z from 'zod';
import { isLoopback } from '../../lib/origin.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/time.ts';
import type { SessionUser, UserWithoutOrganization } from '../../lookup/account/members.ts';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import {
  invitations,
  logins,
  members,
  organizations,
  passkeys,
  sessions,
  twoFactors,
  users,
  verifications,
} from '../schema.ts';
import { deletePasswordGrants } from '../store-sign-in.ts';
import { listMemberships, markEmailVerified, type User } from '../store-users.ts';
import { deletePasskeys } from '../store-ways-in.ts';
import { passkeyPlugin } from './passkeys.ts';
import {
  hashPassword,
  MAX_PASSWORD_CHARS,
  MIN_PASSWORD_CHARS,
  verifyPassword,
} from './passwords.ts';
import type { SignInPorts } from './ports.ts';
import { providerConfig } from './providers.ts';
import { invitationToken } from './tokens.ts';

/**
 * better-auth plugin with one endpoint, which begins a session for a user recognized by other means
 * than its own `signInEmail`. None of its endpoints is served. Its path is one after which the
 * two-factor plugin withdraws the session and asks for a code.
 */
const sessionPlugin = () => ({
  id: 'open-session' as const,
  endpoints: {
    openSession: createAuthEndpoint(
      '/sign-in/username',
      {
        method: 'POST',
        body: z.object({ userId: z.string() }),
        metadata: { SERVER_ONLY: true as const },
      },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new TypeError('a session needs a user');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({});
      },
    ),
  },
});

const SESSION_SECONDS = 7 * DAY_SECONDS;
const RESET_SECONDS = HOUR_SECONDS;
export const INVITATION_SECONDS = 7 * DAY_SECONDS;

const TABLES = {
  user: users,
  session: sessions,
  account: logins,
  verification: verifications,
  twoFactor: twoFactors,
  passkey: passkeys,
  organization: organizations,
  member: members,
  invitation: invitations,
};

/**
 * Runs when a person has opened a link sent to their address. Until it was verified, a stranger may
 * have signed up with it: as the password is replaced and sessions end, passkeys end too.
 */
async function claimAddress(
  { id, emailVerified }: Pick<User, 'id' | 'emailVerified'>,
  db: SignInPorts['db'],
): Promise<void> {
  await deletePasswordGrants(db, id);
  if (!emailVerified) await deletePasskeys(db, id);
  await markEmailVerified(db, id);
}

/** Provider tokens are not stored: a provider is used only to identify the person. */
const withoutTokens = async <Login extends object>(login: Login) => ({
  data: { ...login, accessToken: null, refreshToken: null, idToken: null },
});

/**
 * better-auth over D1, called as a library: none of its routes is served, so the dashboard's forms
 * are the only way in, and they do their own origin checks and rate limits.
 * @param origin the service's own, with which its links begin
 */
function createAuth(ports: SignInPorts, origin: string) {
  const { db, clock, authSecrets, sendLink, serviceName, providers } = ports;
  if (authSecrets === null) throw new TypeError('AUTH_SECRET is not set');
  const oldest = authSecrets.at(-1)?.text;
  const link = (path: string, token: string) =>
    `${origin}${path}?token=${encodeURIComponent(token)}`;
  const after = (seconds: number) => clock.now() + seconds * 1_000;
  return betterAuth({
    appName: serviceName,
    baseURL: origin,
    // The first secret signs and encrypts; the oldest decrypts what predates named versions.
    secrets: authSecrets.map(({ version, text }) => ({ version, value: text })),
    ...(oldest !== undefined && { secret: oldest }),
    database: drizzleAdapter(db, { provider: 'sqlite', schema: TABLES }),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    session: {
      expiresIn: SESSION_SECONDS,
      // The row records when the session was last seen, to the hour.
      updateAge: HOUR_SECONDS,
      // Changing how one signs in takes the password or a recent sign-in (own-account.ts).
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    advanced: {
      cookiePrefix: 'lookup',
      ipAddress: { ipAddressHeaders: ['CF-Connecting-IP'], ipv6Subnet: 128 },
      useSecureCookies: !isLoopback(origin),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: !isLoopback(origin) },
      database: {
        // The directory has columns unknown to better-auth, and no logo column.
        validateSchema: false,
        generateId: ({ model }) =>
          model === 'user' ? ports.newUserId() : `${model}_${crypto.randomUUID()}`,
      },
      backgroundTasks: { handler: ports.defer },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      maxPasswordLength: MAX_PASSWORD_CHARS,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      sendResetPassword: ({ user, token }) =>
        sendLink({
          kind: 'reset',
          to: user.email,
          link: link('/app/reset-password', token),
          expiresAt: after(RESET_SECONDS),
        }),
      onPasswordReset: ({ user }) => claimAddress(user, db),
    },
    databaseHooks: {
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },
    plugins: [
      sessionPlugin(),
      twoFactor({ allowPasswordless: true }),
      passkeyPlugin(origin, serviceName),
      genericOAuth({ config: providers.map((each) => providerConfig(each, origin, ports.warn)) }),
      organization({
        // The directory has its own column names, and our own verb creates organizations.
        schema: { organization: { fields: { slug: 'id' } } },
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
        invitationExpiresIn: INVITATION_SECONDS,
        // A person who is invited again joins with the role chosen last.
        cancelPendingInvitationsOnReInvite: true,
        creatorRole: 'owner',
        roles: { ...defaultRoles, billing: memberAc },
        membershipLimit: QUOTAS.members.ceiling.most,
        sendInvitationEmail: async ({ id, email, organization: to, inviter }) =>
          sendLink({
            kind: 'invite',
            to: email,
            link: link(`/app/invitations/${id}`, await invitationToken(id, email, authSecrets)),
            expiresAt: after(INVITATION_SECONDS),
            organizationName: to.name,
            invitedBy: inviter.user.email,
          }),
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * Caches the instance of the latest origin: an isolate uses one, plus one per forged Host. Cached
 * only when fully loaded: on this platform a request cannot await what another has begun.
 */
export function cacheAuth(ports: SignInPorts): (origin: string) => Promise<Auth> {
  let latest: { origin: string; auth: Auth } | undefined;
  return async (origin) => {
    if (latest?.origin === origin) return latest.auth;
    const auth = createAuth(ports, origin);
    // The first call loads the rest of the library.
    await auth.api.getSession({ headers: new Headers() });
    latest = { origin, auth };
    return auth;
  };
}

/** Result of a library call; null when the library refuses. @throws any other error */
export const nullIfRefused = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof APIError) return null;
    throw error;
  });

const MAX_USER_AGENT_CHARS = 300;

/** Request headers that sign-in reads: cookies, and the device data stored with a session. */
export function deviceHeaders(headers: Headers): Headers {
  const device = new Headers();
  for (const name of ['Cookie', 'CF-Connecting-IP', 'User-Agent']) {
    const text = headers.get(name);
    if (text !== null)
      device.set(name, name === 'User-Agent' ? text.slice(0, MAX_USER_AGENT_CHARS) : text);
  }
  return device;
}

/**
 * Begins a session, or the second step if the user has one and the browser is not trusted.
 * @param headers of the request
 * @returns the cookies of either
 */
export async function createUserSession(
  userId: string,
  headers: Headers,
  auth: Auth,
): Promise<{ cookies: readonly string[]; needsCode: boolean }> {
  const device = deviceHeaders(headers);
  const opened = await auth.api.openSession({
    body: { userId },
    headers: device,
    returnHeaders: true,
  });
  return {
    cookies: opened.headers.getSetCookie(),
    needsCode: 'twoFactorRedirect' in (opened.response as object),
  };
}

/** Cookie header with the cookies that a reply sets, for a call on behalf of that session. */
export const cookieHeader = (cookies: readonly string[]): Headers =>
  new Headers({ Cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') });

/** Ends the session of a request. @returns the cookies that delete it from the browser */
export async function endSession(headers: Headers, auth: Auth): Promise<readonly string[]> {
  if (!headers.has('Cookie')) return [];
  const ended = await auth.api.signOut({ headers, returnHeaders: true });
  return ended.headers.getSetCookie();
}

/**
 * Reads the session of a request and its membership, both from the database: a user who was
 * removed, or an organization that was closed, is gone with the next request.
 * @returns the signed-in user, and renewed cookies for the reply
 */
export async function readSession(
  headers: Headers,
  auth: Auth,
  { db }: Pick<SignInPorts, 'db'>,
): Promise<{
  user: SessionUser | null;
  userWithoutOrganization: UserWithoutOrganization | null;
  cookies: readonly string[];
}> {
  const signedOut = { user: null, userWithoutOrganization: null, cookies: [] };
  if (!headers.has('Cookie')) return signedOut;
  const found = await auth.api.getSession({ headers, returnHeaders: true });
  const cookies = found.headers.getSetCookie();
  if (!found.response) return { ...signedOut, cookies };
  const { session, user } = found.response;
  const person = {
    userId: user.id,
    email: user.email,
    name: user.name,
    sessionId: session.id,
    hasSecondStep: user.twoFactorEnabled === true,
  };
  const memberships = await listMemberships(db, user.id);
  const wanted = session.activeOrganizationId;
  const membership =
    memberships.find(({ organizationId }) => organizationId === wanted) ?? memberships[0];
  return membership
    ? { user: { ...person, ...membership }, userWithoutOrganization: null, cookies }
    : { user: null, userWithoutOrganization: person, cookies };
}
