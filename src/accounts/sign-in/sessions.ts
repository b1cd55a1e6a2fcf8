import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod';
import type { Auth } from './auth.ts';

/**
 * A plugin of better-auth with one endpoint, which begins a session for a user who has been
 * recognised by other means than its own `signInEmail`. None of its endpoints is served.
 */
export const sessionPlugin = () => ({
  id: 'open-session' as const,
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
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
