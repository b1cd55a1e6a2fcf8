import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { organization } from 'better-auth/plugins/organization';
import { CEILINGS } from '../../core/account/ceilings.ts';
import { isLoopback } from '../../core/own-origin.ts';
import { organizations } from '../../store/schema.ts';
import {
  invitations,
  logins,
  members,
  sessions,
  users,
  verifications,
} from '../../store/sign-in-schema.ts';
import { markEmailVerified } from '../../store/users.ts';
import { invitationToken } from './invitation-token.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from './password-rules.ts';
import type { SignInPorts } from './ports.ts';
import { sessionPlugin } from './sessions.ts';

const HOUR_SECONDS = 3_600;
const SESSION_SECONDS = 7 * 24 * HOUR_SECONDS;
export const RESET_SECONDS = HOUR_SECONDS;
export const INVITATION_SECONDS = 7 * 24 * HOUR_SECONDS;

/** The tables, by the names better-auth has for them. */
const TABLES = {
  user: users,
  session: sessions,
  account: logins,
  verification: verifications,
  organization: organizations,
  member: members,
  invitation: invitations,
};

/**
 * better-auth over D1. It is called as a library: none of its routes is served, so the forms of the
 * dashboard are the only way in, and its own origin checks and rate limits are theirs.
 * @param origin the service's own: what its links begin with
 */
export function createAuth(ports: SignInPorts, origin: string) {
  const { db, clock, authSecrets, sendLink } = ports;
  if (authSecrets === null) throw new TypeError('AUTH_SECRET is not set');
  const [{ text: secret }] = authSecrets;
  const link = (path: string, token: string) =>
    `${origin}${path}?token=${encodeURIComponent(token)}`;
  const after = (seconds: number) => clock.now() + seconds * 1_000;
  return betterAuth({
    baseURL: origin,
    secret,
    database: drizzleAdapter(db, { provider: 'sqlite', schema: TABLES }),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    session: { expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'lookup',
      useSecureCookies: !isLoopback(origin),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: !isLoopback(origin) },
      database: {
        // The directory has columns better-auth does not know, and none for a logo.
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
      onPasswordReset: ({ user }) => markEmailVerified(db, user.id),
    },
    plugins: [
      sessionPlugin(),
      organization({
        // The directory has these under names of its own; organizations are made by our own verb.
        schema: { organization: { fields: { slug: 'id' } } },
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
        invitationExpiresIn: INVITATION_SECONDS,
        // Who is invited anew joins as what was chosen last.
        cancelPendingInvitationsOnReInvite: true,
        creatorRole: 'owner',
        membershipLimit: CEILINGS.members.ceiling.most,
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
 * One instance for the origin that is asked for: an isolate has one, and a forged Host two. It is
 * remembered once it is whole: on this platform a request cannot wait for what another has begun.
 */
export function rememberAuth(ports: SignInPorts): (origin: string) => Promise<Auth> {
  let latest: { origin: string; auth: Auth } | undefined;
  return async (origin) => {
    if (latest?.origin === origin) return latest.auth;
    const auth = createAuth(ports, origin);
    // It loads the rest of itself with its first call.
    await auth.api.getSession({ headers: new Headers() });
    latest = { origin, auth };
    return auth;
  };
}

/** Begins a session. @returns the cookies that carry it */
export async function openSession(userId: string, auth: Auth): Promise<readonly string[]> {
  const opened = await auth.api.openSession({ body: { userId }, returnHeaders: true });
  return opened.headers.getSetCookie();
}

/** Ends the session a request brings along. @returns the cookies that take it out of the browser */
export async function endSession(headers: Headers, auth: Auth): Promise<readonly string[]> {
  if (!headers.has('Cookie')) return [];
  const ended = await auth.api.signOut({ headers, returnHeaders: true });
  return ended.headers.getSetCookie();
}
